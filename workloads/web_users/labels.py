"""Cases in words, with the amounts that are really asked for."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.message import Message, Number, phrase
from workloads.contract import Case
from workloads.web_users.loads import Load, Path, amounts_of, load_of, path_of


def case_words(case: Case) -> Message:
    """“100 reads and 50 writes/s directly to the database”."""
    load, path, amounts = load_of(case), path_of(case), amounts_of(case)
    if amounts.seconds:
        return _TIMED[path].with_values(seconds=_number(amounts.seconds))
    return _LABELS[load, path].with_values(
        reads=_number(amounts.reads), writes=_number(amounts.writes)
    )


def _number(value: float) -> Number:
    """A number with only the decimals it needs."""
    decimals = len(f"{value:f}".rstrip("0").partition(".")[2])
    return Number(value, decimals)


_LABELS: Mapping[tuple[Load, Path], Message] = {
    (Load.BASELINE, Path.DIRECT): phrase(
        "{reads} reads, {writes} writes in turn directly to the database"
    ),
    (Load.BASELINE, Path.API): phrase("{reads} reads, {writes} writes in turn through the web API"),
    (Load.CONCURRENT, Path.DIRECT): phrase(
        "{reads} reads/s, then {writes} writes/s directly to the database"
    ),
    (Load.CONCURRENT, Path.API): phrase(
        "{reads} reads/s, then {writes} writes/s through the web API"
    ),
    (Load.MIXED, Path.DIRECT): phrase(
        "{reads} reads and {writes} writes/s directly to the database"
    ),
    (Load.MIXED, Path.API): phrase("{reads} reads and {writes} writes/s through the web API"),
}

_TIMED: Mapping[Path, Message] = {
    Path.DIRECT: phrase("reads, then writes in turn for {seconds} s each directly to the database"),
    Path.API: phrase("reads, then writes in turn for {seconds} s each through the web API"),
}
