"""CPU time, cores and money in words and as a table, with the arithmetic shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from app.advice.capacity import MONTH_HOURS, Spending, month_price, over, scaled
from app.findings.interval_words import ranged
from app.findings.statistics import Interval
from app.findings.stored import Stored
from app.plan.requirements import Requirements
from app.report.summary.model import in_sequence
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
    """By how many percent the CPU time of work grows; `where` is its server or case, or nothing.
    `cores` are busy without protection at a rate that is known; None: half of a machine. `server`
    is the database server's share of what is used without protection, and of what is added; None
    where nobody knows, as where both are `one_process`."""

    name: Message
    where: Message
    more: Interval
    server: tuple[float, float] | None = None
    cores: float | None = None
    one_process: bool = False
    detects: float = 0.0
    """By how many percent the server's part has to grow to be told."""

    @property
    def tells_server(self) -> bool:
        """Whether the database server's part is told: it and all of it have grown."""
        if self.server is None or self.more.low <= 0.0:
            return False
        share, of_more = self.server
        return of_more * self.more.percent >= self.detects * share


def enough_sentence(loads: Sequence[Load], *, changed: bool = False) -> Message:
    """Up to how busy a machine may be today for it to be enough with what is advised; as it was
    measured where that has to be `changed` first."""
    limits = [_there(_SOLE.with_values(value=Number(_limit(each), 0, "%")), each) for each in loads]
    return _ENOUGH[changed].with_values(limits=anded(limits))


def _limit(load: Load) -> int:
    return math.floor(min(_RESERVED, _RESERVED / over(load.more).high))


def more_words(loads: Sequence[Load]) -> Message:
    """What that limit leaves, and what to plan beyond it."""
    times = [
        _there(_SOLE.with_values(value=significant(over(each.more).high, 3)), each)
        for each in loads
        if over(each.more).high > 1.0
    ]
    left = _LEAVES.with_values(most=Number(_RESERVED, 0, "%"))
    if not times:
        return left
    return _BEYOND.with_values(left=left, times=anded(times))


def enough_at_sentence(loads: Sequence[Load], at: Message, of: int | None) -> Message:
    """Whether the machine is enough at a rate, else how many cores are to be planned."""
    most = max(over(each.more).high * (each.cores or 0.0) for each in loads)
    if of and most * _WHOLLY <= of * _RESERVED:
        busy = Number(_whole_above(most * _WHOLLY / of), 0, "%")
        return _ENOUGH_AT.with_values(at=at, busy=busy)
    cores = Number(_whole_above(most * _WHOLLY / _RESERVED))
    return _PLAN.with_values(at=at, cores=cores, most=Number(_RESERVED, 0, "%"))


def _whole_above(value: float) -> int:
    """Without what binary fractions add to a whole number."""
    return math.ceil(round(value, 6))


def times_words(loads: Sequence[Load], of: int | None) -> Message:
    """Up to how many times the rate the machine is enough; nothing where it hardly is."""
    most = max(over(each.more).high * (each.cores or 0.0) for each in loads)
    times = (of or 0) * _RESERVED / _WHOLLY / most if most else 0.0
    if times < _TWICE:
        return NOTHING
    return _TIMES.with_values(
        times=Number(math.floor(round(times, 6))), most=Number(_RESERVED, 0, "%")
    )


def load_sentence(loads: Sequence[Load]) -> Message:
    """How busy a machine is with what is advised, that is half busy without."""
    return _LOAD.with_values(loads=_by_name(loads, _busy))


def cores_sentence(loads: Sequence[Load], at: Message, of: int | None) -> Message:
    """What share of the machine's cores is busy at a rate; how many, where it has too few, or
    nobody knows. Where an interval contains zero, only its upper end is told."""
    if of and all(over(each.more).high * (each.cores or 0.0) <= of for each in loads):
        shares = _by_name(loads, lambda each: _share(each, of))
        return _SHARE.with_values(cores=Number(of), at=at, loads=shares)
    machine = _MACHINE_OF.with_values(cores=Number(of)) if of else _MACHINE
    return _CORES.with_values(machine=machine, at=at, loads=_by_name(loads, _cores))


def cpu_words(*, waits: bool, short: bool) -> Message:
    """That these figures are of CPU time, where costs are of time that users wait (`waits`); how
    they came about where a load was not reached (`short`)."""
    return in_sequence((_OF_CPU if waits else NOTHING, _COMPUTED if short else NOTHING))


def rate_words(rate: float) -> Message:
    """“an operation rate of 500 per second”."""
    return _RATE.with_values(rate=significant(rate, 4))


def price_sentence(loads: Sequence[Load], core_hour: float) -> Message:
    """What that adds to a month's price."""
    return _PRICES.with_values(extras=anded([_extra_words(each, core_hour) for each in loads]))


def _by_name(loads: Sequence[Load], said: Callable[[Load], Message]) -> Message:
    """What is said of each, the name of its protection once."""
    names = {str(each.name): each.name for each in loads}
    return anded(
        [
            _WITH.with_values(
                name=name, loads=anded([said(each) for each in loads if str(each.name) == key])
            )
            for key, name in names.items()
        ]
    )


def _busy(load: Load) -> Message:
    """“72 % (69 to 75) on mariadb (database server: 26 % instead of 20 %)”; beyond a machine, how
    many it takes."""
    busy = scaled(over(load.more), _BUSY)
    if busy.low <= _BUSY:
        return _there(_MOST.with_values(most=Number(max(busy.high, _BUSY), 0, "%")), load)
    if busy.percent > _WHOLLY:
        return _there(_MACHINES.with_values(machines=ranged(scaled(busy, 1 / _WHOLLY))), load)
    low, high = Number(busy.low), Number(busy.high)
    said = _RANGE.with_values(middle=Number(busy.percent, 0, "%"), low=low, high=high)
    return _with_server(_there(said, load), load, _BUSY, _points)


def _cores(load: Load) -> Message:
    """“1.2 (1.1 to 1.3) instead of 0.9 on mariadb (database server: 0.4 instead of 0.3)”."""
    plain = load.cores or 0.0
    busy, before = scaled(over(load.more), plain), significant(plain, 3)
    if load.more.low <= 0.0 <= load.more.high:
        most = _MOST.with_values(most=significant(busy.high, 3))
        return _there(_INSTEAD.with_values(after=most, before=before), load)
    said = _INSTEAD.with_values(after=ranged(busy), before=before)
    return _with_server(_there(said, load), load, plain, _figures)


def _share(load: Load, of: int) -> Message:
    """“7.3 % (7.2 to 7.4) instead of 5.9 % on mariadb (database server: 2.6 % instead of 2.4 %)”;
    with a decimal where it takes one to tell them apart."""
    plain = (load.cores or 0.0) * _WHOLLY / of
    busy = scaled(over(load.more), plain)
    decimals = 0 if abs(busy.percent - plain) >= _APART else 1
    before = Number(plain, decimals, "%")
    if load.more.low <= 0.0 <= load.more.high:
        most = _MOST.with_values(most=Number(busy.high, decimals, "%"))
        return _there(_INSTEAD.with_values(after=most, before=before), load)
    after = _RANGE.with_values(
        middle=Number(busy.percent, decimals, "%"),
        low=Number(busy.low, decimals),
        high=Number(busy.high, decimals),
    )
    said = _INSTEAD.with_values(after=after, before=before)
    return _with_server(_there(said, load), load, plain, _percents)


_APART = 5
"""From so many points on no decimals are told."""


def _there(said: Message, load: Load) -> Message:
    return _THERE.with_values(said=said, where=load.where) if load.where else said


type _Pair = tuple[Number, Number]


def _with_server(
    said: Message, load: Load, plain: float, written: Callable[[float, float], _Pair]
) -> Message:
    """With what the database server has of it: less and more of `plain`."""
    if load.server is None:
        return _ONE_PROCESS.with_values(said=said) if load.one_process else said
    share, of_more = load.server
    if not load.tells_server:
        return said
    before, more = plain * share, plain * of_more * load.more.percent / 100
    figures = written(before, before + more)
    part = _INSTEAD.with_values(before=figures[0], after=figures[1])
    return _SERVERS_PART.with_values(said=said, part=part)


def _points(before: float, after: float) -> _Pair:
    decimals = 0 if round(before) != round(after) else 1
    return Number(before, decimals, "%"), Number(after, decimals, "%")


def _percents(before: float, after: float) -> _Pair:
    figures = _figures(before, after)
    return Number(before, figures[0].decimals, "%"), Number(after, figures[1].decimals, "%")


def _figures(before: float, after: float) -> _Pair:
    """With two digits of the less, written alike; with three where they would be the same."""
    decimals = significant(before, 2).decimals
    decimals += round(before, decimals) == round(after, decimals)
    return Number(before, decimals), Number(after, decimals)


def _extra_words(load: Load, core_hour: float) -> Message:
    extra = _extra(load.cores or 0.0, load.more, core_hour)
    least = load.more.low <= 0.0 <= load.more.high
    return _there(_MOST.with_values(most=_price(extra.high)) if least else _money(extra), load)


def _extra(cores: float, more: Interval, core_hour: float) -> Interval:
    """What the protection adds to a month's price."""
    return scaled(_less_one(over(more)), month_price(cores, core_hour))


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
            extra = _extra(spent.plain_cores(asked.rate), spent.percent, asked.core_hour)
            cells.append(_money(extra))
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
_RESERVED, _TWICE = 80, 2
"""Per cent of its processors that a machine should be busy at most, which leaves room for peaks."""
_SOLE = phrase("{value}")
_ENOUGH = {
    False: phrase("No new machine where today's is at most this busy: {limits}."),
    True: phrase(
        "Not known of what we advise: measure it. As measured, no new machine where today's is at "
        "most this busy: {limits}."
    ),
}
_LEAVES = phrase("Protected, it then stays below {most}, which leaves room for peaks.")
_BEYOND = phrase("{left} Above that, plan this many times today's cores: {times}.")
_ENOUGH_AT = phrase(
    "No new machine is needed at {at}: one like this is at most {busy} busy with protection."
)
_PLAN = phrase("Plan {cores} cores like these at {at}: they stay below {most} busy.")
_TIMES = phrase("Up to {times} times this rate, it stays below {most}.")
_LOAD = phrase("A machine like this one that is 50 % busy unprotected goes up to {loads}.")
_WITH = phrase("{loads} with {name}")
_THERE = phrase("{said} {where}")
_MOST = phrase("at most {most}")
_MACHINES = phrase("{machines} such machines")
_MACHINE = phrase("a machine like this one")
_MACHINE_OF = phrase("a machine like this one ({cores} cores)")
_RATE = phrase("an operation rate of {rate} per second")
_CORES = phrase("On {machine}, at {at}: busy cores are {loads}.")
_SHARE = phrase(
    "On a machine like this one ({cores} cores), at {at}, this share of them is busy: {loads}."
)
_OF_CPU = phrase("This is CPU time, which grows differently from the time that users wait.")
_COMPUTED = phrase("Where the load was not reached, they are computed from CPU time per request.")
_INSTEAD = phrase("{after} instead of {before}")
_ONE_PROCESS = phrase("{said} (all of it in the application)")
_SERVERS_PART = phrase("{said} (of it, the database server: {part})")
_PRICES = phrase("That adds {extras} a month.")
_RANGE = phrase("{middle} ({low} to {high})")
_HEAD = phrase("Protection")
_SERVER = phrase("Server")
_PLAIN_S = phrase("CPU s per 1,000 operations, unprotected")
_SEALED_S = phrase("CPU s per 1,000 operations, protected")
_PLAIN_CORES = phrase("Cores, unprotected")
_SEALED_CORES = phrase("Cores, protected")
_EXTRA = phrase("More per month")
_STORAGE = phrase("Storage, more per month for each 100 GB")
_BY_COST = phrase(
    "{name}: {plain} s × (1 + {cost}) = {protected} s of CPU time per 1,000 operations."
)
_BY_RATE = phrase("Busy cores: {protected} s ÷ 1,000 × {rate} per second = {cores}.")
_BY_PRICE = phrase("More per month: {more} cores × {hours} h × {price} per core-hour = {month}.")
CAPACITY_METHOD = (
    phrase(
        "CPU time is that of server and application together. Each operation counts alike, or by "
        "its weight. On page one each kind of operation weighs the same. Cores are those of "
        "the machine that was measured."
    ),
    phrase("In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks."),
)
