"""The settings of the pictures tab: picture, server, protections, key and initialisation vector."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.patterns.base.key_material import KeyMaterial
from app.patterns.pictures.picture_loading import SHIPPED, ShippedPicture
from app.patterns.pictures.pixels import PixelFormat
from app.window.base.messages import message_text
from app.window.lab.common.protections import ProtectionChoice
from app.window.servers.known_servers import KnownServers
from app.window.servers.server_choice import ServerChoice
from widgets.fields.chips import ChoiceRow
from widgets.fields.file_dialog import ask_for_file
from widgets.fields.text_fields import HexField
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import as_label, plain_tip, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel, WrappedLabel, icon_button

_THUMBNAIL_SIZE = QSize(84, 56)
_ROW_WIDTH = 500
"""Width in pixels of a row with all thumbnails and the button."""


class PictureSource(QWidget):
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file: Path | None = None
        self._name = SHIPPED[0].name
        self._thumbs: dict[str, QToolButton] = {}
        self.open_button = QPushButton(icon("open"), self.tr("&Open file …"), self)
        self.formats = ChoiceRow(
            {
                PixelFormat.PALETTE: self.tr("Palette"),
                PixelFormat.GREY: self.tr("Grey"),
                PixelFormat.RGB: self.tr("RGB"),
            },
            self,
        )
        self._lay_out()
        self.open_button.clicked.connect(self._ask)
        self.formats.group.buttonClicked.connect(lambda _: self.changed.emit())
        self.choose(SHIPPED[0].name)

    def source(self) -> str | Path:
        """The name of a shipped picture, or a file."""
        return self._file or self._name

    def title(self) -> str:
        """The picture's name for captions."""
        if self._file is not None:
            return self._file.name
        title = next(each.title for each in SHIPPED if each.name == self.source())
        return message_text(title)

    def format(self) -> PixelFormat:
        return PixelFormat(self.formats.chosen())

    def thumb(self, name: str) -> QToolButton:
        """The thumbnail of a shipped picture."""
        return self._thumbs[name]

    def set_thumb_size(self, size: QSize) -> None:
        for thumb in self._thumbs.values():
            thumb.setIconSize(size)

    def choose(self, name: str) -> None:
        """Choose a shipped picture, in its own pixel format."""
        self._file, self._name = None, name
        self._show_choice()
        self.formats.choose(next(each.format for each in SHIPPED if each.name == name))
        self.changed.emit()

    def open_file(self, path: Path) -> None:
        """Choose a picture file of the user's, as RGB."""
        self._file = path
        self._show_choice()
        self.formats.choose(PixelFormat.RGB)
        self.changed.emit()

    def _lay_out(self) -> None:
        thumbs = QWidget(self)
        flow = FlowLayout(thumbs, gap=6, line_gap=6, wish=_ROW_WIDTH)
        for each in SHIPPED:
            flow.addWidget(self._make_thumb(each))
        flow.addWidget(self.open_button)
        vbox(self, thumbs, self.formats, spacing=6)

    def _make_thumb(self, picture: ShippedPicture) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setIcon(QIcon(_thumbnail(picture.name, self.devicePixelRatioF())))
        button.setIconSize(_THUMBNAIL_SIZE)
        button.setSizePolicy(button.sizePolicy().Policy.Expanding, button.sizePolicy().Policy.Fixed)
        button.setToolTip(message_text(picture.title))
        button.setAccessibleName(message_text(picture.title))
        button.clicked.connect(lambda: self.choose(picture.name))
        self._thumbs[picture.name] = button
        return button

    def _show_choice(self) -> None:
        for name, thumb in self._thumbs.items():
            thumb.setChecked(self._file is None and name == self._name)
        words = as_label(shortened(self._file.name)) if self._file else self.tr("&Open file …")
        self.open_button.setText(words)
        self.open_button.setToolTip(plain_tip(str(self._file or "")))

    def _ask(self) -> None:
        filters = (
            self.tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.tif *.tiff *.webp *.ppm)"),
            self.tr("All files (*)"),
        )
        ask_for_file(self, self.tr("Open a picture"), filters, self.open_file)


def _thumbnail(name: str, ratio: float) -> QPixmap:
    made = QPixmap.fromImage(_scaled_picture(name, ratio))
    made.setDevicePixelRatio(ratio)
    return made


@cache
def _scaled_picture(name: str, ratio: float) -> QImage:
    """Cached for the next window: reading and shrinking all four takes a fifth of a second."""
    with as_file(files("assets") / "pictures" / f"{name}.png") as path:
        whole = QImage(str(path))
    return whole.scaled(
        _THUMBNAIL_SIZE * ratio,
        Qt.AspectRatioMode.KeepAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


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
        key_tip, vector_tip = self.tr("Random key"), self.tr("Random IV")
        self.random_key_button = icon_button("draw", key_tip, self, tip=key_tip)
        self.random_vector_button = icon_button("draw", vector_tip, self, tip=vector_tip)
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


_WIDTH = 244


class PictureControls(QWidget):
    """Settings at the left of the pictures: picture, server, protections, key and IV."""

    picture_changed = Signal()
    """Picture or pixel format was changed."""

    encryption_changed = Signal()
    """Server, protections, key or IV was changed."""

    encrypt_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._encrypting = self._obstructed = False
        self.source = PictureSource(self)
        self.server = ServerChoice(known_servers, self)
        self.protections = ProtectionChoice(self)
        self.material = MaterialFields(self)
        self.encrypt_button = QPushButton(icon("play", "accent_text"), self.tr("E&ncrypt"), self)
        self.encrypt_button.setProperty("primary", True)
        self.encrypt_button.setShortcut(QKeySequence("Ctrl+Return"))
        self.encrypt_button.setToolTip(
            self.tr("Encrypt the picture with each protection (Ctrl+Enter)")
        )
        self.cancel = QPushButton(self.tr("&Cancel"), self)
        self.cancel.hide()
        self._lay_out()
        self._connect()
        self._server_changed()

    def ready(self) -> bool:
        """Whether protections, key and IV are chosen."""
        return bool(self.protections.chosen()) and self.material.material() is not None

    def show_encrypting(self, encrypting: bool, obstacle: str = "") -> None:
        """Show Cancel while pictures are encrypted, else Encrypt; `obstacle` is why not."""
        self._encrypting = encrypting
        if self._obstructed != self._known_servers.measuring:
            self._server_changed()
        self.encrypt_button.setVisible(not encrypting)
        self.cancel.setVisible(encrypting)
        self.encrypt_button.setEnabled(not obstacle and self.server.entry() is not None)
        self._obstacle.setText(obstacle)
        self._obstacle.setVisible(bool(obstacle))

    def _lay_out(self) -> None:
        self.setFixedWidth(_WIDTH)
        self._obstacle = WrappedLabel("", "muted")
        self._obstacle.setFont(scaled_font(0.92))
        self._obstacle.hide()
        vbox(
            self,
            _heading(self.tr("Picture")),
            self.source,
            6,
            _heading(self.tr("Encrypted b&y"), self.server),
            self.server,
            (self.protections, 1),
            self.material,
            4,
            self._obstacle,
            self.encrypt_button,
            self.cancel,
            spacing=6,
        )

    def _connect(self) -> None:
        self.source.changed.connect(self.picture_changed)
        self.server.changed.connect(self._server_changed)
        self._known_servers.changed.connect(self._servers_changed)
        self.protections.changed.connect(self._protections_changed)
        self.material.changed.connect(self.encryption_changed)
        self.encrypt_button.clicked.connect(self.encrypt_requested)
        self.cancel.clicked.connect(self.cancel_requested)

    def _servers_changed(self) -> None:
        if self.server.entry() is None:
            self._server_changed()

    def _server_changed(self) -> None:
        entry = self.server.entry()
        if self.isVisible():
            self.server.probe()
        mode = self._known_servers.default_mode(entry.spec.engine) if entry else ""
        self._obstructed = self._known_servers.measuring
        looking = not self._known_servers.discovered
        self.protections.show_server(entry, mode, looking=looking, waits=self._obstructed)

    def _protections_changed(self) -> None:
        self.material.set_key_sizes([(each.bits or 0) // 8 for each in self.protections.chosen()])
        self.encryption_changed.emit()


def _heading(text: str, buddy: QWidget | None = None) -> QLabel:
    label = ToneLabel(text, "muted")
    label.setFont(scaled_font(0.92, bold=True))
    label.setAlignment(Qt.AlignmentFlag.AlignLeft)
    if buddy is not None:
        label.setBuddy(buddy)
    return label
