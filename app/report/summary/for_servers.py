"""What a protection means for servers, a line each: when today's machines are enough, and how busy
they become at a rate; and in money."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from app.advice.capacity import month_price, over, scaled
from app.findings.interval_words import ranged
from app.findings.statistics import Interval
from app.report.summary.model import Grid, anded, in_sequence
from engines.contract.message import NOTHING, Message, Number, phrase, significant

RESERVED, WHOLLY = 80, 100
"""Per cent of its processors that a machine should be busy at most, which leaves room for peaks,
and can be."""


class Load(NamedTuple):
    """By how many percent the CPU time of work grows; `where` is its server or case as it stands
    behind a figure, `line` as it begins a line. `cores` are busy without protection at a rate that
    is known; None: half of a machine. `server` is the database server's share of what is used
    without protection, and of what is added; None where nobody knows, as where both are
    `one_process`. `apart`: the application is advised to run on another machine."""

    name: Message
    where: Message
    more: Interval
    server: tuple[float, float] | None = None
    cores: float | None = None
    one_process: bool = False
    detects: float = 0.0
    """By how many percent the server's part has to grow to be told."""
    line: Message = NOTHING
    apart: bool = False

    @property
    def tells_server(self) -> bool:
        """Whether the database server's part is told: it and all of it have grown."""
        if self.server is None or self.more.low <= 0.0:
            return False
        share, of_more = self.server
        return of_more * self.more.percent >= self.detects * share

    @property
    def most_cores(self) -> float:
        """That are busy with the protection, by the upper end."""
        return over(self.more).high * (self.cores or 0.0)

    def parts(self) -> tuple[float, float, float, float]:
        """The database server's and the application's part of all that is used without protection,
        and by what factor each grows, by the upper end."""
        assert self.server is not None
        (share, of_more), high = self.server, self.more.high / 100
        rest = 1 - share
        database = 1 + of_more * high / share if share else 1.0
        application = 1 + (1 - of_more) * high / rest if rest else 1.0
        return share, rest, database, application


def enough_sentence(
    loads: Sequence[Load], *, changed: bool = False, apart: Sequence[Message] = ()
) -> Message:
    """Whether a machine is needed, where no rate is known. Where what is advised has to be
    `changed` first, nobody knows, but for the servers that will have to be `apart`."""
    places = [each.line for each in loads if each.apart]
    if changed:
        return _NOT_YET_APART.with_values(servers=anded(apart)) if apart else _NOT_YET
    if not places:
        return _NONE
    if len(places) == len(loads):
        return _ANOTHER
    return _ANOTHER_ON.with_values(servers=anded(list(dict.fromkeys(places))))


def today_words(loads: Sequence[Load], *, changed: bool = False) -> Message:
    """How the lines below it are meant; of which protection, where it is one."""
    names = {str(each.name): each.name for each in loads}
    busy = _SO_BUSY.with_values(name=loads[0].name) if len(names) == 1 else _SO_BUSY_WITH_ANY
    return in_sequence((_AS_MEASURED if changed else NOTHING, busy, _BEYOND))


def today_grid(loads: Sequence[Load]) -> Grid:
    """Of each load when today's machines are enough, for one machine and for two."""
    lines = [(_named(each, loads), _on_one(each), *_on_two(each)) for each in loads]
    head = (phrase("Server"), _ONE, _DATABASE, _APPLICATION)
    known = 4 if any(each.tells_server for each in loads) else 2
    return Grid(head[:known], tuple(line[:known] for line in lines))


def _on_one(load: Load) -> Message:
    if not load.apart:
        return _up_to(over(load.more).high)
    if not load.tells_server:
        return _SECOND
    share, rest, database, application = load.parts()
    return _SECOND_UP_TO.with_values(busy=_limit(max(share * database, rest * application)))


def _on_two(load: Load) -> tuple[Message, Message]:
    if load.one_process:
        return _ONE_PROCESS, _ONE_PROCESS
    if not load.tells_server:
        return _UNKNOWN, _UNKNOWN
    *_, database, application = load.parts()
    return _up_to(database), _up_to(application)


def _up_to(grows: float) -> Message:
    return _sole(_limit(max(grows, 1.0)))


def _limit(grows: float) -> Number:
    """Per cent that a machine may be busy before all of it grows so much."""
    return Number(min(WHOLLY, math.floor(RESERVED / grows)), 0, "%")


def enough_at_sentence(loads: Sequence[Load], at: Message, of: int | None) -> Message:
    """Whether machines like the one measured are enough at a rate, else how many cores are to be
    planned."""
    most, apart = max(each.most_cores for each in loads), any(each.apart for each in loads)
    if of and most * WHOLLY <= of * RESERVED:
        if apart:
            return _TWO_AT.with_values(at=at)
        return _ENOUGH_AT.with_values(at=at, busy=Number(_whole_above(most * WHOLLY / of), 0, "%"))
    cores = Number(_whole_above(most * WHOLLY / RESERVED))
    return _PLAN[apart].with_values(at=at, cores=cores, most=Number(RESERVED, 0, "%"))


def at_rate_words(at: Message, of: int | None, loads: Sequence[Load]) -> Message:
    """What the lines below it are of."""
    if not _fits(loads, of):
        return _CORES.with_values(at=at)
    times = any(_times_of(each, of or 0) >= _TWICE for each in loads)
    shares = _SHARES.with_values(cores=Number(of or 0), at=at)
    return in_sequence((shares, _COMPUTED_RATES if times else NOTHING))


def at_rate_grid(loads: Sequence[Load], of: int | None) -> Grid:
    """Of each load what is busy at the rate, without protection and with it, and what the database
    server has of it: as shares of the machine's cores; as cores where it has too few, or nobody
    knows. Where an interval contains zero, only its upper end is told."""
    fits = _fits(loads, of)
    factor = WHOLLY / of if fits and of else 1.0
    head = (_names_head(loads), _PLAIN, _SEALED, _OF_IT, _UP_TO)
    lines = [
        (
            _named(each, loads),
            *_busy(each, factor, share=fits),
            _servers_part(each, factor, share=fits),
            _reached(each, of or 0),
        )
        for each in loads
    ]
    some = any(each.server is not None or each.one_process for each in loads)
    kept = [0, 1, 2, *([3] if some else []), *([4] if fits else [])]
    return Grid(
        tuple(head[at] for at in kept), tuple(tuple(line[at] for at in kept) for line in lines)
    )


def _fits(loads: Sequence[Load], of: int | None) -> bool:
    return bool(of) and all(each.most_cores <= (of or 0) for each in loads)


def _names_head(loads: Sequence[Load]) -> Message:
    return _WORK if all(each.line for each in loads) else phrase("Protection")


def _named(load: Load, loads: Sequence[Load]) -> Message:
    """By its place; with its protection where these differ, or by that alone."""
    if not load.line:
        return load.name
    if len({str(each.name) for each in loads}) == 1:
        return load.line
    return _WITH_NAME.with_values(place=load.line, name=load.name)


def _busy(load: Load, factor: float, *, share: bool) -> tuple[Message, Message]:
    plain = (load.cores or 0.0) * factor
    busy, least = scaled(over(load.more), plain), load.more.low <= 0.0 <= load.more.high
    if not share:
        after = _MOST.with_values(most=significant(busy.high, 3)) if least else ranged(busy)
        return _sole(significant(plain, 3)), after
    grown = abs((busy.high if least else busy.percent) - plain)
    decimals = 0 if grown >= _APART else 1 if grown >= 1 else 2
    before = Number(plain, decimals, "%")
    if least:
        return _sole(before), _MOST.with_values(most=Number(busy.high, decimals, "%"))
    after = _RANGE.with_values(
        middle=Number(busy.percent, decimals, "%"),
        low=Number(busy.low, decimals),
        high=Number(busy.high, decimals),
    )
    return _sole(before), after


_APART = 5
"""From so many points on no decimals are told."""


def _servers_part(load: Load, factor: float, *, share: bool) -> Message:
    if load.one_process:
        return _ALL_IN_ONE
    if load.server is None or load.more.low <= 0.0:
        return _UNKNOWN
    plain, unit = (load.cores or 0.0) * factor, "%" if share else ""
    part, of_more = load.server
    before, after = plain * part, plain * (part + of_more * load.more.percent / 100)
    decimals = significant(before, 2).decimals
    if not load.tells_server:
        return _NOT_MORE.with_values(before=Number(before, decimals, unit))
    decimals += round(before, decimals) == round(after, decimals)
    return _INSTEAD.with_values(
        after=Number(after, decimals, unit), before=Number(before, decimals, unit)
    )


def _reached(load: Load, of: int) -> Message:
    times = _times_of(load, of)
    if times < _TWICE:
        return _HARDLY
    return _TIMES.with_values(times=Number(math.floor(round(times, 6))))


def _times_of(load: Load, of: int) -> float:
    return of * RESERVED / WHOLLY / load.most_cores if load.most_cores else 0.0


def _whole_above(value: float) -> int:
    """Without what binary fractions add to a whole number."""
    return math.ceil(round(value, 6))


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


def _extra_words(load: Load, core_hour: float) -> Message:
    extra = extra_price(load.cores or 0.0, load.more, core_hour)
    least = load.more.low <= 0.0 <= load.more.high
    return there(
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


def there(said: Message, load: Load) -> Message:
    """With its place behind it."""
    return _THERE.with_values(said=said, where=load.where) if load.where else said


def _sole(value: Number) -> Message:
    return _SOLE.with_values(value=value)


_TWICE = 2
_SOLE = phrase("{value}")
_NONE = phrase("No new machine, unless today's is busier than this table allows.")
_ANOTHER = phrase(
    "One more machine where application and database share one today; none where they have two, "
    "unless these are busier than this table allows."
)
_ANOTHER_ON = phrase(
    "On {servers}, one more machine where application and database share one today. Otherwise "
    "none, unless today's are busier than this table allows."
)
_NOT_YET = phrase("Not known yet for what we advise: measure it.")
_NOT_YET_APART = phrase(
    "Not known yet for what we advise: measure it. On {servers} it takes one more machine where "
    "application and database share one today."
)
_AS_MEASURED = phrase(
    "What was measured here needs no new machine, unless today's is busier than this table allows."
)
_SO_BUSY = phrase(
    "The table tells how busy today's machine may be at most. With {name}, each machine is then at "
    "most 80 % busy, which leaves room for peaks."
)
_SO_BUSY_WITH_ANY = phrase(
    "The table tells how busy today's machine may be at most. With protection, each machine is "
    "then at most 80 % busy, which leaves room for peaks."
)
_BEYOND = phrase(
    "A busier one needs more cores, in proportion to its load. Machines are sized by the growth of "
    "CPU time (upper ends), not of elapsed time."
)
_ONE = phrase("One machine today")
_DATABASE = phrase("Two today: the database's")
_APPLICATION = phrase("Two today: the application's")
_SECOND = phrase("add a second like it")
_SECOND_UP_TO = phrase("{busy}, if a second like it is added")
_ONE_PROCESS = phrase("–")
_UNKNOWN = phrase("not known")
_WITH_NAME = phrase("{place}: {name}")
_THERE = phrase("{said} {where}")
_MOST = phrase("at most {most}")
_RANGE = phrase("{middle} ({low} to {high})")
_ENOUGH_AT = phrase(
    "No new machine is needed at {at}: one like this is at most {busy} busy with protection."
)
_TWO_AT = phrase(
    "At {at}, two machines like this one are enough for application and database. By its CPU time, "
    "one would carry the load; a second one keeps the key away from the database."
)
_PLAN = {
    False: phrase("Plan {cores} cores like these at {at}: they stay below {most} busy."),
    True: phrase(
        "Plan {cores} cores like these at {at}, on two machines: one for the database, one for the "
        "application. They stay below {most} busy."
    ),
}
"""By whether the application is advised to run on a machine of its own."""
_SHARES = phrase("The table has the busy share of this machine's {cores} cores at {at}.")
_COMPUTED_RATES = phrase("The last column is computed, not tried: the load at which 80 % are busy.")
_CORES = phrase("The table has busy cores at {at}.")
_WORK = phrase("Work")
_PLAIN = phrase("Busy without protection")
_SEALED = phrase("Busy with protection")
_OF_IT = phrase("The database server's part")
_UP_TO = phrase("One machine for both carries up to")
_TIMES = phrase("{times} × this load")
_HARDLY = phrase("less than twice this load")
_ALL_IN_ONE = phrase("runs in the application")
_NOT_MORE = phrase("{before}, no growth detected")
_INSTEAD = phrase("{after} instead of {before}")
_WHOLE = 100
"""From so much on nobody wants cents."""
_RATE = phrase("an operation rate of {rate} per second")
_OF_CPU = phrase("These figures are of CPU time.")
_COMPUTED = phrase(
    "Where the load was not reached, these figures are computed from CPU time per request."
)
_PRICES = phrase("That adds {extras} a month.")
