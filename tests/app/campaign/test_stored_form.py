"""Campaigns with plaintext in the form of a cipher, as a second baseline."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.command_line.main import run
from app.findings.compare import Comparisons
from app.findings.statistics import margin_percent
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.report.words.protection_names import weakness_marks
from app.results.records import CellRecord
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
AS_AES = Protection("plaintext as aes-128", ProtectionKind.STORED_FORM, "aes", 128)
AS_GCM = Protection("plaintext as gcm", ProtectionKind.STORED_FORM, "aes", 256, "gcm")


@pytest.mark.parametrize(
    ("engine", "profile"),
    [
        *((engine, Profile.SOUND) for engine in ("mariadb", "firebird", "sqlite")),
        ("postgresql", Profile.STUDY),
    ],
)
@pytest.mark.in_every_run("sqlite")  # a server has a cipher's form below
def test_that_plaintext_in_a_ciphers_form_goes_the_whole_way_and_hides_nothing(
    stage: Any, plan: Callable[..., Campaign], servers: Any, engine: str, profile: Profile
) -> None:
    server = servers[engine]
    campaign = replace(
        plan(engine, repetitions=1, evidence=True),
        protections=tuple(map(PlannedProtection, (PLAINTEXT, AES, AS_AES, AS_GCM))),
        workload=HospitalParameters(sizes=(5,), profile=profile),
    )
    outcome = stage.run(campaign, lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
    cells = {cell.protection: cell for cell in report.cells}
    # A server without a cipher has no form of it either.
    assert cells[AS_AES.name].status is cells[AES.name].status
    assert cells[AS_GCM.name].status is Status.DONE
    done = {name for name, cell in cells.items() if cell.status is Status.DONE}
    files = [each for each in report.evidence if each.subject == "marker" and each.found]
    assert {each.protection for each in files} >= {AS_GCM.name}
    assert not any(each.subject == "key" for each in report.evidence if "as" in each.protection)
    assert len(report.operations) == 4 * len(done)
    if AS_AES.name in done:
        _check_form(cells)


def _check_form(cells: Mapping[str, CellRecord]) -> None:
    """That of the cipher is as the cipher, and is called so."""
    cell = cells[AS_AES.name]
    assert cell.mode is not None
    assert cell.mode == cells[AES.name].mode
    assert str(cell.as_used.cipher) == f"plaintext stored as AES-128-{cell.mode.upper()}"
    assert weakness_marks(cell) == ()


@pytest.mark.parametrize(
    ("engine", "profile"),
    [
        ("postgresql", Profile.STUDY),
        # where encrypted columns are bytes and those of plaintext have a collation
        pytest.param("firebird", Profile.SOUND, marks=pytest.mark.exhaustive),
    ],
)
def test_that_the_cost_over_the_stored_form_is_reported_with_the_margin_of_the_control(
    stage: Any,
    plan: Callable[..., Campaign],
    servers: Any,
    capsys: pytest.CaptureFixture[str],
    engine: str,
    profile: Profile,
) -> None:
    server = servers[engine]
    campaign = replace(
        plan(engine, repetitions=2, control=True),
        protections=tuple(map(PlannedProtection, (PLAINTEXT, AES, AS_AES))),
        workload=HospitalParameters(sizes=(5,), profile=profile),
    )
    outcome = stage.run(campaign, lent={server.spec: server.endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
    _check_form({cell.protection: cell for cell in report.cells})
    asked = ["compare", "small", "--baseline", AS_AES.name, "--json", "--store", stage.url]
    assert run(asked) == 0
    reported = json.loads(capsys.readouterr().out)
    rows = {(row["protection"], row["operation"]): row for row in reported}
    with stage.store() as store:
        snapshot = store.snapshot(outcome.campaign_id)
    over_plaintext = Comparisons(snapshot)
    for operation in ("INSERT", "SELECT", "UPDATE", "DELETE"):
        encrypted, control = rows[AES.name, operation], rows["control", operation]
        assert rows[AS_AES.name, operation]["cost_percent"] is None
        assert (
            encrypted["blocks"] == 2 and encrypted["cost_low_percent"] < encrypted["cost_percent"]
        )
        assert control["control"] and control["cost_percent"] is not None
        plain = next(
            row
            for row in over_plaintext.rows
            if (row.protection, row.operation) == (AES.name, operation)
        )
        assert plain.cost.percent != encrypted["cost_percent"], "another baseline"
        between = over_plaintext.control_interval([plain])
        assert between is not None
        margin = margin_percent(between)
        assert encrypted["margin_percent"] == plain.cost.margin == margin
