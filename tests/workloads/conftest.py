"""How servers are started here."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def _data_prepared_once(data_prepared_once: None) -> None:
    """In all of these modules."""
