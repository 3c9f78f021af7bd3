"""The form that adds a server, one for each source, with a connection test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.servers.discovery import ServerKind
from app.servers.opening import ServerTest
from app.system.password_sources import login_key
from app.window.base.messages import message_text
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import RememberBox
from app.window.servers.server_words import error_texts
from app.window.shared.fields import (
    ParameterField,
    TextParameter,
    field_for,
    label_of,
    without_mnemonic,
)
from engines.base.diagnosis import Diagnosis
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.limits import NAMES, control_character_faults
from engines.contract.message import Message, phrase
from engines.contract.parameter import Parameter, all_parameters_of, value_faults
from engines.servers.option import all_options_of, idle_options
from engines.servers.server import ServerSpec
from widgets.fields.choice import Choice
from widgets.fields.more_button import MoreButton
from widgets.layout.boxes import hbox, vbox
from widgets.layout.page_stack import FittingScrollArea
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import FormLabel, SectionTitle, ToneLabel, WrappedLabel
from widgets.parts.error_panel import ErrorPanel

_FIELD_HEIGHT = 30
"""Pixels: that of a field in the program's style, which it may not have yet."""
_DECLARED = all_parameters_of(ServerSpec)


class ConnectFields(QWidget):
    """The fields that describe a server, made from what `ServerSpec` declares; `spec` reads them.

    `ServerKind.options` says which are shown: no engine, source or option is known here by name.
    """

    submitted = Signal()
    """Enter was pressed in a field."""

    changed = Signal()
    """Another engine was chosen."""

    edited = Signal()
    """The contents of a field changed."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._kinds: Sequence[ServerKind] = ()
        self._options = all_options_of(ServerSpec)
        self._fields = {name: field_for(each) for name, each in self._options.items()}
        self._named = TextParameter(_DECLARED["name"])
        self.name = self._named.line
        self.password = _secret_line(self._fields.values())
        self.remember = RememberBox()
        self.engine = Choice()
        self.reason = WrappedLabel("", "warning")
        self.more = MoreButton(self.tr("&More options"))
        self.study_button = QPushButton(self.tr("As in the st&udy"))
        self.study_button.setToolTip(self.tr("Use the settings of the published study"))
        self.alternative_buttons = {
            name: QRadioButton(label_of(self._options[name])) for name in self._alternatives()
        }
        """Radio buttons that choose between alternative options."""
        self._group_alternatives()
        self._form = QFormLayout(self)
        self._rows: list[tuple[str, QWidget]] = []
        """Rows of options, by the option at their start."""
        self._parts: dict[str, QWidget] = {}
        """Fields of options in the row of another option."""
        self._lay_out()
        self._connect()

    def begin(self, source: Source) -> None:
        """Empty the fields for a server of `source` and put the cursor into the first."""
        self._kinds = [kind for kind in self._known_servers.kinds() if kind.source is source]
        for field in self._fields.values():
            field.begin()
        for name, button in self.alternative_buttons.items():
            button.setChecked(not self._options[name].shown.instead_of)
        self.remember.setChecked(False)
        self.more.setChecked(False)
        self.engine.setEnabled(True)
        self.password.setPlaceholderText("")
        self._fill_engines()
        self._follow_keyring()
        self.engine.setFocus(Qt.FocusReason.OtherFocusReason)

    def load(self, spec: ServerSpec) -> None:
        """Show a server to be edited; its engine and source are fixed."""
        self.begin(spec.source)
        self.engine.setCurrentIndex(self.engine.findData(spec.engine))
        self.engine.setEnabled(False)
        self.name.setText(spec.name)
        for name, button in self.alternative_buttons.items():
            if self._options[name].shown.instead_of and getattr(spec, name):
                button.setChecked(True)
        for name, parameter in self._options.items():
            if not parameter.secret and (value := getattr(spec, name)) is not None:
                self._fields[name].show_value(value)
        self.password.setPlaceholderText(self.tr("Unchanged"))
        self._show_rows()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def field(self, option: str) -> ParameterField:
        return self._fields[option]

    def kind(self) -> ServerKind | None:
        """The engine chosen, from the source that was asked for."""
        index = self.engine.currentIndex()
        return self._kinds[index] if 0 <= index < len(self._kinds) else None

    def spec(self) -> ServerSpec:
        """The server described.

        Raises: InputError for an empty or invalid field, which gets the focus
        """
        described = self._described()
        self._check(self._named)
        for name in self._shown_options(described):
            if self._is_chosen(name):
                self._check(self._fields[name])
        return described

    def _described(self) -> ServerSpec:
        """The contents of the fields, valid or not; options without effect keep their defaults. A
        chosen alternative is set, even if empty."""
        kind = self.kind()
        assert kind is not None
        values: dict[str, Any] = {
            name: self._fields[name].value()
            for name, parameter in kind.options.items()
            if not parameter.secret and self._is_chosen(name)
        }
        values |= {name: values[name] or "" for name in self.alternative_buttons if name in values}
        spec = ServerSpec(self._named.value(), kind.source, kind.engine, **values)
        idle = idle_options(spec)
        defaults: dict[str, Any] = {name: self._options[name].default for name in idle}
        return replace(spec, **defaults)

    def _is_chosen(self, name: str) -> bool:
        """Whether an option belongs to the chosen alternative."""
        button = self.alternative_buttons.get(self._options[name].shown.same_row_as or name)
        return button is None or button.isChecked()

    def _check(self, field: ParameterField) -> None:
        parameter, value = field.parameter, field.value()
        required_message = parameter.shown.required_message
        if required_message and not value:
            self._refuse(
                field, phrase("Not complete yet"), required_message, phrase("Fill in the field.")
            )
        label = without_mnemonic(label_of(parameter))
        steering = control_character_faults(label, value) if parameter.name in NAMES else ()
        for fault in (*value_faults(parameter, value, label), *steering):
            self._refuse(field, phrase("Invalid value"), phrase("{fault}.", fault=fault))

    def _refuse(self, field: ParameterField, *message: Message) -> NoReturn:
        if field.parameter.shown.rare:
            self.more.setChecked(True)
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        raise InputError(*message)

    def _fill_engines(self) -> None:
        """List all engines and choose the first available one; the others show why they are not."""
        self.engine.clear()
        for kind in self._kinds:
            self.engine.addItem(kind.title, kind.engine)
        usable = (index for index, kind in enumerate(self._kinds) if kind.available)
        self.engine.setCurrentIndex(next(usable, 0))

    def _follow_engine(self) -> None:
        """Show this engine's fields with their usual values, and a free name."""
        kind = self.kind()
        if kind is None:
            return
        for name, parameter in kind.options.items():
            self._fields[name].adapt_to(parameter)
        for name, button in self.alternative_buttons.items():
            if button.isChecked() and name not in kind.options:
                self.alternative_buttons[self._options[name].shown.instead_of or name].setChecked(
                    True
                )
        base = f"{kind.engine}-server" if kind.source is Source.ADDRESS else kind.engine
        self.name.setText(self._known_servers.fresh_name(base))
        self.reason.setText(message_text(kind.reason))
        self._show_rows()
        self.changed.emit()

    def _follow_alternative(self) -> None:
        for name in self._fields:
            self._fields[name].setEnabled(self._is_chosen(name))
        self._show_rows()

    def _show_rows(self) -> None:
        """Show the rows of options that have an effect."""
        if self.kind() is None:
            return
        options = self._shown_options(self._described())
        rare = {name for name in options if self._options[name].shown.rare}
        shown = options.keys() - (() if self.more.isChecked() else rare)
        for name, part in self._parts.items():
            part.setVisible(name in shown)
        for name, row in self._rows:
            self._form.setRowVisible(row, name in shown)
        self._form.setRowVisible(self.more, bool(rare))
        self._form.setRowVisible(self.reason, bool(self.reason.text()))

    def _shown_options(self, described: ServerSpec) -> Mapping[str, Parameter]:
        kind = self.kind()
        assert kind is not None
        idle = idle_options(described)
        return {name: parameter for name, parameter in kind.options.items() if name not in idle}

    def _follow_keyring(self) -> None:
        self.remember.set_keyring(self._known_servers.keyring)

    def _set_as_in_study(self) -> None:
        for name, parameter in self._options.items():
            if parameter.shown.study is not None:
                self._fields[name].show_value(parameter.shown.study)

    def _alternatives(self) -> Iterator[str]:
        """Options of which one replaces another."""
        replaced = {parameter.shown.instead_of for parameter in self._options.values()}
        for name, parameter in self._options.items():
            if parameter.shown.instead_of or name in replaced:
                yield name

    def _group_alternatives(self) -> None:
        groups: dict[str, QButtonGroup] = {}
        for name, button in self.alternative_buttons.items():
            first = self._options[name].shown.instead_of or name
            groups.setdefault(first, QButtonGroup(self)).addButton(button)

    def _connect(self) -> None:
        self.engine.currentIndexChanged.connect(self._follow_engine)
        self.engine.currentIndexChanged.connect(self.edited)
        for field in (self._named, *self._fields.values()):
            field.changed.connect(self._show_rows)
            field.changed.connect(self.edited)
            field.submitted.connect(self.submitted)
        for button in self.alternative_buttons.values():
            button.toggled.connect(self._follow_alternative)
            button.toggled.connect(self.edited)
        self.study_button.clicked.connect(self._set_as_in_study)
        self.more.toggled.connect(self._show_rows)
        self._known_servers.changed.connect(self._follow_keyring)

    def _lay_out(self) -> None:
        form = self._form
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._add_row(FormLabel(label_of(_DECLARED["engine"]), self.engine), self.engine)
        self._add_row(QLabel(), self.reason)
        self._add_row(FormLabel(label_of(_DECLARED["name"]), self._named), self._named)
        self._add_options(rare=False)
        self._add_row(QLabel(), self.more)
        self._add_options(rare=True)

    def _add_options(self, *, rare: bool) -> None:
        for name, parameter in self._options.items():
            if parameter.shown.rare is not rare or parameter.shown.same_row_as:
                continue
            row = self._row(name)
            self._rows.append((name, row))
            self._add_row(
                self.alternative_buttons.get(name) or FormLabel(label_of(parameter), row), row
            )
            if parameter.secret:
                self._rows.append((name, self.remember))
                self._add_row(QLabel(), self.remember)

    def _add_row(self, label: QWidget, part: QWidget) -> None:
        """A label as high as its field: the layout would put it at the top."""
        label.setMinimumHeight(max(_FIELD_HEIGHT, part.sizeHint().height()))
        self._form.addRow(label, part)

    def _row(self, name: str) -> QWidget:
        """The field of an option, with those in the same row."""
        field = self._fields[name]
        in_same_row = [
            each for each, parameter in self._options.items() if parameter.shown.same_row_as == name
        ]
        if not in_same_row:
            return field
        row = _Row(field)
        for each in in_same_row:
            part = self._fields[each]
            labelled = self._parts[each] = _Row(FormLabel(label_of(part.parameter), part))
            labelled.add(part)
            row.add(labelled)
        if field.parameter.shown.study is not None:
            row.add(self.study_button)
        row.end(field)
        return row


class _Row(QWidget):
    """Parts side by side."""

    def __init__(self, first: QWidget) -> None:
        super().__init__()
        self._row = hbox(self, spacing=8)
        self.add(first)
        self.setFocusProxy(first)

    def add(self, part: QWidget) -> None:
        self._row.addWidget(part)

    def end(self, first: ParameterField) -> None:
        """Let a text field take the space left, else add a stretch."""
        if isinstance(first, TextParameter):
            self._row.setStretchFactor(first, 1)
        else:
            self._row.addStretch(1)


def _secret_line(fields: Iterable[ParameterField]) -> QLineEdit:
    """The line of the one secret that a server has."""
    secret, *_ = [each for each in fields if each.parameter.secret]
    assert isinstance(secret, TextParameter)
    return secret.line


class DiagnosisPanel(QWidget):
    """One strip per finding; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = vbox(self, spacing=8)
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
        words = vbox(None, spacing=4)
        head = ToneLabel(title)
        head.setFont(scaled_font(bold=True))
        words.addWidget(head)
        for text, tone in ((message, "text"), (hint, "muted")):
            label = WrappedLabel(text, tone)
            words.addWidget(label)
        hbox(self, (words, 1), margins=(16, 12, 12, 12), spacing=12)
        theme_signals().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "warning")


_MAX_WIDTH_PX = 640
_ANSWERS_HEIGHT = 96
"""Pixels: room for an error of two lines, reserved also while there is none."""


class ConnectForm(QWidget):
    """Fields, *Test* and *Add*; errors appear in it, and nothing blocks."""

    added = Signal(str)
    """The name of the server that was added or changed."""

    closed = Signal()

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._testing: ServerSpec | None = None
        self._source: Source | None = None
        self._edited_name = ""
        self._adding = False
        self._refused: ServerSpec | None = None
        self._title = SectionTitle("")
        self._title.setFont(scaled_font(1.35, bold=True))
        self._note = WrappedLabel("", "muted")
        self.fields = ConnectFields(known_servers)
        self.fields.submitted.connect(self._add)
        self.fields.changed.connect(self._follow_kind)
        self.fields.edited.connect(self._clear_outdated_results)
        self.errors = ErrorPanel()
        self.answer = WrappedLabel("", "good")
        self.findings = DiagnosisPanel()
        self._make_buttons()
        self._lay_out()
        known_servers.tested.connect(self._show_test)

    def begin(self, source: Source) -> None:
        """Show an empty form for a server of `source` with the cursor in its first field."""
        self._source, self._edited_name = source, ""
        title, note = _words(source)
        self._title.setText(title)
        self._note.setText(note)
        self._forget_answers()
        self.fields.begin(source)
        self._follow_kind()

    def is_unfinished_for(self, source: Source) -> bool:
        """Whether the form holds an unfinished entry for a server of `source`."""
        return self._source is source and not self._edited_name

    def change(self, spec: ServerSpec) -> None:
        """Show an added server for editing."""
        self._source, self._edited_name = spec.source, spec.name
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
        """Whether a server is being added or edited."""
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
            return self.tr("Sa&ve anyway") if self._edited_name else self.tr("Add any&way")
        return self.tr("Sa&ve") if self._edited_name else self.tr("Add ser&ver")

    def _test(self) -> None:
        spec = self._checked_spec()
        if spec is None or self._testing is not None:
            return
        self._wait_for(spec)
        self._known_servers.try_out(spec, self._password(spec))

    def _wait_for(self, spec: ServerSpec) -> None:
        self._testing = spec
        words = self.tr("Connecting …") if _runs_elsewhere(spec) else self.tr("Starting …")
        self._show_answer(words, "muted")

    def _show_test(self, tried: ServerTest) -> None:
        if tried.spec is not self._testing:
            return
        adding = self._adding
        self._forget_answers()
        if adding and tried.error is None:
            self._save(tried.spec)
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
        self._show_answer(text.format(version=tried.version, ms=ms), "good")

    def _add(self) -> None:
        """Add the server; one at an address only after a successful connection."""
        if self._testing is not None:
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
            self._save(spec)

    def _password(self, spec: ServerSpec) -> str:
        """The typed password, else the stored one if user and address stay the same."""
        typed = self.fields.password.text()
        if typed or not self._has_same_login(spec):
            return typed
        return self._known_servers.passwords().get(self._edited_name, "")

    def _has_same_login(self, spec: ServerSpec) -> bool:
        """Whether user and address stay the same, so that the stored password still applies."""
        before = self._known_servers.entry(self._edited_name)
        return before is not None and login_key(before.spec) == login_key(spec)

    def _name_is_taken(self, name: str) -> bool:
        if name == self._edited_name or self._known_servers.entry(name) is None:
            return False
        self._show_refusal(
            InputError(
                phrase("Name taken"),
                phrase("A server named “{name}” already exists."),
                phrase("Choose another name."),
                name=name,
            )
        )
        return True

    def _show_refusal(self, error: CipherbenchError) -> None:
        self.errors.show_error(*error_texts(error))
        self.fields.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _save(self, spec: ServerSpec) -> None:
        typed = self.fields.password.text()
        remember = self.fields.remember.isChecked()
        try:
            if self._edited_name:
                password = None if self._has_same_login(spec) else typed
                self._known_servers.change(self._edited_name, spec, typed or password, remember)
            else:
                self._known_servers.add(spec, typed if _runs_elsewhere(spec) else None, remember)
        except CipherbenchError as error:
            self._show_refusal(error)
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
        self._testing = self._refused = None
        self._adding = False
        self._follow_kind()
        self.errors.clear()
        self.findings.clear()
        self.answer.hide()

    def _clear_outdated_results(self) -> None:
        """Clear results that belong to earlier values."""
        if self._testing is None:
            self._forget_answers()

    def _show_answer(self, text: str, tone: str) -> None:
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
        vbox(self, FittingScrollArea(above), buttons, (_with_room(answers), 1), spacing=12)


def _fill(around: QWidget, parts: Iterable[QWidget]) -> QVBoxLayout:
    around.setMaximumWidth(_MAX_WIDTH_PX)
    column = vbox(around, margins=(2, 0, 8, 0), spacing=12)
    for part in parts:
        column.addWidget(part)
    return column


def _with_room(answers: QWidget) -> QScrollArea:
    """A scroll area that takes the room left, so that long answers do not move the buttons."""
    room = QScrollArea()
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    room.setFrameShape(QFrame.Shape.NoFrame)
    room.setWidgetResizable(True)
    room.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
    room.setMinimumHeight(_ANSWERS_HEIGHT)
    room.setWidget(answers)
    return room


def _runs_elsewhere(spec: ServerSpec) -> bool:
    return not spec.managed


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
