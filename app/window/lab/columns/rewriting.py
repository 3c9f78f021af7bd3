"""What a value is known to hold, and what it is to hold instead."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.patterns.columns.keystream import xor
from app.window.base.messages import message_text
from engines.contract.message import plural
from widgets.fields.number_field import NumberField
from widgets.look.icons import icon
from widgets.parts.cards import FormLabel, ToneLabel

_LONGEST = 200


class CountedText(QWidget):
    """A line of text, and how many bytes it has in UTF-8."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QLineEdit(self)
        self.line.setAccessibleName(name)
        self.line.setMaxLength(_LONGEST)
        self._count = ToneLabel("", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.line, 1)
        row.addWidget(self._count)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(self._show_count)
        self._show_count()

    def data(self) -> bytes:
        """The text in UTF-8."""
        return self.line.text().encode()

    def judge(self, *, fits: bool) -> None:
        """Show whether the text has as many bytes as it must."""
        self._count.set_tone("muted" if fits else "warning")

    def _show_count(self) -> None:
        self._count.setText(message_text(plural("{n} bytes", "{n} byte", len(self.data()))))
        self.changed.emit()


class Rewriting(QWidget):
    """Two texts of as many bytes, and the byte that the change begins at."""

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
            text.changed.connect(self._judge)
            text.line.returnPressed.connect(self._entered)
        self.button.clicked.connect(self.asked)

    def difference(self) -> bytes:
        """The bits to turn over; none where the two texts differ in length."""
        return xor(self.known.data(), self.wanted.data()) if self.fits() else b""

    def fits(self) -> bool:
        """Whether both texts have as many bytes, and any."""
        return 0 < len(self.known.data()) == len(self.wanted.data())

    def set_usable(self, usable: bool) -> None:
        """Whether there is a value to change."""
        self._usable = usable
        for part in (self.known, self.wanted, self.place):
            part.setEnabled(usable)
        self._judge()

    def _entered(self) -> None:
        if self.button.isVisible():  # in a lesson there is another button to press
            self.button.click()

    def _judge(self) -> None:
        self.wanted.judge(fits=self.fits() or not self.wanted.data())
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
