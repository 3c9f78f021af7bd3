"""Moments as the user's locale writes them; where it is the bare C locale, as ISO 8601 does."""

from __future__ import annotations

import re
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

_SHORT = QLocale.FormatType.ShortFormat


def moment_text(at: float) -> str:
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
