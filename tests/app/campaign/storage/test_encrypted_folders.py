"""Campaigns on servers with an encrypted folder: encrypted and plain are sides of one server."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.campaign.servers.server_pool import ENCRYPTED_FOLDER
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import parse_plan, write_plan
from app.plan.status import Status
from app.results.events import Event, OperationStarted, RunFinished, RunStarted
from app.results.records import SearchSubject
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import EncryptedFolder
from engines.contract.errors import ServerUnavailable
from engines.contract.protection import PLAINTEXT
from engines.keeping.home import servers_folder
from engines.platform.volumes import mounts_below
from engines.servers.encrypted_folders import check_luks
from tests.app.campaign.storage.mounts import Mount
from tests.gocryptfs import run, unmounting
from tests.requirements import lacking

pytestmark = pytest.mark.slow


@pytest.fixture
def encrypted(plan: Callable[..., Campaign]) -> Callable[[str], Campaign]:
    def make(engine: str) -> Campaign:
        campaign = plan(engine, size=5, protections=(PlannedProtection(PLAINTEXT),))
        spec = replace(campaign.servers[0], encrypted_folder=EncryptedFolder.GOCRYPTFS)
        return replace(campaign, servers=(spec,))

    return make


@pytest.mark.parametrize(
    "moment", [pytest.param(RunStarted, marks=pytest.mark.exhaustive), OperationStarted]
)
def test_that_an_encrypted_folder_takes_turns_with_plaintext_and_is_mounted_again_when_lost(
    moment: type, stage: Any, mount: Mount, encrypted: Callable[[str], Campaign]
) -> None:
    """`mount` sees that folders can be mounted here. The folder is taken away from below a server
    that keeps its files open, before its first run is under way or in the middle of it."""
    del mount
    taken: list[str] = []

    def watch(event: Event) -> None:
        if isinstance(event, moment) and not taken:
            [(_, _, point)] = mounts_below(str(servers_folder()))
            taken.append(point)
            run(unmounting(), "-u", "-z", point)

    stage.watch = watch
    outcome = stage.run(replace(encrypted("firebird"), repetitions=2, warmups=0))
    ends = stage.of(RunFinished)
    lost = [each for each in ends if each.status is not Status.DONE]
    assert (outcome.status, outcome.failed, len(ends)) == (Status.DONE, len(lost), 4)
    assert bool(lost) is (moment is OperationStarted)
    assert all(each in ends[:2] and each.why for each in lost), "who takes turns may end as well"
    compared = {event.compared for event in stage.of(RunStarted)}
    assert {frozenset(each) for each in compared} == {frozenset({"plaintext", "gocryptfs"})}
    with stage.store() as store:
        [cell] = [c for c in store.cells(outcome.campaign_id) if c.protection == "gocryptfs"]
        [server] = store.servers(outcome.campaign_id)
    assert cell.server == server.name == "firebird"
    assert server.settings[ENCRYPTED_FOLDER] == "gocryptfs (AES-256-GCM)"
    assert not mounts_below(str(servers_folder()))


def test_that_without_gocryptfs_its_cell_says_so_and_plaintext_is_measured(
    stage: Any, encrypted: Callable[[str], Campaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    which = shutil.which
    monkeypatch.setattr(
        shutil, "which", lambda name, **more: None if name == "gocryptfs" else which(name, **more)
    )
    outcome = stage.run(replace(encrypted("sqlite"), repetitions=1))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with stage.store() as store:
        cells = {cell.protection: cell for cell in store.cells(outcome.campaign_id)}
    assert cells["plaintext"].status is Status.DONE
    assert cells["gocryptfs"].status is Status.UNSUPPORTED
    assert "Install the package gocryptfs" in cells["gocryptfs"].reason
    assert len(stage.of(RunFinished)) == 1


def test_that_a_plan_keeps_the_folder_and_a_protection_named_in_it_is_measured_once(
    encrypted: Callable[[str], Campaign],
) -> None:
    campaign = encrypted("sqlite")
    text = write_plan(campaign)
    assert 'encrypted_folder = "gocryptfs"' in text
    assert parse_plan(text, "here") == campaign
    [folder] = [each for each in campaign.measured if each.protection.below_server]
    named = replace(campaign, protections=(*campaign.protections, folder))
    assert len(named.measured) == len(campaign.measured)


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
@pytest.mark.in_every_run("sqlite")
def test_that_a_volume_takes_turns_with_plaintext_and_a_thief_finds_nothing_in_it(
    engine: str, stage: Any, plan: Callable[..., Campaign]
) -> None:
    try:
        check_luks()
    except ServerUnavailable as error:
        lacking("luks", str(error))
    campaign = plan(engine, size=5, protections=(PlannedProtection(PLAINTEXT),))
    spec = replace(campaign.servers[0], encrypted_folder=EncryptedFolder.LUKS)
    outcome = stage.run(replace(campaign, servers=(spec,), repetitions=1, warmups=0, evidence=True))
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    compared = {event.compared for event in stage.of(RunStarted)}
    assert {frozenset(each) for each in compared} == {frozenset({"plaintext", "luks"})}
    with stage.store() as store:
        [server] = store.servers(outcome.campaign_id)
        seen = [
            each
            for each in store.evidence(outcome.campaign_id)
            if each.subject is SearchSubject.MARKER
        ]
    assert server.settings[ENCRYPTED_FOLDER] == "luks (aes-xts-plain64)"
    found = {(each.protection, each.place): each.found for each in seen}
    assert found["plaintext", PlaceName.DATA] and found["luks", PlaceName.DATA]
    assert found["luks", PlaceName.DISK] is False
    [disk] = [each for each in seen if each.place == PlaceName.DISK]
    assert disk.size > 5_000_000
    assert not mounts_below(str(servers_folder()))
