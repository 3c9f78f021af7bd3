"""The form that adds a server, one for each source, with a connection test."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.servers.opening import Tried
from app.system.passwords import entrance_of
from app.window.pages.servers.connect_fields import ConnectFields
from app.window.servers.known_servers import KnownServers
from app.window.servers.server_words import error_texts
from engines.base.diagnosis import Diagnosis
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from engines.servers.server import ServerSpec
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import SectionTitle, ToneLabel
from widgets.parts.error_panel import ErrorPanel

# Findings of a connection test.


class DiagnosisPanel(QWidget):
    """One strip per finding; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.hide()

    def show_findings(self, findings: Iterable[Diagnosis]) -> None:
        self.clear()
        for finding in findings:
            self._column.addWidget(_Strip(finding))
            self.show()

    def clear(self) -> None:
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self.hide()


class _Strip(QWidget):
    def __init__(self, finding: Diagnosis) -> None:
        super().__init__()
        title, message, hint = error_texts(finding.error)
        words = QVBoxLayout()
        words.setSpacing(4)
        head = ToneLabel(title)
        head.setFont(scaled_font(bold=True))
        words.addWidget(head)
        for text, tone in ((message, "text"), (hint, "muted")):
            label = ToneLabel(text, tone)
            label.setWordWrap(True)
            words.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 12, 12)
        row.setSpacing(12)
        row.addLayout(words, 1)
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "warning")


_WIDEST = 640
_ANSWERS_HEIGHT = 96
"""Room for an error of two lines, kept also while there is none."""


class ConnectForm(QWidget):
    """Fields, *Test* and *Add*; errors appear in it, and nothing blocks."""

    added = Signal(str)
    """The name of the server that was added or changed."""

    closed = Signal()

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._tried: ServerSpec | None = None
        self._source: Source | None = None
        self._changing = ""
        self._adding = False
        self._refused: ServerSpec | None = None
        self._title = SectionTitle("")
        self._title.setFont(scaled_font(1.35, bold=True))
        self._note = ToneLabel("", "muted")
        self._note.setWordWrap(True)
        self.fields = ConnectFields(known_servers)
        self.fields.submitted.connect(self._add)
        self.fields.changed.connect(self._follow_kind)
        self.fields.edited.connect(self._take_edit)
        self.errors = ErrorPanel()
        self.answer = ToneLabel("", "good")
        self.answer.setWordWrap(True)
        self.findings = DiagnosisPanel()
        self._make_buttons()
        self._lay_out()
        known_servers.tested.connect(self._show_test)

    def begin(self, source: Source) -> None:
        """Show an empty form for a server of `source` with the cursor in its first field."""
        self._source, self._changing = source, ""
        title, note = _words(source)
        self._title.setText(title)
        self._note.setText(note)
        self._forget_answers()
        self.fields.begin(source)
        self._follow_kind()

    def go_on(self, source: Source) -> bool:
        """Whether an unfinished form for a server of `source` is kept and shown again."""
        return self._source is source and not self._changing

    def change(self, spec: ServerSpec) -> None:
        """Show an added server for editing."""
        self._source, self._changing = spec.source, spec.name
        self._title.setText(filled(self.tr("Change {0}"), shortened(spec.name)))
        self._note.setText(
            self.tr(
                "Saving disconnects it. An empty password keeps the old one, unless you change "
                "the user or the address."
            )
            if _runs_elsewhere(spec)
            else self.tr("Saving stops it.")
        )
        self._forget_answers()
        self.fields.load(spec)
        self._follow_kind()

    @property
    def pending(self) -> bool:
        return self._source is not None

    def give_up(self) -> None:
        """Close the form and clear it."""
        self._source = None
        self._forget_answers()
        self.fields.password.clear()
        self.closed.emit()

    def _follow_kind(self) -> None:
        """Enable the buttons only for an available engine; the fields show why one is not."""
        kind = self.fields.kind()
        for button in (self.add_button, self.test_button):
            button.setEnabled(kind is not None and kind.available)
        self.add_button.setText(self._add_words())

    def _add_words(self) -> str:
        if self._refused is not None:
            return self.tr("Sa&ve anyway") if self._changing else self.tr("Add any&way")
        return self.tr("Sa&ve") if self._changing else self.tr("Add ser&ver")

    def _test(self) -> None:
        spec = self._checked_spec()
        if spec is None or self._tried is not None:
            return
        self._wait_for(spec)
        self._known_servers.try_out(spec, self._password(spec))

    def _wait_for(self, spec: ServerSpec) -> None:
        self._tried = spec
        words = self.tr("Connecting …") if _runs_elsewhere(spec) else self.tr("Starting …")
        self._say(words, "muted")

    def _show_test(self, tried: Tried) -> None:
        if tried.spec is not self._tried:
            return
        adding = self._adding
        self._forget_answers()
        if adding and tried.error is None:
            self._put(tried.spec)
            return
        self.findings.show_findings(each for each in tried.findings if not each.blocking)
        if tried.error is not None:
            self._refused = tried.spec if adding else None
            self._follow_kind()
            self.errors.show_error(*error_texts(tried.error))
            return
        text = (
            self.tr("Connected: version {version}, checked in {ms} ms.")
            if _runs_elsewhere(tried.spec)
            else self.tr("It works: version {version}, started and checked in {ms} ms.")
        )
        ms = format_number(tried.seconds * 1000)
        self._say(text.format(version=tried.version, ms=ms), "good")

    def _add(self) -> None:
        """Add the server; one at an address only after a successful connection."""
        if self._tried is not None:
            return
        refused = self._refused
        spec = self._checked_spec()
        if spec is None or not self.add_button.isEnabled() or self._name_is_taken(spec.name):
            return
        if _runs_elsewhere(spec) and spec != refused:
            self._wait_for(spec)
            self._adding = True
            self._known_servers.try_out(spec, self._password(spec))
        else:
            self._put(spec)

    def _password(self, spec: ServerSpec) -> str:
        """The typed password, else the stored one if user and address stay the same."""
        typed = self.fields.password.text()
        if typed or not self._stays(spec):
            return typed
        return self._known_servers.passwords().get(self._changing, "")

    def _stays(self, spec: ServerSpec) -> bool:
        """Whether user and address stay the same, so that the stored password still applies."""
        before = self._known_servers.entry(self._changing)
        return before is not None and entrance_of(before.spec) == entrance_of(spec)

    def _name_is_taken(self, name: str) -> bool:
        if name == self._changing or self._known_servers.entry(name) is None:
            return False
        self._tell_refusal(
            InputError(
                phrase("Name taken"),
                phrase("A server named “{name}” already exists."),
                phrase("Choose another name."),
                name=name,
            )
        )
        return True

    def _tell_refusal(self, error: CipherbenchError) -> None:
        self.errors.show_error(*error_texts(error))
        self.fields.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, spec: ServerSpec) -> None:
        typed = self.fields.password.text()
        remember = self.fields.remember.isChecked()
        try:
            if self._changing:
                password = None if self._stays(spec) else typed
                self._known_servers.change(self._changing, spec, typed or password, remember)
            else:
                self._known_servers.add(spec, typed if _runs_elsewhere(spec) else None, remember)
        except CipherbenchError as error:
            self._tell_refusal(error)
            return
        self._source = None
        self.fields.password.clear()
        self._known_servers.start(spec.name)
        self.added.emit(spec.name)

    def _checked_spec(self) -> ServerSpec | None:
        self._forget_answers()
        try:
            return self.fields.spec()
        except CipherbenchError as error:
            self.errors.show_error(*error_texts(error))
            return None

    def _forget_answers(self) -> None:
        self._tried = self._refused = None
        self._adding = False
        self._follow_kind()
        self.errors.clear()
        self.findings.clear()
        self.answer.hide()

    def _take_edit(self) -> None:
        """Clear results that belong to earlier values."""
        if self._tried is None:
            self._forget_answers()

    def _say(self, text: str, tone: str) -> None:
        self.answer.set_tone(tone)
        self.answer.setText(text)
        self.answer.show()

    def _make_buttons(self) -> None:
        self.test_button = QPushButton(self.tr("&Test"))
        self.test_button.setToolTip(self.tr("Connect once, and report what fails"))
        self.test_button.clicked.connect(self._test)
        self.add_button = QPushButton(self.tr("Add ser&ver"))
        self.add_button.setProperty("primary", True)
        self.add_button.clicked.connect(self._add)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setToolTip(self.tr("Close the form (Esc)"))
        self.cancel_button.clicked.connect(self.give_up)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.give_up)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.add_button, self.test_button, self.cancel_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.setContentsMargins(2, 0, 8, 0)
        above, answers = QWidget(), QWidget()
        _fill(above, (self._title, self._note, self.fields))
        _fill(answers, (self.errors, self.answer, self.findings)).addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(12)
        outer.addWidget(FittingScrollArea(above))
        outer.addLayout(buttons)
        outer.addWidget(_with_room(answers), 1)


def _fill(around: QWidget, parts: Iterable[QWidget]) -> QVBoxLayout:
    around.setMaximumWidth(_WIDEST)
    column = QVBoxLayout(around)
    column.setContentsMargins(2, 0, 8, 0)
    column.setSpacing(12)
    for part in parts:
        column.addWidget(part)
    return column


def _with_room(answers: QWidget) -> QScrollArea:
    """In the room that is left, whatever they need: buttons stay where they are."""
    room = QScrollArea()
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    room.setFrameShape(QFrame.Shape.NoFrame)
    room.setWidgetResizable(True)
    room.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
    room.setMinimumHeight(_ANSWERS_HEIGHT)
    room.setWidget(answers)
    return room


def _runs_elsewhere(spec: ServerSpec) -> bool:
    return not spec.ours


def _words(source: Source) -> tuple[str, str]:
    """Title and note of the form for a source."""
    translate = QCoreApplication.translate
    words = {
        Source.EMBEDDED: (
            translate("ConnectForm", "Add an embedded server"),
            translate(
                "ConnectForm",
                "It comes with Cipherbench. It starts when needed and leaves nothing behind "
                "when it stops.",
            ),
        ),
        Source.LOCAL: (
            translate("ConnectForm", "Add a local server"),
            translate(
                "ConnectForm",
                "Cipherbench starts a new server from installed programs, with its own data. It "
                "does not touch running servers or their data.",
            ),
        ),
        Source.CONTAINER: (
            translate("ConnectForm", "Add a server in a container"),
            translate(
                "ConnectForm",
                "Cipherbench pulls the image if necessary. Only this machine can reach the "
                "container. Stopping removes it.",
            ),
        ),
        Source.ADDRESS: (
            translate("ConnectForm", "Connect to a server"),
            translate(
                "ConnectForm",
                "Cipherbench works only in databases that it creates and marks as its own. It "
                "changes nothing else on the server.",
            ),
        ),
    }
    return words[source]
