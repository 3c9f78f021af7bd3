"""A mode of operation step by step: a diagram of how blocks of the user's text pass through AES."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from app.patterns.base.key_material import KeyMaterial
from app.patterns.base.software_cipher import (
    TAG_BYTES,
    Mode,
    Node,
    Trace,
    Value,
    decryption_trace,
    encrypt,
    encryption_trace,
)
from widgets.fields.chips import ChoiceRow
from widgets.images.block_flow import BlockFlow, FlowBox
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel, ToneLabel

_tr = QCoreApplication.translate

_MAX_TEXT_LETTERS = 44
"""Three blocks of AES with padding."""
_PLAY_MS = 900
_KEY_BYTES = 16
_TEXT_WIDTH = 220
_ENCRYPT, _DECRYPT = "encrypt", "decrypt"
_TONES = {
    Node.PLAIN: "accent",
    Node.CIPHER: "warning",
    Node.TAG: "good",
    Node.STREAM: "neutral",
}
_ROWS: Mapping[str, tuple[Node, ...]] = {
    _ENCRYPT: (
        Node.COUNTER,
        Node.STREAM,
        Node.PLAIN,
        Node.XORED,
        Node.CIPHER,
        Node.HASH,
        Node.TAG,
    ),
    _DECRYPT: (
        Node.COUNTER,
        Node.STREAM,
        Node.CIPHER,
        Node.BLOCK_OUTPUT,
        Node.PLAIN,
        Node.HASH,
        Node.TAG,
    ),
}
_SHARED_ROWS = {Node.IV: Node.PLAIN, Node.LENGTHS: Node.CIPHER}
"""Nodes without a row of their own, and the node in whose row they are."""


class ModesView(QWidget):
    """Mode, direction and text, and the diagram, which is revealed step by step. When decrypting, a
    click on a ciphertext block flips a bit of it."""

    def __init__(self, modes: tuple[Mode, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material = KeyMaterial.drawn()
        self._flipped: set[int] = set()
        """Blocks of the ciphertext whose first byte has its lowest bit flipped."""
        self.mode = ChoiceRow({each.value: each.name for each in modes}, self)
        self.direction = ChoiceRow(
            {_ENCRYPT: self.tr("Encrypt"), _DECRYPT: self.tr("Decrypt")}, self
        )
        self.text = QLineEdit(self.tr("Bahia Bahia Bahia Bahia Bahia"), self)
        self.back_button = QPushButton(icon("back"), "", self)
        self.step_button = QPushButton(icon("follow"), self.tr("&Step"), self)
        self.play_button = QPushButton(icon("play"), self.tr("P&lay"), self)
        self.flow = BlockFlow(self)
        self.verdict = ToneLabel("", "text", self)
        self._play_timer = QTimer(self, interval=_PLAY_MS)
        self._make_parts(modes)
        self._lay_out()
        self._connect()
        self._draw()

    def set_material(self, material: KeyMaterial) -> None:
        self._material = material
        self._draw()

    def _make_parts(self, modes: tuple[Mode, ...]) -> None:
        self.mode.choose(modes[0])
        self.direction.choose(_ENCRYPT)
        self.text.setMaxLength(_MAX_TEXT_LETTERS)
        self.text.setFixedWidth(_TEXT_WIDTH)
        self.text.setAccessibleName(self.tr("Your text"))
        self.back_button.setToolTip(self.tr("One step back"))
        self.back_button.setAccessibleName(self.back_button.toolTip())
        self.verdict.setWordWrap(True)

    def _lay_out(self) -> None:
        head = QWidget(self)
        row = FlowLayout(head, gap=10, line_gap=4, wish=900)
        row.addWidget(self.mode)
        row.addWidget(self.direction)
        named = QWidget(head)
        hbox(named, FormLabel(self.tr("Your &text"), self.text), self.text)
        for part in (named, self.back_button, self.step_button, self.play_button):
            row.addWidget(part)
        self._scroll = scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.flow)
        vbox(self, head, (scroll, 1), self.verdict, spacing=6)

    def _connect(self) -> None:
        for row in (self.mode, self.direction):
            row.group.buttonClicked.connect(lambda _: self._restart())
        self.text.textEdited.connect(lambda _: self._restart())
        self.back_button.clicked.connect(lambda: self._step(-1))
        self.step_button.clicked.connect(lambda: self._step(1))
        self.play_button.clicked.connect(self._play)
        self.flow.chosen.connect(self._flip)
        self._play_timer.timeout.connect(self._play_next)

    def _restart(self) -> None:
        self._flipped.clear()
        self._draw()

    def _play(self) -> None:
        if self.flow.seen() == len(self.flow.boxes()):
            self._draw(seen=0)
        self._play_timer.start()
        self._step(1)

    def _play_next(self) -> None:
        self._step(1)
        if self.flow.seen() == len(self.flow.boxes()):
            self._play_timer.stop()

    def _step(self, by: int) -> None:
        if by < 0:
            self._play_timer.stop()
        self.flow.step(by)
        self._scroll_to_newest()
        self._show_verdict()

    def _flip(self, key: str) -> None:
        role, _, block = key.partition(":")
        if self.direction.chosen() == _DECRYPT and role == Node.CIPHER:
            self._flipped ^= {int(block)}
            self._draw(seen=len(self.flow.boxes()))

    def _draw(self, seen: int | None = None) -> None:
        """Draw the diagram anew with `seen` boxes revealed; None for those of the first block."""
        self._play_timer.stop()
        trace, plain = self._trace(), self.text.text().encode()
        boxes = [self._box(each, trace, plain) for each in trace.values]
        first = sum(1 for each in trace.values if each.block == 0)
        self.flow.show_boxes(boxes, first if seen is None else seen)
        self._tag_mismatch = trace.tag_mismatch
        self._show_verdict()

    def _trace(self) -> Trace:
        mode, key = Mode(self.mode.chosen()), self._material.key[:_KEY_BYTES]
        iv, plain = self._material.vector, self.text.text().encode()
        if self.direction.chosen() == _ENCRYPT:
            return encryption_trace(mode, key, iv, plain)
        ciphertext = bytearray(encrypt(mode, key, iv, plain))
        ends = len(ciphertext) - (TAG_BYTES if mode is Mode.GCM else 0)
        for block in self._flipped:
            if 16 * block < ends:
                ciphertext[16 * block] ^= 1
        return decryption_trace(mode, key, iv, bytes(ciphertext))

    def _box(self, value: Value, trace: Trace, plain: bytes) -> FlowBox:
        rows = [
            role
            for role in _ROWS[self.direction.chosen()]
            if any(_SHARED_ROWS.get(each.role, each.role) is role for each in trace.values)
        ]
        has_iv = any(each.role is Node.IV for each in trace.values)
        column = value.block + (1 if has_iv and value.role is not Node.IV else 0)
        row = rows.index(_SHARED_ROWS.get(value.role, value.role))
        tone = _TONES.get(value.role, "neutral")
        if self._is_damaged(value, trace, plain):
            tone = "bad"
        sources = tuple((f"{role}:{at}", str(sign)) for role, at, sign in value.sources)
        return FlowBox(
            f"{value.role}:{value.block}", column, row, _title(value), _lines(value), tone, sources
        )

    def _is_damaged(self, value: Value, trace: Trace, plain: bytes) -> bool:
        if self.direction.chosen() == _ENCRYPT:
            return False
        if value.role is Node.CIPHER:
            return value.block in self._flipped
        if value.role is Node.TAG:
            return trace.tag_mismatch
        expected = plain[16 * value.block : 16 * value.block + 16]
        return value.role is Node.PLAIN and not value.data.startswith(expected)

    def _scroll_to_newest(self) -> None:
        """Scroll to the newest box, and to those that it is computed from if there is room."""
        if seen := self.flow.seen():
            newest = self.flow.boxes()[seen - 1]
            boxes = [self.flow.box_of(key) for key, _ in newest.sources]
            for box in (*boxes, self.flow.box_of(newest.key)):
                at = box.center().toPoint()
                half = round(box.width() / 2), round(box.height() / 2)
                self._scroll.ensureVisible(at.x(), at.y(), half[0] + 4, half[1] + 4)

    def _show_verdict(self) -> None:
        boxes, seen = self.flow.boxes(), self.flow.seen()
        at = filled(self.tr("Step {0} of {1}."), format_number(seen), format_number(len(boxes)))
        whole = seen == len(boxes)
        self.step_button.setEnabled(not whole)
        self.back_button.setEnabled(seen > 0)
        words, tone = "", "text"
        if self.direction.chosen() == _DECRYPT and whole:
            words = self.tr("Click a block of ciphertext to flip a bit of it.")
            if self._tag_mismatch:
                words, tone = self.tr("Refused: the tag is another one than stored."), "good"
            elif self._flipped:
                words, tone = self.tr("Nothing detects the change. Red: what it damages."), "bad"
        self.verdict.setText(f"{at} {words}".strip())
        self.verdict.set_tone(tone)


def _title(value: Value) -> str:
    words = {
        Node.IV: _tr("Modes", "IV"),
        Node.COUNTER: _tr("Modes", "Counter"),
        Node.PLAIN: _tr("Modes", "Text {0}"),
        Node.XORED: _tr("Modes", "XOR"),
        Node.BLOCK_OUTPUT: _tr("Modes", "Before XOR"),
        Node.STREAM: _tr("Modes", "Key stream"),
        Node.CIPHER: _tr("Modes", "Ciphertext {0}"),
        Node.HASH: _tr("Modes", "Hash"),
        Node.LENGTHS: _tr("Modes", "Length"),
        Node.TAG: _tr("Modes", "Tag"),
    }
    return filled(words[value.role], format_number(value.block + 1))


def _lines(value: Value) -> tuple[str, ...]:
    """Two lines of eight bytes: text as letters, all else as hexadecimal digits."""
    if value.role is Node.PLAIN and all(32 <= each < 127 or each <= 16 for each in value.data):
        letters = "".join(chr(each) if each >= 32 else "·" for each in value.data)
        return letters[:8] or " ", letters[8:] or " "
    return value.data[:8].hex(), value.data[8:].hex() or " "
