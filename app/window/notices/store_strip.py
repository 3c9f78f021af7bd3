"""A strip that says why the results store cannot be written, and offers another store."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QToolButton, QWidget

from app.window.notices.store_watch import StoreWatch
from widgets.look.icons import icon
from widgets.look.names import filled, isolated
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import ToneLabel


class StoreStrip(QWidget):
    """Visible while another program writes, unless closed; always where the store is read only."""

    chosen = Signal(str)
    """The path of another store, which may not exist yet."""

    own_asked = Signal()
    """The user's own store is to be shown again."""

    def __init__(self, watch: StoreWatch, place: str = "", parent: QWidget | None = None) -> None:
        """`place` is the store's address, as it may be shown."""
        super().__init__(parent)
        self._watch, self._place = watch, place
        self._words = ToneLabel("", "text")
        self._words.setWordWrap(True)
        self.other_button = QPushButton(icon("open"), self.tr("&Use another store…"), self)
        self.other_button.clicked.connect(self._ask)
        self.own_button = QPushButton(self.tr("&Back to your store"), self)
        self.own_button.clicked.connect(self.own_asked)
        self.own_button.setVisible(watch.read_only)
        self.other_button.setHidden(watch.read_only)
        close = QToolButton(self)
        close.setHidden(watch.read_only)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self.other_button)
        row.addWidget(self.own_button)
        row.addWidget(close)
        watch.changed.connect(self._show)
        theme_signals().changed.connect(self.update)
        self.hide()
        self._show()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent" if self._watch.read_only else "warning")

    def _show(self) -> None:
        if self._watch.read_only:
            frame = self.tr("Read only: {place}. What is measured appears here by itself.")
            self._words.setText(filled(frame, place=isolated(self._place)))
            self.show()
            return
        process, began = self._watch.writer
        frame = self.tr(
            "Another Cipherbench is writing to this results store. Its results appear here. You "
            "can start a campaign when it has finished."
        )
        if process:
            frame = self.tr(
                "Another Cipherbench (process {process}, started at {began}) is writing to this "
                "results store. Its results appear here. You can start a campaign when it has "
                "finished."
            )
        self._words.setText(frame.format(process=process, began=began))
        self.setVisible(self._watch.taken)

    def _ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Use another results store"), "results.sqlite")
        dialog.setNameFilters([self.tr("Results store (*.sqlite)"), self.tr("All files (*)")])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # nothing is: it is opened
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("&Use"))
        dialog.setDefaultSuffix("sqlite")
        dialog.fileSelected.connect(self.chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
