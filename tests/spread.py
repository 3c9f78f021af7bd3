"""How tests are spread over workers: those of a file stay together, long files come first, and one
that waits runs beside one that computes. Promises of quickness are kept two at a time, and what
measures runs alone.

`seconds.txt` says how long each file took once, and how much of that a core was at work for it. It
is made anew from what a run of all tests writes down:

    CIPHERBENCH_TAKEN=FILE make test
    python -m tests.spread FILE …

With several, the quickest time of each file counts.
"""

from __future__ import annotations

import fcntl
import os
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from xdist.scheduler import LoadFileScheduling

WRITTEN_TO = "CIPHERBENCH_TAKEN"
"""Names a file that every test's seconds are to be added to."""
TABLE = Path(__file__).with_name("seconds.txt")
_ROOT = Path(__file__).parents[1]
_TOGETHER = {
    f"tests/{folder}/{name}.py": f"tests/{folder}/{first}.py"
    for folder, first, *names in (
        ("words", "test_decisions", "test_extraction", "test_plurals", "test_vocabulary"),
        ("engines", "contract/test_protections", "contract/test_conformance",
         "contract/test_structure", "contract/test_catalogue", "client_encryption/test_ciphertext",
         "base/test_bulk", "mysql/test_mysql_tables", "mysql/test_thousand_records"),
        ("workloads", "own/test_types", "own/test_corpus", "own/test_rehearsal", "test_hospital",
         "test_web_users"),
    )
    for name in names
}  # fmt: skip
"""Files that share what takes long to make, as the trees of our source or a MySQL that starts, and
with which one."""
_SHORTEST = 10
"""Seconds: a shorter file is not worth a line."""
_SLOW, _QUICK = 3.0, 0.1
"""Seconds that a test is taken to last of which nothing is known."""
_WAITS = 0.4
"""A file that has a core for less than this share of its time waits."""


class Taken(NamedTuple):
    """Seconds of a file or a test, and how many of them a core worked for it."""

    seconds: float
    of_a_core: float

    @property
    def waits(self) -> bool:
        """Whether somebody else had better compute meanwhile."""
        return self.of_a_core < _WAITS * self.seconds


def long_files_first(items: list[pytest.Item]) -> None:
    """Order tests in place: if a long file came last, the other workers would idle meanwhile."""
    files: defaultdict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    taken: defaultdict[str, float] = defaultdict(float)
    for file, tests in files.items():
        taken[_with_which(_name_of(file))] += _seconds_of(file, tests)
    items.sort(key=lambda item: -taken[_with_which(_name_of(item.path))])


def _with_which(file: str) -> str:
    """The file that it is to run with, or itself."""
    return _TOGETHER.get(file, file)


def _seconds_of(file: Path, tests: Sequence[pytest.Item]) -> float:
    """What these tests of a file take. The table knows whole files: where the slow ones are left
    out, it does not help."""
    slow = sum(test.get_closest_marker("slow") is not None for test in tests)
    known = _known().get(_name_of(file)) if slow else None
    return known.seconds if known else slow * _SLOW + len(tests) * _QUICK


@cache
def _name_of(file: Path) -> str:
    return str(file.relative_to(_ROOT)) if file.is_relative_to(_ROOT) else str(file)


@cache
def _known() -> dict[str, Taken]:
    lines = (line.split() for line in TABLE.read_text().splitlines())
    return {file: Taken(float(seconds), float(core)) for seconds, core, file in lines}


class SpreadByWaiting(LoadFileScheduling):  # type: ignore[misc] # comes without types
    """Every other worker begins with the files that wait, so that those that compute do not come
    all at once, when the first are over; who finds none of its kind takes from the other."""

    def _split_scope(self, nodeid: str) -> str:
        return _with_which(super()._split_scope(nodeid))

    def _assign_work_unit(self, node: Any) -> None:
        waiting = int(node.gateway.id.removeprefix("gw")) % 2 == 0
        if file := next((file for file in self.workqueue if file_waits(file) == waiting), None):
            self.workqueue.move_to_end(file, last=False)
        super()._assign_work_unit(node)


def file_waits(file: str) -> bool:
    """Whether this file of tests, named from the project's folder, is known to wait."""
    return file in _known() and _known()[file].waits


PROMISE = pytest.mark.timing("a promise")
"""Of what has to be over in time, which the machine's other core does not hold up. A test that is
marked `timing` itself measures, and runs alone."""


@contextmanager
def in_turn(item: pytest.Item) -> Iterator[None]:
    """Wait with a test for another worker's, if either of them measures."""
    marks = [*item.iter_markers("timing")]
    if not marks or (lock := _lock()) is None:
        yield
        return
    with lock.open("a") as held:
        fcntl.flock(held, fcntl.LOCK_SH if all(each.args for each in marks) else fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(held, fcntl.LOCK_UN)  # though a process that was forked has it open, too


def forget_turns() -> None:
    """Remove what workers wait by; one that still runs has nobody left to wait for."""
    if lock := _lock():
        lock.unlink(missing_ok=True)


def _lock() -> Path | None:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    return Path(tempfile.gettempdir(), f"cipherbench-tests-{run}.lock") if run else None


@contextmanager
def written_down(item: pytest.Item) -> Iterator[None]:
    """Add what this test takes to the file that is named for it, if one is."""
    if not (file := os.environ.get(WRITTEN_TO)):
        yield
        return
    begun, worked = time.monotonic(), _worked()
    yield
    line = f"{time.monotonic() - begun:.3f} {_worked() - worked:.3f} {item.nodeid}\n"
    with suppress(PermissionError), Path(file).open("a") as log:  # another user's tests add none
        log.write(line)  # a write a line, for many workers add to it


def _worked() -> float:
    """Seconds that a core has worked for this process and for those it waited for the end of."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def taken_in(log: Iterable[str]) -> dict[str, Taken]:
    """What each file took, set-up and tear-down included, by what a run wrote down. A process whose
    end a test waits for may have worked for others before."""
    taken: dict[str, Taken] = {}
    for line in log:
        *figures, test = line.split(maxsplit=2)
        seconds, of_a_core = map(float, figures)
        before = taken.get(file := test.partition("::")[0], Taken(0.0, 0.0))
        taken[file] = Taken(before.seconds + seconds, before.of_a_core + min(of_a_core, seconds))
    return taken


def table_of(logs: Sequence[Mapping[str, Taken]]) -> str:
    """The lines of `seconds.txt`, the longest first."""
    best = {
        file: min(log[file] for log in logs if file in log)
        for file in sorted({file for log in logs for file in log})
    }
    ordered = sorted(best.items(), key=lambda each: -round(each[1].seconds))
    return "".join(
        f"{taken.seconds:4.0f} {taken.of_a_core:4.0f} {file}\n"
        for file, taken in ordered
        if taken.seconds >= _SHORTEST
    )


if __name__ == "__main__":
    logs = [Path(log).read_text().splitlines() for log in sys.argv[1:]]
    TABLE.write_text(table_of([taken_in(log) for log in logs]))
