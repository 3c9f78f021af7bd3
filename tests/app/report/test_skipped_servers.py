"""An optional server that was not there is named with what was not measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.report.figures.campaign_report import report_on
from app.report.page_one.build_page_one import page_one
from app.report.tables.context_tables import missing_table
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from workloads.hospital.workload import HospitalParameters


@pytest.mark.slow
def test_that_a_skipped_server_stands_among_what_was_not_measured(tmp_path: Path) -> None:
    here = ServerSpec("sqlite", Source.EMBEDDED, "sqlite")
    away = ServerSpec("mariadb", Source.ADDRESS, "mariadb", host="127.0.0.1", port=9, user="x")
    campaign = quick_campaign(
        "small",
        (here, replace(away, optional=True)),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(30,)),
        repetitions=1,
    )
    stage = Stage(str(tmp_path / "store.sqlite"))
    outcome = stage.run(campaign)
    with stage.store() as store:
        report = report_on(store, outcome.campaign_id)
    [line] = [each for each in missing_table(report).lines if each[0] == "mariadb"]
    assert line[4] == "skipped" and "127.0.0.1" in line[5]
    [server] = [each for each in page_one(report).servers if each.server == "mariadb"]
    assert "127.0.0.1" in str(server.rows[0].where)
