"""What becomes of each type of each engine, as the guide says and as a real server has it."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from app.campaign.trial import TrialOutcome, try_in_process
from app.designing.design_writing import workload_text
from engines.contract.protection import PLAINTEXT
from engines.servers.server import Server
from scripts.designed_types import PAGE, design_of_types, fates_on, row_of
from workloads.contract import Case, Options
from workloads.own.workload import OwnParameters

pytestmark = pytest.mark.in_every_run("postgresql", "sqlite", "duckdb")


def test_that_a_type_is_retained_or_what_changes_is_stated(server: Server) -> None:
    fates = fates_on(server)
    assert [each for each in fates if each.differs and not each.message] == []
    row = f"| {server.engine.title} | {' | '.join(row_of(fates))} |"
    assert row in PAGE.read_text(encoding="utf-8").splitlines(), "python -m scripts.designed_types"


def test_that_values_of_each_type_are_read_as_they_were_stored(
    server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "types.toml"
    file.write_text(workload_text(design_of_types(server)), encoding="utf-8")
    options = Options(OwnParameters(file=str(file), sizes=(20,)), Case(20))
    name = f"types_{secrets.token_hex(4)}"
    tried = try_in_process(server.engine.name, server.endpoint, options, PLAINTEXT, name, {})
    failed = [each for each in tried.operations if each.outcome is not TrialOutcome.WORKS]
    assert failed == [], file.read_text(encoding="utf-8")
