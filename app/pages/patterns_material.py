"""Key and initialisation vector in hexadecimal digits: shown, edited, drawn anew."""

from __future__ import annotations

from PySide6.QtCore import QRegularExpression, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.patterns.material import Material
from widgets.byte_rows import mono_font
from widgets.cards import ToneLabel
from widgets.theme import scaled_font

VECTOR_BYTES = 16


class MaterialFields(QWidget):
    """One key and one vector for all pictures, so that the same bytes come from every server."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material = Material.drawn()
        self._key_bytes = VECTOR_BYTES
        self.key = _field(self.tr("Key in hexadecimal digits"))
        self.vector = _field(self.tr("Initialisation vector in hexadecimal digits"))
        self.key_drawer = self._drawer(self.tr("Random key"))
        self.vector_drawer = self._drawer(self.tr("Random vector"))
        self._fault = ToneLabel("", "bad")
        self._fault.setFont(scaled_font(0.92))
        self._fault.setWordWrap(True)
        self._fault.hide()
        self._lay_out()
        self.key.textEdited.connect(self._edited)
        self.vector.textEdited.connect(self._edited)
        self.key_drawer.clicked.connect(self._draw_key)
        self.vector_drawer.clicked.connect(self._draw_vector)
        self._show()

    def material(self) -> Material | None:
        """Key and vector; None while what is typed has not the right length."""
        if self._faults():
            return None
        key = bytes.fromhex(self.key.text())
        return Material(key + self._material.key[len(key) :], bytes.fromhex(self.vector.text()))

    def fault(self) -> str:
        """What is wrong with what is typed; empty if nothing is."""
        return " ".join(self._faults())

    def set_key_bytes(self, size: int) -> None:
        """How long the key must be, that of the longest protection."""
        if size == self._key_bytes:
            return
        whole = self.material()
        self._material = whole or self._material
        self._key_bytes = size
        self._show()

    def set_material(self, material: Material) -> None:
        """Take over a key and a vector."""
        self._material = material
        self._show()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        for at, (text, line, drawer) in enumerate(
            (
                (self.tr("&Key"), self.key, self.key_drawer),
                (self.tr("&IV"), self.vector, self.vector_drawer),
            )
        ):
            label = QLabel(text)
            label.setBuddy(line)
            for place, part in enumerate((label, line, drawer)):
                grid.addWidget(part, at, place)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(grid)
        column.addWidget(self._fault)

    def _drawer(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText("⟳")
        button.setToolTip(name)
        button.setAccessibleName(name)
        return button

    def _draw_key(self) -> None:
        self._material = Material(Material.drawn().key, self._vector_bytes())
        self._show()
        self.changed.emit()

    def _draw_vector(self) -> None:
        whole = self.material() or self._material
        self._material = Material(whole.key, Material.drawn().vector)
        self._show()
        self.changed.emit()

    def _vector_bytes(self) -> bytes:
        whole = self.material()
        return self._material.vector if whole is None else whole.vector

    def _show(self) -> None:
        self.key.setText(self._material.key[: self._key_bytes].hex())
        self.vector.setText(self._material.vector.hex())
        for line in (self.key, self.vector):
            line.setCursorPosition(0)
        self._show_fault()

    def _edited(self) -> None:
        self._show_fault()
        self.changed.emit()

    def _show_fault(self) -> None:
        fault = self.fault()
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))

    def _faults(self) -> list[str]:
        said = self.tr("{what} has {given} digits, {wanted} are wanted.")
        parts = (
            (self.tr("The key"), self.key, 2 * self._key_bytes),
            (self.tr("The IV"), self.vector, 2 * VECTOR_BYTES),
        )
        return [
            said.format(what=what, given=len(line.text()), wanted=wanted)
            for what, line, wanted in parts
            if len(line.text()) != wanted
        ]


def _field(name: str) -> QLineEdit:
    line = QLineEdit()
    line.setFont(mono_font(0.92))
    line.setAccessibleName(name)
    line.setMaxLength(128)
    line.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9A-Fa-f]*"), line))
    return line
