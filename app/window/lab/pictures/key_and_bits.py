"""A picture encrypted while one types: a key to edit, bits to flip, and what decrypts from them."""

from __future__ import annotations

from collections import Counter

from PIL import Image
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.patterns.base.material import Material
from app.patterns.base.software_cipher import Mode, decrypt, encrypt
from app.patterns.pictures.pixels import Raster, show
from app.patterns.pictures.software import small_raster
from app.window.lab.common.figures import percent_text
from widgets.fields.chips import ChoiceRow, ToggleChip
from widgets.fields.text_fields import HexField
from widgets.images.still_picture import StillPicture
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.parts.cards import FormLabel, ToneLabel

_PIXELS = 40_000
_KEY_BYTES = 16
_MODES = {Mode.ECB: "ECB", Mode.CBC: "CBC", Mode.CTR: "CTR", Mode.GCM: "GCM"}


class KeyAndBits(QWidget):
    """Encrypted here, by the program's own library: no server is needed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material = Material.drawn()
        self._raster: Raster | None = None
        self._flips: Counter[int] = Counter()
        """Masks by the bytes that they are laid over."""
        self._byte = 0
        self._before = b""
        self.mode = ChoiceRow({each.value: word for each, word in _MODES.items()}, self)
        self.key = HexField(self.tr("Key in hexadecimal digits"), self)
        self.bits = [ToggleChip(str(bit), self) for bit in reversed(range(8))]
        self.undo = QPushButton(icon("draw"), self.tr("&Undo flips"), self)
        self.encrypted = StillPicture(self.tr("Encrypted: click a pixel"), self)
        self.decrypted = StillPicture(self.tr("Decrypted again"), self)
        self.verdict = ToneLabel("", "text", self)
        self._lay_out()
        self.mode.choose(Mode.ECB)
        self.mode.group.buttonClicked.connect(lambda _: self._forget_flips())
        self.key.text_edited.connect(self._draw)
        self.undo.clicked.connect(self._forget_flips)
        self.encrypted.clicked.connect(self._choose)
        for chip in self.bits:
            chip.clicked.connect(lambda _, chip=chip: self._flip(1 << int(chip.text())))

    def show_picture(self, image: Image.Image, material: Material) -> None:
        """Take a picture, which is made smaller, with a key and a vector."""
        self._raster, self._material = small_raster(image, _PIXELS), material
        self.key.set_text(material.key[:_KEY_BYTES].hex())
        self._before, self._byte = b"", self._middle()
        self._forget_flips()

    def flips(self) -> int:
        """How many bits are flipped."""
        return sum(mask.bit_count() for mask in self._flips.values())

    def _middle(self) -> int:
        assert self._raster is not None
        geometry = self._raster.geometry
        return geometry.height // 2 * geometry.row_bytes + geometry.width // 2

    def _forget_flips(self) -> None:
        self._flips = Counter()
        self._draw()

    def _choose(self, pixel: QPoint) -> None:
        if self._raster is not None:
            geometry = self._raster.geometry
            at = pixel.y() * geometry.row_bytes + pixel.x() * geometry.format.pixel_bytes
            self._byte = at
            self._draw()

    def _flip(self, mask: int) -> None:
        self._flips[self._byte] ^= mask
        self._draw()

    def _draw(self) -> None:
        raster, key = self._raster, self.key.text()
        if raster is None or len(key) != 2 * _KEY_BYTES:
            if raster is not None:
                words = self.tr("The key has {0} of {1} digits.")
                digits = format_number(len(key)), format_number(2 * _KEY_BYTES)
                self.verdict.setText(filled(words, *digits))
            return
        mode, used = Mode(self.mode.chosen()), bytes.fromhex(key)
        sealed = encrypt(mode, used, self._material.vector, raster.pixels)
        stored = bytearray(sealed)
        for at, mask in self._flips.items():
            stored[at] ^= mask
        at = self._byte
        pixel = QPoint(at % raster.geometry.row_bytes, at // raster.geometry.row_bytes)
        self.encrypted.show_image(_qt_image(show(bytes(stored), raster.geometry).image), pixel)
        for chip in self.bits:
            chip.setChecked(bool(self._flips[at] >> int(chip.text()) & 1))
        self.undo.setEnabled(self.flips() > 0)
        opened = decrypt(mode, used, self._material.vector, bytes(stored))
        self._show_opened(raster, opened, sealed)
        self._before = sealed

    def _show_opened(self, raster: Raster, opened: bytes | None, sealed: bytes) -> None:
        if opened is None:
            self.decrypted.show_message(self.tr("Refused: the tag does not fit."))
            self.verdict.setText(self.tr("GCM detects the change."))
            self.verdict.set_tone("good")
            return
        self.decrypted.show_image(_qt_image(show(opened, raster.geometry).image))
        size = len(raster.pixels)
        changed = sum(a != b for a, b in zip(opened[:size], raster.pixels, strict=True))
        if self.flips():
            words = self.tr("Bits flipped: {0}. Pixels that decrypt to others: {1}.")
            counts = format_number(self.flips()), format_number(changed)
            self.verdict.setText(filled(words, *counts))
            self.verdict.set_tone("warning")
            return
        others = sum(a != b for a, b in zip(sealed, self._before, strict=False))
        words = ""
        if self._before and others:
            words = filled(
                self.tr("Encrypted bytes that changed: {0}."), percent_text(100 * others / size)
            )
        self.verdict.setText(words)
        self.verdict.set_tone("text")

    def _lay_out(self) -> None:
        for chip in self.bits:
            chip.setAccessibleName(filled(self.tr("Bit {0}"), chip.text()))
        settings = QWidget(self)
        flow = FlowLayout(settings, gap=8, line_gap=4)
        flow.addWidget(self.mode)
        flow.addWidget(FormLabel(self.tr("&Key"), self.key))
        self.key.setFixedWidth(self.key.fontMetrics().horizontalAdvance("0" * 34) + 16)
        flow.addWidget(self.key)
        bits = QWidget(self)
        row = FlowLayout(bits, gap=3, line_gap=4, wish=640)
        row.addWidget(FormLabel(self.tr("Bits of the byte")))
        for chip in self.bits:
            row.addWidget(chip)
        row.addWidget(self.undo)
        pictures = QHBoxLayout()
        pictures.setSpacing(12)
        pictures.addWidget(self.encrypted, 1)
        pictures.addWidget(self.decrypted, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(settings)
        column.addLayout(pictures, 1)
        column.addWidget(bits)
        column.addWidget(self.verdict)


def _qt_image(image: Image.Image) -> QImage:
    colours = image.convert("RGB")
    data = colours.tobytes()
    made = QImage(
        data, colours.width, colours.height, 3 * colours.width, QImage.Format.Format_RGB888
    )
    return made.convertToFormat(QImage.Format.Format_RGB32)  # a copy: `data` may go
