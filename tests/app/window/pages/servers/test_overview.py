"""What a server is, told in the window's language, and what the marks of its ciphers mean."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerEntry
from app.window.base.language import install_language
from app.window.pages.servers.detail import ServerOverview
from engines.base.capability import Capabilities
from engines.contract.endpoint import Source
from engines.inspection.filesystem import Layers
from engines.servers.server import ServerSpec
from widgets.tables.matrix_view import MatrixLegend


def test_that_what_a_data_directory_lies_on_is_reported_in_the_windows_language(
    qtbot: QtBot, qapp: QApplication
) -> None:
    layers = Layers("ext4", "/dev/vda", "/")
    able = Capabilities("18", layers=layers.description)
    spec = ServerSpec("mine", Source.EMBEDDED, "postgresql", data_directory="/data")
    part = ServerOverview()
    qtbot.addWidget(part)
    install_language(qapp, "pt_BR")
    try:
        part.show_entry(ServerEntry(spec, capabilities=able), "PostgreSQL")
    finally:
        install_language(qapp, "en")
    shown = [unmarked(each) for each in part.facts().values()]
    assert "/data · não criptografado; ext4 em /dev/vda" in shown


def unmarked(text: str) -> str:
    """Without marks of direction."""
    return "".join(each for each in text if each not in "\u2068\u2069")


def test_that_no_word_of_the_legend_is_cut_and_no_mark_is_lost(qtbot: QtBot) -> None:
    """Words need more room in Portuguese than a window of 1024 pixels has."""
    legend, holder = MatrixLegend(), QWidget()
    qtbot.addWidget(holder)
    column = QVBoxLayout(holder)
    column.addWidget(legend)
    holder.resize(300, 200)
    with qtbot.waitExposed(holder):
        holder.show()
    parts = [each for each in legend.findChildren(QWidget) if not each.findChildren(QWidget)]
    assert len(parts) == 7
    assert all(each.width() >= each.sizeHint().width() for each in parts)
    assert all(
        legend.rect().contains(each.geometry())
        for each in legend.children()
        if isinstance(each, QWidget)
    )
