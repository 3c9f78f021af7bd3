"""A picture drawn in the lab, and saved as a file that the lab then opens."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTemporaryDir, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from widgets.fields.chips import ChoiceRow
from widgets.images.still_picture import PixelCanvas
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number

_SIZE = QSize(256, 160)
_SPRAY = "spray"
_COLOURS = {"blue": "#1f5fbf", "red": "#c0392b", "green": "#1e8449", "black": "#111111"}


class DrawnPicture(QWidget):
    """Pens of four colours, a spray can of all colours, and a button that takes the picture."""

    taken = Signal(str)
    """The file of the picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = QTemporaryDir()
        self._number = 0
        words = {
            "blue": self.tr("Blue"),
            "red": self.tr("Red"),
            "green": self.tr("Green"),
            "black": self.tr("Black"),
            _SPRAY: self.tr("Spray can"),
        }
        self.tools = ChoiceRow(words, self)
        self.tools.choose("blue")
        self.canvas = PixelCanvas(_SIZE, self)
        self.take = QPushButton(icon("check"), self.tr("&Use this picture"), self)
        self.clear = QPushButton(icon("close"), self.tr("&Clear"), self)
        row = QWidget(self)
        flow = FlowLayout(row, line_gap=4, wish=640)
        for part in (self.tools, self.clear, self.take):
            flow.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(row)
        column.addWidget(self.canvas, 1)
        self.tools.group.buttonClicked.connect(lambda _: self._choose())
        self.clear.clicked.connect(self.canvas.clear)
        self.take.clicked.connect(self._take)
        size = f"{format_number(_SIZE.width())} × {format_number(_SIZE.height())}"
        self.canvas.setAccessibleName(filled(self.tr("Drawing, {0} pixels"), size))

    def _choose(self) -> None:
        tool = self.tools.chosen()
        if tool == _SPRAY:
            self.canvas.use_spray()
        else:
            self.canvas.use_pen(QColor(_COLOURS[tool]))

    def _take(self) -> None:
        self._number += 1  # a name of its own: the same one would not be loaded again
        name = self.tr("drawing")  # lupdate finds nothing inside of an f-string
        path = self._folder.filePath(f"{name}-{self._number}.png")
        if self.canvas.image().save(path):
            self.taken.emit(path)
