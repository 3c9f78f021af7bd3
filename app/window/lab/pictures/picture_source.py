"""The choice of a picture, shipped or from a file, and of its pixel format."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton, QWidget

from app.patterns.pictures.picture_loading import SHIPPED, ShippedPicture
from app.patterns.pictures.pixels import PixelFormat
from app.window.base.messages import message_text
from widgets.fields.chips import ChoiceRow
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import as_label, plain_tip, shortened

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
        dialog = QFileDialog(self, self.tr("Open a picture"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [
                self.tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.tif *.tiff *.webp *.ppm)"),
                self.tr("All files (*)"),
            ]
        )
        dialog.fileSelected.connect(lambda chosen: self.open_file(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()


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
