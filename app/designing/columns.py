"""How the values of a column are made: the same shape, made-up values.

Of what the server told, shares of the commonest values, the number of different ones, the share of
NULLs and the size are kept. No value is known here, and so none is written.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date, datetime
from math import inf
from typing import Any

from app.designing.checks import ColumnCheck, fulfilling
from app.designing.sensitive.sensitive_columns import Proposal, holds, words_of
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.structure import FILL, ColumnFacts, Spread, StoredKind
from engines.sql.typed import MOST_DIGITS
from workloads.own.columns import names_type
from workloads.own.generators.lists import count_of
from workloads.own.model import ColumnType, ColumnWork, Draw, Given
from workloads.own.units import bounds_of, step_of

_MOST_SIZE, _MOST_KEY, _USUAL_SIZE = 4000, 255, 255
_MOST_SHARES = 20
_FEW = 200
"""Different values up to which a text is a word of a list."""
_USUAL_WIDTH, _USUAL_WORDS, _MOST_WORDS = 40, 4, 60
_ROOMY, _DISTINGUISHED = 40, 8
"""Bytes from which on any generator has unique texts, and letters that tell all rows apart."""
_WORD = 12
"""Bytes up to which a text of letters has the length of one."""


@dataclass(frozen=True)
class ColumnRole:
    """What a column is in its table: counted by the server (`serial`), or for each value of an
    earlier column (`by`), part of its `key`, pointing `to` another (the file's `table.column`, of
    which `like` tells type and size), indexed, without a value that stands in it twice (`unique`),
    also where that is so `together` with others alone."""

    serial: bool = False
    by: str = ""
    together: bool = False
    key: bool = False
    to: str = ""
    like: ColumnWork | None = None
    indexed: bool = False
    unique: bool = False

    @property
    def limited(self) -> bool:
        """Whether an index stands on it, so that it must be short."""
        return self.key or self.indexed or self.unique or self.together or bool(self.to)


@dataclass(frozen=True)
class ColumnPlan:
    """How a column is written; `work` is None where it is left out, and `note` says why, or what
    was changed: the difference from the source."""

    work: ColumnWork | None
    note: Message = NOTHING


def making_of(
    column: ColumnFacts,
    place: ColumnRole,
    spread: Spread,
    proposal: Proposal | None,
    check: ColumnCheck | None = None,
) -> ColumnPlan:
    """How the values of a column are made, so that they fulfil a check where that can be."""
    made = _making(column, place, spread, proposal)
    if check is None or made.work is None or place.to:
        return made
    unique = place.unique or place.key or place.together
    work = fulfilling(made.work, check, column, unique=unique)
    if work is None:
        return made
    note = _made_up(len(work.values)) if check.words else made.note
    return ColumnPlan(work, note)


def _making(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    if place.serial or place.by:
        native = "" if column.copy is None else column.copy.native
        if column.numbered and column.copy is not None and place.by:
            native = column.copy.counted
        return ColumnPlan(ColumnWork(ColumnType.INTEGER, "serial", by=place.by, native=native))
    if place.to:
        return ColumnPlan(_reference(column, place, spread))
    made = _computed(_made(column, place, spread, proposal), column)
    if made.work is None:
        return made
    work = replace(made.work, index=True if place.indexed and not place.unique else None)
    if place.unique:
        required = not column.nullable and not column.default
        return replace(made, work=replace(work, unique=True, required=required))
    nulls = _nulls(place, spread)
    required = not column.nullable and not column.computed
    shape = {} if work.make == "values" else _shape(work, spread)
    work = replace(work, nulls=0.0 if required else nulls, required=required, **shape)
    if column.default and not place.key:
        none = column.copy is not None and column.copy.undefaulted
        default = None if none else _default(work)
        work = replace(work, default=default, required=required and default is not None)
    return replace(made, work=work)


def _default(work: ColumnWork) -> Given | None:
    """A value in place of the default, which is not read."""
    if work.make == "values":
        return work.values[0]
    if work.native and work.make == "pattern":
        return work.pattern.translate(_FIRST)
    return _DEFAULTS.get(work.type)


_FIRST = str.maketrans({"#": "1", "?": "a", "^": "1", "~": "1"})
"""A sign for each of a pattern."""


def _computed(made: ColumnPlan, column: ColumnFacts) -> ColumnPlan:
    """Statements give such a column no value, so that none is what a new row has."""
    if not column.computed or made.work is None:
        return made
    return replace(made, note=phrase("a column with values of its own, not computed"))


def _made(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    """By the copy of its type, where there is one that a file can name."""
    copy = column.copy
    unnamed = copy is not None and copy.native and not (copy.words or names_type(copy.native))
    if copy is None or unnamed or (copy.long and place.limited):
        made = _MADE.get(column.kind, _as_text)(column, place, spread, proposal)
        other = phrase("another type of its kind") if unnamed else NOTHING
        return replace(made, note=made.note or other)
    if copy.words:
        return _words(column, spread)
    if copy.form:
        form = copy.form.replace(FILL, "?" * max(1, _filled(copy.form, spread)))
        work = ColumnWork(
            ColumnType.TEXT, "pattern", size=len(form), pattern=form, native=copy.native
        )
        return ColumnPlan(work, copy.changes)
    made = _MADE.get(column.kind, _as_text)(column, place, spread, proposal)
    if made.work is None:
        return made
    alone = column.numbered and copy.counts_alone
    work = replace(made.work, native=copy.counted if alone else copy.native, step=copy.step)
    if copy.padded:
        work = _filling(work, column)
    if copy.most and work.make == "number":
        most = copy.most * 3 // 4 if place.unique else copy.most  # new rows have others
        work = replace(work, least=copy.least, most=most)
    return ColumnPlan(work, copy.changes or made.note)


def _filling(work: ColumnWork, column: ColumnFacts) -> ColumnWork:
    """A text as long as its type is, as those padded with blanks are."""
    size = min(column.size or 1, _MOST_SIZE)
    if _EXACT.get(work.make) == size:
        return work
    return replace(work, make="pattern", size=size, pattern="?" * size)


def _filled(form: str, spread: Spread) -> int:
    """Letters that bring a value to its mean width."""
    width = round(spread.width) or _USUAL_WIDTH
    return min(width, _MOST_SIZE) - (len(form) - len(FILL))


def _words(column: ColumnFacts, spread: Spread) -> ColumnPlan:
    """ENUM and SET, whose words are not read: as many made-up ones as there are."""
    assert column.copy is not None
    count = min(column.words or _USUAL_WORDS, _MOST_WORDS)
    words = tuple(f"w{number}" for number in range(1, count + 1))
    native = f"{column.copy.native}({', '.join(f"'{word}'" for word in words)})"
    shares = _shape(ColumnWork(ColumnType.TEXT), spread)["frequencies"][:count]
    work = ColumnWork(
        ColumnType.TEXT, "values", size=8, values=words, native=native, frequencies=shares
    )
    return ColumnPlan(work, _made_up(count))


def _made_up(words: int) -> Message:
    return phrase("made-up words, {n} of them", n=words)


def _nulls(place: ColumnRole, spread: Spread) -> float:
    return 0.0 if place.key or place.together else _rounded(min(spread.nulls, 0.99))


def _reference(column: ColumnFacts, place: ColumnRole, spread: Spread) -> ColumnWork:
    target = place.like or ColumnWork(_TYPES.get(column.kind, ColumnType.INTEGER))
    work = ColumnWork(
        target.type,
        "reference",
        size=target.size,
        precision=target.precision,
        scale=target.scale,
        to=place.to,
        nulls=0.0 if place.together or not column.nullable else _nulls(place, spread),
        required=not column.nullable,
        native=target.native,
        index=None if place.indexed else False,
    )
    if place.unique:  # one row each, in their order
        return replace(work, draw=Draw.SEQUENTIAL, unique=True, nulls=0.0)
    draw, skew = drawn_like(spread.frequencies, spread.distinct)
    return work if draw is Draw.UNIFORM else replace(work, draw=draw, skew=skew)


def values_of(work: ColumnWork) -> float:
    """How many different values a column's generator has."""
    match work.make:
        case "pattern":
            return count_of(work.pattern)
        case "values":
            return len(work.values)
        case "number" if work.type is ColumnType.BOOLEAN:
            return 2
        case "number" | "date":
            least, most = bounds_of(work)
            return (most - least) // step_of(work) + 1
        case "bytes":
            return 256.0 ** min(work.size, 8) / 2**20
    return inf


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


def _number(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    del proposal
    kind = _TYPES[column.kind]
    most = 2_000_000_000 if place.unique else max(1_000_000, round(spread.distinct))
    if kind is not ColumnType.DECIMAL:
        return ColumnPlan(ColumnWork(kind, "number", most=min(most, 2_000_000_000)))
    digits = min(column.size or MOST_DIGITS, MOST_DIGITS)
    scale = min(column.scale if column.size else 2, digits)
    work = ColumnWork(kind, "number", precision=digits, scale=scale)
    note = NOTHING
    if column.size > MOST_DIGITS:
        note = phrase("a {type} with {n} digits", type=column.written, n=MOST_DIGITS)
    return ColumnPlan(work, note)


def _truth(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    del column, place, spread, proposal
    return ColumnPlan(ColumnWork(ColumnType.BOOLEAN, "number"))


def _day(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    del place, spread, proposal
    return ColumnPlan(ColumnWork(_TYPES[column.kind], "date"))


def _text(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    size = min(column.size or _roomy(spread), _MOST_KEY if place.limited else _MOST_SIZE)
    make = _maker(column, spread, proposal)
    if make in ("words", "") and place.unique:
        make = "letters"
    if place.unique and (size < _ROOMY or make == "letters"):
        width = max(1, min(size, max(round(spread.width), _DISTINGUISHED)))
        return ColumnPlan(ColumnWork(ColumnType.TEXT, "pattern", size=size, pattern="?" * width))
    width = min(round(spread.width), size)
    if make == "letters" and width > _WORD:
        return ColumnPlan(ColumnWork(ColumnType.TEXT, "pattern", size=size, pattern="?" * width))
    return ColumnPlan(ColumnWork(ColumnType.TEXT, make, size=size))


def _maker(column: ColumnFacts, spread: Spread, proposal: Proposal | None) -> str:
    if proposal is not None and proposal.make:
        return proposal.make
    names = words_of(column.name)
    for make, words in _BY_NAME.items():
        if any(holds(names, each) for each in words):
            return make
    short = spread.width <= _WORD
    return "words" if 0 < spread.distinct <= _FEW and short else "letters"


def _bytes(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    del proposal
    width = round(spread.width) or column.size or _USUAL_WIDTH
    most = _MOST_KEY if place.limited else _MOST_SIZE
    size = min(width, most)
    message = phrase("{n} bytes of about {width}", n=size, width=width)
    return ColumnPlan(
        ColumnWork(ColumnType.BYTES, "bytes", size=size), message if size < width else NOTHING
    )


def _as_text(
    column: ColumnFacts, place: ColumnRole, spread: Spread, proposal: Proposal | None
) -> ColumnPlan:
    """A type that workloads have not: text of its width."""
    del proposal
    width = round(spread.width) or column.size or 1
    most = _MOST_KEY if place.limited else _MOST_SIZE
    if width > most:
        message = phrase(
            "left out: a {type} of about {width} bytes", type=column.written, width=width
        )
        return ColumnPlan(None, message)
    width = max(width, 10)
    work = ColumnWork(ColumnType.TEXT, "pattern", size=width, pattern="^" * width)
    return ColumnPlan(work, phrase("a {type} as text of its width", type=column.written))


def _shape(work: ColumnWork, spread: Spread) -> dict[str, Any]:
    """Shares of the commonest values, and how many different ones there are."""
    shares = [_rounded(share) for share in spread.frequencies[:_MOST_SHARES]]
    shares = [share for share in shares if share > 0]
    if work.type is ColumnType.BOOLEAN:
        return {"frequencies": tuple(shares[:1])}
    while sum(shares) > 1:  # rounded up
        shares.pop()
    distinct = max(round(spread.distinct), len(shares)) if spread.distinct else 0
    return {"frequencies": tuple(shares), "distinct": distinct}


def _roomy(spread: Spread) -> int:
    """Bytes for a text without a limit: four times its mean length."""
    return max(40, round(4 * spread.width)) if spread.width else _USUAL_SIZE


def _rounded(share: float) -> float:
    return round(share, 4)


_TYPES = {
    StoredKind.INTEGER: ColumnType.INTEGER,
    StoredKind.REAL: ColumnType.REAL,
    StoredKind.DECIMAL: ColumnType.DECIMAL,
    StoredKind.BOOLEAN: ColumnType.BOOLEAN,
    StoredKind.TEXT: ColumnType.TEXT,
    StoredKind.DATE: ColumnType.DATE,
    StoredKind.TIMESTAMP: ColumnType.TIMESTAMP,
    StoredKind.BYTES: ColumnType.BYTES,
}
_MADE = {
    StoredKind.INTEGER: _number,
    StoredKind.REAL: _number,
    StoredKind.DECIMAL: _number,
    StoredKind.BOOLEAN: _truth,
    StoredKind.TEXT: _text,
    StoredKind.DATE: _day,
    StoredKind.TIMESTAMP: _day,
    StoredKind.BYTES: _bytes,
}
_DEFAULTS: dict[ColumnType, Given] = {
    ColumnType.INTEGER: 0,
    ColumnType.REAL: 0.0,
    ColumnType.DECIMAL: 0,
    ColumnType.BOOLEAN: False,
    ColumnType.TEXT: "",
    ColumnType.DATE: date(2020, 1, 1),
    ColumnType.TIMESTAMP: datetime(2020, 1, 1),
}
"""What stands in place of a default, which is not read."""
_EXACT = {"cpf": 14, "cnpj": 18, "ssn": 11, "iban": 22, "card": 16}
"""Characters of all texts of a generator, where they have as many: no blanks are padded then."""
_BY_NAME = {
    "city.pt_BR": ("city", "town", "cidade", "municipio", "ciudad"),
    "street.pt_BR": ("street", "rua", "calle"),
}
"""Generators that fit columns that are not sensitive, by words of their names."""
