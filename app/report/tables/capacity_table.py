"""The capacity of servers as a table: CPU time, cores and price of each protection; and the
computation of one protection's figures as a worked example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.advice.capacity import MONTH_HOURS, CpuUse, as_factor, month_price, scaled
from app.findings.growth import GrowthPercent
from app.findings.interval_words import interval_text
from app.findings.statistics import Interval
from app.plan.requirements import Requirements
from app.report.tables.text_table import TextTable
from app.report.words.cost_words import money
from engines.contract.message import Message, Number, percent, phrase, significant


def capacity_table(
    spent: Sequence[CpuUse],
    names: Mapping[tuple[str, str], Message],
    requirements: Requirements,
    growth: GrowthPercent,
) -> TextTable:
    """A line for each server and protection that has a name in `names`."""
    known = [each for each in spent if (each.server, each.protection) in names]
    heads = [_HEAD, _CAPACITY_SERVER, _PLAIN_S, _PROTECTED_S]
    if requirements.rate is not None:
        heads += [_PLAIN_CORES, _PROTECTED_CORES]
        if requirements.core_hour is not None:
            heads.append(_EXTRA)
    grows = any((each.server, each.protection) in growth for each in known)
    if requirements.gb_month is not None and grows:
        heads.append(_STORAGE)
    lines = [
        [str(each) for each in _cells(one, names[one.server, one.protection], requirements, growth)]
        for one in known
    ]
    lines = [line[: len(heads)] for line in lines]  # storage has no head where nothing grows
    return TextTable([str(each) for each in heads], lines, range(2, len(heads)))


def _cells(
    spent: CpuUse, name: Message, requirements: Requirements, growth: GrowthPercent
) -> list[Message | Number | str]:
    cells: list[Message | Number | str] = [
        spent.named(name), spent.server, significant(spent.plain, 3), interval_text(spent.protected)
    ]  # fmt: skip
    if requirements.rate is not None:
        cells += [
            significant(spent.plain_cores(requirements.rate), 3),
            interval_text(spent.cores(requirements.rate)),
        ]
        if requirements.core_hour is not None:
            extra = _extra_price(
                spent.plain_cores(requirements.rate), spent.cost, requirements.core_hour
            )
            cells.append(_money(extra, requirements.currency))
    if requirements.gb_month is not None:
        grown = growth.get((spent.server, spent.protection))
        cells.append(
            "–"
            if grown is None
            else money(grown / 100 * _PRICED_GB * requirements.gb_month, requirements.currency)
        )
    return cells


def worked_example(spent: CpuUse, name: Message, requirements: Requirements) -> tuple[Message, ...]:
    """The computation of one protection's figures, a line for each step."""
    protected = spent.protected
    lines = [
        _COST_STEP.with_values(
            name=spent.named(name),
            plain=significant(spent.plain, 3),
            cost=percent(spent.cost.estimate),
            protected=significant(protected.estimate, 3),
        )
    ]
    if requirements.rate is not None:
        lines.append(
            _RATE_STEP.with_values(
                protected=significant(protected.estimate, 3),
                rate=significant(requirements.rate, 4),
                cores=significant(spent.cores(requirements.rate).estimate, 3),
            )
        )
        if requirements.core_hour is not None:
            more = spent.cores(requirements.rate).estimate - spent.plain_cores(requirements.rate)
            lines.append(
                _PRICE_STEP.with_values(
                    more=significant(more, 3),
                    hours=Number(MONTH_HOURS),
                    price=significant(requirements.core_hour, 4, requirements.currency),
                    month=money(month_price(more, requirements.core_hour), requirements.currency),
                )
            )
    return tuple(lines)


def _extra_price(cores: float, more: Interval, core_hour: float) -> Interval:
    """What the protection adds to a month's price."""
    factor = as_factor(more)
    added = Interval(factor.estimate - 1, factor.low - 1, factor.high - 1)
    return scaled(added, month_price(cores, core_hour))


def _money(found: Interval, currency: str) -> Message:
    amount = _RANGE.with_values(
        middle=money(found.estimate, ""),
        low=money(found.low, ""),
        high=money(found.high, ""),
    )
    return _AMOUNT_IN_CURRENCY.with_values(amount=amount, currency=currency) if currency else amount


_RANGE = phrase("{middle} ({low} to {high})")
_AMOUNT_IN_CURRENCY = phrase("{amount} {currency}")
_PRICED_GB = 100
"""Gigabytes of unprotected tables that the price of storage is given for."""

_HEAD = phrase("Protection")
_CAPACITY_SERVER = phrase("Server")
_PLAIN_S = phrase("CPU s per 1,000 operations, unprotected")
_PROTECTED_S = phrase("CPU s per 1,000 operations, protected")
_PLAIN_CORES = phrase("Cores, unprotected")
_PROTECTED_CORES = phrase("Cores, protected")
_EXTRA = phrase("More per month")
_STORAGE = phrase("Storage, more per month for each 100 GB")
_COST_STEP = phrase(
    "{name}: {plain} s × (1 + {cost}) = {protected} s of CPU time per 1,000 operations."
)
_RATE_STEP = phrase("Busy cores: {protected} s ÷ 1,000 × {rate} per second = {cores}.")
_PRICE_STEP = phrase("More per month: {more} cores × {hours} h × {price} per core-hour = {month}.")
CAPACITY_METHOD = (
    phrase(
        "CPU time is that of server and application together. Operations count as often as they "
        "were done, or by their weights. Cores are those of the machine that was measured."
    ),
    phrase("In parentheses: the 95 % interval of the cost in CPU time. Add reserve for peaks."),
)
