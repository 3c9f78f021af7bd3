"""The hospital study as a workload file, on every server under the protection of its plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.plan.plan_file import read_plan
from engines.registry import engine_names
from engines.servers.server import Server
from tests.workloads.own.test_rehearsal import options_of, refusals, rehearsed
from workloads.contract import Profile

CLINIC = Path(__file__).parents[3] / "assets/workloads/clinic.toml"


@pytest.mark.slow
@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
def test_that_the_clinic_gives_what_it_gives_in_plaintext(server: Server) -> None:
    shipped = read_plan("own-clinic").protections
    meant = [each.protection for each in shipped if server.engine.name in each.servers]
    if not meant:
        pytest.skip("the plan has no protection for this engine")
    (protection,) = meant
    if server.probe().why_not(protection, server.engine.default_mode):
        pytest.skip("this server has no such protection")
    options = options_of(CLINIC, Profile.STUDY)
    assert not refusals(server, options, protection)
    rehearsed(server, options, protection)
