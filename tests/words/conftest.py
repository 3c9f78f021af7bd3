"""The texts that `pyside6-lupdate` finds, asked for once."""

from __future__ import annotations

import pytest

from tests.app.prepared_servers import made_once
from tests.words.texts import Modules, extract, extracted, sources


@pytest.fixture(scope="module", autouse=True)
def _data_prepared_once(data_prepared_once: None) -> None:
    """In all of these modules."""


@pytest.fixture(scope="package")
def modules() -> Modules:
    """Ours, by path, taken apart once and let go with these tests."""
    return list(sources())


@pytest.fixture(scope="session")
def found() -> set[tuple[str, str]]:
    """Pairs of context and text."""
    return extracted(made_once("all.ts", extract))
