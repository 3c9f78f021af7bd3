"""Plans how a column's values are generated: made-up values with the source's distribution.

Taken over are the shares of the commonest values, the number of distinct ones, the share of NULLs
and the size; never a real value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date, datetime
from math import inf
from typing import Any

from app.designing.checks import ColumnCheck, with_check
from app.designing.sensitive_columns import Proposal, holds, words_of
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.structure import FILL, ColumnFacts, StoredKind, ValueDistribution
from engines.sql.value_encoding import MOST_DIGITS
from workloads.own.column_values import bounds_of, step_of
from workloads.own.model import ColumnType, ColumnWork, Given, RowDistribution
from workloads.own.text_generators import pattern_size
from workloads.own.validation import is_type_name

_MOST_SIZE, _MOST_KEY, _USUAL_SIZE = 4000, 255, 255
_MOST_SHARES = 20
_MAX_LIST_WORDS = 200
"""Distinct values up to which a text column gets words of a list."""
_USUAL_WIDTH, _USUAL_WORDS, _MOST_WORDS = 40, 4, 60
_MIN_UNIQUE_SIZE, _UNIQUE_LETTERS = 40, 8
"""Bytes from which on any generator makes unique texts; letters that make a text unique."""
_MAX_WORD_BYTES = 12
"""Mean bytes up to which a text is taken for a word."""


@dataclass(frozen=True)
class ColumnRole:
    """What a column is for in its table.

    `serial`: the server numbers it, with `by` separately for each value of that earlier column;
    `key`: part of the primary key; `to`: the `table.column` that it references, planned as
    `referenced`; `unique` alone, or `in_composite_key` with other columns.
    """

    serial: bool = False
    by: str = ""
    in_composite_key: bool = False
    key: bool = False
    to: str = ""
    referenced: ColumnWork | None = None
    indexed: bool = False
    unique: bool = False

    @property
    def limited(self) -> bool:
        """Whether it is indexed, so that its values must be short."""
        return self.key or self.indexed or self.unique or self.in_composite_key or bool(self.to)


@dataclass(frozen=True)
class ColumnPlan:
    """`work` generates the column, None where it is left out; `note` is its difference from the
    source."""

    work: ColumnWork | None
    note: Message = NOTHING


def plan_column(
    column: ColumnFacts,
    role: ColumnRole,
    distribution: ValueDistribution,
    proposal: Proposal | None,
    check: ColumnCheck | None = None,
) -> ColumnPlan:
    """Plan a column; its values fulfil `check` where a generator can do that."""
    made = _plan(column, role, distribution, proposal)
    if check is None or made.work is None or role.to:
        return made
    unique = role.unique or role.key or role.in_composite_key
    work = with_check(made.work, check, column, unique=unique)
    if work is None:
        return made
    note = _made_up(len(work.values)) if check.words else made.note
    return ColumnPlan(work, note)


def _plan(
    column: ColumnFacts,
    role: ColumnRole,
    distribution: ValueDistribution,
    proposal: Proposal | None,
) -> ColumnPlan:
    if role.serial or role.by:
        return _serial(column, role)
    if role.to:
        return ColumnPlan(_reference(column, role, distribution))
    made = _computed(_plan_of_type(column, role, distribution, proposal), column)
    if made.work is None:
        return made
    work = replace(made.work, index=True if role.indexed and not role.unique else None)
    if role.unique:
        required = not column.nullable and not column.default
        return replace(made, work=replace(work, unique=True, required=required))
    nulls = _nulls(role, distribution)
    required = not column.nullable and not column.computed
    shape = {} if work.make == "values" else _shape(work, distribution)
    work = replace(work, nulls=0.0 if required else nulls, required=required, **shape)
    if column.default and not role.key:
        none = column.copied_type is not None and column.copied_type.undefaulted
        default = None if none else _default(work)
        work = replace(work, default=default, required=required and default is not None)
    return replace(made, work=work)


def _serial(column: ColumnFacts, role: ColumnRole) -> ColumnPlan:
    """A key of a type that is narrower than INTEGER could not number the rows of a larger size."""
    work = ColumnWork(ColumnType.INTEGER, "serial", by=role.by)
    copy = column.copied_type
    if copy is None:
        return ColumnPlan(work)
    if role.by:
        return ColumnPlan(
            replace(
                work, native=copy.auto_increment_native if column.auto_increment else copy.native
            )
        )
    if 0 < copy.most < _MOST_INTEGER:
        return ColumnPlan(work, phrase("numbers more rows"))
    return ColumnPlan(replace(work, native=copy.native))


_MOST_INTEGER = 2**31 - 1


def _default(work: ColumnWork) -> Given | None:
    """A made-up default: the source's is not read."""
    if work.make == "values":
        return work.values[0]
    if work.native and work.make == "pattern":
        return work.pattern.translate(_PATTERN_EXAMPLE)
    return _DEFAULTS.get(work.type)


_PATTERN_EXAMPLE = str.maketrans({"#": "1", "?": "a", "^": "1", "~": "1"})
"""An example for each placeholder of a pattern."""


def _computed(made: ColumnPlan, column: ColumnFacts) -> ColumnPlan:
    """Note that a computed column gets values of its own."""
    if not column.computed or made.work is None:
        return made
    return replace(made, note=phrase("a column with values of its own, not computed"))


def _plan_of_type(
    column: ColumnFacts,
    role: ColumnRole,
    distribution: ValueDistribution,
    proposal: Proposal | None,
) -> ColumnPlan:
    """In the column's own type, if a workload file can name it, else in one of the same kind."""
    copy = column.copied_type
    unnamed = copy is not None and copy.native and not (copy.words or is_type_name(copy.native))
    if copy is None or unnamed or (copy.long and role.limited):
        made = _plan_of_kind(column, role, distribution, proposal)
        other = phrase("another type of its kind") if unnamed else NOTHING
        return replace(made, note=made.note or other)
    if copy.words:
        return _word_list(column, distribution)
    if copy.form:
        form = copy.form.replace(FILL, "?" * max(1, _fill_length(copy.form, distribution)))
        work = ColumnWork(
            ColumnType.TEXT, "pattern", size=len(form), pattern=form, native=copy.native
        )
        return ColumnPlan(work, copy.changes)
    made = _plan_of_kind(column, role, distribution, proposal)
    if made.work is None:
        return made
    alone = column.auto_increment and copy.auto_increment_without_index
    work = replace(
        made.work, native=copy.auto_increment_native if alone else copy.native, step=copy.step
    )
    if copy.padded:
        work = _padded(work, column)
    if copy.most and work.make == "number":
        limit = copy.most * 3 // 4 if role.unique else copy.most  # new rows have others
        work = replace(work, least=copy.least, most=limit)
    return ColumnPlan(work, copy.changes or made.note)


def _padded(work: ColumnWork, column: ColumnFacts) -> ColumnWork:
    """A text of the type's full length, for types that pad with blanks."""
    size = min(column.size or 1, _MOST_SIZE)
    if _FIXED_LENGTHS.get(work.make) == size:
        return work
    return replace(work, make="pattern", size=size, pattern="?" * size)


def _fill_length(form: str, distribution: ValueDistribution) -> int:
    """Length of the placeholder FILL for a value of mean width."""
    width = round(distribution.width) or _USUAL_WIDTH
    return min(width, _MOST_SIZE) - (len(form) - len(FILL))


def _word_list(column: ColumnFacts, distribution: ValueDistribution) -> ColumnPlan:
    """ENUM and SET: as many made-up words as the type has; its own are not read."""
    assert column.copied_type is not None
    count = min(column.words or _USUAL_WORDS, _MOST_WORDS)
    words = tuple(f"w{number}" for number in range(1, count + 1))
    native = f"{column.copied_type.native}({', '.join(f"'{word}'" for word in words)})"
    shares = _shape(ColumnWork(ColumnType.TEXT), distribution)["frequencies"][:count]
    work = ColumnWork(
        ColumnType.TEXT, "values", size=8, values=words, native=native, frequencies=shares
    )
    return ColumnPlan(work, _made_up(count))


def _made_up(words: int) -> Message:
    return phrase("made-up words, {n} of them", n=words)


def _nulls(role: ColumnRole, distribution: ValueDistribution) -> float:
    return 0.0 if role.key or role.in_composite_key else _rounded(min(distribution.nulls, 0.99))


def _reference(
    column: ColumnFacts, role: ColumnRole, distribution: ValueDistribution
) -> ColumnWork:
    known = column.kind is not StoredKind.OTHER
    kind = ColumnType(column.kind.value) if known else ColumnType.INTEGER
    target = role.referenced or ColumnWork(kind)
    work = ColumnWork(
        target.type,
        "reference",
        size=target.size,
        precision=target.precision,
        scale=target.scale,
        to=role.to,
        nulls=0.0 if role.in_composite_key or not column.nullable else _nulls(role, distribution),
        required=not column.nullable,
        native=target.native,
        index=None if role.indexed else False,
    )
    if role.unique:  # one row each, in their order
        return replace(work, draw=RowDistribution.SEQUENTIAL, unique=True, nulls=0.0)
    draw, skew = fit_row_distribution(distribution.frequencies, distribution.distinct)
    return work if draw is RowDistribution.UNIFORM else replace(work, draw=draw, skew=skew)


def distinct_value_count(work: ColumnWork) -> float:
    """How many distinct values a column's generator can make; infinity for texts."""
    match work.make:
        case "pattern":
            return pattern_size(work.pattern)
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


def fit_row_distribution(
    frequencies: tuple[float, ...], distinct: float
) -> tuple[RowDistribution, float]:
    """The distribution that fits the shares of the commonest values, and its exponent: uniform, or,
    where the commonest has over 4 times the mean share, Zipf (exponent by least squares of log
    share over log rank)."""
    if len(frequencies) < 3 or not distinct or frequencies[0] < 4 / distinct:
        return RowDistribution.UNIFORM, 0.0
    ranks = [math.log(rank) for rank in range(1, len(frequencies) + 1)]
    logs = [math.log(share) for share in frequencies]
    middle, level = sum(ranks) / len(ranks), sum(logs) / len(logs)
    slope = sum((r - middle) * (y - level) for r, y in zip(ranks, logs, strict=True))
    slope /= sum((r - middle) ** 2 for r in ranks)
    return RowDistribution.ZIPF, round(min(max(-slope, 1.05), 3.0), 2)


def _plan_of_kind(
    column: ColumnFacts,
    role: ColumnRole,
    distribution: ValueDistribution,
    proposal: Proposal | None,
) -> ColumnPlan:
    match column.kind:
        case StoredKind.INTEGER | StoredKind.REAL | StoredKind.DECIMAL:
            return _number(column, role, distribution)
        case StoredKind.BOOLEAN:
            return ColumnPlan(ColumnWork(ColumnType.BOOLEAN, "number"))
        case StoredKind.TEXT:
            return _text(column, role, distribution, proposal)
        case StoredKind.DATE | StoredKind.TIMESTAMP:
            return ColumnPlan(ColumnWork(ColumnType(column.kind.value), "date"))
        case StoredKind.BYTES:
            return _bytes(column, role, distribution)
    return _as_text(column, role, distribution)


def _number(column: ColumnFacts, role: ColumnRole, distribution: ValueDistribution) -> ColumnPlan:
    kind = ColumnType(column.kind.value)
    limit = 2_000_000_000 if role.unique else max(1_000_000, round(distribution.distinct))
    if kind is not ColumnType.DECIMAL:
        return ColumnPlan(ColumnWork(kind, "number", most=min(limit, 2_000_000_000)))
    digits = min(column.size or MOST_DIGITS, MOST_DIGITS)
    scale = min(column.scale if column.size else 2, digits)
    work = ColumnWork(kind, "number", precision=digits, scale=scale)
    note = NOTHING
    if column.size > MOST_DIGITS:
        note = phrase("a {type} with {n} digits", type=column.declared_type, n=MOST_DIGITS)
    return ColumnPlan(work, note)


def _text(
    column: ColumnFacts,
    role: ColumnRole,
    distribution: ValueDistribution,
    proposal: Proposal | None,
) -> ColumnPlan:
    usual = max(40, round(4 * distribution.width)) if distribution.width else _USUAL_SIZE  # bytes
    size = min(column.size or usual, _MOST_KEY if role.limited else _MOST_SIZE)
    make = _generator(column, distribution, proposal)
    if make in ("words", "") and role.unique:
        make = "letters"
    if role.unique and (size < _MIN_UNIQUE_SIZE or make == "letters"):
        width = max(1, min(size, max(round(distribution.width), _UNIQUE_LETTERS)))
        return ColumnPlan(ColumnWork(ColumnType.TEXT, "pattern", size=size, pattern="?" * width))
    width = min(round(distribution.width), size)
    if make == "letters" and width > _MAX_WORD_BYTES:
        return ColumnPlan(ColumnWork(ColumnType.TEXT, "pattern", size=size, pattern="?" * width))
    return ColumnPlan(ColumnWork(ColumnType.TEXT, make, size=size))


def _generator(
    column: ColumnFacts, distribution: ValueDistribution, proposal: Proposal | None
) -> str:
    if proposal is not None and proposal.make:
        return proposal.make
    names = words_of(column.name)
    for make, words in _BY_NAME.items():
        if any(holds(names, each) for each in words):
            return make
    short = distribution.width <= _MAX_WORD_BYTES
    return "words" if 0 < distribution.distinct <= _MAX_LIST_WORDS and short else "letters"


def _bytes(column: ColumnFacts, role: ColumnRole, distribution: ValueDistribution) -> ColumnPlan:
    width = round(distribution.width) or column.size or _USUAL_WIDTH
    limit = _MOST_KEY if role.limited else _MOST_SIZE
    size = min(width, limit)
    message = phrase("{n} bytes of about {width}", n=size, width=width)
    return ColumnPlan(
        ColumnWork(ColumnType.BYTES, "bytes", size=size), message if size < width else NOTHING
    )


def _as_text(column: ColumnFacts, role: ColumnRole, distribution: ValueDistribution) -> ColumnPlan:
    """Text of the same width, for a type that workload files do not have."""
    width = round(distribution.width) or column.size or 1
    limit = _MOST_KEY if role.limited else _MOST_SIZE
    if width > limit:
        message = phrase(
            "left out: a {type} of about {width} bytes", type=column.declared_type, width=width
        )
        return ColumnPlan(None, message)
    width = max(width, 10)
    work = ColumnWork(ColumnType.TEXT, "pattern", size=width, pattern="^" * width)
    return ColumnPlan(work, phrase("a {type} as text of its width", type=column.declared_type))


def _shape(work: ColumnWork, distribution: ValueDistribution) -> dict[str, Any]:
    """`frequencies` and `distinct` of a ColumnWork."""
    shares = [_rounded(share) for share in distribution.frequencies[:_MOST_SHARES]]
    shares = [share for share in shares if share > 0]
    if work.type is ColumnType.BOOLEAN:
        return {"frequencies": tuple(shares[:1])}
    while sum(shares) > 1:  # rounded up
        shares.pop()
    distinct = max(round(distribution.distinct), len(shares)) if distribution.distinct else 0
    return {"frequencies": tuple(shares), "distinct": distinct}


def _rounded(share: float) -> float:
    return round(share, 4)


_DEFAULTS: dict[ColumnType, Given] = {
    ColumnType.INTEGER: 0,
    ColumnType.REAL: 0.0,
    ColumnType.DECIMAL: 0,
    ColumnType.BOOLEAN: False,
    ColumnType.TEXT: "",
    ColumnType.DATE: date(2020, 1, 1),
    ColumnType.TIMESTAMP: datetime(2020, 1, 1),
}
_FIXED_LENGTHS = {"cpf": 14, "cnpj": 18, "ssn": 11, "iban": 22, "card": 16}
"""Generators whose texts all have this many characters."""
_BY_NAME = {
    "city.pt_BR": ("city", "town", "cidade", "municipio", "ciudad"),
    "street.pt_BR": ("street", "rua", "calle"),
}
"""Generator → words in the names of columns that it fits; sensitive ones have their proposal."""
