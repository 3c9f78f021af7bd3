"""Many examples in parts: what Hypothesis remembers of one part is forgotten with it."""

from __future__ import annotations

import pytest

from tests.faults.any_input.inputs import PARTS


@pytest.fixture(params=range(PARTS), autouse=True)
def part(request: pytest.FixtureRequest) -> int:
    """Which of them it is; each draws examples of its own."""
    return int(request.param)
