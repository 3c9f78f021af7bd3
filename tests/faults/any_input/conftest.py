"""Many examples in parts: what Hypothesis remembers of one part is forgotten with it, and workers
side by side share them."""

from __future__ import annotations

import pytest
from hypothesis import is_hypothesis_test

from tests.faults.any_input.inputs import PARTS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each part draws examples of its own."""
    if is_hypothesis_test(metafunc.function):
        metafunc.fixturenames.append("part")
        metafunc.parametrize("part", range(PARTS))
