"""The fields that describe a server to be added, made from what `ServerSpec` declares.

Which of them are shown follows from `Kind.options`: no engine, no source and no option is known
here by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.servers.found import Kind
from app.window.base.messages import message_text
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import RememberBox
from app.window.shared.fields.made import field_for
from app.window.shared.fields.single import ParameterField, TextParameter, label_of, plain
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.limits import NAMES, steering_faults
from engines.contract.message import Message, phrase
from engines.contract.parameter import Parameter, all_parameters_of, value_faults
from engines.servers.option import all_options_of, idle_options
from engines.servers.server import ServerSpec
from widgets.fields.choice import Choice
from widgets.fields.more_button import MoreButton
from widgets.parts.cards import FormLabel, ToneLabel

_FIELD_HEIGHT = 30
"""That of a field in the program's style, which it may not have yet."""
_DECLARED = all_parameters_of(ServerSpec)


class ConnectFields(QWidget):
    """Shows the fields that the chosen engine has from a source; `spec` reads them."""

    submitted = Signal()
    """Enter was pressed in a field."""

    changed = Signal()
    """Another engine was chosen."""

    edited = Signal()
    """The contents of a field changed."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._kinds: Sequence[Kind] = ()
        self._options = all_options_of(ServerSpec)
        self._fields = {name: field_for(each) for name, each in self._options.items()}
        self._named = TextParameter(_DECLARED["name"])
        self.name = self._named.line
        self.password = _secret_line(self._fields.values())
        self.remember = RememberBox()
        self.engine = Choice()
        self.reason = ToneLabel("", "warning")
        self.reason.setWordWrap(True)
        self.more = MoreButton(self.tr("&More options"))
        self.study_button = QPushButton(self.tr("As in the st&udy"))
        self.study_button.setToolTip(self.tr("Use the settings of the published study"))
        self.ways = {
            name: QRadioButton(label_of(self._options[name])) for name in self._alternatives()
        }
        """Radio buttons that choose between alternative options."""
        self._group_ways()
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
        for name, way in self.ways.items():
            way.setChecked(not self._options[name].shown.instead_of)
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
        for name, way in self.ways.items():
            if self._options[name].shown.instead_of and getattr(spec, name):
                way.setChecked(True)
        for name, known in self._options.items():
            if not known.secret and (value := getattr(spec, name)) is not None:
                self._fields[name].show_value(value)
        self.password.setPlaceholderText(self.tr("Unchanged"))
        self._show_rows()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def field(self, option: str) -> ParameterField:
        return self._fields[option]

    def kind(self) -> Kind | None:
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
            if self._stands(name):
                self._check(self._fields[name])
        return described

    def _described(self) -> ServerSpec:
        """The contents of the fields, valid or not; options without effect keep their defaults. A
        chosen alternative is set, even if empty."""
        kind = self.kind()
        assert kind is not None
        values: dict[str, Any] = {
            name: self._fields[name].value()
            for name, known in kind.options.items()
            if not known.secret and self._stands(name)
        }
        values |= {name: values[name] or "" for name in self.ways if name in values}
        spec = ServerSpec(self._named.value(), kind.source, kind.engine, **values)
        idle = idle_options(spec)
        defaults: dict[str, Any] = {name: self._options[name].default for name in idle}
        return replace(spec, **defaults)

    def _stands(self, name: str) -> bool:
        """Whether an option belongs to the chosen alternative."""
        way = self.ways.get(self._options[name].shown.compared or name)
        return way is None or way.isChecked()

    def _check(self, field: ParameterField) -> None:
        known, value = field.known, field.value()
        lacks = known.shown.lacks
        if lacks and not value:
            self._refuse(field, phrase("Not complete yet"), lacks, phrase("Fill in the field."))
        label = plain(label_of(known))
        steering = steering_faults(label, value) if known.name in NAMES else ()
        for fault in (*value_faults(known, value, label), *steering):
            self._refuse(field, phrase("Invalid value"), phrase("{fault}.", fault=fault))

    def _refuse(self, field: ParameterField, *message: Message) -> NoReturn:
        if field.known.shown.rare:
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
        for name, known in kind.options.items():
            self._fields[name].suit(known)
        for name, way in self.ways.items():
            if way.isChecked() and name not in kind.options:
                self.ways[self._options[name].shown.instead_of or name].setChecked(True)
        base = f"{kind.engine}-server" if kind.source is Source.ADDRESS else kind.engine
        self.name.setText(self._known_servers.fresh_name(base))
        self.reason.setText(message_text(kind.reason))
        self._show_rows()
        self.changed.emit()

    def _follow_way(self) -> None:
        for name in self._fields:
            self._fields[name].setEnabled(self._stands(name))
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
        return {name: known for name, known in kind.options.items() if name not in idle}

    def _follow_keyring(self) -> None:
        self.remember.set_keyring(self._known_servers.keyring)

    def _set_as_in_study(self) -> None:
        for name, known in self._options.items():
            if known.shown.study is not None:
                self._fields[name].show_value(known.shown.study)

    def _alternatives(self) -> Iterator[str]:
        """Pairs of alternative options."""
        replaced = {known.shown.instead_of for known in self._options.values()}
        for name, known in self._options.items():
            if known.shown.instead_of or name in replaced:
                yield name

    def _group_ways(self) -> None:
        groups: dict[str, QButtonGroup] = {}
        for name, way in self.ways.items():
            first = self._options[name].shown.instead_of or name
            groups.setdefault(first, QButtonGroup(self)).addButton(way)

    def _connect(self) -> None:
        self.engine.currentIndexChanged.connect(self._follow_engine)
        self.engine.currentIndexChanged.connect(self.edited)
        for field in (self._named, *self._fields.values()):
            field.changed.connect(self._show_rows)
            field.changed.connect(self.edited)
            field.submitted.connect(self.submitted)
        for way in self.ways.values():
            way.toggled.connect(self._follow_way)
            way.toggled.connect(self.edited)
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
        for name, known in self._options.items():
            if known.shown.rare is not rare or known.shown.compared:
                continue
            row = self._row(name)
            self._rows.append((name, row))
            self._add_row(self.ways.get(name) or FormLabel(label_of(known), row), row)
            if known.secret:
                self._rows.append((name, self.remember))
                self._add_row(QLabel(), self.remember)

    def _add_row(self, label: QWidget, part: QWidget) -> None:
        """A label as high as its field: the layout would put it at the top."""
        label.setMinimumHeight(max(_FIELD_HEIGHT, part.sizeHint().height()))
        self._form.addRow(label, part)

    def _row(self, name: str) -> QWidget:
        """The field of an option, with those in the same row."""
        field = self._fields[name]
        compared = [each for each, known in self._options.items() if known.shown.compared == name]
        if not compared:
            return field
        row = _Row(field)
        for each in compared:
            part = self._fields[each]
            labelled = self._parts[each] = _Row(FormLabel(label_of(part.known), part))
            labelled.add(part)
            row.add(labelled)
        if field.known.shown.study is not None:
            row.add(self.study_button)
        row.end(field)
        return row


class _Row(QWidget):
    """Parts side by side."""

    def __init__(self, first: QWidget) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
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
    secret, *_ = [each for each in fields if each.known.secret]
    assert isinstance(secret, TextParameter)
    return secret.line
