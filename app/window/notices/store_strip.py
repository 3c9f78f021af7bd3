"""A strip that says that another program writes to the results store, and offers another store."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QToolButton, QWidget

from app.window.notices.store_watch import StoreWatch
from widgets.look.icons import icon
from widgets.look.theme import current_palette, mix, theme_signals, tone_tint
from widgets.parts.cards import ToneLabel


class StoreStrip(QWidget):
    """Visible while another program writes, unless closed."""

    chosen = Signal(str)
    """The path of another store, which may not exist yet."""

    def __init__(self, watch: StoreWatch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watch = watch
        self._words = ToneLabel("", "text")
        self._words.setWordWrap(True)
        self.other_button = QPushButton(icon("open"), self.tr("&Use another store…"), self)
        self.other_button.clicked.connect(self._ask)
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self.other_button)
        row.addWidget(close)
        watch.changed.connect(self._show)
        theme_signals().changed.connect(self.update)
        self.hide()
        self._show()

    def text(self) -> str:
        return self._words.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(mix(palette.surface, palette.warning, 0.45)))
        painter.setBrush(tone_tint("warning"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _show(self) -> None:
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
