"""The errors of a workload file, each with its line and column."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QPushButton, QVBoxLayout, QWidget

from app.window.base.messages import message_text
from engines.contract.message import plural
from widgets.parts.cards import SectionTitle, ToneLabel
from widgets.tables.data_table import Column, DataTable
from workloads.toml.placed import PlacedFault


class FaultsView(QWidget):
    """All of them at once, in the order of their lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file = ""
        self.title = SectionTitle("")
        hint = ToneLabel(
            self.tr("Correct the file in an editor. It is read again when it is saved."), "muted"
        )
        hint.setWordWrap(True)
        self.open_button = QPushButton(self.tr("&Open the file"))
        self.open_button.clicked.connect(
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(self._file))
        )
        self.table = DataTable()
        self.table.setAccessibleName(self.tr("Errors"))
        self.table.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(hint, 1)
        head.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addLayout(head)
        column.addWidget(self.table, 1)

    def show_faults(self, file: str, faults: Sequence[PlacedFault]) -> None:
        self._file = file
        self.title.setText(
            message_text(plural("{n} errors in the file", "{n} error in the file", len(faults)))
        )
        rows = [
            (
                each.position.line if each.position else None,
                each.position.column if each.position else None,
                message_text(each.clause),
            )
            for each in faults
        ]
        self.table.set_rows(
            [
                Column("line", self.tr("Line"), "right"),
                Column("column", self.tr("Column"), "right"),
                Column("what", self.tr("What is wrong"), tip=str),
            ],
            rows,
        )
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.resizeRowsToContents()
