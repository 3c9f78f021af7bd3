"""Design tokens for light and dark, and the one call that applies them to the program."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication, QPainter, QPalette, QPen
from PySide6.QtWidgets import QApplication, QWidget

from widgets.look.tokens import DARK, LIGHT, Line, Palette, SeriesLook, mix, registered_look

# The one stylesheet of the program: flat surfaces, 6 px radius, 8 px grid, visible focus.

_GLYPHS = Path(__file__).parent / "glyphs"

_BASE = """
QToolTip {{ background: {text}; color: {surface}; border: 1px solid {text}; padding: 4px 6px; }}
QMainWindow::separator {{ background: {border}; width: 1px; height: 1px; }}
QStatusBar {{ background: {window}; border-top: 1px solid {border}; color: {muted}; }}
QStatusBar::item {{ border: none; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {border}; }}
QGroupBox {{ border: 1px solid {border}; border-radius: 6px; margin-top: 20px; padding: 8px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 2px; padding: 0 2px; color: {muted}; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
"""

_BUTTONS = """
QPushButton, QToolButton {{
    background: {surface}; color: {text}; border: 1px solid {button_edge}; border-radius: 6px;
    padding: 5px 12px; min-height: 18px;
}}
QToolButton {{ padding: 4px 6px; }}
QToolButton[popupMode="1"] {{ padding-right: 20px; }}
QPushButton:hover, QToolButton:hover {{ background: {raised}; }}
QPushButton:pressed, QToolButton:pressed, QToolButton:checked {{ background: {pressed}; }}
QPushButton:focus, QToolButton:focus {{
    border: 2px solid {accent}; padding: 4px 11px; outline: none; }}
QToolButton:focus {{ padding: 3px 5px; }}
QPushButton[slim="true"] {{ padding: 0px 7px; min-height: 16px; }}
QPushButton[slim="true"]:focus {{ padding: 0px 6px; }}
QPushButton[dense="true"] {{ padding: 5px 7px; }}
QPushButton[dense="true"]:focus {{ padding: 4px 6px; }}
QPushButton:disabled, QToolButton:disabled {{ color: {disabled}; background: {window};
    border-color: {border}; }}
QPushButton[primary="true"], QPushButton:default {{
    background: {accent}; color: {accent_text}; border-color: {accent}; }}
QPushButton[primary="true"]:hover, QPushButton:default:hover {{ background: {accent_hover}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {text}; }}
QPushButton[primary="true"]:disabled {{
    background: {raised}; color: {disabled}; border-color: {border}; }}
QPushButton[flat="true"], QToolButton[autoRaise="true"] {{
    background: transparent; border-color: transparent; }}
QPushButton[flat="true"]:hover, QToolButton[autoRaise="true"]:hover {{ background: {raised}; }}
QPushButton[flat="true"]:focus, QToolButton[autoRaise="true"]:focus {{ border-color: {accent}; }}
QToolButton::menu-button {{ border: none; border-left: 1px solid {border}; width: 20px; }}
QToolButton::menu-arrow {{ image: url({down}); width: 12px; height: 12px; }}
QPushButton::menu-indicator, QToolButton::menu-indicator {{
    image: url({down}); width: 12px; height: 12px; subcontrol-position: right center; right: 6px; }}
"""

_INPUTS = """
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {{
    background: {surface}; color: {text}; border: 1px solid {button_edge}; border-radius: 6px;
    selection-background-color: {accent}; selection-color: {accent_text};
}}
QPlainTextEdit[readOnly="true"], QTextEdit[readOnly="true"] {{ border-color: {border}; }}
QLineEdit, QComboBox, QAbstractSpinBox {{ padding: 4px 8px; min-height: 20px; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {{
    border: 2px solid {accent}; }}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {{ padding: 3px 7px; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    color: {disabled}; background: {window}; border-color: {border}; }}
QComboBox::drop-down {{ border: none; width: 22px; }}
QComboBox::down-arrow {{ image: url({down}); width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{ background: {surface}; border: 1px solid {border}; padding: 4px;
    outline: none; selection-background-color: {selection}; selection-color: {text}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    border: none; background: transparent; width: 20px; }}
QAbstractSpinBox {{ padding-right: 20px; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}
QAbstractSpinBox::up-arrow {{ image: url({up}); width: 10px; height: 10px; }}
QAbstractSpinBox::down-arrow {{ image: url({down}); width: 10px; height: 10px; }}
QCheckBox, QRadioButton {{ spacing: 8px; padding: 3px; border: 1px solid transparent;
    border-radius: 6px; }}
QCheckBox:focus, QRadioButton:focus {{ border-color: {accent}; }}
QCheckBox::indicator, QRadioButton::indicator, QTreeView::indicator {{
    width: 14px; height: 14px; border: 1px solid {control}; background: {surface}; }}
QCheckBox::indicator, QTreeView::indicator {{ border-radius: 3px; }}
QRadioButton::indicator {{ border-radius: 7px; }}
QCheckBox::indicator:checked, QTreeView::indicator:checked {{
    background: {accent}; border-color: {accent};
    image: url({check}); }}
QCheckBox::indicator:indeterminate {{ background: {accent}; border-color: {accent};
    image: url({partial}); }}
QRadioButton::indicator:checked {{ background: {accent}; border-color: {accent};
    image: url({radio}); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled, QTreeView::indicator:disabled {{
    border-color: {border}; background: {raised}; }}
QSlider {{ min-height: 20px; }}
QSlider::groove:horizontal {{ height: 4px; background: {border}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: 14px; margin: -5px 0; border-radius: 7px;
    background: {accent}; }}
QSlider:focus::handle:horizontal {{ width: 12px; border: 2px solid {text}; margin: -6px 0;
    border-radius: 8px; }}
"""

_VIEWS = """
QAbstractItemView {{ background: {surface}; color: {text}; border: 1px solid {border};
    border-radius: 6px; outline: none; alternate-background-color: {window};
    selection-background-color: {selection}; selection-color: {text}; }}
QAbstractItemView:focus {{ border: 1px solid {accent}; }}
QListView::item {{ padding: 4px 8px; border: none; }}
QTreeView::item {{ padding: 0 5px; border: none; }}
QListView::item:selected, QTreeView::item:selected {{ background: {selection}; color: {text}; }}
QHeaderView {{ background: {surface}; border: none; border-radius: 6px; }}
QHeaderView::section {{ background: {surface}; color: {muted}; border: none;
    padding: 5px 8px; }}
QTableView::item {{ padding: 0 5px; border: none; }}
QTableView::item:selected {{ background: {selection}; color: {text}; }}
QHeaderView::section:hover {{ color: {text}; }}
QHeaderView::down-arrow {{ image: url({down}); width: 10px; height: 10px; }}
QHeaderView::up-arrow {{ image: url({up}); width: 10px; height: 10px; }}
QTableCornerButton::section {{ background: {surface}; border: none;
    border-bottom: 1px solid {border}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {border}; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab {{ background: transparent; color: {muted}; padding: 7px 12px; margin-right: 4px;
    border: none; border-bottom: 2px solid transparent; }}
QTabBar[dense="true"]::tab {{ padding: 7px 5px; margin-right: 1px; }}
QTabBar[dense="most"]::tab {{ padding: 7px 2px; margin-right: 1px; }}
QTabBar::tab:hover {{ color: {text}; border-bottom-color: {border}; }}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
QScrollArea#scrolled {{ border: 1px solid transparent; }}
QScrollArea#scrolled:focus {{ border: 1px solid {accent}; }}
QTabBar::tab:focus {{ color: {accent}; }}
QProgressBar {{ background: {raised}; border: none; border-radius: 3px; max-height: 6px;
    color: transparent; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QMenu {{ background: {surface}; color: {text}; border: 1px solid {border}; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {selection}; }}
QMenu::item:disabled {{ color: {disabled}; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {scroll}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {control}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""


def stylesheet(palette: Palette) -> str:
    """The whole stylesheet in one scheme's colours."""
    tokens = {name: str(value) for name, value in vars(palette).items()} | _derived(palette)
    glyphs = {name: _glyph(name, palette) for name in ("down", "up", "check", "partial", "radio")}
    return (_BASE + _BUTTONS + _INPUTS + _VIEWS).format(**tokens, **glyphs)


def _derived(palette: Palette) -> dict[str, str]:
    return {
        "pressed": mix(palette.raised, palette.text, 0.10),
        "button_edge": mix(palette.border, palette.control, 0.35),
        "selection": mix(palette.surface, palette.accent, 0.18),
        "accent_hover": mix(palette.accent, palette.text, 0.15),
        "scroll": mix(palette.border, palette.control, 0.35),
    }


def _glyph(name: str, palette: Palette) -> str:
    return (_GLYPHS / f"{name}-{palette.name}.svg").as_posix()


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
    "plain_variant",
    "scaled_font",
    "series_pen",
    "series_style",
    "shaded_key",
    "temporary_palette",
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
        dark = self._scheme == "dark" or (
            self._scheme == "system"
            and QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
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
def temporary_palette(palette: Palette) -> Iterator[None]:
    """Show all widgets in another palette for the length of a block, so that saved pictures are
    always light."""
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


def shaded_key(key: str, number: int) -> str:
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
