"""Numbers as text: thousands separated in the user's locale, no more digits than they carry."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

# Dates and times as the user's locale writes them; where it is the bare C locale, as ISO 8601 does.

_SHORT = QLocale.FormatType.ShortFormat


def datetime_text(at: float) -> str:
    """Date, with all digits of its year, and time to the minute; `at` is in seconds since 1970."""
    date = "yyyy-MM-dd"
    if not _is_bare():
        date = re.sub(r"(?<!y)yy(?!y)", "yyyy", QLocale().dateFormat(_SHORT))
    return _written(at, f"{date} {_time_format()}")


def time_text(at: float) -> str:
    """The time of day to the minute."""
    return _written(at, _time_format())


def exact_time_text(at: float) -> str:
    """The time of day to the second."""
    return _written(at, re.sub(r"(\W?)mm", r"\1mm\1ss", _time_format(), count=1))


def _is_bare() -> bool:
    return QLocale().language() == QLocale.Language.C


def _time_format() -> str:
    return "HH:mm" if _is_bare() else QLocale().timeFormat(_SHORT)


def _written(at: float, form: str) -> str:
    return QLocale().toString(QDateTime(datetime.fromtimestamp(at)), form)


_plain: list[bool] = []


@contextmanager
def plain_numbers() -> Iterator[None]:
    """Numbers made meanwhile are for other programs: a point for decimals, no thousands marked."""
    _plain.append(True)
    try:
        yield
    finally:
        _plain.pop()


def number_locale() -> QLocale:
    """The user's locale; the bare C locale, which separates nothing, is read as English."""
    if _plain:
        return QLocale.c()
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        return QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
    return locale


def format_number(value: float, decimals: int = 0) -> str:
    """A number with its thousands separated and a fixed count of decimals."""
    return number_locale().toString(float(value), "f", decimals)


def format_significant(value: float, digits: int = 3) -> str:
    """A number with about `digits` significant digits, whole numbers never shortened."""
    if not math.isfinite(value):
        return "–"
    return format_number(value, decimals_for(value, digits))


def decimals_for(value: float, digits: int = 3) -> int:
    """How many decimals show `digits` significant digits of a value, 0 to 9."""
    if value == 0 or not math.isfinite(value):
        return 0
    return min(9, max(0, digits - 1 - math.floor(math.log10(abs(value)))))


def nice_ceiling(value: float) -> float:
    """The first of 1, 1.2, 1.6, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ that isn't below a value."""
    if value <= 0 or not math.isfinite(value):
        return 1.0
    scale = 10.0 ** math.floor(math.log10(value))
    for step in (1.0, 1.2, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0):
        if value <= step * scale * (1 + 1e-9):
            return step * scale
    return 10.0 * scale


def tick_step(span: float, count: float) -> float:
    """The smallest step of 1, 2 or 5 × 10ⁿ that needs at most `count` ticks over a span."""
    if span <= 0 or not math.isfinite(span):
        return 1.0
    rough = span / max(count, 1.0)
    scale: float = 10.0 ** math.floor(math.log10(rough))
    return next((step * scale for step in (1, 2, 5) if step * scale >= rough), 10 * scale)
