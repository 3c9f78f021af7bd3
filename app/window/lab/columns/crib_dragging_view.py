"""The key stream view, crib dragging: where two ciphertexts share a key stream, a known word of one
(the crib), dragged along their XOR, decrypts the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSlider, QWidget

from app.patterns.columns.column import StreamReuse
from app.patterns.columns.crib_dragging import utf8_prefix, xor
from app.patterns.requests import AnyColumn, DragCrib
from app.window.base.messages import message_text
from app.window.lab.columns.row_choice import RowChoice
from engines.contract.errors import CipherbenchError
from widgets.fields.number_field import guard_wheel
from widgets.images.byte_rows import ByteRow, ByteRows
from widgets.layout.boxes import vbox
from widgets.layout.layouts import WrappingBox
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel
from widgets.tables.data_table import Column, DataTable

_tr = QCoreApplication.translate

_PLAUSIBLE_BITS = 1.0
"""Evidence per byte from which on a reading is probably text."""
_LEAST_SAME_BYTES = 8
"""Equal bytes at the beginning from which on it is reported: a block of 64-bit ciphers."""
_TYPING_MS = 250
_SUGGESTED_BYTES, _LEAST_POSITIONS = 8, 4
"""Bytes of a suggested word; the least number of positions to drag it to."""
_MAX_BYTES = 40
_MIN_WORD_WIDTH_PX = 110


class StreamView(WrappingBox):
    """Two records, a known word of one, and what it reveals of the other."""

    asked = Signal(object)
    """A DragCrib."""

    def __init__(self, parent: QWidget | None = None, *, guided: bool = False) -> None:
        super().__init__(parent)
        self._guided = guided
        self._column: AnyColumn = ""
        self._result: StreamReuse | None = None
        self._offset = 0
        self._safe = self._whole = False
        self.one = RowChoice(self.tr("Known record"), shows_text=True, parent=self)
        self.other = RowChoice(self.tr("Unknown record"), shows_text=False, parent=self)
        self.word = QLineEdit(self)
        self.rows = ByteRows(self, low=guided)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        guard_wheel(self.slider)
        self.table = DataTable(self)
        self._verdict = ToneLabel()
        self._hint = ToneLabel(
            self.tr(
                "Drag the known word and watch the last row. Readable text there is B, decrypted "
                "without the key."
            ),
            "muted",
        )
        self._reading = ToneLabel()
        self._typing_timer = QTimer(self, interval=_TYPING_MS, singleShot=True)
        self._make_parts()
        self._lay_out()
        self._connect()

    def show_column(
        self,
        name: AnyColumn,
        rows: Sequence[tuple[int, str]],
        *,
        unknown: Sequence[tuple[int, str]] | None = None,
        whole: bool = False,
        safe: bool = False,
        readable: bool = False,
    ) -> None:
        """Show a column. If its key is unknown, the texts of its rows are empty.

        `unknown` are the rows offered as record B, all of them if None. `whole` suggests the whole
        known text instead of a word. `safe`: the protection hides any values; `readable`: the
        values are plaintext.
        """
        others = rows if unknown is None else unknown
        self._safe, self._whole = safe, whole
        self._column, self._result = name, None
        self.one.set_rows(rows)
        self.other.set_rows(others)
        self.rows.set_rows([])
        self.table.set_rows(_columns(), [])
        self.word.clear()
        usable = bool(name and rows) and not readable
        for part in (self.one, self.other, self.word, self.slider):
            part.setEnabled(usable)
        self._reading.clear()
        self._verdict.set_tone("muted")
        if not usable:
            sentence = self.tr("Store records of the hospital workload to try this.")
            if readable:
                sentence = self.tr("These values are readable text: there is no key stream.")
            self._verdict.setText(sentence)
            return
        self._verdict.setText(self.tr("Type a word that record A may hold."))
        first, second = _choose_pair(rows, others)
        self.one.choose(first)
        self.other.choose(second)
        self._suggest_word()
        if self.isVisible():
            self.ask()

    def ask(self) -> None:
        """Ask for the XOR of the two records."""
        one, other = self.one.row(), self.other.row()
        if self._column and one is not None and other is not None and self.word.text():
            self.asked.emit(DragCrib(self._column, one, other, self.word.text()))

    def show_result(self, request: DragCrib, found: StreamReuse) -> None:
        """Show what the word reveals, at its most plausible position first."""
        if request.column != self._column:
            return
        self._result = found
        places = len(found.xored) - len(self._crib())
        self.slider.setRange(0, max(0, places))
        self.table.set_rows(
            _columns(), [(each.offset, each.text, each.score) for each in found.placements]
        )
        self.table.fit_to_lines()
        self._show_verdict(found)
        self._move_word(found.placements[0].offset if found.placements else 0)

    def show_refusal(self, request: DragCrib, error: CipherbenchError) -> None:
        """Show why the word cannot be dragged."""
        if request.column == self._column:
            self._result = None
            self.rows.set_rows([])
            self.table.set_rows(_columns(), [])
            self._reading.clear()
            self._verdict.setText(message_text(error.messages[1]))
            self._verdict.set_tone("warning")

    def verdict(self) -> str:
        """The sentence on the key stream that both records share."""
        return self._verdict.text()

    def reading(self) -> str:
        """The sentence on what the word reveals at its position."""
        return self._reading.text()

    def _make_parts(self) -> None:
        self.word.setMinimumWidth(_MIN_WORD_WIDTH_PX)
        self.word.setAccessibleName(self.tr("Known word"))
        self.slider.setAccessibleName(self.tr("Position of the word"))
        self.rows.setAccessibleName(self.tr("Bytes of both records"))
        self.table.setAccessibleName(self.tr("Readings"))
        self.table.set_placeholder(self.tr("Readings, the likeliest first."))
        self._verdict.setWordWrap(True)
        self._hint.setWordWrap(True)
        self._reading.setWordWrap(True)
        self._reading.setFont(scaled_font(1.4, bold=True))

    def _lay_out(self) -> None:
        head = QGridLayout()
        head.setHorizontalSpacing(8)
        head.setVerticalSpacing(2)
        for at, (text, part, stretch) in enumerate(
            (
                (self.tr("Record &A, known"), self.one, 3),
                (self.tr("Record &B"), self.other, 1),
                (self.tr("Known &word in A"), self.word, 3),
            )
        ):
            head.addWidget(FormLabel(text, part), 0, at)
            head.addWidget(part, 1, at)
            head.setColumnStretch(at, stretch)
        vbox(
            self,
            head,
            self._reading,
            self.rows,
            self.slider,
            self._verdict,
            self._hint,
            (self.table, 1),
            margins=(0, 2 if self._guided else 10, 0, 0),
            spacing=4 if self._guided else 8,
        )

    def _connect(self) -> None:
        self.one.currentIndexChanged.connect(self._known_changed)
        self.other.currentIndexChanged.connect(self._known_changed)
        self.word.textEdited.connect(lambda _: self._typing_timer.start())
        self._typing_timer.timeout.connect(self.ask)
        self.slider.valueChanged.connect(self._move_word)
        self.rows.dragged.connect(self._move_word)
        self.table.current_row_changed.connect(self._move_to_reading)

    def _known_changed(self) -> None:
        self._suggest_word()
        self.ask()

    def _suggest_word(self) -> None:
        """Suggest the beginning of the known text, short enough to be dragged; without a known text
        the input stays."""
        if not self.one.text():
            return
        room = len(self.other.text().encode())
        known = self.one.text()
        most = room if self._whole else min(_SUGGESTED_BYTES, room - _LEAST_POSITIONS)
        self.word.setText(utf8_prefix(known, most))

    def _move_to_reading(self, row: int) -> None:
        if self._result is not None and 0 <= row < len(self._result.placements):
            self._move_word(self._result.placements[row].offset)

    def _move_word(self, offset: int) -> None:
        """Move the word to a byte."""
        found, crib = self._result, self._crib()
        if found is None or not crib:
            return
        self._offset = min(max(0, offset), max(0, len(found.xored) - len(crib)))
        self.slider.blockSignals(True)
        self.slider.setValue(self._offset)
        self.slider.blockSignals(False)
        text = xor(found.xored[self._offset :], crib)
        right = (
            len(text)
            if found.shared_stream_bytes is None
            else max(0, found.shared_stream_bytes - self._offset)
        )
        good = right > 0 and _is_plausible(found, self._offset)
        self._show_rows(found, crib, text, dict.fromkeys(range(right), "bad") if good else {})
        sentence = self.tr("B would read “{text}” from byte {offset} on")
        if good or (found.shared_stream_bytes is not None and right >= len(crib)):
            sentence = self.tr("B reads “{text}” from byte {offset} on")
        shown = text[:right] if good else text
        self._reading.setText(
            sentence.format(
                text=_readable(shown) + "…" * (len(shown) < len(text)),
                offset=format_number(self._offset),
            )
        )
        self._reading.setFont(scaled_font(1.4 if good else 1.0, bold=good))
        self._reading.set_tone("bad" if good else "muted")

    def _show_rows(
        self, found: StreamReuse, crib: bytes, text: bytes, bad: Mapping[int, str]
    ) -> None:
        tones = dict.fromkeys(range(len(text)), "neutral") | dict(bad)
        at = self._offset
        self.rows.set_rows(
            [
                ByteRow.of(self.tr("Ciphertext A"), found.one[:_MAX_BYTES]),
                ByteRow.of(self.tr("Ciphertext B"), found.other[:_MAX_BYTES]),
                ByteRow.of(self.tr("A ⊕ B"), found.xored[:_MAX_BYTES]),
                ByteRow.text(self.tr("known word, drag it"), crib, at),
                ByteRow.text(self.tr("B would read"), text, at, tones),
            ],
            draggable=3,
        )

    def _show_verdict(self, found: StreamReuse) -> None:
        text, tone = self._verdict_on(found)
        shared, same = (
            format_number(each or 0) for each in (found.shared_stream_bytes, found.equal_bytes)
        )
        self._verdict.setText(text.format(shared=shared, same=same))
        self._verdict.set_tone(tone)

    def _verdict_on(self, found: StreamReuse) -> tuple[str, str]:
        if found.one == found.other:
            return self.tr("The same value twice: nothing to learn from A ⊕ B."), "warning"
        if found.shared_stream_bytes is None:
            return self.tr(
                "The key is not known. A reading with much evidence shows that both share a key "
                "stream."
            ), "muted"
        if found.shared_stream_bytes == len(found.xored):
            return self.tr(
                "Both use the same key stream, so it cancels out: A ⊕ B is the same for "
                "ciphertexts and plaintexts. A word known in A decrypts B."
            ), "bad"
        if found.shared_stream_bytes:
            return self.tr(
                "The first {shared} bytes of both use the same key stream. There, a word known "
                "in A decrypts B."
            ), "bad"
        if found.equal_bytes >= _LEAST_SAME_BYTES:
            return self.tr(
                "Both begin with the same {same} bytes, so their values begin alike. A ⊕ B "
                "reveals nothing more."
            ), "warning"
        tone = "good" if self._safe else "text"
        return self.tr("The two share no key stream: any readable text is chance."), tone

    def _crib(self) -> bytes:
        return self.word.text().encode()


def _is_plausible(found: StreamReuse, offset: int) -> bool:
    scores = {each.offset: each.score for each in found.placements}
    return scores.get(offset, 0.0) >= _PLAUSIBLE_BITS


def _choose_pair(
    rows: Sequence[tuple[int, str]], unknown: Sequence[tuple[int, str]]
) -> tuple[int, int]:
    """A record with a long text, and one with another text of about that length."""
    known = max(rows, key=lambda row: len(row[1]))
    others = [row for row in unknown if row[1] != known[1]]
    others = others or [row for row in unknown if row[0] != known[0]] or list(unknown)
    return known[0], max(others, key=lambda row: len(row[1]))[0]


def _columns() -> list[Column]:
    return [
        Column("offset", _tr("StreamView", "From byte"), "right"),
        Column("text", _tr("StreamView", "B would read"), format=_reading_text),
        Column("score", _tr("StreamView", "Evidence, bits per byte"), "right", _score, _score_tone),
    ]


def _readable(value: bytes) -> str:
    """The text, with a dot for each unprintable character."""
    return "".join(each if each.isprintable() else "·" for each in value.decode(errors="replace"))


def _reading_text(value: object) -> str:
    return _readable(value) if isinstance(value, bytes) else ""


def _score(value: object) -> str:
    return format_number(value, 2).replace("-", "−") if isinstance(value, float) else ""


def _score_tone(value: object) -> str | None:
    return "bad" if isinstance(value, float) and value >= _PLAUSIBLE_BITS else "muted"
