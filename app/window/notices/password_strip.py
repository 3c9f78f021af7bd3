"""A strip above the pages that asks for a password before a stored campaign is resumed."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.window.notices.taking_up import TakingUp
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from widgets.look.names import filled, shortened
from widgets.look.theme import current_palette, mix, scaled_font, theme_signals, tone_tint
from widgets.parts.cards import ToneLabel


class PasswordStrip(QWidget):
    """Sends the password to the server only, as the campaign page does; Esc cancels."""

    def __init__(
        self, taking_up: TakingUp, servers: KnownServers, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._taking_up = taking_up
        self._servers = servers
        self._title = ToneLabel("")
        self._title.setFont(scaled_font(bold=True))
        self._title.setWordWrap(True)
        self._why = ToneLabel("", "warning")
        self._why.setWordWrap(True)
        self.row = PasswordRow()
        self.row.given.connect(self._give)
        self.without_button = QPushButton(self.tr("&Go on without it"), self)
        self.without_button.setToolTip(
            self.tr("Runs on this server will fail. You can resume them later.")
        )
        self.without_button.clicked.connect(lambda: taking_up.go_without(self.row.server()))
        self.later_button = QPushButton(self.tr("&Not now"), self)
        self.later_button.clicked.connect(taking_up.drop)
        escape = QShortcut(QKeySequence(QKeySequence.StandardKey.Cancel), self)
        escape.activated.connect(taking_up.drop)
        escape.activatedAmbiguously.connect(taking_up.drop)
        self._lay_out()
        taking_up.asked.connect(self._ask)
        taking_up.connecting.connect(self._connecting)
        taking_up.settled.connect(self._close)
        theme_signals().changed.connect(self.update)
        self.hide()

    def text(self) -> str:
        return "\n".join(part.text() for part in (self._title, self._why) if part.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(mix(palette.surface, palette.accent, 0.45)))
        painter.setBrush(tone_tint("accent"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _lay_out(self) -> None:
        answers = QHBoxLayout()
        answers.setSpacing(8)
        answers.addWidget(self.row, 1)
        answers.addWidget(self.without_button)
        answers.addWidget(self.later_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._why)
        column.addLayout(answers)

    def _ask(self, server: str, why: str) -> None:
        fresh = self.isHidden() or self.row.server() != server or not self.row.isEnabled()
        text = self.tr("{server} needs a password to resume the campaign.")
        self._title.setText(filled(text, server=shortened(server)))
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self.row.set_server(server)
        self.row.remember.set_keyring(self._servers.keyring)
        self.row.setEnabled(True)
        self.without_button.setEnabled(True)
        self.show()
        if fresh:
            self.row.take_focus()

    def _give(self, password: str, remember: bool) -> None:
        self._taking_up.give(self.row.server(), password, remember)

    def _connecting(self, server: str) -> None:
        self._title.setText(filled(self.tr("Connecting to {0} …"), shortened(server)))
        self._why.hide()
        self.row.setEnabled(False)
        self.without_button.setEnabled(False)
        self.show()

    def _close(self) -> None:
        self.row.clear()
        self.hide()
