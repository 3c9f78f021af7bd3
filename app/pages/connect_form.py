"""How a server at an address is added: an inline form, which can be tried before."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.pages.connect_fields import ConnectFields
from app.pages.server_desk import ServerDesk, Tried
from app.pages.servers_words import error_texts
from engines.errors import CipherbenchError
from engines.server import ServerSpec
from widgets.cards import SectionTitle, ToneLabel
from widgets.error_panel import ErrorPanel
from widgets.numbers import format_number
from widgets.theme import scaled_font

_WIDEST = 640


class ConnectForm(QWidget):
    """Fields, *Test connection* and *Add*; errors appear in it, and nothing blocks."""

    added = Signal(str)
    """The name of the server that has been put on the desk."""

    closed = Signal()

    def __init__(self, desk: ServerDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tried: ServerSpec | None = None
        self.fields = ConnectFields(desk)
        self.fields.submitted.connect(self._add)
        self.errors = ErrorPanel()
        self.answer = ToneLabel("", "good")
        self.answer.setWordWrap(True)
        self._make_buttons()
        self._lay_out()
        desk.tested.connect(self._show_test)

    def begin(self) -> None:
        """Show an empty form with the cursor in its first field."""
        self._forget_answers()
        self.fields.begin()

    def _test(self) -> None:
        spec = self._checked_spec()
        if spec is None:
            return
        self._tried = spec
        self.test_button.setEnabled(False)
        self._say(self.tr("Connecting …"), "muted")
        self._desk.try_out(spec, self.fields.password.text())

    def _show_test(self, tried: Tried) -> None:
        if tried.spec is not self._tried:
            return
        self._forget_answers()
        if tried.error is not None:
            self.errors.show_error(*error_texts(tried.error))
            return
        text = self.tr("Connected: version {version}, asked in {ms} ms.")
        ms = format_number(tried.seconds * 1000)
        self._say(text.format(version=tried.version, ms=ms), "good")

    def _add(self) -> None:
        spec = self._checked_spec()
        if spec is None:
            return
        try:
            self._desk.add(spec, self.fields.password.text())
        except CipherbenchError as error:
            self.errors.show_error(*error_texts(error))
            self.fields.name.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.fields.password.clear()
        self._desk.start(spec.name)
        self.added.emit(spec.name)

    def _checked_spec(self) -> ServerSpec | None:
        self._forget_answers()
        try:
            return self.fields.spec()
        except CipherbenchError as error:
            self.errors.show_error(*error_texts(error))
            return None

    def _forget_answers(self) -> None:
        self._tried = None
        self.test_button.setEnabled(True)
        self.errors.clear()
        self.answer.hide()

    def _say(self, text: str, tone: str) -> None:
        self.answer.set_tone(tone)
        self.answer.setText(text)
        self.answer.show()

    def _make_buttons(self) -> None:
        self.test_button = QPushButton(self.tr("&Test connection"))
        self.test_button.clicked.connect(self._test)
        self.add_button = QPushButton(self.tr("&Add server"))
        self.add_button.setProperty("primary", True)
        self.add_button.clicked.connect(self._add)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setToolTip(self.tr("Close the form (Esc)"))
        self.cancel_button.clicked.connect(self.closed)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.closed)

    def _lay_out(self) -> None:
        title = SectionTitle(self.tr("Connect to a server"))
        title.setFont(scaled_font(1.35, bold=True))
        note = ToneLabel(
            self.tr(
                "Work is done only in databases that the program makes and marks as its own; "
                "everything else on the server stays untouched."
            ),
            "muted",
        )
        note.setWordWrap(True)
        buttons = QHBoxLayout()
        for button in (self.add_button, self.test_button, self.cancel_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        form = QWidget()
        form.setMaximumWidth(_WIDEST)
        column = QVBoxLayout(form)
        column.setContentsMargins(2, 0, 8, 0)
        column.setSpacing(12)
        for part in (title, note, self.fields, self.errors, self.answer):
            column.addWidget(part)
        column.addLayout(buttons)
        column.addStretch(1)
        around = QScrollArea()
        around.setWidgetResizable(True)
        around.setWidget(form)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(around)
