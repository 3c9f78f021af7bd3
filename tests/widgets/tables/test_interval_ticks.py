"""The numbers above the estimates of a table."""

from __future__ import annotations

import pytest

from widgets.tables.interval_model import Scale
from widgets.tables.interval_painting import ticks


@pytest.mark.parametrize(
    ("scale", "width", "report"),
    [
        (Scale(-5, 60), 200, [0, 50]),
        (Scale(-32, 6), 200, [0, -20]),
        (Scale(-95, 4), 70, [0, -50]),
        (Scale(-95, 900, log=True), 200, [0, -50]),
        (Scale(-32, 6), 20, [0]),
    ],
)
def test_that_the_longer_side_of_a_scale_has_a_number(
    scale: Scale, width: float, report: list[float]
) -> None:
    assert ticks(scale, width) == report
