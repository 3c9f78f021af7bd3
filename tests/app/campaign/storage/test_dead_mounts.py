"""Campaigns on data under a mount that dies: its server's runs fail by name, others' are done, and
what lay there is removed by the first start that can look at it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, OperationStarted, RunFinished
from engines.contract.protection import PLAINTEXT
from engines.keeping import data_folder
from engines.keeping.home import servers_folder
from engines.keeping.server_folder import new_server_folder
from engines.leftovers import remove_leftovers
from tests.app.campaign.storage.mounts import Mount

pytestmark = pytest.mark.slow


def on_mount_and_next_to_it(engine: str, mount: Mount, plan: Callable[..., Campaign]) -> Campaign:
    on_it = replace(plan(engine).servers[0], name="below", data_directory=str(mount.plain))
    next_to_it = replace(plan("sqlite").servers[0], name="beside")
    protections = (PlannedProtection(PLAINTEXT),)
    return replace(plan(engine, size=400), servers=(on_it, next_to_it), protections=protections)


@pytest.mark.exhaustive  # one that is lost: test_below.py, test_encrypted_folders.py
@pytest.mark.parametrize("engine", ["sqlite", "firebird", "postgresql", "mariadb"])
def test_that_a_mount_that_dies_costs_its_own_servers_runs_and_is_tidied_once_it_is_back(
    engine: str, mount: Mount, stage: Any, plan: Callable[..., Campaign]
) -> None:
    killed: list[Event] = []

    def watch(event: Event) -> None:
        if isinstance(event, OperationStarted) and not killed:
            killed.append(event)
            mount.kill()

    stage.watch, before = watch, set(servers_folder().iterdir())
    outcome = stage.run(on_mount_and_next_to_it(engine, mount, plan))
    assert outcome.status is Status.DONE and outcome.failed
    ends: dict[str, set[Status]] = {}
    with stage.store() as store:
        cells = store.load(outcome.campaign_id).cells
        for run in store.runs(outcome.campaign_id):
            ends.setdefault(cells[run.cell].server, set()).add(run.status)
    assert ends == {"below": {Status.FAILED}, "beside": {Status.DONE}}
    reasons = [str(each.why) for each in stage.of(RunFinished) if str(each.why)]
    assert not any("Internal error" in each for each in reasons)
    assert any("Transport endpoint is not connected" in each for each in reasons)
    remove_leftovers()
    mount.unmount()
    remove_leftovers()
    assert set(servers_folder().iterdir()) - before, "a note of what is out of reach stays"
    mount.mount()
    assert list(mount.plain.iterdir()), "as long as that is there"
    remove_leftovers()
    assert list(mount.plain.iterdir()) == [] and set(servers_folder().iterdir()) == before


def left_on(mount: Mount) -> Path:
    """Data there of a server whose keeper was killed; the folder with the note of them."""
    left = new_server_folder("left")
    data = mount.plain / "cipherbench-left"
    data.mkdir()
    (data / "file").touch()
    left.note_data(data)
    left.close()
    return left.path


def test_that_a_mount_that_answers_nobody_keeps_no_start_waiting(
    mount: Mount, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_folder, "_LOOK_SECONDS", 0.5)
    note = left_on(mount)
    for process in mount.processes():
        process.suspend()
    try:
        began = time.monotonic()
        remove_leftovers()
        assert time.monotonic() - began < 30
        assert note.exists()
    finally:
        for process in mount.processes():
            process.resume()
    remove_leftovers()
    assert not note.exists() and list(mount.plain.iterdir()) == []


def test_that_data_that_somebody_has_removed_leave_no_note(mount: Mount) -> None:
    note = left_on(mount)
    shutil.rmtree(mount.plain / "cipherbench-left")
    mount.unmount()
    remove_leftovers()
    assert note.exists()
    mount.mount()
    remove_leftovers()
    assert not note.exists()
