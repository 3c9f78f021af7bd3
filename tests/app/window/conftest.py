"""What pages read: a store that real campaigns have filled, once for all workers of a session."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.campaign.executor import CampaignExecutor
from app.campaign.runner import CampaignRunner
from app.evidence.gathering import gather_evidence
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.events import Event, RunFinished
from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.settings import settings
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.prepared_servers import made_once
from tests.app.quick import quick_campaign
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.settling import PAGES, have_sqlite_run, shown_window
from widgets.look.theme import apply_theme
from workloads.hospital.workload import HospitalParameters

_SPEC = ServerSpec("postgresql", Source.EMBEDDED, "postgresql")
AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)


@pytest.fixture(scope="module", autouse=True)
def _forked(children_forked: None) -> None:
    """In all of these modules."""


def _campaign(name: str, repetitions: int) -> Campaign:
    return quick_campaign(
        name=name,
        servers=(_SPEC,),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(AES)),
        workload=HospitalParameters(sizes=(20, 40)),
        repetitions=repetitions,
        warmups=0,
    )


@pytest.fixture(scope="session")
def _filled(servers: Any) -> Path:
    return made_once("filled.sqlite", lambda path: _fill(path, servers))


def _fill(path: Path, servers: Any) -> None:
    lent = {_SPEC: servers["postgresql"].endpoint}
    whole = CampaignExecutor(str(path), lent=lent, gather=gather_evidence)
    assert whole.run(_campaign("whole", 2)).status is Status.DONE
    runner: list[CampaignRunner] = []

    def cancel_after_one(event: Event) -> None:
        if isinstance(event, RunFinished):
            runner[-1].cancel()

    cut = CampaignExecutor(
        str(path),
        lent=lent,
        sink=cancel_after_one,
        on_start=runner.append,
        gather=gather_evidence,
    )
    assert cut.run(_campaign("cut short", 1)).status is Status.CANCELLED


@pytest.fixture
def filled(_filled: Path, tmp_path: Path) -> Path:
    """A store of the test's own with two campaigns on PostgreSQL, at 20 and 40 records: `whole`
    has two repetitions of plaintext and AES-128, `cut short` was cancelled after its first run."""
    path = tmp_path / "filled.sqlite"
    shutil.copy(_filled, path)
    return path


@pytest.fixture(scope="module")
def window(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[MainWindow]:
    """With a campaign to read, all pages made; for tests that walk through it and change nothing
    that others see. Most files have one of their own."""
    settings().clear()
    apply_theme(qapp, "light")
    path = tmp_path_factory.mktemp("walked") / "results.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign())
    with shown_window(str(path), (1280, 800)) as made:
        have_sqlite_run(made.workbench)
        for key in PAGES:
            made.page(key)
        yield made
    qapp.setStyleSheet("")
