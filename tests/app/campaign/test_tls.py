"""TLS as a protection: with and without, over TCP, as sides of one server."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from app.evidence.threats import Threat, WorstFinding, threats
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import parse_plan, read_plan, write_plan
from app.plan.status import Status
from app.results.events import RunStarted
from engines.base.capability import TLS_IN_USE
from engines.container.daemon import daemon
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Source, TlsMode
from engines.contract.protection import PLAINTEXT, TLS
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.engines.containers import container_spec, write_authority
from tests.requirements import spec_of
from workloads.connections.workload import ConnectionsParameters

pytestmark = pytest.mark.slow

OPENED = 12
COMPARED = (PlannedProtection(PLAINTEXT), PlannedProtection(TLS))


@pytest.fixture
def compared(plan: Callable[..., Campaign]) -> Callable[..., Campaign]:
    def make(*engines: str) -> Campaign:
        return plan(
            *engines,
            protections=COMPARED,
            workload=ConnectionsParameters(sizes=(OPENED,)),
            repetitions=1,
        )

    return make


ENGINES = ("postgresql", "mariadb", "mysql")
"""Those that know TLS."""


def assert_compared(stage: Any, campaign: Campaign, **more: Any) -> None:
    """Plain TCP and TLS take turns on the one server of a campaign; only the packets of the first
    show the marker."""
    outcome = stage.run(replace(campaign, evidence=True), **more)
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    neighbour = {event.compared for event in stage.of(RunStarted)}
    assert {frozenset(each) for each in neighbour} == {frozenset({"plaintext", "tls"})}
    with stage.store() as store:
        [server] = store.servers(outcome.campaign_id)
        operations = store.operations(outcome.campaign_id)
        evidence = store.evidence(outcome.campaign_id)
    assert server.settings[TLS_IN_USE].startswith("TLSv1.")
    report = {(each.run.protection, each.operation): each.statements for each in operations}
    named = ("CONNECT", "SELECT", "SELECT 64 kB")
    assert report == dict.fromkeys(product(("plaintext", "tls"), named), OPENED)
    heard = {each.protection: each.found for each in evidence if each.place == PlaceName.PACKETS}
    if os.geteuid() == 0:
        assert heard == {"plaintext": True, "tls": False}
        seen = {
            row.protection: row.seen for row in threats(evidence) if row.threat is Threat.NETWORK
        }
        assert seen == {"plaintext": WorstFinding.PLAINTEXT, "tls": WorstFinding.NOTHING}
    else:
        assert heard == {"plaintext": None, "tls": None}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.in_every_run("mariadb")
def test_that_tls_takes_turns_with_plain_tcp_and_only_then_packets_hide_the_marker(
    engine: str, stage: Any, compared: Callable[..., Campaign]
) -> None:
    """Of PostgreSQL the server at an address, below, is compared in every run."""
    assert_compared(stage, compared(engine))


@pytest.mark.exhaustive  # tests/engines/container has the certificate, the test above a campaign
@pytest.mark.parametrize("engine", ENGINES)
def test_that_a_server_in_a_container_is_compared_with_its_certificate_verified(
    engine: str, stage: Any, compared: Callable[..., Campaign], tmp_path: Path
) -> None:
    """MariaDB is compared by the test before."""
    plain = container_spec(engine, name="box")
    authority = write_authority(plain.image or "", tmp_path / "ca.pem")
    spec = replace(plain, tls=TlsMode.VERIFY_FULL, tls_ca=str(authority))
    assert_compared(stage, replace(compared("postgresql"), servers=(spec,)))


@pytest.fixture
def without_tls() -> Iterator[ServerSpec]:
    """A container whose server has no TLS."""
    image = container_spec("mariadb").image
    output = f'FROM {image}\nCMD ["--skip-ssl"]\n'
    with daemon() as client:
        made, _ = client.images.build(fileobj=io.BytesIO(output.encode()), rm=True)
        yield container_spec("mariadb", name="box", image=made.id)
        client.images.remove(made.id)


def test_that_a_container_without_tls_is_measured_in_plaintext_and_says_why_not_otherwise(
    stage: Any, compared: Callable[..., Campaign], without_tls: ServerSpec
) -> None:
    outcome = stage.run(replace(compared("postgresql"), servers=(without_tls,)))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        cells = {each.protection: each for each in store.cells(outcome.campaign_id)}
    assert cells["plaintext"].status is Status.DONE
    assert cells["tls"].status is Status.UNSUPPORTED
    assert cells["tls"].reason.startswith("The server refused TLS: ")


@pytest.fixture
def listening() -> Iterator[Server]:
    """A server of ours that takes connections with TLS and without."""
    server = open_server(replace(spec_of("postgresql"), compares_tls=True))
    with closing(server):
        yield server


@pytest.mark.exhaustive
def test_that_a_server_at_an_address_is_compared_as_its_tls_says(
    stage: Any, compared: Callable[..., Campaign], listening: Server
) -> None:
    end = listening.endpoint
    assert end.tls_to_compare is not None and end.password is not None
    spec = ServerSpec(
        "away", Source.ADDRESS, "postgresql", host=end.host, port=end.port, user=end.user,
        tls=TlsMode.VERIFY_FULL, tls_ca=end.tls_to_compare.ca,
    )  # fmt: skip
    campaign = replace(compared("postgresql"), servers=(spec,))
    assert_compared(stage, campaign, passwords={"away": end.password})


@pytest.mark.parametrize(("engine", "refused"), [("sqlite", []), ("duckdb", ["CONNECT"])])
def test_that_a_file_has_no_tls_and_one_that_a_process_opens_once_no_connect(
    engine: str, refused: list[str], stage: Any, compared: Callable[..., Campaign]
) -> None:
    outcome = stage.run(compared(engine))
    with stage.store() as store:
        cells = {each.protection: each for each in store.cells(outcome.campaign_id)}
    assert cells["tls"].status is Status.UNSUPPORTED
    assert cells["tls"].reason == "The server does not offer TLS for this connection."
    assert [each.operation for each in cells["plaintext"].refused] == refused


def test_that_a_plan_keeps_tls_and_opens_its_servers_both_ways() -> None:
    campaign = read_plan("tls")
    assert parse_plan(write_plan(campaign), "here") == campaign
    assert not any(spec.compares_tls for spec in campaign.servers)
    assert all(spec.compares_tls for spec in campaign.opened)
    only_maria = replace(
        campaign, protections=(PlannedProtection(PLAINTEXT), PlannedProtection(TLS, ("mariadb",)))
    )
    assert [spec.compares_tls for spec in only_maria.opened] == [False, True, False]
