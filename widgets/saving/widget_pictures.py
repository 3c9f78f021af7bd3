"""Pictures of widgets for papers and reports, always light: PNG at any resolution, SVG or PDF."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMarginsF,
    QPoint,
    QRect,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPageSize,
    QPainter,
    QPdfWriter,
    QRegion,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from widgets.look.theme import LIGHT, scaled_font, temporary_palette
from widgets.saving.saving import replace_file, saving

_PIXELS_PER_INCH, _INCHES_PER_METRE = 100, 39.37
_POINTS_PER_INCH = 72
_CAPTION = 32
"""Pixels of height that a caption takes."""


def picture_of(widget: QWidget, caption: str = "") -> QImage:
    """The widget in light colours under its caption, at the resolution that was chosen."""
    scale = saving().dpi / _PIXELS_PER_INCH
    image = QImage(_size(widget, caption) * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    for tell in (image.setDotsPerMeterX, image.setDotsPerMeterY):
        tell(round(saving().dpi * _INCHES_PER_METRE))
    image.fill(QColor(LIGHT.surface))
    with temporary_palette(LIGHT):
        _render(widget, QPainter(image), caption)
    return image


def copy_picture(widget: QWidget, caption: str = "") -> None:
    """Put the picture on the clipboard."""
    QGuiApplication.clipboard().setImage(picture_of(widget, caption))


def save_picture(widget: QWidget, path: Path | str, caption: str = "") -> None:
    """Save as SVG or PDF if the path ends so, else in the image format of the ending.

    Raises OSError if the file cannot be written.
    """
    target = Path(path)
    drawn = QBuffer()
    drawn.open(QIODevice.OpenModeFlag.WriteOnly)
    if target.suffix.lower() == ".svg":
        _draw_svg(widget, drawn, caption)
    elif target.suffix.lower() == ".pdf":
        _draw_pdf(widget, drawn, caption)
    else:
        writer = QImageWriter(drawn, QByteArray(target.suffix[1:].encode()))
        if not writer.write(picture_of(widget, caption)):
            raise OSError(f"cannot write {target}: {writer.errorString()}")
    replace_file(target, bytes(drawn.data().data()))


def _draw_svg(widget: QWidget, drawn: QIODevice, caption: str) -> None:
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(drawn)
    whole = QRect(QPoint(0, 0), _size(widget, caption))
    generator.setSize(whole.size())
    generator.setViewBox(whole)
    generator.setResolution(widget.logicalDpiX())
    generator.setTitle(caption or widget.accessibleName())
    _draw(widget, QPainter(generator), caption)


def _draw_pdf(widget: QWidget, drawn: QIODevice, caption: str) -> None:
    """One page as large as the picture, with its fonts in it."""
    writer = QPdfWriter(drawn)
    per_inch = widget.logicalDpiX()  # of another resolution letters would have another size
    writer.setResolution(per_inch)
    size = QSizeF(_size(widget, caption)) * _POINTS_PER_INCH / per_inch
    writer.setPageSize(
        QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    )
    writer.setPageMargins(QMarginsF())
    writer.setTitle(caption or widget.accessibleName())
    _draw(widget, QPainter(writer), caption)


def _draw(widget: QWidget, painter: QPainter, caption: str) -> None:
    painter.fillRect(QRect(QPoint(0, 0), _size(widget, caption)), QColor(LIGHT.surface))
    with temporary_palette(LIGHT):
        _render(widget, painter, caption)


def only_on_screen(control: QWidget) -> None:
    """Keep a control, such as a button, out of pictures of the widget it stands in."""
    policy = control.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    control.setSizePolicy(policy)
    control.setProperty("onlyOnScreen", True)


def is_being_pictured(widget: QWidget) -> bool:
    """Whether a widget is being drawn into a picture, where frame and focus have no place."""
    return bool(widget.property("pictured"))


def _size(widget: QWidget, caption: str) -> QSize:
    return widget.size() + QSize(0, _CAPTION if caption else 0)


def _paint_caption(painter: QPainter, width: int, caption: str) -> None:
    painter.setFont(scaled_font(bold=True))
    painter.setPen(QColor(LIGHT.text))
    box = QRect(12, 0, width - 24, _CAPTION)
    cut = Qt.TextElideMode.ElideMiddle
    fitting = painter.fontMetrics().elidedText(caption, cut, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), fitting)


def _render(widget: QWidget, painter: QPainter, caption: str) -> None:
    controls = [part for part in widget.findChildren(QWidget) if part.property("onlyOnScreen")]
    shown = [part for part in controls if not part.isHidden()]
    widget.setProperty("pictured", True)
    for part in shown:
        part.hide()
    try:
        if caption:
            _paint_caption(painter, widget.width(), caption)
        place = QPoint(0, _CAPTION if caption else 0)
        widget.render(painter, place, QRegion(), QWidget.RenderFlag.DrawChildren)
    finally:
        for part in shown:
            part.show()
        widget.setProperty("pictured", False)
        painter.end()
