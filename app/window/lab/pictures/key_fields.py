"""Fields for the key and the IV in hexadecimal digits, with buttons that draw random ones."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from app.patterns.base.key_material import KeyMaterial
from widgets.fields.text_fields import HexField
from widgets.layout.boxes import hbox, vbox
from widgets.look.icons import icon
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel

VECTOR_BYTES = 16


class MaterialFields(QWidget):
    """One key and one IV for all pictures, so that every server gives the same bytes."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material = KeyMaterial.drawn()
        self._key_bytes = VECTOR_BYTES
        self.key = HexField(self.tr("Key in hexadecimal digits"))
        self.vector = HexField(self.tr("Initialisation vector in hexadecimal digits"))
        self.random_key_button = self._random_button(self.tr("Random key"))
        self.random_vector_button = self._random_button(self.tr("Random IV"))
        self._shorter_keys = ToneLabel("", "muted")
        self._fault = ToneLabel("", "bad")
        for words in (self._shorter_keys, self._fault):
            words.setFont(scaled_font(0.92))
            words.setWordWrap(True)
            words.hide()
        self._lay_out()
        self.key.text_edited.connect(self._edited)
        self.vector.text_edited.connect(self._edited)
        self.random_key_button.clicked.connect(self._draw_key)
        self.random_vector_button.clicked.connect(self._draw_vector)
        self._show()

    def material(self) -> KeyMaterial | None:
        """Key and IV; None while one of them has a wrong length."""
        if self._faults():
            return None
        key = bytes.fromhex(self.key.text())
        return KeyMaterial(key + self._material.key[len(key) :], bytes.fromhex(self.vector.text()))

    def fault(self) -> str:
        """The fault of the input; empty if there is none."""
        return " ".join(self._faults())

    def set_key_sizes(self, sizes: Collection[int]) -> None:
        """Set the key sizes of the protections, in bytes; the field has the longest key, of which
        others use the beginning."""
        self._show_shorter(sizes)
        size = max(sizes, default=VECTOR_BYTES)
        if size == self._key_bytes:
            return
        typed = self.material()
        self._material = typed or self._material
        self._key_bytes = size
        self._show()

    def shorter_keys_text(self) -> str:
        """The text on which bytes shorter keys use; empty if all keys have one length."""
        return self._shorter_keys.text()

    def set_material(self, material: KeyMaterial) -> None:
        """Show a key and an IV."""
        self._material = material
        self._show()

    def _lay_out(self) -> None:
        column = vbox(self, spacing=4)
        for text, field, button in (
            (self.tr("&Key"), self.key, self.random_key_button),
            (self.tr("&IV"), self.vector, self.random_vector_button),
        ):
            label = FormLabel(text, field)
            head = hbox(None, label, spacing=8)
            if field is self.key:
                head.addWidget(self._shorter_keys, 1)
            head.addStretch()
            head.addWidget(button)
            column.addLayout(head)
            column.addWidget(field)
        column.addWidget(self._fault)

    def _random_button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon("draw"))
        button.setAutoRaise(True)
        button.setToolTip(name)
        button.setAccessibleName(name)
        return button

    def _draw_key(self) -> None:
        self._material = KeyMaterial(KeyMaterial.drawn().key, self._vector_bytes())
        self._show()
        self.changed.emit()

    def _draw_vector(self) -> None:
        typed = self.material() or self._material
        self._material = KeyMaterial(typed.key, KeyMaterial.drawn().vector)
        self._show()
        self.changed.emit()

    def _vector_bytes(self) -> bytes:
        typed = self.material()
        return self._material.vector if typed is None else typed.vector

    def _show(self) -> None:
        self.key.set_text(self._material.key[: self._key_bytes].hex())
        self.vector.set_text(self._material.vector.hex())
        self._show_fault()

    def _show_shorter(self, sizes: Collection[int]) -> None:
        text = self.tr("{bits} bits: the first {size} bytes.")
        shorter_keys_text = sorted({size for size in sizes if 0 < size < max(sizes)})
        words = [
            text.format(bits=format_number(8 * size), size=format_number(size))
            for size in shorter_keys_text
        ]
        self._shorter_keys.setText(" ".join(words))
        self._shorter_keys.setVisible(bool(words))

    def _edited(self) -> None:
        self._show_fault()
        self.changed.emit()

    def _show_fault(self) -> None:
        fault = self.fault()
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))

    def _faults(self) -> list[str]:
        text = self.tr("{what} has {given} digits, {wanted} are needed.")
        parts = (
            (self.tr("The key"), self.key, 2 * self._key_bytes),
            (self.tr("The IV"), self.vector, 2 * VECTOR_BYTES),
        )
        return [
            text.format(
                what=what, given=format_number(len(line.text())), wanted=format_number(wanted)
            )
            for what, line, wanted in parts
            if len(line.text()) != wanted
        ]
