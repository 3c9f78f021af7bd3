"""Our own small icon set: inline SVG strokes that take the colour of the scheme in force."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from widgets.look.theme import current_palette

_SHAPES: dict[str, str] = {
    "servers": '<rect x="4" y="4" width="16" height="6.5" rx="1.5"/>'
    '<rect x="4" y="13.5" width="16" height="6.5" rx="1.5"/><path d="M7.5 7.2h.01M7.5 16.8h.01'
    'M11 7.2h5.5M11 16.8h5.5"/>',
    "campaign": '<rect x="4" y="4" width="6.5" height="6.5" rx="1"/>'
    '<rect x="13.5" y="4" width="6.5" height="6.5" rx="1"/>'
    '<rect x="4" y="13.5" width="6.5" height="6.5" rx="1"/><path d="M16.8 13.8v6M13.8 16.8h6"/>',
    "run": '<path d="M3.5 13h3.8l2.4-7.5 4.2 13 2.5-8 1.2 2.5h2.9"/>',
    "results": '<path d="M4 4v16h16"/><path d="M8.5 16.5v-5M13 16.5V7M17.5 16.5v-7.5"/>',
    "patterns": '<rect x="4" y="4" width="16" height="16" rx="1.5"/>'
    '<path d="M4 12h8V4M12 12h8M12 12v8"/>'
    '<path d="M5.5 10.5l5-5M13.5 18.5l5-5" stroke-width="1.2"/>',
    "lessons": '<path d="M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5"/>'
    '<path d="M12 19.5c2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5v13"/>',
    "play": '<path d="M7.5 5v14l11-7z"/>',
    "pause": '<path d="M8.5 5.5v13M15.5 5.5v13" stroke-width="2.6"/>',
    "stop": '<rect x="6" y="6" width="12" height="12" rx="1.5"/>',
    "save": '<path d="M5 4h11l4 4v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z"/>'
    '<path d="M8 4v5h7V4M8 20v-6h8v6"/>',
    "open": '<path d="M3.5 18.5v-12A1.5 1.5 0 0 1 5 5h4l2 2.5h6.5A1.5 1.5 0 0 1 19 9v1.5"/>'
    '<path d="M3.5 19l3-8.5h15l-3 8.5z"/>',
    "copy": '<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="1.5"/>'
    '<path d="M15.5 8.5V5.5A1.5 1.5 0 0 0 14 4H5.5A1.5 1.5 0 0 0 4 5.5V14a1.5 1.5 0 0 0 1.5 1.5h3"'
    "/>",
    "export": '<path d="M12 15V4M7.5 8.5 12 4l4.5 4.5"/>'
    '<path d="M4.5 14v4.5A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5V14"/>',
    "warning": '<path d="M12 4.2 21 19.5H3z"/><path d="M12 10v4.2M12 16.8h.01"/>',
    "check": '<path d="M5 12.8l4.6 4.6L19.5 7"/>',
    "edit": '<path d="M5 19l1-4L16 5l3 3L9 18zM14 7l3 3"/>',
    "draw": '<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9"/><path d="M19.5 4v5h-5"/>',
    "back": '<path d="M14.5 5.5 8 12l6.5 6.5"/>',
    "print": '<path d="M7 9V4h10v5M7 17H4.5v-6A2 2 0 0 1 6.5 9h11a2 2 0 0 1 2 2v6H17"/>'
    '<path d="M7 14.5h10V20H7z"/>',
    "view": '<path d="M4 7h9M17.5 7H20M4 17h3M11.5 17H20"/><circle cx="15.2" cy="7" r="2.2"/>'
    '<circle cx="9.2" cy="17" r="2.2"/>',
    "help": '<circle cx="12" cy="12" r="8.5"/><path d="M9.6 9.6a2.4 2.4 0 1 1 3.4 2.2c-.7.4-1 .9-1'
    ' 1.7M12 16.6h.01"/>',
    "close": '<path d="M6 6l12 12M18 6 6 18"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "search": '<circle cx="10.5" cy="10.5" r="6"/><path d="M15 15l5.5 5.5"/>',
    "info": '<circle cx="12" cy="12" r="8.5"/><path d="M12 11.2v5M12 7.9h.01"/>',
    "follow": '<path d="M4 12h11M10.5 7l5 5-5 5M19.5 5v14"/>',
    "fit": '<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>',
    "chart": '<path d="M4 4v16h16"/><path d="M7 15l4-5 3.5 3L20 7"/>',
}

_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}" '
    'stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">{shape}</svg>'
)
_SIZES = (16, 20, 24, 32)


def icon(name: str, tone: str = "text") -> QIcon:
    """The icon of that name; it recolours itself when the theme changes.

    `tone` is one of Palette's tones, `text` or `accent_text`. Raises KeyError for a name that
    isn't in `icon_names()`.
    """
    if name not in _SHAPES:
        raise KeyError(name)
    return QIcon(_ThemedIcon(name, tone))


def icon_names() -> tuple[str, ...]:
    """All names that `icon` knows."""
    return tuple(_SHAPES)


def draw_icon(painter: QPainter, rect: QRectF, name: str, colour: QColor | str) -> None:
    """Draw an icon's strokes in one colour into a square."""
    _strokes(name, QColor(colour).name()).render(painter, rect)


@lru_cache(64)
def _strokes(name: str, colour: str) -> QSvgRenderer:
    """Those of an icon, read once: the rail is painted anew with each run that ends."""
    return QSvgRenderer(QByteArray(_SVG.format(colour=colour, shape=_SHAPES[name]).encode()))


class _ThemedIcon(QIconEngine):
    """Draws with the palette of the moment, so that icons need no refresh by hand."""

    def __init__(self, name: str, tone: str) -> None:
        super().__init__()
        self._name = name
        self._tone = tone

    def clone(self) -> QIconEngine:
        return _ThemedIcon(self._name, self._tone)

    def key(self) -> str:
        return "cipherbench"

    def isNull(self) -> bool:
        return False

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        side = min(size.width(), size.height())
        return QSize(side, side)

    def availableSizes(
        self, mode: QIcon.Mode = QIcon.Mode.Normal, state: QIcon.State = QIcon.State.Off
    ) -> list[QSize]:
        return [QSize(side, side) for side in _SIZES]

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        square = QRect(0, 0, side, side)
        square.moveCenter(rect.center())
        draw_icon(painter, QRectF(square), self._name, self._colour(mode))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        pixmap = QPixmap(size * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def _colour(self, mode: QIcon.Mode) -> str:
        palette = current_palette()
        if mode == QIcon.Mode.Disabled:
            return palette.disabled
        return palette.accent_text if self._tone == "accent_text" else palette.tone(self._tone)
