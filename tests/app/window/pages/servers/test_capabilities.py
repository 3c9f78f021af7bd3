"""The capability matrix, by mouse and keyboard, with the answers of real servers."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from app.servers import capability_export
from app.servers.entry import ServerEntry, ServerState
from app.window.pages.servers.capabilities import AnswerKey, ServerCapabilities
from tests.conftest import Servers
from widgets.tables.matrix_view import MatrixCell

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
LEFT = Qt.MouseButton.LeftButton


def asked(servers: Servers, engine: str) -> ServerEntry:
    server = servers[engine]
    found = server.probe()
    return ServerEntry(
        server.spec,
        ServerState.RUNNING,
        found.version,
        capabilities=found,
        endpoint=server.endpoint,
    )


@pytest.fixture(scope="module")
def postgresql(servers: Servers) -> ServerEntry:
    return asked(servers, "postgresql")


@pytest.fixture(scope="module")
def firebird(servers: Servers) -> ServerEntry:
    return asked(servers, "firebird")


@pytest.fixture(scope="module")
def sqlite(servers: Servers) -> ServerEntry:
    return asked(servers, "sqlite")


@pytest.fixture
def part(qtbot: QtBot, postgresql: ServerEntry, firebird: ServerEntry) -> ServerCapabilities:
    made = ServerCapabilities()
    qtbot.addWidget(made)
    made.resize(1040, 700)
    with qtbot.waitActive(made):
        made.show()
    made.show_entry(postgresql, [postgresql, firebird])
    return made


def names(part: ServerCapabilities) -> list[str]:
    model = part.matrix.model()
    down = Qt.Orientation.Vertical
    return [model.headerData(row, down) for row in range(model.rowCount())]


def place(part: ServerCapabilities, row: str, mode: str) -> QPoint:
    """The middle of a mark, brought in sight."""
    model = part.matrix.model()
    for r, name in enumerate(names(part)):
        for column in range(model.columnCount()):
            cell = model.index(r, column).data(Qt.ItemDataRole.UserRole)
            key = cell.key if isinstance(cell, MatrixCell) else None
            if name == row and isinstance(key, AnswerKey) and key.answer.cipher.mode == mode:
                part.matrix.scrollTo(model.index(r, column))
                return part.matrix.visualRect(model.index(r, column)).center()
    raise AssertionError(f"no {row} {mode}")


def click(part: ServerCapabilities, qtbot: QtBot, row: str, mode: str) -> str:
    qtbot.mouseClick(part.matrix.viewport(), LEFT, pos=place(part, row, mode))
    return part.card.text()


@pytest.mark.slow
def test_that_the_three_kinds_stand_under_their_headings(
    part: ServerCapabilities, qtbot: QtBot, sqlite: ServerEntry
) -> None:
    part.matrix.copy()
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].startswith("In the server\t\tECB\tCBC")
    assert any(line.startswith("In the application\t\tGCM") for line in copied)
    part.show_entry(sqlite, [sqlite])
    part.matrix.copy()
    heads = [line.split("\t")[0] for line in QGuiApplication.clipboard().text().splitlines()]
    assert "In storage" in heads and "In the server" not in heads


def test_that_aes_comes_first_and_dozens_of_rows_keep_their_names(
    part: ServerCapabilities, firebird: ServerEntry, qtbot: QtBot
) -> None:
    part.show_entry(firebird, [firebird])
    assert names(part)[:3] == ["AES 128 bits", "AES 192 bits", "AES 256 bits"]
    assert len(names(part)) > 30
    part.resize(560, 500)
    bar, names_at = part.matrix.horizontalScrollBar(), part.matrix.verticalHeader().geometry
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    first = part.matrix.model().index(0, 0)
    cell_at, header_at = part.matrix.visualRect(first).x(), names_at().x()
    bar.setValue(bar.maximum())
    assert part.matrix.visualRect(first).x() < cell_at and names_at().x() == header_at


def test_that_a_click_on_a_refusal_tells_the_servers_own_words(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    assert "Choose a mark" in part.card.text()
    output = click(part, qtbot, "AES 128 bits", "gcm")
    assert "AES-128-GCM" in output and "No such cipher algorithm" in output


def test_that_hovering_a_refusal_tells_the_servers_own_words(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    index = part.matrix.indexAt(place(part, "AES 128 bits", "gcm"))
    assert "No such cipher algorithm" in index.data(Qt.ItemDataRole.ToolTipRole)
    QToolTip.hideText()


def test_that_a_mark_is_explained_by_the_keyboard_alone(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    part.matrix.setFocus()
    part.matrix.setCurrentIndex(part.matrix.model().index(0, 0))
    assert "ECB" in part.card.text() and "leaks equality" in part.card.text()
    qtbot.keyClick(part.matrix, Qt.Key.Key_Right)
    output = part.card.text()
    assert "AES-128-CBC" in output and "postgresql encrypted and decrypted a value." in output
    assert "Stolen disk" in output and "partly" in output and "by decrypting every row" in output
    assert "With one fixed IV" in output


def test_that_a_scheme_of_the_application_keeps_the_database_login_out(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    output = click(part, qtbot, "AES 256 bits", "siv")
    assert "AES-256-SIV" in output and "authenticated" in output and "leaks equality" in output
    assert "The server never sees key or plaintext" in output
    assert "partly" not in output and "With one fixed IV" not in output


def test_that_what_was_never_tried_is_informed(part: ServerCapabilities, qtbot: QtBot) -> None:
    output = click(part, qtbot, "AES 384 bits", "gcm")
    assert "was not checked" in output


def test_that_servers_stand_side_by_side_and_differences_alone(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    qtbot.mouseClick(part.all_servers, LEFT)
    model = part.matrix.model()
    heads = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    assert [head.splitlines()[0] for head in heads] == ["postgresql", "firebird"]
    every = names(part)
    assert {"AES 128 CBC", "AES 128 CTR", "AES 256 GCM"} <= set(every)
    qtbot.mouseClick(part.differences, LEFT)
    fewer = names(part)
    assert "AES 128 CTR" in fewer and "AES 128 CBC" not in fewer
    assert "In the application" not in fewer
    states = {cell.state for cell in cells(part, "AES 128 CTR")}
    assert states == {"no", "yes"}


def cells(part: ServerCapabilities, row: str) -> list[MatrixCell]:
    model = part.matrix.model()
    at = names(part).index(row)
    found = [
        model.index(at, column).data(Qt.ItemDataRole.UserRole)
        for column in range(model.columnCount())
    ]
    return [cell for cell in found if isinstance(cell, MatrixCell)]


def test_that_one_server_alone_cannot_be_compared(
    part: ServerCapabilities, postgresql: ServerEntry
) -> None:
    part.show_entry(postgresql, [postgresql])
    assert not part.all_servers.isEnabled()


def test_that_the_table_is_saved_for_one_server_or_for_all(
    part: ServerCapabilities, qtbot: QtBot, tmp_path: Path
) -> None:
    part.save(tmp_path / "one.json", "json")
    lines = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert {line["server"] for line in lines} == {"postgresql"}
    qtbot.mouseClick(part.all_servers, LEFT)
    part.save(tmp_path / "all.csv", "csv")
    with (tmp_path / "all.csv").open(newline="", encoding="utf-8") as handle:
        assert {row["server"] for row in csv.DictReader(handle)} == {"postgresql", "firebird"}
    part.save(tmp_path / "all.md", "md")
    assert "| kind |" in (tmp_path / "all.md").read_text(encoding="utf-8")


def test_that_the_menu_offers_every_format_of_the_export(
    part: ServerCapabilities, monkeypatch: pytest.MonkeyPatch
) -> None:
    further = capability_export.ExportFormat("Further", lambda lines: "")
    monkeypatch.setitem(capability_export.FORMATS, "further", further)
    menu = ServerCapabilities(part).save_button.menu()
    titles = [each.text().removesuffix(" …") for each in menu.actions()]
    assert titles == ["CSV", "JSON", "Markdown", "Further"]


def test_that_a_place_that_cannot_be_written_is_reported(
    part: ServerCapabilities, tmp_path: Path
) -> None:
    part.save(tmp_path / "nowhere" / "x.csv", "csv")
    assert "cannot be written" in part.summary.text()


def test_that_every_button_has_a_key(part: ServerCapabilities) -> None:
    buttons = (part.one_server, part.all_servers, part.copy_button, part.save_button)
    keys = [button.text().split("&")[1][0].lower() for button in (*buttons, part.differences)]
    taken = set("atpegvcl")  # the page's own: Add, Start, Stop, Test, Forget, the tabs
    assert len(set(keys)) == len(keys) and not set(keys) & taken


def test_that_the_card_gives_way_below_where_there_is_no_room_next_to(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    click(part, qtbot, "AES 128 bits", "cbc")
    card, matrix = part.card, part.matrix
    part.resize(1400, 700)
    qtbot.waitUntil(lambda: card.geometry().left() > matrix.geometry().right())
    part.resize(760, 600)
    qtbot.waitUntil(lambda: card.geometry().top() > matrix.geometry().bottom())
    assert card.width() >= 740


def test_that_a_card_that_tells_nothing_yet_leaves_its_room_to_the_matrix(
    part: ServerCapabilities, qtbot: QtBot
) -> None:
    part.resize(610, 500)  # what the smallest window leaves
    part.all_servers.click()
    card, matrix = part.card, part.matrix
    qtbot.waitUntil(lambda: 0 < card.height() < 80)
    assert part.summary.height() < 2 * part.summary.fontMetrics().lineSpacing(), "in one line"
    empty = matrix.height()
    part.one_server.click()
    click(part, qtbot, "AES 128 bits", "cbc")
    qtbot.waitUntil(lambda: card.height() > 200 and matrix.height() < empty)
