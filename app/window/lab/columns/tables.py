"""The choice of what a thief knows of a column: public figures, or a table of one's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QPushButton, QWidget

from app.patterns.columns.frequency_table import (
    ENDINGS,
    FrequencyTable,
    forget_table,
    keep_table,
    own_tables,
    read_table,
)
from engines.contract.errors import CipherbenchError
from widgets.fields.choice import Choice
from widgets.look.names import filled, isolated
from workloads.hospital.data import populations

_USUAL, _RESIDENTS = "", "residents"


class TableChoice(QWidget):
    """A list of tables, and a menu that takes a file in or removes one."""

    changed = Signal()
    """Another table is chosen."""

    failed = Signal(object)
    """A CipherbenchError: the file cannot be used."""

    settled = Signal(object)
    """The CipherbenchError that was told last, once another table could be used."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice(12, self)
        self.choice.setAccessibleName(self.tr("Known frequencies"))
        self.own = QPushButton(self.tr("&Own table"), self)
        self.own.setToolTip(
            self.tr(
                "CSV with the columns value and count (or share), or TOML. A copy is kept on this "
                "machine."
            )
        )
        self._table: FrequencyTable | None = None
        self._fault: CipherbenchError | None = None
        menu = QMenu(self)
        menu.addAction(self.tr("O&pen …"), self.ask)
        self._remove = menu.addAction(self.tr("&Remove"), self.remove)
        self.own.setMenu(menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.choice, 1)
        row.addWidget(self.own)
        self.setFocusProxy(self.choice)
        self.offer()
        self.choice.currentIndexChanged.connect(self._take)

    def table(self) -> FrequencyTable | None:
        """The one that is chosen; None for public figures of the column."""
        return self._table

    def offer(self) -> None:
        """List what there is now; the choice stays as far as it can."""
        before = self.choice.currentData()
        self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItem(self.tr("Usual for the column"), _USUAL)
        self.choice.addItem(self.tr("Residents of Brazil's states"), _RESIDENTS)
        for path in own_tables():
            self.choice.addItem(isolated(path.stem), str(path))
        self.choice.setCurrentIndex(max(0, self.choice.findData(before)))
        self.choice.blockSignals(False)
        if self.choice.currentData() != before:
            self._take()
        self._show_remove()

    def choose(self, name: str = "") -> None:
        """Choose a table by its name; without one what is usual for the column."""
        names = [Path(str(self.choice.itemData(at))).stem for at in range(self.choice.count())]
        self.choice.setCurrentIndex(names.index(name) if name in names else 0)

    def ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a table"))
        endings = " ".join(f"*{each}" for each in ENDINGS)
        dialog.setNameFilters(
            [filled(self.tr("Tables ({endings})"), endings=endings), self.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def open(self, path: Path) -> None:
        """Keep and choose the table in a file; `failed` says why it cannot be used."""
        try:
            stored = keep_table(path)
        except CipherbenchError as error:
            self._fail(error)
            return
        self.offer()
        at = self.choice.findData(str(stored))
        if at == self.choice.currentIndex():
            self._take()  # another table under the same name
        self.choice.setCurrentIndex(at)

    def remove(self) -> None:
        """Delete the copy of the table that is chosen."""
        forget_table(Path(str(self.choice.currentData())))
        self.offer()

    def _take(self) -> None:
        self._show_remove()
        try:
            self._table = self._chosen(str(self.choice.currentData()))
        except CipherbenchError as error:  # a file that was changed in its folder
            self.choice.setCurrentIndex(0)
            self._fail(error)
            return
        if self._fault is not None:
            self.settled.emit(self._fault)
            self._fault = None
        self.changed.emit()

    def _fail(self, error: CipherbenchError) -> None:
        self._fault = error
        self.failed.emit(error)

    def _chosen(self, which: str) -> FrequencyTable | None:
        if which == _USUAL:
            return None
        if which == _RESIDENTS:
            return FrequencyTable(self.choice.currentText(), populations())
        return read_table(Path(which))

    def _show_remove(self) -> None:
        own = self.choice.currentData() not in (_USUAL, _RESIDENTS)
        self._remove.setEnabled(own)
