"""What becomes of each type of each engine, as the guide says and as a real server has it."""

from __future__ import annotations

import pytest

from engines.registry import engine_names
from engines.servers.server import Server
from scripts.designed_types import PAGE, fates_on, row_of

pytestmark = pytest.mark.in_every_run("postgresql", "sqlite", "duckdb")


def test_that_a_type_is_retained_or_what_changes_is_stated(server: Server) -> None:
    assert server.engine.name in engine_names()
    fates = fates_on(server)
    assert [each for each in fates if each.differs and not each.message] == []
    row = f"| {server.engine.title} | {' | '.join(row_of(fates))} |"
    assert row in PAGE.read_text(encoding="utf-8").splitlines(), "python -m scripts.designed_types"
