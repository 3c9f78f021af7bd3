"""Pictures of widgets for papers and reports: always light, PNG at twice the size or SVG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from widgets.theme import LIGHT, painted_in

_SCALE = 2


def picture_of(widget: QWidget) -> QImage:
    """The widget in light colours at twice its size in device pixels."""
    image = QImage(widget.size() * _SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_SCALE)
    image.fill(QColor(LIGHT.surface))
    with painted_in(LIGHT):
        _render(widget, QPainter(image))
    return image


def copy_picture(widget: QWidget) -> None:
    """Put the picture on the clipboard."""
    QGuiApplication.clipboard().setImage(picture_of(widget))


def save_picture(widget: QWidget, path: Path | str) -> None:
    """Save as SVG if the path ends so, else in the image format of the ending.

    Raises OSError if the file cannot be written.
    """
    target = Path(path)
    if target.suffix.lower() == ".svg":
        _save_svg(widget, target)
    elif not picture_of(widget).save(str(target)):
        raise OSError(f"cannot write {target}")


def _save_svg(widget: QWidget, path: Path) -> None:
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setFileName(str(path))
    generator.setSize(widget.size())
    generator.setViewBox(QRect(QPoint(0, 0), QSize(widget.size())))
    generator.setResolution(widget.logicalDpiX())
    generator.setTitle(widget.accessibleName())
    painter = QPainter()
    if not painter.begin(generator):
        raise OSError(f"cannot write {path}")
    painter.fillRect(widget.rect(), QColor(LIGHT.surface))
    with painted_in(LIGHT):
        _render(widget, painter)


def only_on_screen(control: QWidget) -> None:
    """Keep a control, such as a button, out of pictures of the widget it stands in."""
    policy = control.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    control.setSizePolicy(policy)
    control.setProperty("onlyOnScreen", True)


def is_being_pictured(widget: QWidget) -> bool:
    """Whether a widget is being drawn into a picture, where frame and focus have no place."""
    return bool(widget.property("pictured"))


def _render(widget: QWidget, painter: QPainter) -> None:
    controls = [part for part in widget.findChildren(QWidget) if part.property("onlyOnScreen")]
    shown = [part for part in controls if not part.isHidden()]
    widget.setProperty("pictured", True)
    for part in shown:
        part.hide()
    try:
        widget.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
    finally:
        for part in shown:
            part.show()
        widget.setProperty("pictured", False)
        painter.end()
