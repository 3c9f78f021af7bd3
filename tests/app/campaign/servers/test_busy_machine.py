"""A session on a much busier machine than the one before is told to be so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.campaign.servers.conditions import harmless_note, session_differences
from app.plan.campaign import Campaign, PlannedProtection
from app.report.tables.context_tables import sessions_table
from app.results.records import SessionRecord
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters

CAMPAIGN: Campaign = quick_campaign(
    "small",
    (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
    (PlannedProtection(PLAINTEXT),),
    HospitalParameters(sizes=(30,)),
)
THEN = SessionRecord(1.0, {"load_average": [25.0, 20.0, 10.0]}, "", ())


def test_that_a_report_on_several_sessions_has_the_load_of_each() -> None:
    later = replace(THEN, at=2.0, environment={"load_average": [5.0, 1.0, 1.0]})
    lines = sessions_table((THEN, later)).lines
    assert [line[1:] for line in lines] == [("load_average", "25.0"), ("load_average", "5.0")]


@pytest.mark.parametrize(
    ("load", "report"), [(5.0, True), (60.0, True), (24.0, False), (25.9, False)]
)
def test_that_another_load_of_the_machine_is_reported_and_keeps_nobody_from_going_on(
    load: float, report: bool
) -> None:
    now = replace(THEN, environment={"load_average": [load, 1.0, 1.0]})
    found = list(session_differences(CAMPAIGN, THEN, now))
    assert [each.matters for each in found] == [False] * report
    for each in found:
        output = harmless_note(each).text
        assert "load average" in output and "was 25.0" in output and f"now {load}" in output
