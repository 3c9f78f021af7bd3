"""The frequency view at the width that it has on a screen of 1024 × 640."""

from __future__ import annotations

from hashlib import sha256

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.patterns.base.block_statistics import statistics_of_values
from app.patterns.columns.column import ColumnReport
from app.patterns.columns.frequency import Guess
from app.window.lab.columns.frequency_view import FrequencyView
from widgets.look.theme import apply_theme

NAMES = ("São Paulo", "Rio Grande do Norte", "Distrito Federal", "Mato Grosso do Sul")


def report() -> ColumnReport:
    encrypted = {sha256(name.encode()).digest(): name for name in NAMES}
    guesses = [Guess(each, 10, 0.25, name, 0.24) for each, name in encrypted.items()]
    return ColumnReport(
        "estado.nome",
        40,
        len(NAMES),
        len(NAMES),
        statistics_of_values(list(encrypted) * 10),
        (),
        (),
        tuple(guesses),
        None,
        (),
        encrypted,
    )


def test_that_headers_and_bars_have_room(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, "light")
    view = FrequencyView()
    qtbot.addWidget(view)
    view.show_report(report())
    view.resize(630, 300)
    with qtbot.waitExposed(view):
        view.show()
    header, model = view.table.horizontalHeader(), view.table.table_model()
    for at in range(model.columnCount()):
        wanted = header.sectionSizeFromContents(at).width()
        assert header.sectionSize(at) >= wanted, model.headerData(at, header.orientation())
    assert min(header.sectionSize(at) for at in (1, 3)) >= 90, "vertical bars"
    assert view.table.horizontalScrollBar().maximum() == 0
    view.resize(1000, 300)
    assert header.sectionSize(0) > 120, "more digits where there is room"
    qapp.setStyleSheet("")
