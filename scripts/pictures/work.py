"""Pictures of campaigns with work of another shape: requests that arrive, ciphers without a
database, whole tables, and searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QTabWidget, QWidget

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import read_plan
from app.results.events import Event, Progressed
from app.servers.entry import ServerState
from app.window.main_window import MainWindow
from app.window.pages.results.chart_tabs import SpeedsTab
from app.window.pages.results.latency_tab import LatencyTab
from app.window.pages.results.plans_tab import PlansTab
from app.window.pages.run.run_head import RunHead
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.launch import Logs
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from workloads.cipher_speed.workload import CipherSpeedParameters
from workloads.predicate.blind_indexes import IndexKind
from workloads.predicate.parameters import PredicateParameters
from workloads.tablespace.workload import CacheState, Flush, TablespaceParameters
from workloads.web_users.parameters import LoadKind, Path, WebUsersParameters

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""

type Take = Callable[[str], Iterator[Wait]]
"""Saves the window under a name, light and dark."""

_SPEEDS_OF_OTHERS, _LATENCIES_OF_OTHERS = "openssl-exercise-2024", "vidakovic-2024"
_RUNNING_SECONDS = 12.0
"""After so long there are curves to see."""
_ENOUGH = 0.4
"""Of a campaign: then figures of several cells are there."""
_BUSY = (ServerState.STARTING, ServerState.STOPPING)

_GCM = PlannedProtection(Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"))


WORK = ("load", "ciphers", "tablespace", "predicate", "change")
"""What there are pictures of."""


def work_views(window: MainWindow, take: Take, part: str) -> Iterator[Wait]:
    """A campaign of one of `WORK`: planned, under way and as results."""
    match part:
        case "load":
            yield from _views(window, take, part, _users(), LatencyTab, "latency")
            yield from _published(window, take, LatencyTab, _LATENCIES_OF_OTHERS, "latency")
        case "ciphers":
            yield from _views(window, take, part, _ciphers(), SpeedsTab, "speeds")
            yield from _published(window, take, SpeedsTab, _SPEEDS_OF_OTHERS, "speeds")
        case "tablespace":
            yield from _planned(window, take, part, _tables())
        case "change":
            yield from _planned(window, take, part, read_plan("change-demo"))
        case "predicate":
            yield from _views(window, take, part, _predicates(), PlansTab, "plans")


def _published(
    window: MainWindow,
    take: Take,
    own: type[LatencyTab | SpeedsTab],
    study: str,
    shown_as: str,
) -> Iterator[Wait]:
    """A published study beside what is shown."""
    menu = window.page("results").findChildren(own)[0].studies
    menu.choose(study)
    yield 1.0
    yield from take(f"results-study-{shown_as}")
    menu.choose(study)


def _users() -> Campaign:
    return Campaign(
        name="web users, AES-256-GCM",
        servers=(ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),),
        protections=(PlannedProtection(PLAINTEXT), _GCM),
        workload=WebUsersParameters(
            loads=(LoadKind.MIXED,),
            paths=(Path.API,),
            users=500,
            read_rate=(100,),
            write_rate=(50,),
            seconds=3,
            lanes=2,
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
            temperatures=tuple(CacheState),
            flush=(Flush.INCLUDED,),
            logs=(Logs.USUAL, Logs.ENCRYPTED),
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
            rows=(20_000,),
            indexes=(IndexKind.BLIND, IndexKind.BTREE),
            searches=10,
            scans=1,
            writes=50,
        ),
        repetitions=2,
        warmups=0,
    )


def _planned(window: MainWindow, take: Take, name: str, campaign: Campaign) -> Iterator[Wait]:
    window.show_page("campaign")
    window.workbench.plan_opened.emit(campaign)
    known = window.workbench.servers
    yield 0.5
    yield lambda: not any(entry.state in _BUSY for entry in known.entries())
    yield 1.5
    yield from take(f"campaign-{name}")


class _Share:
    """How much of a campaign is done."""

    def __init__(self, workbench: Workbench) -> None:
        self.done = 0.0
        workbench.events.connect(self._count)

    def _count(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Progressed) and event.total:
                self.done = event.finished / event.total


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
    share = _Share(workbench)
    workbench.start(campaign)
    yield _RUNNING_SECONDS
    yield lambda: share.done > _ENOUGH or not workbench.running
    yield from take(f"run-{name}")
    yield lambda: not workbench.running
    window.page("run").findChildren(RunHead)[0].results_asked.emit()
    page = window.page("results")
    yield 2.0
    shown = page.findChildren(own)[0]
    next(each for each in page.findChildren(QTabWidget) if each.isVisible()).setCurrentWidget(shown)
    yield 1.5
    yield from take(f"results-{shown_as}")
