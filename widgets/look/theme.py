"""Design tokens for light and dark, and the one call that applies them to the program."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication, QPainter, QPalette, QPen
from PySide6.QtWidgets import QApplication, QWidget

from widgets.look.series import Line, SeriesLook, registered_look
from widgets.look.stylesheet import stylesheet
from widgets.look.tokens import DARK, LIGHT, Palette, mix

__all__ = [
    "DARK",
    "LIGHT",
    "Palette",
    "Scheme",
    "SeriesStyle",
    "Tone",
    "apply_theme",
    "current_palette",
    "draw_box",
    "drawing_scale",
    "dress",
    "mix",
    "number_font",
    "painted_in",
    "plain_variant",
    "scaled_font",
    "series_pen",
    "series_style",
    "shaded",
    "theme_signals",
    "tone_color",
    "tone_tint",
]

Scheme = Literal["system", "light", "dark"]
Tone = Literal["neutral", "good", "warning", "bad", "accent"]

_DASHES: dict[Line, tuple[float, ...]] = {
    "dash": (7, 3),
    "dot": (2, 2),
    "dash-dot": (7, 2, 2, 2),
    "dash-dot-dot": (7, 2, 2, 2, 2, 2),
    "long-dash": (14, 3),
    "long-dash-dot": (14, 3, 2, 3),
    "two-dash-dot": (7, 2, 7, 2, 2, 2),
}
_SPARE_LINES: tuple[Line, ...] = ("dash-dot-dot", "dash", "dash-dot", "dot", "solid")
_SHADE_LINES: tuple[Line, ...] = ("dash", "dot", "dash-dot", "dash-dot-dot")
_SHADE, _SHADES = "~", (0.45, 0.7, 0.25)
_SPARE_SYMBOLS = ("star", "p", "h", "t1", "+", "t2", "t3")


@dataclass(frozen=True)
class SeriesStyle:
    """How one series looks in every chart: colour, line style and pyqtgraph marker symbol."""

    colour: QColor
    line: Line
    symbol: str


class ThemeSignals(QObject):
    """What follows the program's colours."""

    changed = Signal()
    """Colours have changed: charts and painted parts recolour."""

    sheet_changed = Signal()
    """There is another stylesheet."""


class _SchemeFollower(QObject):
    """Keeps the chosen scheme of one application and follows the system when asked to."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.setObjectName("cipherbench-scheme")
        self._app = app
        self._scheme: Scheme = "system"
        app.styleHints().colorSchemeChanged.connect(self._on_system_change)

    def choose(self, scheme: Scheme) -> None:
        """Take over a scheme and repaint the program in it."""
        self._scheme = scheme
        self._app.styleHints().setColorScheme(_QT_SCHEMES[scheme])
        self._paint_program()

    def _on_system_change(self) -> None:
        if self._scheme == "system":
            self._paint_program()

    def _paint_program(self) -> None:
        dark = self._scheme == "dark" or (self._scheme == "system" and _system_is_dark())
        palette = DARK if dark else LIGHT
        sheet = stylesheet(palette)
        if _Current.palette is palette and _Current.sheet == sheet:
            return  # Qt would go through every part there is
        _Current.palette, _Current.sheet = palette, sheet
        self._app.setPalette(_qt_palette(palette))
        theme_signals().sheet_changed.emit()
        theme_signals().changed.emit()


class _Current:
    palette: Palette = LIGHT
    sheet = ""
    """Empty until a theme is applied."""


class _Dresser(QObject):
    """Keeps one part in the program's stylesheet. Qt goes through all that is in it for that, so a
    part that nobody sees waits until it is shown."""

    _WHEN = QEvent.Type.Polish, QEvent.Type.Show

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self._part = part
        part.installEventFilter(self)
        theme_signals().sheet_changed.connect(self._follow)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in self._WHEN:
            self._put_on()
        return False

    def _follow(self) -> None:
        if self._part.isVisible():
            self._put_on()

    def _put_on(self) -> None:
        if self._part.styleSheet() != _Current.sheet:
            self._part.setStyleSheet(_Current.sheet)


_QT_SCHEMES = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


def apply_theme(app: QApplication, scheme: Scheme = "system") -> None:
    """Give the program Fusion, our colours and our stylesheet, and follow the system if asked."""
    follower = app.findChild(_SchemeFollower, "cipherbench-scheme")
    if follower is None:
        app.setStyle("Fusion")
        follower = _SchemeFollower(app)
    follower.choose(scheme)


def dress(*parts: QWidget) -> None:
    """Give each part, and all in it, the program's stylesheet from now on.

    The application itself has none: Qt takes eight times as long to change that one.
    """
    for part in parts:
        _Dresser(part)


def current_palette() -> Palette:
    """The tokens in force now; colours are `#rrggbb` strings."""
    return _Current.palette


@contextmanager
def painted_in(palette: Palette) -> Iterator[None]:
    """Recolour every part for the length of a block, so that saved pictures are always light."""
    before = _Current.palette
    if before is palette:
        yield
        return
    _Current.palette = palette
    theme_signals().changed.emit()
    try:
        yield
    finally:
        _Current.palette = before
        theme_signals().changed.emit()


@cache
def theme_signals() -> ThemeSignals:
    """The one object that sends them."""
    return ThemeSignals()


def series_style(key: str, palette: Palette | None = None) -> SeriesStyle:
    """The registered look of a key, or a steady colour-blind-safe one for any other.

    `neutral` is ink without a colour of its own.
    """
    tokens = palette or current_palette()
    if look := registered_look(key):
        return _looks_like(look, tokens)
    plain, _, shade = key.partition(_SHADE)
    if shade and (look := registered_look(plain)):
        return _shaded_style(look, int(shade), tokens)
    if key == "neutral":
        return SeriesStyle(QColor(tokens.muted), "solid", "x")
    number = zlib.crc32(key.encode())
    colour = tokens.spare[number % len(tokens.spare)]
    line = _SPARE_LINES[number // len(tokens.spare) % len(_SPARE_LINES)]
    return SeriesStyle(QColor(colour), line, _SPARE_SYMBOLS[number % len(_SPARE_SYMBOLS)])


def shaded(key: str, number: int) -> str:
    """The colour key of one of several things that share a colour; the first, 0, has it plain."""
    return f"{key}{_SHADE}{number}" if number else key


def _looks_like(look: SeriesLook, tokens: Palette) -> SeriesStyle:
    colour = look.dark if tokens.is_dark else look.light
    return SeriesStyle(QColor(colour), look.line, look.marker)


def _shaded_style(look: SeriesLook, number: int, tokens: Palette) -> SeriesStyle:
    """A shade nearer to the text colour, so that it keeps its contrast, with another line style."""
    plain = _looks_like(look, tokens)
    share = _SHADES[(number - 1) % len(_SHADES)]
    lines = _SHADE_LINES
    own = lines.index(plain.line) if plain.line in lines else -1
    colour = QColor(mix(plain.colour.name(), tokens.text, share))
    return SeriesStyle(colour, lines[(own + number) % len(lines)], plain.symbol)


def series_pen(colour: QColor, line: Line, width: float = 1.0) -> QPen:
    """A line of constant width at every zoom, with dashes that stay distinct when thin."""
    pen = QPen(colour, width)
    if line in _DASHES:
        pen.setDashPattern(list(map(float, _DASHES[line])))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(True)
    return pen


def plain_variant(color: QColor | str, palette: Palette | None = None) -> QColor:
    """The lighter mark of the same colour, which always stands for plaintext."""
    tokens = palette or current_palette()
    return QColor(mix(QColor(color).name(), tokens.surface, 0.72))


def tone_color(tone: str | None, palette: Palette | None = None) -> QColor:
    """The text colour of a tone; an unknown or missing tone is ordinary text."""
    tokens = palette or current_palette()
    return QColor(tokens.tone(tone))


def tone_tint(tone: str | None, palette: Palette | None = None) -> QColor:
    """The pale ground on which text of that tone keeps a contrast of 4.5 to 1."""
    tokens = palette or current_palette()
    if tone in (None, "neutral"):
        return QColor(tokens.raised)
    return QColor(mix(tokens.surface, tokens.tone(tone), 0.12))


def draw_box(painter: QPainter, part: QRect, tone: str | None = None) -> None:
    """A rounded box as large as a part: pale ground and an edge of a tone, raised without one."""
    palette = current_palette()
    edge = mix(palette.surface, palette.tone(tone), 0.45) if tone else palette.border
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(edge))
    painter.setBrush(tone_tint(tone))
    painter.drawRoundedRect(QRectF(part).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


_fonts: dict[tuple[float, bool, bool], QFont] = {}
"""Those made of the program's font, by factor, bold and tabular figures; under `_PROGRAM` the
program's font then."""
_PROGRAM = 0.0, False, False


def scaled_font(factor: float = 1.0, *, bold: bool = False) -> QFont:
    """The program's font at a multiple of its size, so that it follows the user's setting."""
    return _made_font(factor, bold=bold, tabular=False)


def _made_font(factor: float, *, bold: bool, tabular: bool) -> QFont:
    own = QGuiApplication.font()
    if _fonts.get(_PROGRAM) != own:
        _fonts.clear()
        _fonts[_PROGRAM] = own
    font = _fonts.get((factor, bold, tabular))
    if font is None:
        font = QFont(own)
        font.setPointSizeF(font.pointSizeF() * factor)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        _fonts[factor, bold, tabular] = font
    return QFont(font)


def drawing_scale() -> float:
    """Pixels of a unit of which letters in a drawing are twelve high: they are as large as the
    program's."""
    return QFontInfo(QGuiApplication.font()).pixelSize() / 12


def number_font(factor: float = 1.0, *, bold: bool = False) -> QFont:
    """The program's font with tabular figures, so that digits line up in columns."""
    return _made_font(factor, bold=bold, tabular=True)


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def _qt_palette(tokens: Palette) -> QPalette:
    role = QPalette.ColorRole
    colours = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.window,
        role.Text: tokens.text,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.bad,
        role.PlaceholderText: tokens.muted,
        role.ToolTipBase: tokens.text,
        role.ToolTipText: tokens.surface,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.accent_text,
        role.Accent: tokens.accent,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.accent,
        role.Light: tokens.surface,
        role.Midlight: tokens.raised,
        role.Mid: tokens.border,
        role.Dark: tokens.border,
        role.Shadow: tokens.border,
    }
    palette = QPalette()
    for target, colour in colours.items():
        palette.setColor(target, QColor(colour))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(tokens.disabled))
    return palette
