"""The evidence tab over a store: every place and key side by side, and what a cell stands on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.evidence.threats import Threat
from app.plan.matrix import schedule
from app.results.events import EvidenceGathered
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import open_store
from app.window.lab.evidence import EvidenceTab, place_table, threat_word
from app.window.shared.protection_words import attackers
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from engines.contract.protection import PLAINTEXT, TLS, Protection, ProtectionKind
from engines.properties import properties_of
from tests.app.results.making import make_campaign, make_cells
from tests.app.window.settling import let_go, settle

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
PROTECTIONS = (
    PLAINTEXT,
    Protection("aes-128", ProtectionKind.NATIVE, "aes", 128),
    Protection("client-aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"),
    Protection("storage-aes-128-tablespace", ProtectionKind.STORAGE, "aes", 128, "tablespace"),
    Protection("storage-aegis", ProtectionKind.STORAGE, "aegis", 256, "file"),
)
NAMES = [each.name for each in PROTECTIONS]


def seen(protection: str, place: str, found: bool | None, **changes: Any) -> EvidenceFinding:
    made: dict[str, Any] = {"ground": SearchArea.FILES, "subject": SearchSubject.MARKER}
    made.update(changes)
    return EvidenceFinding(
        "postgresql",
        protection,
        place=place,
        found=found,
        message=Message(f"Seen in {place}."),
        count=30 if found else 0,
        **made,
    )


def key(
    protection: str, place: str, found: bool, ground: SearchArea = SearchArea.FILES
) -> EvidenceFinding:
    return seen(protection, place, found, ground=ground, subject=SearchSubject.KEY)


EVIDENCE = [
    *(
        seen(name, place, name == "plaintext")
        for name in NAMES
        for place in ("data files", "memory-mapped files")
    ),
    *(seen(name, "server memory", None, ground=SearchArea.MEMORY) for name in NAMES),
    key("aes-128", "server log", True),
    key("aes-128", "server memory", True, SearchArea.MEMORY),
    key("client-aes-256-gcm", "all files", False),
]


@pytest.fixture
def tab(qtbot: QtBot, tmp_path: Path, qapp: QApplication) -> Iterator[EvidenceTab]:
    url = str(tmp_path / "results.sqlite")
    campaign = make_campaign(servers=(("postgresql", "postgresql"),), protections=PROTECTIONS)
    cells = make_cells(campaign)
    with open_store(url, write=True) as store:
        number = store.create_campaign(campaign, cells, schedule(campaign, cells))
        for name in NAMES:
            own = tuple(each for each in EVIDENCE if each.protection == name)
            store.write(number, [EvidenceGathered("postgresql", name, own, 1.0)])
    workbench = Workbench(url)
    made = EvidenceTab(workbench)
    qtbot.addWidget(made)
    made.resize(1180 - 130, 620)  # what the smallest window leaves of it
    made.show()
    qtbot.waitExposed(made)
    made.refresh()
    qtbot.waitUntil(
        lambda: (
            made.findings.places.isVisible() and made.findings.places.table_model().rowCount() > 0
        )
    )
    settle(made, qtbot)
    yield made
    made.close_down()
    let_go(workbench)


def test_that_keys_have_rows_of_their_own_below_the_places() -> None:
    columns, rows = place_table(EVIDENCE)
    assert [column.title for column in columns[2:]] == [
        "plaintext",
        "aes-128",
        "client-\naes-256-gcm",
        "storage-\naes-128-tablespace",
        "storage-\naegis",
    ]
    written = {
        row[1]: [each.format(cell) for each, cell in zip(columns[2:4], row[2:4], strict=True)]
        for row in rows
    }
    assert list(written) == [
        "data files",
        "memory-mapped files",
        "server memory",
        "the key: server log",
        "the key: server memory",
        "the key: all files",
    ]
    assert written["server memory"] == ["? unable to tell", "? unable to tell"]
    assert written["the key: server log"] == ["–", "● found 30 ×"]
    assert written["the key: all files"] == ["–", "–"]


def test_that_all_protections_stand_side_by_side_in_the_smallest_window(tab: EvidenceTab) -> None:
    assert tab.findings.places.table_model().columnCount() == 2 + len(PROTECTIONS)
    for table in (tab.findings.threats, tab.findings.places):
        assert table.isVisible()
        assert table.horizontalScrollBar().maximum() == 0
        metrics, header = table.fontMetrics(), table.horizontalHeader()
        for at, column in enumerate(table.table_model().columns):
            widest = max(map(metrics.horizontalAdvance, column.title.split("\n")))
            assert header.sectionSize(at) > widest


def test_that_the_words_next_to_the_table_keep_room_to_be_read(tab: EvidenceTab) -> None:
    """The table beside them is as wide as its columns, for which nothing has to be left."""
    tab.findings.threats.setMinimumWidth(tab.width())
    QApplication.processEvents()
    assert tab.findings.details.width() >= 270


def test_that_a_key_that_was_found_tells_where_it_lies(tab: EvidenceTab, qtbot: QtBot) -> None:
    model = tab.findings.places.table_model()
    row = next(at for at in range(model.rowCount()) if model.text(at, 1) == "the key: server log")
    tab.findings.places.setCurrentIndex(model.index(row, 3))
    assert tab.findings.headline() == "postgresql · aes-128 · the key: server log: found 30 ×"
    assert "Seen in server log." in tab.findings.details.toPlainText()


def test_that_a_finding_tells_why_it_is_there_and_what_helps(
    tab: EvidenceTab, qtbot: QtBot
) -> None:
    model = tab.findings.places.table_model()
    reported = {}
    for row in range(model.rowCount()):
        for column in range(2, model.columnCount()):
            tab.findings.places.setCurrentIndex(model.index(row, column))
            if tab.findings.headline().endswith("found 30 ×"):
                reported[tab.findings.headline()] = tab.findings.details.toPlainText()
    assert reported
    assert all("Why: " in output and "What helps: " in output for output in reported.values())
    log = reported["postgresql · aes-128 · the key: server log: found 30 ×"]
    assert "part of a statement" in log and "Do not log statements" in log
    box = tab.findings.threats.visualRect(tab.findings.threats.table_model().index(0, 2))
    qtbot.mouseClick(tab.findings.threats.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert "not encrypted" in tab.findings.details.toPlainText()


@pytest.mark.parametrize("threat", Threat)
def test_that_window_report_and_json_name_a_threat_alike(threat: Threat) -> None:
    """“OS login” once stood beside “Login to the machine”."""
    report = {Threat.DISK: "stolen disk", Threat.OS_LOGIN: "OS login",
              Threat.DATABASE_LOGIN: "database login",
              Threat.NETWORK: "network listener"}[threat]  # fmt: skip
    known = properties_of(TLS, None, fixed_iv=False)
    shown = dict(attackers(known))
    assert threat_word(threat) in shown
    assert threat_word(threat).lower() == str(threat).lower() == report.lower()
