"""Writes docs/reliability.md from what the rows of the table observed.

    python -m tests.faults.table.reliability REPORT docs/reliability.md

REPORT is the file that CIPHERBENCH_FAULTS_REPORT named while the rows were played: a line of JSON
for each. Exit: 0, or 1 when a row of the table is not in it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.faults.table.fault import Fault, Moment
from tests.faults.table.rows import ROWS

type Seen = Mapping[str, Any]

_HEAD = ("Fault", "Measured on", "Exit code", "Message", "Runs kept", "Left until the next start",
         "Completed by")  # fmt: skip


def read_report(path: Path) -> dict[str, Seen]:
    """What was observed last of each row, by its key."""
    lines = map(json.loads, path.read_text().splitlines())
    return {each["key"]: each for each in lines}


def write(observed: Mapping[str, Seen]) -> str:
    return "\n".join((_introduction(), *_tables(observed), ""))


def rows_listed(document: str) -> set[tuple[str, str, str]]:
    """Moment, fault and what it was measured on, of each row of a document."""
    found, moment = set(), ""
    for line in document.splitlines():
        if line.startswith("### "):
            moment = line.removeprefix("### ")
        elif line.startswith("| ") and not line.startswith((f"| {_HEAD[0]} |", "| --- |")):
            name, on, *_ = (each.strip() for each in line.strip("|").split("|"))
            found.add((moment, name, on))
    return found


def rows_of_the_table() -> set[tuple[str, str, str]]:
    """The same of the table itself."""
    return {(_heading(row.moment), _capital(row.name), row.on) for row in ROWS}


def _introduction() -> str:
    return Path(__file__).with_name("introduction.md").read_text()


def _tables(observed: Mapping[str, Seen]) -> Iterator[str]:
    yield f"## {len(ROWS)} faults\n"
    yield f"Played on {_played(observed)}.\n"
    yield (
        "“All” in the fifth column: this many runs had ended when the fault came, and all were "
        "kept unchanged. The texts are parts of what the program said.\n"
    )
    for moment in Moment:
        yield f"### {_heading(moment)}\n"
        yield _line(_HEAD)
        yield _line(("---",) * len(_HEAD))
        for row in ROWS:
            if row.moment is moment:
                yield _line(_cells(row, observed[row.key]))
        yield ""


def _played(observed: Mapping[str, Seen]) -> str:
    """The days, and what was tried: a commit of ours."""
    days = sorted({str(each["day"]) for each in observed.values()})
    commits = sorted({str(each["commit"]) for each in observed.values()})
    return f"{' to '.join(dict.fromkeys((days[0], days[-1])))}, commit {', '.join(commits)}"


def _cells(row: Fault, seen: Seen) -> tuple[str, ...]:
    return (
        _capital(row.name),
        row.on,
        str(seen["code"]).replace("-", "−"),
        "; ".join(f"“{each}”" for each in seen["message"]) or "–",
        f"all {seen['stored']}" if seen["stored"] else "none had finished",
        ", ".join(seen["left"]) or "nothing",
        _made_up(row, seen),
    )


def _made_up(row: Fault, seen: Seen) -> str:
    if not seen["resumed"]:
        return "the other program" if row.completed else "nothing to complete"
    return "`resume`" if row.begins else "`run`"


def _heading(moment: Moment) -> str:
    return _capital(moment.value)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(each.replace('|', '/') for each in cells)} |"


def main() -> int:
    """Read the report that the command line names, and write the document that it names."""
    report, document = map(Path, sys.argv[1:])
    observed = read_report(report)
    missing = [row.key for row in ROWS if row.key not in observed]
    if missing:
        sys.stderr.write("".join(f"not observed: {each}\n" for each in missing))
        return 1
    document.write_text(write(observed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
