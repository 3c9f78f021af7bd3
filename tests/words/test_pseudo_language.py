"""Every page in a language 40 % longer than English, in the smallest window: nothing is cut off."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.campaign.watching.stall_watch import Interference, ProbeInterval, why_stalled
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.processes.deadlines import no_answer
from app.results.events import Event, EvidenceGathered, RunFinished, ServerLost
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import open_store
from app.window.base.messages import message_text
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.design.page import DesignPage
from app.window.pages.results.latency_tab import LatencyTab
from app.window.pages.results.results_head import MoreRepetitions
from app.window.pages.results.results_view import ResultsView
from engines.base.capability import Capabilities
from engines.contract.message import phrase
from engines.inspection.file_search import not_found_in
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, make_campaign, store_campaign
from tests.app.window.settling import settle
from tests.words.clipping import clipped, outside_brackets, untranslated
from tests.words.pseudo import Pseudo, pseudo
from tests.words.walking import KEYS, NAME, on_two_servers, opened, show_results, views
from widgets.layout.page_stack import PageStack

pytestmark = [
    pytest.mark.usefixtures("children_forked"),
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
]
SERVERS = ("postgresql", "mariadb", "mysql", "firebird", "sqlite", "duckdb", NAME)
KNOWN = re.compile(
    r"(?s:.*(OpenSSL \d|openssl\ncompiler).*)|openssl|cryptography|rsa-\w+|chacha20-poly1305|"
    r"/\S+/shop|estado\.nome|Scroll (Left|Right)|"
    r"Cipherbench|PostgreSQL|MariaDB|MySQL|Firebird|SQLite|DuckDB|SQLCipher|Ctrl|"
    r"AES in server,.*storage|"
    rf"\b({'|'.join(SERVERS)})\b|"
    r"\b([0-9a-f]{6}…|[0-9a-f]{32}\b)|client…[-\w]*|(client-|storage-|storag…)?(aes|aegis|plaintext|control|ablespace)[-\w…]*|[A-Z\d]{3,}|X?ChaCha20|Poly\d+|Ascon|SQLCipher"
)
"""Names of programs, servers, campaigns, protections and keys."""


@pytest.fixture(scope="module")
def language(found: set[tuple[str, str]]) -> Iterator[Pseudo]:
    spoken = Pseudo(found)
    QCoreApplication.installTranslator(spoken)
    yield spoken
    QCoreApplication.removeTranslator(spoken)


@pytest.fixture(scope="module")
def window(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication, language: Pseudo
) -> Iterator[MainWindow]:
    """A window for the tests that look at it."""
    with opened(tmp_path_factory.mktemp("spoken") / "results.sqlite", qapp) as made:
        yield made


def test_that_the_language_leaves_places_and_mnemonics_alone() -> None:
    assert pseudo("&Save {name} as …") == "[&Sáávéé {name} áás …é]"
    assert len(pseudo("x" * 100)) == 142
    assert outside_brackets("a [b [c] d] e <b>f</b>") == "a  e f"


def test_that_what_a_store_tells_is_reported_in_the_language_of_the_window(
    qapp: QApplication, language: Pseudo, tmp_path: Path
) -> None:
    silent = no_answer(NAME, phrase("creating its database"), 3).advice
    unable = Capabilities("18").why_not(CBC, "cbc")
    assert unable is not None
    stood = [ProbeInterval(0, 5, stopped=frozenset({"worker"})), ProbeInterval(5, 6)]
    stalled = why_stalled(stood, Interference(), 0, 6, visible=True)
    seen = EvidenceFinding(
        NAME, CBC.name, SearchArea.FILES, SearchSubject.MARKER, "f", False, not_found_in(2, 9)
    )
    path = str(tmp_path / "results.sqlite")
    with open_store(path, write=True) as store:
        number = store_campaign(store, make_campaign(NAME, servers=((NAME, "postgresql"),)))
        ends = zip(store.load(number).runs, (silent, unable, stalled), strict=False)
        report: list[Event] = [RunFinished(run.id, Status.FAILED, 9.0, why) for run, why in ends]
        gathered = EvidenceGathered(NAME, CBC.name, (seen,), 9.0)
        store.write(number, [*report, gathered, ServerLost(NAME, silent, optional=True)])
    with open_store(path, write=False) as store:
        found = [each.why for each in store.runs(number)[:3]]
        found += [store.events(number)[0].message, store.evidence(number)[0].message]
    assert found[:3] == [silent, unable, stalled]
    for output in found:
        text = outside_brackets(message_text(output))
        assert not re.search("[A-Za-z]{3}", KNOWN.sub("", text)), text


@pytest.mark.slow
def test_that_a_longer_language_fits_the_smallest_window(window: MainWindow, qtbot: QtBot) -> None:
    report = [
        each
        for key in KEYS
        if key != "lessons"  # files in languages of their own
        for name, page in views(window, key, qtbot)
        for each in look_at(window, page, name, qtbot)
    ]
    assert not report, "\n" + "\n".join(report)


@pytest.mark.slow
def test_that_what_unfolds_fits_as_well(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("campaign")
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    window.workbench.plan_opened.emit(on_two_servers())
    campaign.work.more.setChecked(True)
    settle(campaign, qtbot)
    report = look_at(window, campaign, "campaign", qtbot)
    results = show_results(window, qtbot)
    question = results.findChild(MoreRepetitions)
    assert isinstance(question, MoreRepetitions)
    question.ask()
    settle(results, qtbot)
    report += look_at(window, results, "results", qtbot)
    question.hide()
    campaign.work.more.setChecked(False)
    assert not report, "\n" + "\n".join(report)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_the_form_of_every_workload_fits(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("campaign")
    campaign = window.page("campaign")
    assert isinstance(campaign, CampaignPage)
    report: list[str] = []
    for plan in ("web-users-demo", "cipher-speed"):
        window.workbench.plan_opened.emit(replace(read_plan(plan), name=NAME))
        campaign.work.more.setChecked(True)
        settle(campaign, qtbot)
        report += look_at(window, campaign, plan, qtbot)
    assert not report, "\n" + "\n".join(report)


@pytest.mark.slow
def test_that_the_steps_to_a_workload_file_fit(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "shop"
    with closing(sqlite3.connect(file)) as database:
        database.execute("create table shop (ID integer primary key, EMAIL VARCHAR(80), IBAN TEXT)")
    window.show_page("design")
    page = window.page("design")
    assert isinstance(page, DesignPage)
    report = look_at(window, page, "design", qtbot)
    page.tables.server.choose("sqlite")
    page.tables.show_databases([str(file)])
    qtbot.waitUntil(lambda: not page.busy)
    page.tables.all_button.click()
    report += look_at(window, page, "design-tables", qtbot)
    page.next_button.click()
    qtbot.waitUntil(lambda: page.step == 1)
    page.columns.tick_proposed_button.click()
    report += look_at(window, page, "design-columns", qtbot)
    page.next_button.click()
    report += look_at(window, page, "design-statements", qtbot)
    assert not report, "\n" + "\n".join(report)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_latencies_under_load_fit(window: MainWindow, qtbot: QtBot) -> None:
    with open_store(str(window.workbench.store_url), write=True) as store:
        number = store_loaded(store, NAME, limited=True)
    page = show_results(window, qtbot)
    page.select(number)
    qtbot.waitUntil(lambda: page.findChild(LatencyTab) is not None)
    view, tab = page.findChild(ResultsView), page.findChild(LatencyTab)
    assert isinstance(view, ResultsView) and isinstance(tab, LatencyTab)
    qtbot.waitUntil(lambda: view.tabs.indexOf(tab) >= 0)
    view.tabs.setCurrentWidget(tab)
    qtbot.waitUntil(lambda: tab.chart_view.chart is not None)
    settle(page, qtbot)
    report = look_at(window, page, "latency", qtbot)
    assert not report, "\n" + "\n".join(report)


def look_at(window: MainWindow, page: QWidget, name: str, qtbot: QtBot) -> list[str]:
    """What is cut off, or was not translated, once the window has come to rest."""
    area = window.findChild(PageStack)
    assert isinstance(area, PageStack)
    across = area.horizontalScrollBar()

    def report() -> list[str]:
        wide = [f"{across.maximum()} px too wide"] if across.maximum() else []
        return [*wide, *clipped(window), *untranslated(window, KNOWN)]

    with suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not report(), timeout=20_000)
    if folder := os.environ.get("CIPHERBENCH_PSEUDO_PICTURES"):
        window.grab().save(f"{folder}/{name}.png")
    return [f"{name}: {each}" for each in report()]
