"""Estimates, intervals, durations and sizes as text: the one place that rounds them."""

from __future__ import annotations

import math
from collections.abc import Callable

from app.findings.statistics import Interval
from engines.contract.message import (
    Message,
    Number,
    decimals_of_percent,
    percent,
    phrase,
    plural,
    significant,
)

FACTOR_PERCENT = 900.0
"""From ten times as much on, a cost is shown as a factor: nobody reads 27,000 %."""


def with_bounds(message: Message, found: Interval, *, unit: str = "%", **more: object) -> Message:
    """A sentence with `{percent} ({low} to {high})` filled in, all with the same decimals; `unit`
    is that of `high`."""
    decimals = decimals_of_percent(found.low, found.high)
    return message.with_values(
        percent=Number(found.estimate, decimals, "%"),
        low=Number(found.low, decimals),
        high=Number(found.high, decimals, unit),
        **more,
    )


def with_bounds_as_factors(message: Message, found: Interval, **more: object) -> Message:
    """The same for `{times} times as much ({low} to {high})`, from costs in percent."""
    return message.with_values(
        times=factor(found.estimate), low=factor(found.low), high=factor(found.high), **more
    )


def factor(cost_percent: float) -> Number:
    """A cost in percent as a factor: 50 % is 1.5 times as much."""
    return Number(1 + cost_percent / 100)


def signed_cost(cost_percent: float) -> Message:
    """“+5.2 %” or “−3 %”: always with its sign; “× 230” of ten times as much and more."""
    if cost_percent >= FACTOR_PERCENT:
        return phrase("× {times}", times=factor(cost_percent))
    sign = "−" if round(cost_percent, decimals_of_percent(cost_percent)) < 0 else "+"
    return phrase("{sign}{cost}", sign=sign, cost=percent(abs(cost_percent)))


def interval_text(found: Interval, unit: str = "") -> Message:
    """“0.42 s (0.38 to 0.46)”, for what is no percentage: with as many decimals as the width of the
    interval justifies."""
    decimals = _decimals(found.half_width)
    return _RANGED.with_values(
        middle=Number(found.estimate, decimals, unit),
        low=Number(found.low, decimals),
        high=Number(found.high, decimals),
    )


def _decimals(half_width: float) -> int:
    """The decimals at which a difference of this size is visible."""
    return 0 if half_width < 1e-9 else min(6, max(0, -math.floor(math.log10(half_width))))


_RANGED = phrase("{middle} ({low} to {high})")


def margin_words(margin: float) -> Message:
    """The smallest difference that can be detected: in percent, from ten times on in words."""
    if margin >= FACTOR_PERCENT:
        return _TENFOLD
    return phrase("{margin}", margin=percent(margin))


_TENFOLD = phrase("a factor of ten or more")


def duration(seconds: float) -> Message:
    """“420 ms”, “2.3 s”, “45 min”, “3 h 10 min”, “12 days”: about two digits."""
    for most, scale, unit in _SHORT:
        if seconds < most:
            return phrase("{time}", time=significant(seconds / scale, 2, unit))
    if seconds < 2 * _DAY:
        hours, minutes = divmod(round(seconds / _MINUTE, -1), 60)
        if minutes and hours < 10:
            return phrase("{hours} h {minutes} min", hours=Number(hours), minutes=Number(minutes))
        return phrase("{time}", time=Number(round(seconds / _HOUR), 0, "h"))
    if seconds < _MOST_DAYS * _DAY:
        return plural("{n} days", "{n} day", round(seconds / _DAY))
    return phrase("over 100 years")


def data_size(size: float) -> Message:
    """“46 GB” from a number of bytes."""
    for scale, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if size >= scale:
            return phrase("{size}", size=significant(size / scale, 2, unit))
    return phrase("{size}", size=significant(size / 1e3, 2, "kB"))


def figure_with_bounds(found: Interval, written: Callable[[float], Message]) -> Message:
    """“2.3 s (2.1 s to 2.5 s)”, each value formatted by `written`; without bounds if there are
    none (nan), or both read the same."""
    middle = written(found.estimate)
    if math.isnan(found.low):
        return middle
    low, high = written(found.low), written(found.high)
    if str(low) == str(high):
        return middle
    return _RANGED.with_values(middle=middle, low=low, high=high)


_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_SHORT = ((1, 0.001, "ms"), (2 * _MINUTE, 1, "s"), (2 * _HOUR, _MINUTE, "min"))
_MOST_DAYS = 36_525
