"""Pictures of campaigns with work of another shape: requests that arrive, ciphers without a
database, whole tables, and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QTabWidget, QWidget

from app.plan.campaign import Campaign, PlannedProtection
from app.window.main_window import MainWindow
from app.window.pages.results.latency.tab import LatencyTab
from app.window.pages.results.plans.tab import PlansTab
from app.window.pages.results.speeds.tab import SpeedsTab
from app.window.pages.run.head import RunHead
from engines.contract.endpoint import Source
from engines.contract.launch import Logs
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.server import ServerSpec
from workloads.cipher_speed.workload import CipherSpeedParameters
from workloads.predicate.indexes import Index
from workloads.predicate.parameters import PredicateParameters
from workloads.tablespace.cases import Flush, Temperature
from workloads.tablespace.parameters import TablespaceParameters
from workloads.web_users.loads import Load
from workloads.web_users.parameters import WebUsersParameters

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""

type Take = Callable[[str], Iterator[Wait]]
"""Saves the window under a name, light and dark."""

_RUNNING_SECONDS = 12.0
"""After so long there are curves to see."""

_GCM = PlannedProtection(Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"))


def work_views(window: MainWindow, take: Take) -> Iterator[Wait]:
    """Campaigns of each such workload: planned, under way and as results."""
    yield from _views(window, take, "load", _users(), LatencyTab, "latency")
    yield from _views(window, take, "ciphers", _ciphers(), SpeedsTab, "speeds")
    yield from _planned(window, take, "tablespace", _tables())
    yield from _views(window, take, "predicate", _predicates(), PlansTab, "plans")


def _users() -> Campaign:
    return Campaign(
        name="web users, AES-256-GCM",
        servers=(ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),),
        protections=(PlannedProtection(PLAINTEXT), _GCM),
        workload=WebUsersParameters(
            loads=(Load.MIXED,), users=500, read_rate=(200,), write_rate=(50,), seconds=3, lanes=2
        ),
        repetitions=6,
        warmups=0,
    )


def _ciphers() -> Campaign:
    return Campaign(
        name="raw ciphers",
        servers=(),
        protections=(),
        workload=CipherSpeedParameters(
            providers=("cryptography",),
            ciphers=("aes-128-cbc", "aes-256-cbc", "aes-256-gcm"),
            block_bytes=(16, 1024, 16384),
            blocks_without_instructions=(16384,),
            rsa_bits=(1024, 2048, 4096),
            seconds=1,
            rsa_seconds=1,
        ),
        repetitions=2,
        warmups=0,
    )


def _tables() -> Campaign:
    tables = Protection("tablespace-256", ProtectionKind.STORAGE, "aes", 256, "tablespace")
    file = Protection("aes-256-cbc", ProtectionKind.STORAGE, "aes256cbc")
    return Campaign(
        name="whole tables sealed, cold and warm",
        servers=(
            ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),
            ServerSpec("mariadb", Source.LOCAL, "mariadb", optional=True),
        ),
        protections=(
            PlannedProtection(PLAINTEXT),
            PlannedProtection(tables, ("mariadb",)),
            PlannedProtection(file, ("sqlite",)),
        ),
        workload=TablespaceParameters(
            buffers=(16, 1024),
            temperatures=tuple(Temperature),
            flush=(Flush.INCLUDED,),
            logs=(Logs.USUAL, Logs.SEALED),
        ),
        warmups=0,
    )


def _predicates() -> Campaign:
    return Campaign(
        name="conditions on encrypted columns",
        servers=(ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),),
        protections=(
            PlannedProtection(PLAINTEXT),
            PlannedProtection(Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)),
        ),
        workload=PredicateParameters(
            rows=(20_000,), indexes=(Index.BLIND, Index.BTREE), searches=10, scans=1, writes=50
        ),
        repetitions=2,
        warmups=0,
    )


def _planned(window: MainWindow, take: Take, name: str, campaign: Campaign) -> Iterator[Wait]:
    window.show_page("campaign")
    window.workbench.plan_opened.emit(campaign)
    yield 1.5
    yield from take(f"campaign-{name}")


def _views(
    window: MainWindow,
    take: Take,
    name: str,
    campaign: Campaign,
    own: type[QWidget],
    shown_as: str,
) -> Iterator[Wait]:
    workbench = window.workbench
    yield from _planned(window, take, name, campaign)
    workbench.start(campaign)
    yield _RUNNING_SECONDS
    yield from take(f"run-{name}")
    yield lambda: not workbench.running
    window.page("run").findChildren(RunHead)[0].results_asked.emit()
    page = window.page("results")
    yield 2.0
    shown = page.findChildren(own)[0]
    next(each for each in page.findChildren(QTabWidget) if each.isVisible()).setCurrentWidget(shown)
    yield 1.5
    yield from take(f"results-{shown_as}")
