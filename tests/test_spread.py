"""Long files of tests come first, by what they took once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from tests.spread import long_files_first, seconds_in, table_of

_LOG = """
============ slowest durations ============
12.50s call     tests/a/test_long.py::test_that_it_waits[for what: ever]
2.00s setup    tests/a/test_long.py::test_that_it_waits[for what: ever]
1.25s call     tests/test_short.py::test_that_it_is_quick
30.00s teardown tests/test_other.py::test_of_a_class::test_that_it_ends
= 3 passed in 20.00s =
"""


def test_that_the_table_holds_the_best_time_of_each_long_file() -> None:
    once = seconds_in(_LOG.splitlines())
    assert once == {"tests/a/test_long.py": 14.5, "tests/test_short.py": 1.25,
                    "tests/test_other.py": 30.0}  # fmt: skip
    again = {"tests/a/test_long.py": 11.0, "tests/test_other.py": 16.6}
    assert table_of([once, again]) == "  17 tests/test_other.py\n  11 tests/a/test_long.py\n"


@dataclass(frozen=True)
class _Test:
    """What the order of a test depends on."""

    path: Path
    number: int
    slow: bool = False

    def get_closest_marker(self, name: str) -> object:
        return name if self.slow and name == "slow" else None


def test_that_files_stay_whole_and_those_that_take_longest_come_first() -> None:
    quick, slow, many = (Path("/", each) for each in ("quick", "slow", "many"))
    items = [
        *(_Test(many, number) for number in range(100)),
        *(_Test(quick, number) for number in range(3)),
        *(_Test(slow, number, slow=number > 1) for number in range(7)),
        _Test(quick, 3),
    ]
    long_files_first(cast(list[pytest.Item], cast(Any, items)))
    assert items == [
        *(_Test(slow, number, slow=number > 1) for number in range(7)),
        *(_Test(many, number) for number in range(100)),
        *(_Test(quick, number) for number in range(4)),
    ]
