"""The resolution of PNG pictures, in a menu."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget, QWidgetAction

from widgets.fields.number_field import NumberField
from widgets.saving.last_saved import LEAST_DPI, MOST_DPI, saving


class ResolutionAction(QWidgetAction):
    """A field in a menu; its value applies to all further pictures."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        line = QWidget(menu)
        self.field = NumberField(LEAST_DPI, MOST_DPI, saving().dpi, parent=line)
        self.field.valueChanged.connect(saving().choose_dpi)
        name = QLabel(self.tr("Dots per &inch of PNG"), line)
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setBuddy(self.field)
        row = QHBoxLayout(line)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(name, 1)
        row.addWidget(self.field)
        self.setDefaultWidget(line)
        menu.aboutToShow.connect(lambda: self.field.setValue(saving().dpi))
