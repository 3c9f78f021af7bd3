"""Moments are written as the user's locale has them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale

from widgets.look.numbers import datetime_text, exact_time_text, time_text

AT = datetime(2026, 3, 4, 15, 6, 7).timestamp()


@pytest.fixture
def before() -> Iterator[None]:
    known = QLocale()
    yield
    QLocale.setDefault(known)


@pytest.mark.usefixtures("before")
@pytest.mark.parametrize(
    ("name", "moment", "time", "exact"),
    [
        ("C", "2026-03-04 15:06", "15:06", "15:06:07"),
        ("de_DE", "04.03.2026 15:06", "15:06", "15:06:07"),
        ("fi_FI", "4.3.2026 15.06", "15.06", "15.06.07"),
        ("en_US", "3/4/2026 3:06 PM", "3:06 PM", "3:06:07 PM"),
    ],
)
def test_that_a_moment_is_written_as_the_locale_has_it(
    name: str, moment: str, time: str, exact: str
) -> None:
    QLocale.setDefault(QLocale.c() if name == "C" else QLocale(name))
    report = (datetime_text(AT), time_text(AT), exact_time_text(AT))
    assert tuple(each.replace("\N{NARROW NO-BREAK SPACE}", " ") for each in report) == (
        moment,
        time,
        exact,
    )
