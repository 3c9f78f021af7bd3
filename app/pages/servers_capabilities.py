"""What a server can do: algorithm and key bits down, modes across, its own words on hover."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from app.pages.servers_entries import DeskEntry, DeskState
from engines.capability import Capabilities, Cipher
from engines.contract import Source
from widgets.cards import EmptyState, ToneLabel
from widgets.icons import icon
from widgets.matrix_view import CapabilityMatrix, MatrixCell, RowLabel
from widgets.numbers import format_number

MODES = ("ecb", "cbc", "cfb", "ofb", "ctr", "gcm", "stream")
"""The order of modes; others follow by name."""


class ServerCapabilities(QWidget):
    """The matrix, or what to do to get one."""

    start_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Capabilities | None = None
        self._empty: EmptyState | None = None
        self._summary = ToneLabel("", "muted")
        self._said = ToneLabel("", "text")
        self._said.setWordWrap(True)
        self._said.setMinimumHeight(2 * self.fontMetrics().height() + 4)
        self._matrix = CapabilityMatrix()
        self._matrix.setAccessibleName(self.tr("Capabilities"))
        self._matrix.cell_described.connect(self._said.setText)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._answers())

    def show_entry(self, entry: DeskEntry) -> None:
        """Show what this server answered, or how to ask it."""
        if entry.capabilities is None:
            self._show_empty(entry)
            return
        self._stack.setCurrentIndex(0)
        if entry.capabilities is not self._shown:
            self._shown = entry.capabilities
            self._show(entry.capabilities)

    def _answers(self) -> QWidget:
        copy = QPushButton(icon("copy"), self.tr("Copy table"))
        copy.setFlat(True)
        copy.clicked.connect(self._matrix.copy)
        head = QHBoxLayout()
        head.addWidget(self._summary, 1)
        head.addWidget(copy)
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._matrix, 1)
        column.addWidget(self._said)
        return part

    def _show(self, capabilities: Capabilities) -> None:
        tried = len(capabilities.native) + len(capabilities.refused)
        self._summary.setText(
            self.tr("{able} of {tried} ciphers sealed and opened a value, tried in {ms} ms").format(
                able=format_number(len(capabilities.native)),
                tried=format_number(tried),
                ms=format_number(capabilities.probe_seconds * 1000),
            )
        )
        self._said.setText(self.tr("Point at a mark to read the server's own words."))
        rows, modes = matrix_axes(capabilities)
        labels = [RowLabel(self.tr("{0} bits").format(bits), name.upper()) for name, bits in rows]
        cells = [[self._cell(capabilities, Cipher(*row, mode)) for mode in modes] for row in rows]
        self._matrix.set_matrix(labels, [mode.upper() for mode in modes], cells)

    def _cell(self, capabilities: Capabilities, cipher: Cipher) -> MatrixCell:
        if cipher in capabilities.native:
            return MatrixCell("yes", self.tr("sealed and opened a value"))
        said = capabilities.refused.get(cipher)
        if said is not None:
            return MatrixCell("no", said)
        return MatrixCell("no", self.tr("the algorithm has no such mode"))

    def _show_empty(self, entry: DeskEntry) -> None:
        if self._empty is not None:
            self._stack.removeWidget(self._empty)
            self._empty.deleteLater()
        self._empty = self._empty_state(entry)
        self._empty.activated.connect(self.start_asked)
        self._stack.addWidget(self._empty)
        self._stack.setCurrentWidget(self._empty)

    def _empty_state(self, entry: DeskEntry) -> EmptyState:
        if entry.state is DeskState.UNAVAILABLE:
            return EmptyState("warning", self.tr("Not on this machine"), entry.reason)
        if entry.state is DeskState.FAILED:
            text = self.tr("What it can do is known as soon as it answers.")
            return EmptyState("servers", self.tr("It did not answer"), text, self.tr("Try again"))
        if entry.state is not DeskState.AVAILABLE:
            title = self.tr("Asking the server …")
            return EmptyState("servers", title, self.tr("Every cipher is tried, none assumed."))
        if entry.spec.source is Source.ADDRESS:
            title, action = self.tr("Connect to see what it can do"), self.tr("Connect")
        else:
            title, action = self.tr("Start it to see what it can do"), self.tr("Start")
        text = self.tr("The running server is asked: every cipher is tried, none assumed.")
        return EmptyState("servers", title, text, action)


def matrix_axes(capabilities: Capabilities) -> tuple[list[tuple[str, int]], list[str]]:
    """Rows (algorithm, key bits) and modes of all ciphers tried; AES first, then by name."""
    tried = [*capabilities.native, *capabilities.refused]
    rows = sorted({(c.algorithm, c.bits) for c in tried}, key=lambda row: (row[0] != "aes", row))
    return rows, ordered_modes({cipher.mode for cipher in tried})


def ordered_modes(modes: set[str]) -> list[str]:
    """Modes in the order of MODES, others by name behind them."""
    known: Sequence[str] = [mode for mode in MODES if mode in modes]
    return [*known, *sorted(modes - set(known))]
