"""Cases in words, with the amounts that are really asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.contract.message import NOTHING, Message, Number, phrase
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


def distinct_words(cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
    """The amounts, and the path of each, where cases differ by their paths alone; else nothing, and
    the words of each."""
    loads = {(load_of(case), amounts_of(case)) for case in cases}
    if len(loads) != 1 or not 1 < len(cases) == len({path_of(case) for case in cases}):
        return NOTHING, {case: case_words(case) for case in cases}
    ((load, amounts),) = loads
    if amounts.seconds:
        common = _SECONDS.with_values(seconds=_number(amounts.seconds))
    else:
        common = _AMOUNTS[load].with_values(
            reads=_number(amounts.reads), writes=_number(amounts.writes)
        )
    return common, {case: _PATHS[path_of(case)] for case in cases}


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

_AMOUNTS: Mapping[Load, Message] = {
    Load.BASELINE: phrase("{reads} reads, {writes} writes in turn"),
    Load.CONCURRENT: phrase("{reads} reads/s, then {writes} writes/s"),
    Load.MIXED: phrase("{reads} reads and {writes} writes/s"),
}
_PATHS: Mapping[Path, Message] = {
    Path.DIRECT: phrase("directly to the database"),
    Path.API: phrase("through the web API"),
}
_SECONDS = phrase("reads, then writes in turn for {seconds} s each")
_TIMED: Mapping[Path, Message] = {
    Path.DIRECT: phrase("reads, then writes in turn for {seconds} s each directly to the database"),
    Path.API: phrase("reads, then writes in turn for {seconds} s each through the web API"),
}
WHOSE_PATH = phrase(
    "If your users come through a web API, its figure is yours; the other is for programs that use "
    "the database directly. The API's own work makes encryption a smaller share."
)
