"""The capabilities tab: a matrix of the ciphers that one server supports (algorithm and key bits
in rows, modes in columns) or all servers do (in columns), and a card that explains a cell."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QStackedLayout,
    QToolButton,
    QWidget,
)

from app.servers.capability_answers import KINDS, CipherAnswer, answers, in_order, matrix_axes
from app.servers.capability_export import FORMATS, write_capabilities
from app.servers.entry import ServerEntry, ServerState
from app.window.base.messages import message_text
from app.window.servers.server_words import error_texts
from app.window.shared.protection_words import (
    BadgeWords,
    abilities,
    attackers,
    badges,
    cipher_title,
    exclusion_tone,
    exclusion_word,
    kind_title,
    mode_title,
)
from engines.base.capability import Capabilities
from engines.contract.errors import CipherbenchError
from engines.contract.message import Number, plural
from engines.contract.protection import Cipher, ProtectionKind, algorithm_title
from engines.properties import FIXED_IV, Properties
from widgets.layout.boxes import STRETCH, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.theme import current_palette, theme_signals
from widgets.parts.cards import Badge, EmptyState, SectionTitle, ToneLabel, WrappedLabel
from widgets.saving.saving import ask_save_path, saving
from widgets.tables.matrix_view import (
    CapabilityMatrix,
    MatrixCell,
    MatrixLegend,
    MatrixSection,
    RowLabel,
)

_SIDE_WIDTH = 300
_BELOW_HEIGHT = 212
_HINT_HEIGHT = 64
"""Pixels of the card at the side of the matrix, below it, and below it with only a hint."""
_ANY_SIZE = 16_777_215
"""QWIDGETSIZE_MAX, which PySide6 does not export."""


class ProtectionCard(QScrollArea):
    """Explains one protection: the server's answer, what it protects and what it reveals. Placed at
    the side of a matrix if there is room, else below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Properties of the protection"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._at_side = True
        self._badges: list[Badge] = []
        self._hint = _wrapped("", "muted")
        self._title = SectionTitle("")
        self._where = ToneLabel("", "muted")
        self._answer = _wrapped("")
        self._answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._protects, self._gives_away = _wrapped(""), _wrapped("")
        self._study = _wrapped("", "muted")
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(12)
        self._facts.setVerticalSpacing(4)
        self._facts.setColumnStretch(1, 1)
        self._flow_part = QWidget()
        self._flow = FlowLayout(self._flow_part, gap=4, line_gap=4)
        self._lay_out()
        self.show_hint(self.tr("Choose a mark to read what it means."))

    def show_hint(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.show()
        self._body.hide()
        self._fit_height()

    def show_answer(self, answer: CipherAnswer, verdict: str, tone: str) -> None:
        """Show a cipher; `verdict` is the server's answer as a sentence."""
        self._hint.hide()
        self._body.show()
        self._fit_height()
        self._title.setText(cipher_title(answer.protection))
        self._where.setText(kind_title(answer.kind).lower())
        self._answer.set_tone(tone)
        self._answer.setText(verdict)
        found = answer.properties()
        self._protects.setText(_titled(self.tr("Protects"), message_text(found.protects)))
        self._gives_away.setText(_titled(self.tr("Reveals"), message_text(found.gives_away)))
        self._show_badges(badges([found], answer.kind))
        self._show_study(answer)
        self._show_facts(found)
        self.verticalScrollBar().setValue(0)

    def text(self) -> str:
        """All text of the card, line by line."""
        labels = self._part.findChildren(ToneLabel)
        words = [label.text() for label in labels if label.isVisibleTo(self._part)]
        return "\n".join([*words, *(badge.text() for badge in self._badges)])

    def place_at_side(self, at_side: bool) -> None:
        """Lay out for a place at the side of the matrix, or below it."""
        way = QBoxLayout.Direction.TopToBottom if at_side else QBoxLayout.Direction.LeftToRight
        self._halves.setDirection(way)
        self._halves.setStretch(0, 0 if at_side else 1)
        self._halves.setStretch(2, 1 if at_side else 0)
        self.setMinimumWidth(_SIDE_WIDTH if at_side else 0)
        self.setMaximumWidth(_SIDE_WIDTH if at_side else _ANY_SIZE)
        self._at_side = at_side
        self._fit_height()

    def _fit_height(self) -> None:
        """Stay low below the matrix while only a hint is shown."""
        below = _HINT_HEIGHT if self._body.isHidden() else _BELOW_HEIGHT
        self.setMinimumHeight(0 if self._at_side else below)
        self.setMaximumHeight(_ANY_SIZE if self._at_side else below)

    def side_width(self) -> int:
        """The width needed at the side of the matrix, in pixels."""
        return _SIDE_WIDTH

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(palette.border))
        painter.setBrush(QColor(palette.surface))
        box = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, 6, 6)

    def _show_badges(self, words: BadgeWords) -> None:
        for badge in self._badges:
            self._flow.removeWidget(badge)
            badge.hide()
            badge.deleteLater()
        self._badges = [Badge(word, tone) for word, tone in words]
        for badge in self._badges:
            self._flow.addWidget(badge)
            badge.show()
        self._flow_part.setVisible(bool(words))

    def _show_study(self, answer: CipherAnswer) -> None:
        """Show what is weaker under the study profile, if anything."""
        fixed = answer.properties(fixed_iv=True)
        worse = answer.able and FIXED_IV in fixed.marks
        if worse:
            title = self.tr("With one fixed IV, as in the study profile")
            self._study.setText(_titled(title, message_text(fixed.gives_away)))
        self._study.setVisible(worse)

    def _show_facts(self, found: Properties) -> None:
        while item := self._facts.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        facts = [
            (name, exclusion_word(exclusion), exclusion_tone(exclusion))
            for name, exclusion in attackers(found)
        ]
        gap = len(facts)
        facts += [("", "", "text"), *((name, word, "text") for name, word in abilities(found))]
        for row, (name, word, tone) in enumerate(facts):
            if row == gap:
                self._facts.setRowMinimumHeight(row, 6)
                continue
            for column, label in enumerate((ToneLabel(name, "muted"), ToneLabel(word, tone))):
                self._facts.addWidget(label, row, column)
                label.show()

    def _lay_out(self) -> None:
        self._part, self._body = QWidget(), QWidget()
        words = vbox(None, spacing=6)
        head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._where, 1)
        words.addLayout(head)
        for part in (self._answer, self._flow_part):
            words.addWidget(part)
        for part in (self._protects, self._gives_away, self._study):
            part.setTextFormat(Qt.TextFormat.RichText)
            words.addWidget(part)
        words.addStretch(1)
        right = vbox(None, self._facts, STRETCH)
        self._halves = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._body)
        self._halves.setContentsMargins(0, 0, 0, 0)
        self._halves.setSpacing(16)
        self._halves.addLayout(words, 1)
        self._halves.addLayout(right)
        self._halves.addStretch(0)
        vbox(self._part, self._hint, (self._body, 1), margins=(14, 10, 14, 10))
        self.setWidget(self._part)
        theme_signals().changed.connect(self.viewport().update)


def _titled(title: str, sentence: str) -> str:
    return f"<b>{escape(title)}:</b> {escape(sentence)}"


def _wrapped(text: str, tone: str = "text") -> ToneLabel:
    label = ToneLabel(text, tone)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


_tr = QCoreApplication.translate


class AnswerKey(NamedTuple):
    """Identifies a cell: a server and its answer."""

    server: str
    answer: CipherAnswer


def by_mode(server: str, capabilities: Capabilities) -> list[MatrixSection]:
    """Algorithm and key bits in rows, modes in columns, one section for each kind."""
    given = answers(capabilities)
    sections = []
    for kind in KINDS:
        own = {answer.cipher: answer for answer in given if answer.kind is kind}
        if own:
            sections.append(_mode_section(server, kind, own))
    return sections


def across_servers(
    servers: Sequence[ServerEntry], *, only_differences: bool
) -> list[MatrixSection]:
    """Ciphers that any server supports in rows, servers in columns, one section for each kind; with
    `only_differences` without those that all support."""
    given = [
        {(answer.kind, answer.cipher): answer for answer in answers(server.capabilities)}
        for server in servers
        if server.capabilities is not None
    ]
    every = {
        kind_and_cipher: answer for found in given for kind_and_cipher, answer in found.items()
    }
    sections = []
    for kind in KINDS:
        rows, cells = [], []
        for answer in in_order(each for each in every.values() if each.kind is kind):
            kind_and_cipher = kind, answer.cipher
            line = [
                _cell(server.name, found.get(kind_and_cipher), kind_and_cipher)
                for server, found in zip(servers, given, strict=True)
            ]
            able = {cell.state == "yes" for cell in line}
            if True in able and not (only_differences and len(able) == 1):
                rows.append(_cipher_label(answer.cipher))
                cells.append(line)
        if rows:
            columns = [f"{server.name}\n{server.version}" for server in servers]
            sections.append(MatrixSection(kind_title(kind), columns, rows, cells))
    return sections


def _mode_section(
    server: str, kind: ProtectionKind, own: dict[Cipher, CipherAnswer]
) -> MatrixSection:
    rows, modes = matrix_axes(own.values())
    labels = [RowLabel(_bits(bits), algorithm_title(name)) for name, bits in rows]
    cells = [
        [
            _cell(server, own.get(cipher), (kind, cipher))
            for cipher in (Cipher(name, bits, mode) for mode in modes)
        ]
        for name, bits in rows
    ]
    return MatrixSection(kind_title(kind), [_header(mode) for mode in modes], labels, cells)


def _cell(
    server: str, answer: CipherAnswer | None, kind_and_cipher: tuple[ProtectionKind, Cipher]
) -> MatrixCell:
    if answer is None:
        key = AnswerKey(server, CipherAnswer(*kind_and_cipher, able=False))
        return MatrixCell("none", _tr("Capabilities", "no such cipher"), key=key)
    if not answer.able:
        return MatrixCell("no", message_text(answer.message), key=AnswerKey(server, answer))
    warned = bool(answer.properties().marks)
    return MatrixCell("yes", _how(answer), warned, AnswerKey(server, answer))


def _how(answer: CipherAnswer) -> str:
    if answer.kind is ProtectionKind.CLIENT:
        return _tr("Capabilities", "encrypted and decrypted by the application")
    if answer.kind is ProtectionKind.TRANSIT:
        return _tr("Capabilities", "encrypts its connections")
    return _tr("Capabilities", "encrypted and decrypted a value")


def _cipher_label(cipher: Cipher) -> RowLabel:
    label = f"{cipher.bits or ''} {mode_title(cipher.mode)}"
    return RowLabel(label.strip(), algorithm_title(cipher.algorithm))


def _bits(bits: int) -> str:
    return _tr("Capabilities", "{0} bits").format(bits) if bits else ""


def _header(mode: str) -> str:
    """A mode's name, in two lines where it is made of two."""
    title = mode_title(mode)
    if mode == "tablespace":
        return _tr("Capabilities", "Table-\nspace")
    for joint, broken in ((" + ", " +\n"), (" ", "\n"), ("-", "-\n")):
        if joint in title:
            return title.replace(joint, broken, 1)
    return title


class ServerCapabilities(QWidget):
    """The tab: the matrix of one server or of all; before a server was probed, how to do that."""

    start_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: ServerEntry | None = None
        self._entries: Sequence[ServerEntry] = ()
        self._probed: list[ServerEntry] = []
        self._shown: object = None
        self._empty: EmptyState | None = None
        self.summary = WrappedLabel("", "muted")
        self.matrix = CapabilityMatrix()
        self.matrix.setAccessibleName(self.tr("Capabilities"))
        self.matrix.cell_chosen.connect(self._explain)
        self.card = ProtectionCard()
        self._make_choices()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._answers())

    def show_entry(self, entry: ServerEntry, all_entries: Sequence[ServerEntry] = ()) -> None:
        """Show what a server supports, or how to check it; `all_entries` can be compared."""
        self._entry, self._entries = entry, all_entries or [entry]
        self._probed = [each for each in self._entries if each.capabilities is not None]
        self.all_servers.setEnabled(len(self._probed) > 1)
        if entry.capabilities is None and not self._comparing():
            self._show_empty(entry)
            return
        self._stack.setCurrentIndex(0)
        self._show()

    def save(self, path: Path, format: str) -> None:
        """Write the shown capabilities in one of FORMATS."""
        try:
            saved = write_capabilities(self._servers(), format, path)
        except CipherbenchError as error:
            self.summary.set_tone("bad")
            self.summary.setText(" ".join(filter(None, error_texts(error)[1:])))
        else:
            saving().announce_saved(Path(saved))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _comparing(self) -> bool:
        return self.all_servers.isChecked() and self.all_servers.isEnabled()

    def _servers(self) -> list[ServerEntry]:
        if self._comparing() or self._entry is None:
            return self._probed
        return [asked for asked in self._probed if asked.name == self._entry.name]

    def _show(self) -> None:
        """Fill the matrix, unless it shows this already."""
        assert self._entry is not None
        comparing = self._comparing()
        self.differences.setVisible(comparing)
        wanted = (
            [(each.name, each.capabilities) for each in self._probed] if comparing else None,
            None if comparing else (self._entry.name, self._entry.capabilities),
            self.differences.isChecked(),
        )
        if wanted == self._shown:
            return
        self._shown = wanted
        self.summary.set_tone("muted")
        self._show_all() if comparing else self._show_one(self._entry)
        self._arrange()

    def _show_one(self, entry: ServerEntry) -> None:
        assert entry.capabilities is not None
        self.summary.setText(self._counts(entry.capabilities))
        self.matrix.set_sections(by_mode(entry.name, entry.capabilities))
        self.card.show_hint(
            self.tr(
                "Choose a mark to read what it protects, what it reveals, and the server's "
                "error if it refused."
            )
        )

    def _show_all(self) -> None:
        only = self.differences.isChecked()
        sections = across_servers(self._probed, only_differences=only)
        rows = sum(len(section.rows) for section in sections)
        ciphers = plural("{n} ciphers", "{n} cipher", rows)
        asked = len(self._probed)
        summary = plural(
            "{ciphers} supported by at least one of {n} servers",
            "{ciphers} supported by {n} server",
            asked,
        )
        if only:
            summary = plural(
                "{ciphers} supported by some, but not all, of {n} servers",
                "{ciphers} not supported by {n} server",
                asked,
            )
        self.summary.setText(message_text(summary.with_values(ciphers=ciphers)))
        self.matrix.set_sections(sections)
        self.card.show_hint(self.tr("Choose a mark to read that server's answer."))

    def _counts(self, capabilities: Capabilities) -> str:
        tried = len(capabilities.native | capabilities.storage) + len(capabilities.refused)
        able = len(capabilities.native | capabilities.storage)
        summary = plural(
            "{n} of {tried} ciphers work, checked in {ms} ms",
            "{n} of {tried} ciphers works, checked in {ms} ms",
            able,
            tried=Number(tried),
            ms=Number(capabilities.probe_seconds * 1000),
        )
        return message_text(summary)

    def _explain(self, cell: MatrixCell | None) -> None:
        if cell is None or not isinstance(cell.key, AnswerKey):
            return
        server, answer = cell.key
        if cell.state == "none":
            words = self.tr("{server} was not checked for this: there is no such cipher.")
            self.card.show_hint(filled(words, server=server))
        else:
            self.card.show_answer(answer, *self._verdict(server, answer))

    def _verdict(self, server: str, answer: CipherAnswer) -> tuple[str, str]:
        """A server's answer as a sentence, and its tone."""
        if not answer.able:
            frame = self.tr("{server} refused: {words}")
            return filled(
                frame, server=server, words=message_text(answer.message) or "–"
            ), "warning"
        match answer.kind:
            case ProtectionKind.CLIENT:
                return self.tr("The application can do this with any server."), "good"
            case ProtectionKind.STORAGE:
                return filled(self.tr("{server} can store data this way."), server=server), "good"
            case ProtectionKind.TRANSIT:
                return filled(self.tr("{server} encrypts its connections."), server=server), "good"
        return filled(self.tr("{server} encrypted and decrypted a value."), server=server), "good"

    def _arrange(self) -> None:
        """Put the card at the side of the matrix if both fit, else below it."""
        at_side = self.matrix.full_width() + self.card.side_width() + 12 <= self.width()
        way = QBoxLayout.Direction.LeftToRight if at_side else QBoxLayout.Direction.TopToBottom
        self._body.setDirection(way)
        self.card.place_at_side(at_side)

    def _make_choices(self) -> None:
        self.one_server = self._choice(self.tr("T&his server"), self.tr("Show modes as columns"))
        self.all_servers = self._choice(
            self.tr("All se&rvers"), self.tr("Compare all checked servers")
        )
        self.one_server.setChecked(True)
        group = QButtonGroup(self)
        for button in (self.one_server, self.all_servers):
            group.addButton(button)
        self.all_servers.toggled.connect(self._switch)
        self.differences = QCheckBox(self.tr("&Differences only"))
        self.differences.toggled.connect(lambda _: self._show())
        self.differences.hide()
        self.copy_button = QPushButton(icon("copy"), self.tr("Cop&y table"))
        self.copy_button.setFlat(True)
        self.copy_button.clicked.connect(self.matrix.copy)
        self.save_button = QPushButton(icon("save"), self.tr("&Save"))
        self.save_button.setFlat(True)
        menu = QMenu(self.save_button)
        for format, written in FORMATS.items():
            action = menu.addAction(self.tr("{0} …").format(written.title))
            action.triggered.connect(lambda _, chosen=format: self._ask_where_to_save(chosen))
        self.save_button.setMenu(menu)

    def _choice(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setCheckable(True)
        return button

    def _switch(self) -> None:
        if self._entry is not None:
            self.show_entry(self._entry, self._entries)

    def _ask_where_to_save(self, format: str) -> None:
        own = f"-{self._entry.name}" if self._entry and not self._comparing() else ""
        filters = [f"{FORMATS[format].title} (*.{format})"]
        name = f"capabilities{own}.{format}"
        ask_save_path(self, name, filters, lambda path: self.save(path, format))

    def _answers(self) -> QWidget:
        above = QWidget()
        head = FlowLayout(above, gap=4, line_gap=4)
        shown = (self.one_server, self.all_servers, self.differences)
        for part in (*shown, self.copy_button, self.save_button):
            head.addWidget(part)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(12)
        self._body.addWidget(self.matrix, 1)
        self._body.addWidget(self.card)
        whole = QWidget()
        vbox(
            whole,
            above,
            self.summary,
            (self._body, 1),
            MatrixLegend(),
            margins=(0, 12, 0, 0),
            spacing=8,
        )
        return whole

    def _show_empty(self, entry: ServerEntry) -> None:
        if self._empty is not None:
            self._stack.removeWidget(self._empty)
            self._empty.deleteLater()
        self._empty = self._empty_state(entry)
        self._empty.activated.connect(self.start_requested)
        self._stack.addWidget(self._empty)
        self._stack.setCurrentWidget(self._empty)

    def _empty_state(self, entry: ServerEntry) -> EmptyState:
        if entry.state is ServerState.UNAVAILABLE:
            return EmptyState("warning", self.tr("Not on this machine"), message_text(entry.reason))
        if entry.state is ServerState.FAILED:
            text = self.tr("Its capabilities appear here when it answers.")
            return EmptyState(
                "servers", self.tr("The server did not answer"), text, self.tr("Try again")
            )
        if entry.state is not ServerState.AVAILABLE:
            title = self.tr("Checking the server …")
            return EmptyState(
                "servers", title, self.tr("Cipherbench tries every cipher on the running server.")
            )
        if not entry.spec.managed:
            title, action = self.tr("Connect to see what it supports"), self.tr("Connect")
        else:
            title, action = self.tr("Start it to see what it supports"), self.tr("Start")
        text = self.tr("Cipherbench tries every cipher on the running server.")
        return EmptyState("servers", title, text, action)
