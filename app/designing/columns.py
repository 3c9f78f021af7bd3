"""How the values of a column are made: the same shape, made-up values.

Of what the server told, shares of the commonest values, the number of different ones, the share of
NULLs and the size are kept. No value is known here, and so none is written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.designing.sensitive.judging import Proposal
from app.designing.sensitive.words import holds, words_of
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.structure import ColumnFacts, Spread, StoredKind, TableFacts
from workloads.own.model import ColumnWork, Draw, Kind

_MOST_SIZE, _USUAL_SIZE = 4000, 255
_MOST_NUMBER = 2_000_000_000
_MOST_SHARES = 20
_FEW = 200
"""Different values up to which a text is a word of a list."""


@dataclass(frozen=True)
class Place:
    """What a column is in its table: its `key` (whole numbers from 1), what it refers to (the
    file's `table.column`), whether it is indexed, and whether no value stands in it twice."""

    serial: bool = False
    to: str = ""
    indexed: bool = False
    unique: bool = False


@dataclass(frozen=True)
class Making:
    """How a column is written; `work` is None where it is left out, and `note` says why, or what
    was changed."""

    work: ColumnWork | None
    note: Message = NOTHING


def making_of(
    table: TableFacts, column: ColumnFacts, place: Place, proposal: Proposal | None
) -> Making:
    """How the values of a column are made."""
    spread = table.spreads.get(column.name, Spread())
    if place.serial:
        return Making(ColumnWork(Kind.INTEGER, "serial"))
    if place.to:
        return Making(_reference(table, place, spread))
    made = _MADE.get(column.kind, _as_text)(column, place, spread, proposal)
    if made.work is None:
        return made
    common = replace(
        made.work,
        nulls=0.0 if place.unique else _rounded(min(spread.nulls, 0.99)),
        index=place.indexed,
    )
    return replace(made, work=common)


def _reference(table: TableFacts, place: Place, spread: Spread) -> ColumnWork:
    draw, skew = drawn_like(spread.frequencies, spread.distinct)
    work = ColumnWork(Kind.INTEGER, "reference", to=place.to, draw=draw)
    work = replace(work, nulls=_rounded(min(spread.nulls, 0.99)))
    return replace(work, skew=skew) if draw is Draw.ZIPF else work


def drawn_like(frequencies: tuple[float, ...], distinct: float) -> tuple[Draw, float]:
    """Zipf's law with the exponent that fits the shares of the commonest values (least squares of
    their logarithms), where the commonest is far more often than chance has it."""
    if len(frequencies) < 3 or not distinct or frequencies[0] < 4 / distinct:
        return Draw.UNIFORM, 0.0
    ranks = [math.log(rank) for rank in range(1, len(frequencies) + 1)]
    logs = [math.log(share) for share in frequencies]
    middle, level = sum(ranks) / len(ranks), sum(logs) / len(logs)
    slope = sum((r - middle) * (y - level) for r, y in zip(ranks, logs, strict=True))
    slope /= sum((r - middle) ** 2 for r in ranks)
    return Draw.ZIPF, round(min(max(-slope, 1.05), 3.0), 2)


def _number(column: ColumnFacts, place: Place, spread: Spread, proposal: Proposal | None) -> Making:
    del place, proposal
    kind = Kind.INTEGER if column.kind is StoredKind.INTEGER else Kind.REAL
    most = min(max(2.0, float(round(spread.distinct))), _MOST_NUMBER) if spread.distinct else 1e6
    return Making(ColumnWork(kind, "number", least=1, most=most))


def _truth(column: ColumnFacts, place: Place, spread: Spread, proposal: Proposal | None) -> Making:
    del column, place, proposal
    shares = spread.frequencies[:1]
    return Making(ColumnWork(Kind.BOOLEAN, "number", frequencies=tuple(map(_rounded, shares))))


def _day(column: ColumnFacts, place: Place, spread: Spread, proposal: Proposal | None) -> Making:
    del place, proposal
    note = phrase("a {type} as text: year, month and day", type=column.written)
    work = ColumnWork(Kind.TEXT, "date", size=10, **_shape(spread))  # type: ignore[arg-type]
    return Making(work, note)


def _text(column: ColumnFacts, place: Place, spread: Spread, proposal: Proposal | None) -> Making:
    make = _maker(column, spread, proposal)
    size = min(column.size or _roomy(spread), _MOST_SIZE)
    if place.unique:
        make = make if make != "words" else "letters"
        return Making(ColumnWork(Kind.TEXT, make, size=size, unique=True))
    return Making(ColumnWork(Kind.TEXT, make, size=size, **_shape(spread)))  # type: ignore[arg-type]


def _maker(column: ColumnFacts, spread: Spread, proposal: Proposal | None) -> str:
    if proposal is not None and proposal.make:
        return proposal.make
    names = words_of(column.name)
    for make, words in _BY_NAME.items():
        if any(holds(names, each) for each in words):
            return make
    return "words" if 0 < spread.distinct <= _FEW else "letters"


def _as_text(
    column: ColumnFacts, place: Place, spread: Spread, proposal: Proposal | None
) -> Making:
    """A type that workloads have not: text of its width."""
    del proposal
    width = round(spread.width) or column.size
    if width > _MOST_SIZE:
        said = phrase("left out: a {type} of about {width} bytes", type=column.written, width=width)
        return Making(None, said)
    size = min(max(width, 10), _MOST_SIZE)
    shape: Mapping[str, object] = {"unique": True} if place.unique else _shape(spread)
    work = ColumnWork(Kind.TEXT, "letters", size=size, **shape)  # type: ignore[arg-type]
    return Making(work, phrase("a {type} as text of its width", type=column.written))


def _shape(spread: Spread) -> dict[str, object]:
    shares = tuple(_rounded(share) for share in spread.frequencies[:_MOST_SHARES])
    shares = tuple(share for share in shares if share > 0)
    while sum(shares) > 1:  # rounded up
        shares = shares[:-1]
    found: dict[str, object] = {"frequencies": shares} if shares else {}
    if spread.distinct:
        found["distinct"] = max(1, round(spread.distinct))
    return found


def _roomy(spread: Spread) -> int:
    """Bytes for a text without a limit: four times its mean length."""
    return max(20, round(4 * spread.width)) if spread.width else _USUAL_SIZE


def _rounded(share: float) -> float:
    return round(share, 4)


_MADE = {
    StoredKind.INTEGER: _number,
    StoredKind.REAL: _number,
    StoredKind.DECIMAL: _number,
    StoredKind.BOOLEAN: _truth,
    StoredKind.TEXT: _text,
    StoredKind.DATE: _day,
    StoredKind.TIMESTAMP: _day,
}
_BY_NAME = {
    "city.pt_BR": ("city", "town", "cidade", "municipio", "ciudad"),
    "street.pt_BR": ("street", "rua", "calle"),
    "date": ("date", "data", "fecha"),
}
"""Generators that fit columns that are not sensitive, by words of their names."""
