"""The palette is legible, colour-blind-safe, and reaches every part when it changes."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from widgets.look.icons import icon, icon_names
from widgets.look.theme import (
    apply_theme,
    current_palette,
    dress,
    number_font,
    plain_variant,
    scaled_font,
    series_style,
    temporary_palette,
    theme_signals,
    tone_tint,
)
from widgets.look.tokens import DARK, LIGHT, Palette, SeriesLook, contrast, register_series

INKS = ("text", "muted", "accent", "good", "warning", "bad")
GROUNDS = ("window", "surface", "raised")
SCHEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda p: p.name)


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
    for colour in [*palette.spare, palette.control]:
        assert contrast(colour, palette.surface) >= 3


def test_that_contrast_is_the_ratio_wcag_defines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_that_a_registered_series_has_its_look_in_both_schemes() -> None:
    register_series({"a series of the program": SeriesLook("#102030", "#a0b0c0", "dash", "s")})
    light, dark = (series_style("a series of the program", each) for each in (LIGHT, DARK))
    assert (light.colour.name(), dark.colour.name()) == ("#102030", "#a0b0c0")
    assert light.line == dark.line == "dash"
    assert light.symbol == dark.symbol == "s"


def test_that_neutral_is_ink_without_a_colour_of_its_own() -> None:
    style = series_style("neutral", LIGHT)
    assert (style.colour.name(), style.line, style.symbol) == (
        LIGHT.muted,
        "solid",
        "x",
    )


def test_that_an_unknown_series_keeps_its_style_in_another_process() -> None:
    here = series_style("a series nobody knows")
    line = (
        "from widgets.look.theme import series_style; "
        "print(series_style('a series nobody knows').colour.name())"
    )
    there = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert here.colour.name() == there
    assert here.colour.name() in LIGHT.spare


def test_that_plaintext_is_lighter_but_the_same_hue() -> None:
    full = series_style("a series").colour
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


def test_that_what_is_seen_changes_at_once_and_the_rest_when_it_is_shown(
    qapp: QApplication, qtbot: QtBot
) -> None:
    seen, unseen = QPushButton("seen"), QPushButton("unseen")
    for button in (seen, unseen):
        qtbot.addWidget(button)
        dress(button)
    with qtbot.waitExposed(seen):
        seen.show()
    assert LIGHT.surface in seen.styleSheet()
    apply_theme(qapp, "dark")
    assert DARK.surface in seen.styleSheet()
    assert DARK.surface not in unseen.styleSheet()
    with qtbot.waitExposed(unseen):
        unseen.show()
    assert unseen.styleSheet() == seen.styleSheet()
    unseen.hide()
    apply_theme(qapp, "light")
    assert DARK.surface in unseen.styleSheet()
    unseen.show()
    assert LIGHT.surface in unseen.styleSheet()


def test_that_pictures_can_be_painted_light_while_the_program_is_dark(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    with temporary_palette(LIGHT):
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


def test_that_colours_that_are_in_force_are_not_given_again(
    qapp: QApplication, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(theme_signals().changed):
        apply_theme(qapp, "light")
    with qtbot.waitSignal(theme_signals().changed):
        apply_theme(qapp, "dark")


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


FIRST_LOADED = (
    "look.theme",
    "parts.rail",
    "parts.cards",
    "parts.error_panel",
    "tables.data_table",
    "tables.cell_grid",
    "parts.event_log",
    "fields.chips",
)


def test_that_starting_loads_no_chart_library_and_reads_no_source() -> None:
    """Qt for Python would read what is imported after it, if it were let."""
    report = """
import importlib, linecache, sys, PySide6.QtWidgets
for name in sys.argv[1:]:
    importlib.import_module(f"widgets.{name}")
    print(name, *({"numpy", "pyqtgraph"} & set(sys.modules)))
print(*(file for file in linecache.cache if "widgets" in file))
"""
    output = subprocess.run(
        [sys.executable, "-c", report, *FIRST_LOADED], capture_output=True, text=True, check=True
    ).stdout
    assert output.splitlines() == [*FIRST_LOADED, ""]


def test_that_charts_load_no_bindings_of_opengl() -> None:
    report = """
import sys
import widgets.charts.telemetry_chart
print("pyqtgraph" in sys.modules)
files = (getattr(each, "__file__", None) or "" for each in sys.modules.values())
print(*(each for each in files if "QtOpenGL" in each))
"""
    output = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, check=True
    ).stdout
    assert output.splitlines() == ["True", ""]


def test_that_fonts_follow_the_programs_and_are_nobody_elses(qapp: QApplication) -> None:
    before = qapp.font()
    larger = QFont(before)
    larger.setPointSizeF(2 * before.pointSizeF())
    small = scaled_font(0.5)
    small.setItalic(True)
    assert not scaled_font(0.5).italic()
    qapp.setFont(larger)
    try:
        assert scaled_font(0.5).pointSizeF() == before.pointSizeF()
    finally:
        qapp.setFont(before)
    assert scaled_font(0.5).pointSizeF() == before.pointSizeF() / 2
