"""Reads a file of SQL statements in the format of pgbench's scripts.

Statements end with a semicolon and name their parameters (`:aid`); those between BEGIN and END are
one operation. `\\set` lines say how a parameter is drawn: `random` uniformly, `random_zipfian` by
Zipf's law with the given exponent. pgbench's other commands are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import read_text, why_not_read
from workloads.own.model import DrawnValue, RowDistribution

_MOST_MB = 1


@dataclass(frozen=True)
class Script:
    """Operations of one or more texts each, and how named parameters are drawn."""

    operations: tuple[tuple[str, ...], ...]
    draws: Mapping[str, DrawnValue]


def read_script(path: Path) -> Script:
    """Raises: InputError"""
    try:
        return script_in(read_text(path, _MOST_MB))
    except (OSError, ValueError) as error:
        raise InputError(
            phrase("Statements not read"),
            phrase("{path} cannot be read: {reason}."),
            phrase("Name a file of SQL statements, each with a semicolon at its end."),
            path=path,
            reason=why_not_read(error),
        ) from error


def script_in(text: str) -> Script:
    draws, lines = {}, []
    for line in text.splitlines():
        if not line.lstrip().startswith("\\"):
            lines.append(line)
        elif known := _SET.match(line):
            draws[known["name"]] = _drawn(known["function"], known["rest"])
    return Script(tuple(_operations("\n".join(lines))), draws)


def _drawn(function: str, rest: str) -> DrawnValue:
    number = _LAST_NUMBER.search(rest)
    if function == "random_zipfian" and number is not None:
        return DrawnValue("", RowDistribution.ZIPF, max(1.001, float(number[1])))
    return DrawnValue("")


def _operations(text: str) -> Iterator[tuple[str, ...]]:
    together: list[str] | None = None
    for each in re.split(r";\s*(?:\n|$)", text):
        bare = _COMMENT.sub(" ", each).strip()
        if not bare:
            continue
        word = bare.lower()
        if word in _BEGINS:
            together = []
        elif word in _ENDS:
            if together:
                yield tuple(together)
            together = None
        elif together is not None:
            together.append(each.strip())
        else:
            yield (each.strip(),)
    if together:
        yield tuple(together)


_SET = re.compile(r"\s*\\set\s+(?P<name>\w+)\s+(?P<function>\w+)\s*\((?P<rest>.*)\)\s*$")
_LAST_NUMBER = re.compile(r",\s*([\d.]+)\s*$")
_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*", re.DOTALL)
_BEGINS = ("begin", "start transaction", "begin transaction")
_ENDS = ("end", "commit", "rollback", "end transaction")
