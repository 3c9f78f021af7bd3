"""How like a study's figure and a cell of ours are: in engine, cipher and case."""

from __future__ import annotations

import math
from collections.abc import Iterator

from app.findings.studies.study import Figure, Study
from app.results.records import CellRecord
from engines.contract.message import Message, Number, phrase
from engines.contract.protection import ProtectionKind, algorithm_title
from engines.registry import engine_names
from workloads.contract import Case

EXACT, ALL_THEIRS = 0, 2
"""Ranks of cases: the same; all of the study's own together."""
_NEAR, _CIRCUMSTANCE, _OTHER_AMOUNTS = 1, 2.5, 3
"""Another size of the same kind, a circumstance such as “low concurrency”, other amounts of that
kind of load."""


def engine_rank(theirs: str, ours: str, study: Study) -> int | None:
    """0 for the same, 1 for any, 2 for one that is not to be had here; None for another of ours,
    but where the study seals in the application, to which engines are much alike."""
    if theirs == ours:
        return 0
    if not theirs:
        return 1
    return 2 if theirs not in engine_names() or study.seals_outside else None


def cipher_rank(figure: Figure, cell: CellRecord) -> int | None:
    """0 for the same cipher, 1 where one of the two does not tell all of it, 2 for another of the
    same family; None for another family, or for another cipher where ciphers alone are measured."""
    if figure.family and figure.family != cell.kind:
        return None
    ours = cipher_of(cell)
    if figure.cipher == ours:
        return 0
    if not (figure.cipher and ours) or _begins(figure.cipher, ours):
        return 1
    return None if cell.kind == ProtectionKind.CIPHER else 2


def cipher_of(cell: CellRecord) -> str:
    """The cipher of a cell as a study names it: “aes-128-ecb”."""
    if cell.kind == ProtectionKind.PLAINTEXT:
        return ""
    return "-".join(filter(None, (cell.algorithm, str(cell.bits or ""), cell.mode)))


def _begins(one: str, other: str) -> bool:
    return f"{one}-".startswith(f"{other}-") or f"{other}-".startswith(f"{one}-")


def case_rank(figure: Figure, ours: Case | None, study: Study) -> float | None:
    """How far the study's case is from ours, of which no case stands for all of them: 0 for the
    same, ALL_THEIRS where the study means all of its own; None for cases of another kind."""
    if not figure.case:
        return EXACT if ours is None else ALL_THEIRS
    case = parse_case(figure.case)
    if not case.size:
        return None if figure.operation else _CIRCUMSTANCE
    if ours is None:
        return _NEAR if len(study.cases) == 1 else None
    return _distance(case, ours)


def _distance(case: Case, ours: Case) -> float | None:
    if case == ours:
        return EXACT
    distance = 1 / (1 + abs(math.log(case.size) - math.log(ours.size))) if ours.size else 0.0
    if case.name == ours.name:
        return _NEAR - distance
    if not case.name:
        return ALL_THEIRS - distance / 2
    return _OTHER_AMOUNTS if case.kind == ours.kind else None


_MOST_DIGITS = 18
"""Of a size; what has more is none."""


def parse_case(text: str) -> Case:
    """A case as studies write it: its size first, if it has one, and its name."""
    size, _, name = text.partition(" ")
    digits = size.replace(",", "").replace("_", "")
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return Case(int(digits), name)
    return Case(0, text)


def unlikeness(
    study: Study, figure: Figure, cell: CellRecord, ours: Case | None
) -> Iterator[Message]:
    """A sentence each for engine, cipher and case, where the study has another one."""
    if figure.engine not in ("", cell.engine):
        yield _ENGINE.with_values(theirs=figure.engine, ours=cell.engine)
    cipher = cipher_of(cell)
    if figure.cipher != cipher and (figure.cipher or figure.family):
        yield _CIPHER.with_values(theirs=_reported(figure.cipher), ours=_reported(cipher))
    if figure.case and (ours is None or parse_case(figure.case) != ours):
        case = parse_case(figure.case)
        theirs = _case(case) if case.size else figure.case
        yield _CASE.with_values(theirs=theirs, ours=_ALL if ours is None else _case(ours))
    elif not figure.case and ours is not None and any(study.cases):
        yield phrase("The study's figure covers all its cases.")


def _reported(cipher: str) -> str | Message:
    """“AES-128-ECB”."""
    algorithm, dash, rest = cipher.partition("-")
    return f"{algorithm_title(algorithm)}{dash}{rest.upper()}" if cipher else _UNTOLD


def _case(case: Case) -> Message | Number:
    size = Number(case.size)
    return phrase("{size} {name}", size=size, name=case.name) if case.name else size


_ENGINE = phrase("The engine is {theirs} in the study, {ours} here.")
_CIPHER = phrase("The cipher is {theirs} in the study, {ours} here.")
_CASE = phrase("The case is {theirs} in the study, {ours} here.")
_ALL = phrase("all cases together")
_UNTOLD = phrase("not stated")
