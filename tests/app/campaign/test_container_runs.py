"""Campaigns on servers in containers, typed as a user types them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import write_plan
from app.plan.status import Status
from app.results.events import Sampled
from app.results.store.store import open_store
from engines.container.daemon import LABEL, daemon
from engines.contract.endpoint import TlsMode
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import Started
from tests.engines.containers import ENGINES, container_spec, image_of, write_authority
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow


NATIVE = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)


def campaign_on(*specs: ServerSpec, under: Sequence[Protection] = (PLAINTEXT, NATIVE)) -> Campaign:
    return quick_campaign(
        "contained",
        specs,
        tuple(map(PlannedProtection, under)),
        HospitalParameters(sizes=(20,)),
        repetitions=1,
        warmups=0,
    )


def containers_of(pid: int) -> list[str]:
    with daemon() as client:
        found = client.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
        return [each.name for each in found if each.labels[LABEL].split()[2] == str(pid)]


def run_typed(campaign: Campaign, folder: Path) -> tuple[int, str, str, int]:
    plan, store = folder / "plan.toml", folder / "s.sqlite"
    plan.write_text(write_plan(campaign))
    program = Started(
        *("run", plan, "--store", store, "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out, err = program.communicate(timeout=110)
    return program.returncode, out, err, program.pid


def encrypted(engine: str, folder: Path) -> dict[str, Any]:
    """As strictly as an engine can: by a certificate that is checked, which Firebird has not."""
    if engine == "firebird":
        return {"tls": TlsMode.REQUIRE}
    authority = write_authority(image_of(engine), folder / "ca.pem")
    return {"tls": TlsMode.VERIFY_FULL, "tls_ca": str(authority)}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.in_every_run("postgresql")
def test_that_the_hospital_passes_in_a_container_encrypted_and_is_watched(
    engine: str, tmp_path: Path
) -> None:
    container_spec(engine)  # without which there is no certificate
    tls = encrypted(engine, tmp_path)
    spec = container_spec(engine, name="box", cpus=1.0, memory_mb=2000, **tls)
    code, out, err, pid = run_typed(campaign_on(spec), tmp_path)
    assert code == 0, err
    assert json.loads(out)["runs_done"] == 2
    assert not containers_of(pid), "nothing is left of it"
    with open_store(str(tmp_path / "s.sqlite"), write=False) as store:
        samples = [each for run in store.runs(1) for each in store.samples(run.id)]
        operations = store.operations(1)
    assert len(operations) == 2 * 4
    assert max(each.server_cpu or 0.0 for each in samples) > 1
    memory = [each.server_memory for each in samples if each.server_memory is not None]
    assert memory and all(5 < size < 2000 for size in memory)


@pytest.mark.exhaustive
def test_that_two_containers_of_one_engine_serve_one_campaign(stage: Any) -> None:
    small = container_spec("firebird", name="small", memory_mb=500)
    large = replace(small, name="large", memory_mb=1000)
    outcome = stage.run(campaign_on(small, large, under=(PLAINTEXT,)))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    memory = [event.sample.server_memory for event in stage.of(Sampled)]
    assert any((size or 0) > 5 for size in memory)
    assert all((size or 0) < 500 for size in memory)
