"""How tests are spread over workers: those of a file stay together, long files come first.

`seconds.txt` says how long each file took once. A log of all tests with `--durations=0 -vv` makes
it anew; with several logs, the quickest time of each file counts:

    python -m tests.spread LOG …
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_name("seconds.txt")
_SHORTEST = 10
"""Seconds: a shorter file is not worth a line."""
_SLOW, _QUICK = 3.0, 0.1
"""Seconds that a test is taken to last of which nothing is known."""
_LINE = re.compile(r"\s*([0-9.]+)s (?:call|setup|teardown)\s+(\S+?\.py)::")


def long_files_first(items: list[pytest.Item]) -> None:
    """Order tests in place: if a long file came last, the other workers would idle meanwhile."""
    files: defaultdict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    taken = {file: _seconds_of(file, tests) for file, tests in files.items()}
    items.sort(key=lambda item: -taken[item.path])


def _seconds_of(file: Path, tests: Sequence[pytest.Item]) -> float:
    """What these tests of a file take. The table knows whole files: where the slow ones are left
    out, it does not help."""
    slow = sum(test.get_closest_marker("slow") is not None for test in tests)
    known = _known().get(_name_of(file)) if slow else None
    return known or slow * _SLOW + len(tests) * _QUICK


def _name_of(file: Path) -> str:
    return str(file.relative_to(_ROOT)) if file.is_relative_to(_ROOT) else str(file)


@cache
def _known() -> dict[str, float]:
    lines = (line.split() for line in TABLE.read_text().splitlines())
    return {file: float(seconds) for seconds, file in lines}


def seconds_in(log: Iterable[str]) -> dict[str, float]:
    """What each file took, set-up and tear-down included, by pytest's list of durations."""
    taken: defaultdict[str, float] = defaultdict(float)
    for line in log:
        if found := _LINE.match(line):
            taken[found[2]] += float(found[1])
    return dict(taken)


def table_of(logs: Sequence[Mapping[str, float]]) -> str:
    """The lines of `seconds.txt`, the longest first."""
    best = {
        file: round(min(log[file] for log in logs if file in log))
        for file in sorted({file for log in logs for file in log})
    }
    ordered = sorted(best.items(), key=lambda each: -each[1])
    return "".join(f"{taken:4d} {file}\n" for file, taken in ordered if taken >= _SHORTEST)


if __name__ == "__main__":
    logs = [seconds_in(Path(log).read_text(errors="replace").splitlines()) for log in sys.argv[1:]]
    TABLE.write_text(table_of(logs))
