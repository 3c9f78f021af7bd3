"""CPU time, cores and money in words and as a table, with the arithmetic shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.advice.capacity import month_price, over, scaled
from app.findings.interval_words import ranged
from app.findings.statistics import Interval
from app.report.summary.model import in_sequence
from app.report.summary.rows import anded
from engines.contract.message import (
    NOTHING,
    Message,
    Number,
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


def enough_sentence(
    loads: Sequence[Load], *, changed: bool = False, apart: bool = False
) -> Message:
    """Up to how busy a machine may be today for it to be enough with what is advised; as it was
    measured where that has to be `changed` first. `apart`: advice wants two machines."""
    limits = [_there(_SOLE.with_values(value=Number(_limit(each), 0, "%")), each) for each in loads]
    return _ENOUGH[changed, apart].with_values(limits=anded(limits))


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


def apart_sentence(loads: Sequence[Load]) -> Message:
    """What to plan for the database and for the application where each has its own machine; by
    the upper ends, as for one machine. Nothing where the database server's part is not told."""
    known = [(each, *each.server) for each in loads if each.server and each.tells_server]
    if not known:
        return NOTHING
    database = [_times(each, of_more / share) for each, share, of_more in known]
    application = [
        _times(each, (1 - of_more) / (1 - share)) for each, share, of_more in known if share < 1
    ]
    return _ON_TWO.with_values(database=anded(database), application=anded(application))


def second_machine_words(
    loads: Sequence[Load], servers: Sequence[str], *, enough: bool = False
) -> Message:
    """That advice wants two machines, on these servers where they are only some; that one like
    today's is `enough`, else how many of its cores the application takes on the second, if that is
    told of all `loads`."""
    if enough:
        return _SECOND_ALIKE
    known = [(each, *each.server) for each in loads if each.server and each.tells_server]
    if known and len(known) == len(loads):
        times = [_times(each, 1 - of_more, 1 - share) for each, share, of_more in known]
        return _SECOND_OF.with_values(times=anded(times))
    if servers:
        return _SECOND_ON.with_values(servers=anded([Message(each) for each in servers]))
    return _SECOND


def _times(load: Load, part: float, of: float = 1.0) -> Message:
    """By how much a part of it grows, which is `of` the whole: the whole's growth times `part`."""
    value = significant(of + part * load.more.high / 100, 3)
    return _there(_SOLE.with_values(value=value), load)


def enough_at_sentence(
    loads: Sequence[Load], at: Message, of: int | None, *, apart: bool = False
) -> Message:
    """Whether the machine is enough at a rate, else how many cores are to be planned. `apart`:
    advice wants two machines."""
    most = max(map(_most_cores, loads))
    if of and is_enough(loads, of):
        busy = Number(_whole_above(most * _WHOLLY / of), 0, "%")
        return _ENOUGH_AT[apart].with_values(at=at, busy=busy)
    cores = Number(_whole_above(most * _WHOLLY / _RESERVED))
    return _PLAN.with_values(at=at, cores=cores, most=Number(_RESERVED, 0, "%"))


def is_enough(loads: Sequence[Load], of: int | None) -> bool:
    """Whether a machine of so many cores has room for peaks, too."""
    return bool(of) and max(map(_most_cores, loads)) * _WHOLLY <= (of or 0) * _RESERVED


def _whole_above(value: float) -> int:
    """Without what binary fractions add to a whole number."""
    return math.ceil(round(value, 6))


def times_words(loads: Sequence[Load], of: int | None) -> Message:
    """Up to how many times the rate the machine is enough, for each load; nothing where it hardly
    is."""
    able = of or 0
    times = [able * _RESERVED / _WHOLLY / most if (most := _most_cores(e)) else 0.0 for e in loads]
    if not times or min(times) < _TWICE:
        return NOTHING
    said = [
        _there(_SOLE.with_values(value=Number(math.floor(round(one, 6)))), each)
        for one, each in zip(times, loads, strict=True)
    ]
    placed = any(each.where for each in loads)
    return _TIMES[placed].with_values(times=anded(said), most=Number(_RESERVED, 0, "%"))


def _most_cores(load: Load) -> float:
    return over(load.more).high * (load.cores or 0.0)


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
    """What is said of each, the name of its protection once; none where there is only one, which is
    advised."""
    names = {str(each.name): each.name for each in loads}
    if len(names) == 1:
        return anded([said(each) for each in loads])
    return anded(
        [
            _WITH.with_values(
                name=name, loads=anded([said(each) for each in loads if str(each.name) == key])
            )
            for key, name in names.items()
        ]
    )


def _busy(load: Load) -> Message:
    """“72 % (69 to 75) on mariadb”; beyond a machine, how many it takes."""
    busy = scaled(over(load.more), _BUSY)
    if busy.low <= _BUSY:
        return _there(_MOST.with_values(most=Number(max(busy.high, _BUSY), 0, "%")), load)
    if busy.percent > _WHOLLY:
        return _there(_MACHINES.with_values(machines=ranged(scaled(busy, 1 / _WHOLLY))), load)
    low, high = Number(busy.low), Number(busy.high)
    said = _RANGE.with_values(middle=Number(busy.percent, 0, "%"), low=low, high=high)
    told = _there(said, load)
    return _ONE_PROCESS.with_values(said=told) if load.one_process else told


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
    with decimals where it takes some to tell how far apart they are."""
    plain = (load.cores or 0.0) * _WHOLLY / of
    busy = scaled(over(load.more), plain)
    least = load.more.low <= 0.0 <= load.more.high
    grown = abs((busy.high if least else busy.percent) - plain)
    decimals = 0 if grown >= _APART else 1 if grown >= 1 else 2
    before = Number(plain, decimals, "%")
    if least:
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
        return _NOT_MORE.with_values(said=said) if load.more.low > 0.0 else said
    before, more = plain * share, plain * of_more * load.more.percent / 100
    figures = written(before, before + more)
    part = _INSTEAD.with_values(before=figures[0], after=figures[1])
    return _SERVERS_PART.with_values(said=said, part=part)


def _percents(before: float, after: float) -> _Pair:
    figures = _figures(before, after)
    return Number(before, figures[0].decimals, "%"), Number(after, figures[1].decimals, "%")


def _figures(before: float, after: float) -> _Pair:
    """With two digits of the less, written alike; with three where they would be the same."""
    decimals = significant(before, 2).decimals
    decimals += round(before, decimals) == round(after, decimals)
    return Number(before, decimals), Number(after, decimals)


def _extra_words(load: Load, core_hour: float) -> Message:
    extra = extra_price(load.cores or 0.0, load.more, core_hour)
    least = load.more.low <= 0.0 <= load.more.high
    return _there(
        _MOST.with_values(most=price_words(extra.high)) if least else money_words(extra), load
    )


def extra_price(cores: float, more: Interval, core_hour: float) -> Interval:
    """What the protection adds to a month's price."""
    return scaled(_less_one(over(more)), month_price(cores, core_hour))


def _less_one(found: Interval) -> Interval:
    return Interval(found.percent - 1, found.low - 1, found.high - 1)


def money_words(found: Interval) -> Message:
    return _RANGE.with_values(
        middle=price_words(found.percent), low=price_words(found.low), high=price_words(found.high)
    )


def price_words(value: float) -> Number:
    return Number(value, 2 if abs(value) < _WHOLE else 0)


_WHOLE = 100
"""From so much on nobody wants cents."""


_BUSY, _WHOLLY = 50, 100
"""Per cent of its processors that a machine is busy before, and can be."""
_RESERVED, _TWICE = 80, 2
"""Per cent of its processors that a machine should be busy at most, which leaves room for peaks."""
_SOLE = phrase("{value}")
_ENOUGH = {
    (False, False): phrase("No new machine where today's is at most this busy: {limits}."),
    (False, True): phrase(
        "For the load alone, no new machine where today's is at most this busy: {limits}."
    ),
    (True, False): phrase(
        "Not known yet for what we advise: measure it. What was measured here needs no new "
        "machine where today's is at most this busy: {limits}."
    ),
    (True, True): phrase(
        "Not known yet for what we advise: measure it. What was measured here needs, for the load "
        "alone, no new machine where today's is at most this busy: {limits}."
    ),
}
"""By whether what is advised has to be changed first, and whether it wants two machines."""
_SECOND = phrase("Where application and database share one machine, our advice needs a second.")
_SECOND_ON = phrase(
    "On {servers}, where application and database share one machine, our advice needs a second."
)
_SECOND_OF = phrase(
    "Where application and database share one machine, our advice needs a second, with this many "
    "times today's cores: {times}."
)
_SECOND_ALIKE = phrase(
    "Where application and database share one machine, our advice needs a second: one like this is "
    "enough."
)
_ON_TWO = phrase(
    "This is CPU time on one machine. Where there are two already, plan this many times the cores "
    "of each: database {database}; application {application}."
)
_LEAVES = phrase("Protected, such a machine stays below {most}, which leaves room for peaks.")
_BEYOND = phrase(
    "{left} If today's is busier, plan this many times its cores: {times}. Factors are upper ends."
)
_ENOUGH_AT = {
    False: phrase(
        "No new machine is needed at {at}: one like this is at most {busy} busy with protection."
    ),
    True: phrase(
        "For the load alone, no new machine is needed at {at}: one like this is at most {busy} "
        "busy with protection."
    ),
}
_PLAN = phrase("Plan {cores} cores like these at {at}: they stay below {most} busy.")
_TIMES = {
    False: phrase("Up to {times} times this rate (computed, not tried), it stays below {most}."),
    True: phrase(
        "It stays below {most} up to this many times the rate (computed, not tried): {times}."
    ),
}
"""By whether they are told of places."""
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
_OF_CPU = phrase("These figures are of CPU time.")
_COMPUTED = phrase(
    "Where the load was not reached, these figures are computed from CPU time per request."
)
_INSTEAD = phrase("{after} instead of {before}")
_ONE_PROCESS = phrase("{said} (all of it in the application)")
_NOT_MORE = phrase("{said} (no growth detected in the database server)")
_SERVERS_PART = phrase("{said} (of it, the database server: {part})")
_PRICES = phrase("That adds {extras} a month.")
_RANGE = phrase("{middle} ({low} to {high})")
