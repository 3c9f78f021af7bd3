"""The bit flip view: flips bits of a stored ciphertext, or rewrites a known text in it without the
key, and shows what the server decrypts then."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from app.patterns.columns.crib_dragging import xor
from app.patterns.columns.encrypted_records import Tampered
from app.patterns.columns.readable import reads_as_text
from app.patterns.requests import FlipBits
from app.window.base.messages import message_text
from app.window.lab.columns.row_choice import RowChoice
from engines.contract.errors import CipherbenchError
from engines.contract.message import plural
from widgets.fields.chips import ToggleChip
from widgets.fields.number_field import NumberField
from widgets.images.byte_rows import ByteRow, ByteRows
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout, WrappingBox
from widgets.look.icons import icon
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, FormLabel, ToneLabel

_MAX_LETTERS = 200


class CountedText(QWidget):
    """A line of text with its number of bytes in UTF-8."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(self)
        self.line.setAccessibleName(name)
        self.line.setMaxLength(_MAX_LETTERS)
        self._count = ToneLabel("", "muted")
        hbox(self, (self.line, 1), self._count, spacing=6)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(self._show_count)
        self._show_count()

    def data(self) -> bytes:
        """The text in UTF-8."""
        return self.line.text().encode()

    def show_fit(self, *, fits: bool) -> None:
        """Show whether the text has as many bytes as it must."""
        self._count.set_tone("muted" if fits else "warning")

    def _show_count(self) -> None:
        self._count.setText(message_text(plural("{n} bytes", "{n} byte", len(self.data()))))
        self.changed.emit()


class ChangedTexts(QWidget):
    """The known text, a new text with as many bytes, and the byte from which on it is replaced."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.known = CountedText(self.tr("Known text"), self)
        self.wanted = CountedText(self.tr("New text"), self)
        self.place = NumberField(0, 0, 0, parent=self)
        self.button = QPushButton(
            icon("play", "accent_text"), self.tr("Re&write and decrypt"), self
        )
        self.button.setProperty("primary", True)
        self.setToolTip(
            self.tr(
                "XORs the stored bytes with known text ⊕ new text. Both need the same number of "
                "bytes."
            )
        )
        self._lay_out()
        self._usable = False
        for text in (self.known, self.wanted):
            text.changed.connect(self._check_texts)
            text.line.returnPressed.connect(self._submit)
        self.button.clicked.connect(self.asked)

    def difference(self) -> bytes:
        """The mask of bits to flip; empty where the texts differ in length."""
        return xor(self.known.data(), self.wanted.data()) if self.fits() else b""

    def fits(self) -> bool:
        """Whether both texts have the same number of bytes, more than none."""
        return 0 < len(self.known.data()) == len(self.wanted.data())

    def set_usable(self, usable: bool) -> None:
        """Whether there is a value to change."""
        self._usable = usable
        for part in (self.known, self.wanted, self.place):
            part.setEnabled(usable)
        self._check_texts()

    def _submit(self) -> None:
        if self.button.isVisible():  # in a lesson Run is used instead
            self.button.click()

    def _check_texts(self) -> None:
        self.wanted.show_fit(fits=self.fits() or not self.wanted.data())
        self.button.setEnabled(self._usable and any(self.difference()))

    def _lay_out(self) -> None:
        row = QGridLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setHorizontalSpacing(8)
        row.setVerticalSpacing(2)
        for at, (text, part, stretch) in enumerate(
            (
                (self.tr("Known te&xt"), self.known, 2),
                (self.tr("&New text"), self.wanted, 2),
                (self.tr("From b&yte"), self.place, 0),
            )
        ):
            row.addWidget(FormLabel(text, part), 0, at)
            row.addWidget(part, 1, at)
            row.setColumnStretch(at, stretch)
        row.addWidget(self.button, 2, 0, 1, 3, Qt.AlignmentFlag.AlignLeft)


_BITS = 8
_MAX_BYTES = 64
_MAX_SHOWN_LETTERS = 40
_BITS_ROW_WIDTH_PX = 640
"""Width at which all bits are in one line."""


class FlipView(WrappingBox):
    """The bytes of a record. The user chooses a byte and its bits, or types a new text; the server
    decrypts the changed ciphertext."""

    asked = Signal(object)
    """A FlipBits."""

    def __init__(self, parent: QWidget | None = None, *, guided: bool = False) -> None:
        """`guided`: a lesson chooses the record and shows the texts itself."""
        super().__init__(parent)
        self._guided = guided
        self._column = ""
        self._result: Tampered | None = None
        self.record = RowChoice(self.tr("Record"), shows_text=True, parent=self)
        self.bits = [ToggleChip(str(bit), self) for bit in reversed(range(_BITS))]
        self.flip = QPushButton(icon("play", "accent_text"), self.tr("&Flip and decrypt"), self)
        self.rewrite_form = ChangedTexts(self)
        self.rows = ByteRows(self, low=guided)
        self._verdict = ToneLabel()
        self._server_message = ElidedLabel("", "muted")
        """The server's error message."""
        self._make_parts()
        self._lay_out()
        self._connect()

    def show_column(self, name: str, rows: Sequence[tuple[int, str]]) -> None:
        """Show a column of the stored records; an empty name for one whose key is unknown."""
        self._column, self._result = name, None
        self.record.set_rows(rows)
        self.rows.set_rows([])
        usable = bool(name and rows)
        for part in (self.record, self.flip, *self.bits):
            part.setEnabled(usable)
        self.rewrite_form.set_usable(usable)
        if not usable:
            self._show_verdict(
                self.tr("Store records of the hospital workload to try this."), "muted"
            )
            return
        self.record.choose(max(rows, key=lambda row: len(row[1]))[0])
        self._show_verdict("", "text")
        if self.isVisible() or self._guided:
            self.ask()

    def ask(self) -> None:
        """Ask for the record as it is stored."""
        row = self.record.row()
        if self._column and row is not None:
            self.asked.emit(FlipBits(self._column, row))

    def rewrite(self) -> None:
        """Replace the known text by the new one, from the chosen byte on."""
        self._change(self.rewrite_form.difference())

    def show_result(self, request: FlipBits, found: Tampered) -> None:
        """Show the result of a change. A request without a mask only reads."""
        if request.column != self._column or request.row != self.record.row():
            return
        self._result = found
        if not request.mask:
            self._show_record(found)
            return
        self._show_rows(request)
        if found.opened == found.plaintext:
            self._show_verdict(self.tr("It decrypts as before."), "muted")
        elif found.detected:
            self._show_verdict(self.tr("Rejected: the change was detected."), "good", found.message)
        elif found.refused:
            broken = self.tr(
                "Rejected by chance: the padding is broken. Other changes can go undetected."
            )
            self._show_verdict(broken, "warning", found.message)
        elif reads_as_text(found.opened or b""):
            unseen = self.tr("Decrypted without an error, as “{text}”: the change is not detected.")
            text = shortened((found.opened or b"").decode(), _MAX_SHOWN_LETTERS)
            self._show_verdict(filled(unseen, text=text), "bad")
        else:
            garbled = self.tr("Decrypted without an error, but to garbage: only a reader notices.")
            self._show_verdict(garbled, "warning")

    def show_refusal(self, request: FlipBits, error: CipherbenchError) -> None:
        """Say why the value cannot be changed."""
        if request.column == self._column:
            self._show_verdict(message_text(error.messages[1]), "warning")

    def verdict(self) -> str:
        """The sentence on the change."""
        return self._verdict.text()

    def _make_parts(self) -> None:
        self.flip.setProperty("primary", True)
        self.rows.setAccessibleName(self.tr("Bytes of the record"))
        self.rewrite_form.set_usable(False)
        self.bits[-1].setChecked(True)
        for chip in self.bits:
            chip.setAccessibleName(self.tr("Bit {0}").format(chip.text()))
        self._verdict.setFont(scaled_font(1.2, bold=True))
        self._verdict.setWordWrap(True)
        self._server_message.hide()

    def _lay_out(self) -> None:
        settings = QWidget(self)
        head = hbox(None, spacing=8)
        label = FormLabel(self.tr("Re&cord"), self.record)
        head.addWidget(label)
        head.addWidget(self.record, 1)
        bits = FlowLayout(gap=3, wish=_BITS_ROW_WIDTH_PX)
        bits.addWidget(FormLabel(self.tr("Bits to flip")))
        for chip in self.bits:
            bits.addWidget(chip)
        bits.addWidget(self.flip)
        vbox(settings, head, bits, self.rewrite_form, spacing=10)
        settings.setVisible(not self._guided)
        column = vbox(
            self, margins=(0, 2 if self._guided else 10, 0, 0), spacing=4 if self._guided else 10
        )
        words = (self._verdict, self._server_message)
        for part in (settings, *((*words, self.rows) if self._guided else (self.rows, *words))):
            column.addWidget(part)
        column.addStretch(1)

    def _connect(self) -> None:
        self.record.currentIndexChanged.connect(self.ask)
        self.rows.chosen.connect(self.rewrite_form.place.setValue)
        self.rewrite_form.place.valueChanged.connect(lambda _: self._show_rows())
        self.rewrite_form.asked.connect(self.rewrite)
        self.flip.clicked.connect(self._flip)

    def _show_record(self, found: Tampered) -> None:
        """Show a record that was read, with its text as known and its first byte chosen."""
        last = max(0, len(found.encrypted) - 1)
        self.rewrite_form.place.setMaximum(last)
        if not self._guided:
            self.rewrite_form.known.line.setText(found.plaintext.decode(errors="replace"))
            self.rewrite_form.place.setValue(min(found.prefix_bytes, last))
        self._show_rows()
        message = self.tr(
            "Choose a byte by click or arrow keys. Then choose bits to flip, or type a new text."
        )
        self._show_verdict("" if self._guided else message, "muted")

    def _flip(self) -> None:
        self._change(bytes([sum(1 << int(chip.text()) for chip in self.bits if chip.isChecked())]))

    def _change(self, mask: bytes) -> None:
        row = self.record.row()
        if self._column and row is not None and any(mask):
            place = self.rewrite_form.place.value()
            self.asked.emit(FlipBits(self._column, row, place, mask))

    def _show_rows(self, request: FlipBits | None = None) -> None:
        """Show the record's bytes, stored and as changed by `request`; plaintext below
        ciphertext."""
        found = self._result
        if found is None:
            return
        stored = self.tr("Stored")
        if len(found.encrypted) > _MAX_BYTES:
            stored = self.tr("Stored, {0} of {1} bytes").format(
                format_number(_MAX_BYTES), format_number(len(found.encrypted))
            )
        rows = [ByteRow.of(stored, found.encrypted[:_MAX_BYTES])]
        if request is not None:
            if len(request.mask) > 1:
                rows.append(ByteRow.of(self.tr("Known ⊕ new"), request.mask, request.offset))
            rows.append(
                ByteRow.of(
                    self.tr("Changed"),
                    found.changed[:_MAX_BYTES],
                    tones=_differences(found.encrypted, found.changed, "warning"),
                )
            )
        shown = found.plaintext[:_MAX_BYTES]
        rows.append(ByteRow.text(self.tr("Plaintext before"), shown, found.prefix_bytes))
        if request is not None and found.opened is not None:
            rows.append(
                ByteRow.text(
                    self.tr("Plaintext after"),
                    found.opened[:_MAX_BYTES],
                    found.prefix_bytes,
                    tones=_differences(found.plaintext, found.opened, "bad"),
                )
            )
        self.rows.set_rows(rows, current=self.rewrite_form.place.value())

    def _show_verdict(self, text: str, tone: str, answer: str = "") -> None:
        self._verdict.setText(text)
        self._verdict.set_tone(tone)
        self._server_message.setText(answer)
        self._server_message.setVisible(bool(answer))


def _differences(before: bytes, after: bytes, tone: str) -> dict[int, str]:
    alike = {at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a == b}
    return {at: tone for at in range(len(after)) if at not in alike}
