"""CPU time, cores and money in words and as a table, with the arithmetic shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from app.advice.capacity import MONTH_HOURS, Spending, month_price, over, scaled
from app.findings.interval_words import ranged
from app.findings.statistics import Interval
from app.findings.stored import Stored
from app.plan.requirements import Requirements
from app.report.summary.rows import anded
from app.report.tables.text_table import TextTable
from engines.contract.message import (
    NOTHING,
    Message,
    Number,
    percent,
    phrase,
    significant,
)


class Load(NamedTuple):
    """By how many percent the CPU time of work grows; `where` is its server or case, or nothing."""

    name: Message
    where: Message
    more: Interval


def load_sentence(loads: Sequence[Load]) -> Message:
    """How busy a machine is with what is advised, that is half busy without."""
    names = {str(each.name): each.name for each in loads}
    said = [
        _WITH.with_values(
            name=name, loads=anded([_busy(each) for each in loads if str(each.name) == key])
        )
        for key, name in names.items()
    ]
    return _LOAD.with_values(loads=anded(said))


def _busy(load: Load) -> Message:
    """“54 % (53 to 55) on postgresql”; beyond a machine, how many it takes."""
    busy = scaled(over(load.more), _BUSY)
    if busy.low <= _BUSY:
        said = _MOST_BUSY.with_values(busy=Number(max(busy.high, _BUSY), 0, "%"))
    elif busy.percent > _WHOLLY:
        said = _MACHINES.with_values(machines=ranged(scaled(busy, 1 / _WHOLLY)))
    else:
        low, high = Number(busy.low), Number(busy.high)
        said = _RANGE.with_values(middle=Number(busy.percent, 0, "%"), low=low, high=high)
    return _THERE.with_values(said=said, where=load.where) if load.where else said


def servers_sentence(name: Message, spent: Spending, asked: Requirements) -> Message:
    """What a protection means at the user's rate in cores and, with a price, in money. Where the
    interval contains zero, only its upper end is told."""
    assert asked.rate is not None
    if spent.percent.low <= 0.0 <= spent.percent.high:
        return _at_most(name, spent, asked, asked.rate)
    cores = _CORES.with_values(
        name=spent.named(name),
        rate=significant(asked.rate, 4),
        plain=significant(spent.plain_cores(asked.rate), 3),
        protected=ranged(spent.cores(asked.rate)),
    )
    if asked.core_hour is None:
        return cores
    extra = _extra(spent, asked.rate, asked.core_hour)
    return _MONEY.with_values(said=cores, extra=_money(extra))


def _at_most(name: Message, spent: Spending, asked: Requirements, rate: float) -> Message:
    cores = _MOST_CORES.with_values(
        name=spent.named(name),
        rate=significant(rate, 4),
        plain=significant(spent.plain_cores(rate), 3),
        protected=significant(spent.cores(rate).high, 3),
    )
    if asked.core_hour is None:
        return cores
    extra = _extra(spent, rate, asked.core_hour)
    return _MOST_MONEY.with_values(said=cores, extra=_price(extra.high))


def adding_words(shares: Sequence[tuple[Message, float]]) -> Message:
    """Which part of the CPU time that is added the database server has, at each of the places."""
    if not shares:
        return NOTHING
    said = []
    for where, share in shares:
        words = phrase("{share}", share=Number(100 * share, 0, "%"))
        said.append(_THERE.with_values(said=words, where=where) if where else words)
    return _ADDED.with_values(shares=anded(said))


def _extra(spent: Spending, rate: float, core_hour: float) -> Interval:
    """What the protection adds to a month's price."""
    plain = month_price(spent.plain_cores(rate), core_hour)
    return scaled(_less_one(over(spent.percent)), plain)


def _less_one(found: Interval) -> Interval:
    return Interval(found.percent - 1, found.low - 1, found.high - 1)


def _money(found: Interval) -> Message:
    return _RANGE.with_values(
        middle=_price(found.percent), low=_price(found.low), high=_price(found.high)
    )


def _price(value: float) -> Number:
    return Number(value, 2 if abs(value) < _WHOLE else 0)


_WHOLE = 100
"""From so much on nobody wants cents."""


def capacity_table(
    spent: Sequence[Spending],
    names: Mapping[tuple[str, str], Message],
    asked: Requirements,
    stored: Stored,
) -> TextTable:
    """A line for each server and protection that advice speaks of."""
    known = [each for each in spent if (each.server, each.protection) in names]
    heads = [_HEAD, _SERVER, _PLAIN_S, _SEALED_S]
    if asked.rate is not None:
        heads += [_PLAIN_CORES, _SEALED_CORES]
        if asked.core_hour is not None:
            heads.append(_EXTRA)
    grows = any((each.server, each.protection) in stored for each in known)
    if asked.gb_month is not None and grows:
        heads.append(_STORAGE)
    lines = [
        [str(each) for each in _cells(one, names[one.server, one.protection], asked, stored)]
        for one in known
    ]
    lines = [line[: len(heads)] for line in lines]
    return TextTable([str(each) for each in heads], lines, range(2, len(heads)))


def _cells(
    spent: Spending, name: Message, asked: Requirements, stored: Stored
) -> list[Message | Number | str]:
    cells: list[Message | Number | str] = [
        spent.named(name), spent.server, significant(spent.plain, 3), ranged(spent.protected)
    ]  # fmt: skip
    if asked.rate is not None:
        cells += [significant(spent.plain_cores(asked.rate), 3), ranged(spent.cores(asked.rate))]
        if asked.core_hour is not None:
            cells.append(_money(_extra(spent, asked.rate, asked.core_hour)))
    if asked.gb_month is not None:
        grown = stored.get((spent.server, spent.protection))
        cells.append("–" if grown is None else _price(grown / 100 * _GB * asked.gb_month))
    return cells


def arithmetic(spent: Spending, name: Message, asked: Requirements) -> tuple[Message, ...]:
    """How the figures of one protection come about, with its own numbers."""
    protected = spent.protected
    said = [
        _BY_COST.with_values(
            name=spent.named(name),
            plain=significant(spent.plain, 3),
            cost=percent(spent.percent.percent),
            protected=significant(protected.percent, 3),
        )
    ]
    if asked.rate is not None:
        said.append(
            _BY_RATE.with_values(
                protected=significant(protected.percent, 3),
                rate=significant(asked.rate, 4),
                cores=significant(spent.cores(asked.rate).percent, 3),
            )
        )
        if asked.core_hour is not None:
            more = spent.cores(asked.rate).percent - spent.plain_cores(asked.rate)
            said.append(
                _BY_PRICE.with_values(
                    more=significant(more, 3),
                    hours=Number(MONTH_HOURS),
                    price=significant(asked.core_hour, 4),
                    month=_price(month_price(more, asked.core_hour)),
                )
            )
    return tuple(said)


_GB = 100
"""Storage is told for so many gigabytes of unprotected tables."""

_BUSY, _WHOLLY = 50, 100
"""Per cent of its processors that a machine is busy before, and can be."""
_LOAD = phrase(
    "A machine like this one that is 50 % busy with this work unprotected goes up to {loads}."
)
_WITH = phrase("{loads} with {name}")
_THERE = phrase("{said} {where}")
_MOST_BUSY = phrase("at most {busy}")
_MACHINES = phrase("{machines} such machines")
_MOST_CORES = phrase(
    "On a machine like this one, at an operation rate of {rate} per second: busy cores are at most "
    "{protected} with {name}, {plain} without."
)
_MOST_MONEY = phrase("{said} That adds at most {extra} a month.")
_CORES = phrase(
    "On a machine like this one, at an operation rate of {rate} per second: busy cores are "
    "{protected} with {name}, {plain} without."
)
_MONEY = phrase("{said} That adds {extra} a month.")
_RANGE = phrase("{middle} ({low} to {high})")
_HEAD = phrase("Protection")
_SERVER = phrase("Server")
_PLAIN_S = phrase("CPU s per 1,000, unprotected")
_SEALED_S = phrase("CPU s per 1,000, protected")
_PLAIN_CORES = phrase("Cores, unprotected")
_SEALED_CORES = phrase("Cores, protected")
_EXTRA = phrase("More per month")
_STORAGE = phrase("Storage, more per month for each 100 GB")
_BY_COST = phrase(
    "{name}: {plain} s × (1 + {cost}) = {protected} s of CPU time per 1,000 operations."
)
_BY_RATE = phrase("Busy cores: {protected} s ÷ 1,000 × {rate} per second = {cores}.")
_BY_PRICE = phrase("More per month: {more} cores × {hours} h × {price} per core-hour = {month}.")
_ADDED = phrase(
    "Of what is added, about {shares} is work of the database server, the rest of the application."
)
CAPACITY_METHOD = (
    phrase(
        "CPU time is that of server and application together. Each operation counts alike, or by "
        "its weight. On page one each kind of operation weighs the same. Cores are those of "
        "the machine that was measured."
    ),
    phrase("In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks."),
)
