"""The choices: picture, server, protections, key and IV."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.window.lab.common.protections import ProtectionChoice
from app.window.lab.pictures.material import MaterialFields
from app.window.lab.pictures.source import PictureSource
from app.window.servers.choice import ServerChoice
from app.window.servers.known_servers import KnownServers
from widgets.look.icons import icon
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel

_WIDTH = 244


class PictureControls(QWidget):
    """The column at the left of the pictures."""

    picture_changed = Signal()
    """Another picture, or other pixels."""

    sealing_changed = Signal()
    """Another server, protection, key or IV."""

    seal_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._sealing = self._obstructed = False
        self.source = PictureSource(self)
        self.server = ServerChoice(known_servers, self)
        self.protections = ProtectionChoice(self)
        self.material = MaterialFields(self)
        self.seal = QPushButton(icon("play", "accent_text"), self.tr("E&ncrypt"), self)
        self.seal.setProperty("primary", True)
        self.seal.setShortcut(QKeySequence("Ctrl+Return"))
        self.seal.setToolTip(self.tr("Encrypt the picture with each protection (Ctrl+Enter)"))
        self.cancel = QPushButton(self.tr("&Cancel"), self)
        self.cancel.hide()
        self._lay_out()
        self._connect()
        self._server_changed()

    def ready(self) -> bool:
        """Whether protections, key and IV are chosen."""
        return bool(self.protections.chosen()) and self.material.material() is not None

    def show_sealing(self, sealing: bool, obstacle: str = "") -> None:
        """Show Cancel while pictures are encrypted, else Encrypt; `obstacle` is why not."""
        self._sealing = sealing
        if self._obstructed != self._known_servers.measuring:
            self._server_changed()
        self.seal.setVisible(not sealing)
        self.cancel.setVisible(sealing)
        self.seal.setEnabled(not obstacle and self.server.entry() is not None)
        self._obstacle.setText(obstacle)
        self._obstacle.setVisible(bool(obstacle))

    def _lay_out(self) -> None:
        self.setFixedWidth(_WIDTH)
        self._obstacle = ToneLabel("", "muted")
        self._obstacle.setWordWrap(True)
        self._obstacle.setFont(scaled_font(0.92))
        self._obstacle.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(_heading(self.tr("Picture")))
        column.addWidget(self.source)
        column.addSpacing(6)
        column.addWidget(_heading(self.tr("Encrypted b&y"), self.server))
        column.addWidget(self.server)
        column.addWidget(self.protections, 1)
        column.addWidget(self.material)
        column.addSpacing(4)
        column.addWidget(self._obstacle)
        column.addWidget(self.seal)
        column.addWidget(self.cancel)

    def _connect(self) -> None:
        self.source.changed.connect(self.picture_changed)
        self.server.changed.connect(self._server_changed)
        self._known_servers.changed.connect(self._looked)
        self.protections.changed.connect(self._protections_changed)
        self.material.changed.connect(self.sealing_changed)
        self.seal.clicked.connect(self.seal_asked)
        self.cancel.clicked.connect(self.cancel_asked)

    def _looked(self) -> None:
        if self.server.entry() is None:
            self._server_changed()

    def _server_changed(self) -> None:
        entry = self.server.entry()
        if self.isVisible():
            self.server.ask()
        mode = self._known_servers.default_mode(entry.spec.engine) if entry else ""
        self._obstructed = self._known_servers.measuring
        looking = not self._known_servers.discovered
        self.protections.show_server(entry, mode, looking=looking, waits=self._obstructed)

    def _protections_changed(self) -> None:
        self.material.set_key_sizes([(each.bits or 0) // 8 for each in self.protections.chosen()])
        self.sealing_changed.emit()


def _heading(text: str, buddy: QWidget | None = None) -> QLabel:
    label = ToneLabel(text, "muted")
    label.setFont(scaled_font(0.92, bold=True))
    label.setAlignment(Qt.AlignmentFlag.AlignLeft)
    if buddy is not None:
        label.setBuddy(buddy)
    return label
