"""What protections mean for servers: CPU time, cores and price as a table, with the arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.advice.capacity import MONTH_HOURS, Spending, month_price, over, scaled
from app.findings.interval_words import ranged
from app.findings.statistics import Interval
from app.findings.stored import Stored
from app.plan.requirements import Requirements
from app.report.tables.text_table import TextTable
from app.report.words.costs import money
from engines.contract.message import Message, Number, percent, phrase, significant


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
            extra = _extra_price(spent.plain_cores(asked.rate), spent.percent, asked.core_hour)
            cells.append(_money(extra, asked.currency))
    if asked.gb_month is not None:
        grown = stored.get((spent.server, spent.protection))
        cells.append(
            "–" if grown is None else money(grown / 100 * _GB * asked.gb_month, asked.currency)
        )
    return cells


def arithmetic(spent: Spending, name: Message, asked: Requirements) -> tuple[Message, ...]:
    """How the figures of one protection come about, with its own numbers."""
    protected = spent.protected
    message = [
        _BY_COST.with_values(
            name=spent.named(name),
            plain=significant(spent.plain, 3),
            cost=percent(spent.percent.percent),
            protected=significant(protected.percent, 3),
        )
    ]
    if asked.rate is not None:
        message.append(
            _BY_RATE.with_values(
                protected=significant(protected.percent, 3),
                rate=significant(asked.rate, 4),
                cores=significant(spent.cores(asked.rate).percent, 3),
            )
        )
        if asked.core_hour is not None:
            more = spent.cores(asked.rate).percent - spent.plain_cores(asked.rate)
            message.append(
                _BY_PRICE.with_values(
                    more=significant(more, 3),
                    hours=Number(MONTH_HOURS),
                    price=significant(asked.core_hour, 4, asked.currency),
                    month=money(month_price(more, asked.core_hour), asked.currency),
                )
            )
    return tuple(message)


def _extra_price(cores: float, more: Interval, core_hour: float) -> Interval:
    """What the protection adds to a month's price."""
    factor = over(more)
    added = Interval(factor.percent - 1, factor.low - 1, factor.high - 1)
    return scaled(added, month_price(cores, core_hour))


def _money(found: Interval, currency: str) -> Message:
    amount = _RANGE.with_values(
        middle=money(found.percent, ""),
        low=money(found.low, ""),
        high=money(found.high, ""),
    )
    return _IN.with_values(amount=amount, currency=currency) if currency else amount


_RANGE = phrase("{middle} ({low} to {high})")
_IN = phrase("{amount} {currency}")
_GB = 100
"""Storage is told for so many gigabytes of unprotected tables."""

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
        "CPU time is that of server and application together. Operations count as often as they "
        "were done, or by their weights. Cores are those of the machine that was measured."
    ),
    phrase("In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks."),
)
