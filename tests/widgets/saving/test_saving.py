"""What was saved: told, opened, shown in its folder, and where the next one goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QObject, QSettings, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from widgets.charts.chart_frame import ChartFrame
from widgets.fields.number_field import NumberField
from widgets.saving.saving import (
    USUAL_DPI,
    SavedStrip,
    Saving,
    ask_save_path,
    file_name,
    saving,
    write_csv,
)
from widgets.saving.widget_pictures import save_picture
from widgets.tables.data_table import Column, DataTable

LEFT = Qt.MouseButton.LeftButton


class Desktop(QObject):
    """Takes what the desktop is asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.asked.append(url.toLocalFile())


@pytest.fixture
def desktop(qapp: QApplication) -> Iterator[Desktop]:
    made = Desktop()
    QDesktopServices.setUrlHandler("file", made, "take")  # type: ignore[arg-type]
    yield made
    QDesktopServices.unsetUrlHandler("file")


def test_that_a_saved_table_can_be_opened_and_shown_in_its_folder(
    qtbot: QtBot, desktop: Desktop, tmp_path: Path
) -> None:
    strip, table = SavedStrip(), DataTable()
    strip.resize(900, 24)
    for part in (strip, table):
        qtbot.addWidget(part)
    table.set_rows([Column("a", "A")], [("1",)])
    table.setAccessibleName("Block statistics")
    menu = table._tools.build_menu()
    save = next(each for each in menu.actions() if "CSV" in each.text())
    save.trigger()
    dialog = table.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "block-statistics.csv"
    target = tmp_path / "out.csv"
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    assert target.exists() and strip.isVisible() and str(target) in strip.text()
    qtbot.mouseClick(strip.open_button, LEFT)
    qtbot.mouseClick(strip.folder_button, LEFT)
    assert desktop.asked == [str(target), str(tmp_path)]


def test_that_a_narrow_status_bar_has_the_files_name_and_one_button(
    qtbot: QtBot, tmp_path: Path
) -> None:
    strip = SavedStrip()
    qtbot.addWidget(strip)
    strip.resize(600, 24)
    saving().announce_saved(tmp_path / "a.csv")
    assert strip.text() == "Saved as a.csv"
    assert strip.open_button.isVisible() and strip.folder_button.isHidden()


def test_that_the_folder_is_remembered_from_one_start_to_the_next(
    qtbot: QtBot, tmp_path: Path
) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    stored = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    saving().remember_in(stored)
    saving().announce_saved(folder / "a.csv")
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ask_save_path(parent, "b.csv", ["CSV (*.csv)"], lambda path: None)
    assert dialog.directory().absolutePath() == str(folder)
    assert Path(dialog.selectedFiles()[0]).name == "b.csv"
    dialog.reject()
    later = Saving()
    later.remember_in(stored)
    assert later.initial_path("c.csv") == str(folder / "c.csv")
    folder.rmdir()
    assert later.initial_path("c.csv") == "c.csv"


def test_that_a_chart_is_saved_at_any_resolution_and_as_pdf(qtbot: QtBot, tmp_path: Path) -> None:
    stored = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    saving().remember_in(stored)
    chart = ChartFrame()
    qtbot.addWidget(chart)
    chart.resize(200, 80)
    words = QLabel("São Paulo", chart)
    words.move(20, 20)
    chart.show()
    menu = chart.build_menu()
    (field,) = menu.findChildren(NumberField)
    field.selectAll()
    qtbot.keyClicks(field, "450")
    assert Saving().dpi == USUAL_DPI and saving().dpi == 450
    chart.save_picture(tmp_path / "x.png")
    drawn = QImage(str(tmp_path / "x.png"))
    assert (drawn.width(), drawn.height()) == (900, 360)
    assert round(drawn.dotsPerMeterX() / 39.37) == 450
    chart.save_picture(tmp_path / "x.pdf")
    (page,) = PdfReader(tmp_path / "x.pdf").pages
    assert page.extract_text().split() == ["São", "Paulo"]
    assert page.mediabox.width == pytest.approx(200 * 72 / chart.logicalDpiX(), abs=0.5)
    later = Saving()
    later.remember_in(stored)
    assert later.dpi == 450
    saving().choose_dpi(USUAL_DPI)


def test_that_names_of_files_are_plain_words() -> None:
    assert file_name("AES / GCM: “x”", "Time", ending="png") == "aes-gcm-x-time.png"
    assert file_name("", "../cpu", ending="png") == "cpu.png"
    assert len(file_name("a" * 300, ending="svg")) <= 84


def test_that_a_table_or_picture_that_cannot_be_written_leaves_what_was_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown = QLabel("a picture")
    qtbot.addWidget(shown)
    for name, save in (
        ("saved.csv", lambda path: write_csv(path, [["a"]])),
        ("saved.png", lambda path: save_picture(shown, path)),
        ("saved.svg", lambda path: save_picture(shown, path)),
    ):
        there = tmp_path / name
        there.mkdir()
        with pytest.raises(OSError, match="cannot write"):
            save(there)
        assert there.is_dir() and [each.name for each in tmp_path.iterdir()] == [name]
        there.rmdir()


def test_that_a_file_is_replaced_whole_and_an_unknown_picture_format_replaces_nothing(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown = QLabel("a picture")
    qtbot.addWidget(shown)
    stored = tmp_path / "kept.nonsense"
    stored.write_text("before")
    with pytest.raises(OSError, match="cannot write"):
        save_picture(shown, stored)
    assert stored.read_text() == "before"
    table = tmp_path / "table.csv"
    table.write_text("a longer text that was there before")
    with table.open() as reader:
        write_csv(table, [["a", "b"]])
        assert reader.read() == "a longer text that was there before"
    assert table.read_bytes() == b"a,b\r\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kept.nonsense", "table.csv"]


def test_that_where_a_file_went_is_stated_for_some_seconds_and_longer_while_it_is_used(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("widgets.saving.saving._SHOWN_MS", 150)
    strip = SavedStrip()
    strip.resize(900, 24)
    qtbot.addWidget(strip)
    monkeypatch.setattr(strip, "underMouse", lambda: False)  # wherever the pointer is here
    saving().announce_saved(tmp_path / "a.csv")
    with qtbot.waitActive(strip):
        strip.activateWindow()
    strip.folder_button.setFocus()
    qtbot.wait(500)
    assert strip.isVisible(), "it has the keyboard"
    strip.folder_button.clearFocus()
    qtbot.waitUntil(strip.isHidden, timeout=4000)
