"""What can be added: a server at an address, or another of ours; what cannot says why."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.pages.server_desk import Kind, ServerDesk
from engines.contract import Source
from engines.server import ServerSpec
from widgets.icons import icon


class AddMenu(QMenu):
    """Filled anew each time it opens, from what the desk has found."""

    address_asked = Signal()
    server_asked = Signal(object)
    """A ServerSpec to be added."""

    def __init__(self, desk: ServerDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.clear()
        address = self.addAction(icon("plus"), self.tr("At an &address …") + "\tCtrl+N")
        address.triggered.connect(self.address_asked)
        address.setEnabled(bool(self._desk.kinds()))
        kinds = self._desk.kinds()
        self._add_section([k for k in kinds if k.source is Source.EMBEDDED])
        self._add_section([k for k in kinds if k.source is Source.LOCAL])

    def _add_section(self, kinds: list[Kind]) -> None:
        if kinds:
            self.addSeparator()
        for kind in kinds:
            self._add_kind(kind)
            if kind.source is Source.LOCAL:
                self._add_folder(kind)

    def _add_kind(self, kind: Kind) -> None:
        words = {
            Source.EMBEDDED: self.tr("Another embedded {0}"),
            Source.LOCAL: self.tr("Another local {0}"),
        }
        action = self.addAction(words[kind.source].format(kind.title))
        if kind.reason:
            action.setEnabled(False)
            action.setToolTip(kind.reason)
        action.triggered.connect(lambda: self._ask(kind, None))

    def _add_folder(self, kind: Kind) -> None:
        action: QAction = self.addAction(self.tr("Local {0} from a folder …").format(kind.title))
        action.setToolTip(self.tr("The folder that holds the server's programs"))
        action.triggered.connect(lambda: self._choose_folder(kind))

    def _choose_folder(self, kind: Kind) -> None:
        title = self.tr("Folder with the programs of {0}").format(kind.title)
        dialog = QFileDialog(self.parentWidget(), title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda folder: self._ask(kind, folder))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def _ask(self, kind: Kind, folder: str | None) -> None:
        name = self._desk.fresh_name(kind.engine)
        self.server_asked.emit(ServerSpec(name, kind.source, kind.engine, binaries=folder))
