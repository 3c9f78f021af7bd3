"""The palette is legible, colour-blind-safe, and reaches every part when it changes."""

import itertools
import subprocess
import sys

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from widgets.look.icons import icon, icon_names
from widgets.look.theme import (
    apply_theme,
    current_palette,
    number_font,
    painted_in,
    plain_variant,
    series_pen,
    series_style,
    theme_signals,
    tone_tint,
)
from widgets.look.tokens import DARK, LIGHT, Palette, contrast

ENGINES = ("postgresql", "mariadb", "firebird", "sqlite")
INKS = ("text", "muted", "accent", "good", "warning", "bad")
GROUNDS = ("window", "surface", "raised")
SCHEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda p: p.name)

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as somebody with that sight sees it."""
    rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    rgb = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    matrix = BLINDNESS[sight]
    seen = [sum(m * c for m, c in zip(row, rgb, strict=True)) for row in matrix]
    r, g, b = (min(1.0, max(0.0, channel)) for channel in seen)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(first: str, second: str, sight: str) -> float:
    """CIE76 colour difference; 2.3 is just noticeable."""
    pairs = zip(lab(first, sight), lab(second, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@SCHEMES
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_that_text_has_a_contrast_of_at_least_4_5(palette: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= 4.5


@SCHEMES
@pytest.mark.parametrize("tone", ["neutral", "accent", "good", "warning", "bad"])
def test_that_badges_are_legible_on_their_tint(palette: Palette, tone: str) -> None:
    assert contrast(palette.tone(tone), tone_tint(tone, palette).name()) >= 4.5


@SCHEMES
def test_that_the_main_button_and_the_tooltip_are_legible(palette: Palette) -> None:
    assert contrast(palette.accent_text, palette.accent) >= 4.5
    assert contrast(palette.surface, palette.text) >= 4.5


@SCHEMES
def test_that_series_and_controls_stand_out_from_the_surface(palette: Palette) -> None:
    colours = [palette.series(engine) for engine in ENGINES]
    for colour in [*colours, *palette.spare, palette.control]:
        assert contrast(colour, palette.surface) >= 3


def test_that_contrast_is_the_ratio_wcag_defines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@SCHEMES
@pytest.mark.parametrize("sight", BLINDNESS)
def test_that_engines_differ_for_every_colour_sight(palette: Palette, sight: str) -> None:
    for first, second in itertools.combinations(ENGINES, 2):
        assert difference(palette.series(first), palette.series(second), sight) > 15


def test_that_engines_differ_without_colour_too() -> None:
    styles = [series_style(engine) for engine in ENGINES]
    assert len({style.pen_style for style in styles}) == 4
    assert len({style.symbol for style in styles}) == 4
    dashes = {tuple(series_pen(s.colour, s.pen_style).dashPattern()) for s in styles}
    assert len(dashes) == 4


def test_that_engines_have_their_promised_hues() -> None:
    blue, brown, purple, teal = (series_style(e).colour.hue() for e in ENGINES)
    assert 200 <= blue <= 230 and 20 <= brown <= 40
    assert 310 <= purple <= 345 and 160 <= teal <= 185


def test_that_an_unknown_series_keeps_its_style_in_another_process() -> None:
    here = series_style("cockroach")
    line = (
        "from widgets.look.theme import series_style; "
        "print(series_style('cockroach').colour.name())"
    )
    there = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert here.colour.name() == there
    assert here.colour.name() in LIGHT.spare


def test_that_plaintext_is_lighter_but_the_same_hue() -> None:
    full = series_style("postgresql").colour
    plain = plain_variant(full)
    assert plain.lightness() > full.lightness() + 40
    assert abs(plain.hue() - full.hue()) < 12


def test_that_a_change_of_scheme_is_announced_and_reaches_the_palette(
    qapp: QApplication, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(theme_signals().changed):
        apply_theme(qapp, "dark")
    assert current_palette() is DARK
    assert qapp.palette().window().color() == QColor(DARK.window)
    assert DARK.surface in qapp.styleSheet()


def test_that_pictures_can_be_painted_light_while_the_program_is_dark(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    with painted_in(LIGHT):
        assert current_palette() is LIGHT
    assert current_palette() is DARK


def test_that_the_system_scheme_is_followed_only_when_asked_for(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert current_palette() is DARK
    apply_theme(qapp, "system")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert current_palette() is LIGHT


def test_that_a_focused_button_looks_different(qtbot: QtBot) -> None:
    button = QPushButton("Start")
    qtbot.addWidget(button)
    button.clearFocus()
    before = button.grab().toImage()
    with qtbot.waitExposed(button):
        button.show()
    button.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert button.grab().toImage() != before


def test_that_figures_are_all_equally_wide() -> None:
    metrics = QFontMetrics(number_font())
    assert len({metrics.horizontalAdvance(figure) for figure in "0123456789"}) == 1


@pytest.mark.parametrize("name", icon_names())
def test_that_every_icon_draws_and_recolours(qapp: QApplication, name: str) -> None:
    themed = icon(name)
    light = themed.pixmap(24, 24).toImage()
    apply_theme(qapp, "dark")
    dark = themed.pixmap(24, 24).toImage()
    opaque = [(x, y) for x in range(24) for y in range(24) if light.pixelColor(x, y).alpha() > 200]
    assert opaque
    x, y = opaque[0]
    assert light.pixelColor(x, y).lightness() < 90 < dark.pixelColor(x, y).lightness()


def test_that_icons_are_sharp_on_dense_screens(qapp: QApplication) -> None:
    pixmap = icon("copy").pixmap(QSize(16, 16), 2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (32, 2.0)


def test_that_an_unknown_icon_is_refused() -> None:
    with pytest.raises(KeyError):
        icon("no such icon")


@pytest.mark.parametrize(
    "module",
    [
        "look.theme",
        "parts.rail",
        "parts.cards",
        "parts.error_panel",
        "tables.data_table",
        "tables.cell_grid",
        "parts.event_log",
        "fields.chips",
    ],
)
def test_that_starting_loads_no_chart_library(module: str) -> None:
    line = (
        f"import sys, widgets.{module}; print('numpy' in sys.modules, 'pyqtgraph' in sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert loaded == "False False"
