"""Fonts that the program ships: a machine's *monospace* font may not have even widths, and none of
its fonts the letters of a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetrics, QRawFont
from PySide6.QtWidgets import QApplication

from widgets.look.theme import scaled_font


class _Loaded:
    fixed = ""
    fallbacks: tuple[str, ...] = ()
    """Families for letters that the program's own font lacks."""


def load_fonts(app: QApplication, fixed: Path, text: Sequence[Path]) -> None:
    """Use `fixed` as the monospace font, and `text` (the weights of a family) if the machine has no
    proportional font. A system alias such as *Sans* is replaced by the family that it resolves to
    now: charts load a font later that many systems would prefer under that alias."""
    if _Loaded.fixed:
        return
    font, found = app.font(), QFontInfo(app.font())
    _Loaded.fixed = _family(fixed)
    if found.family() == font.family():
        return
    if found.fixedPitch() or not found.family():
        families = dict.fromkeys(_family(each) for each in text)
        font.setFamilies([*families, _Loaded.fixed])  # which has signs that those lack
    else:
        font.setFamily(found.family())
    app.setFont(font)


def font_with_glyphs(
    font: QFont, letters: str, text: Sequence[Path], more: Sequence[Path]
) -> QFont:
    """The font if it has all of these letters; else `text` (the weights of a family), and behind it
    those of `more` that have them, if any has."""
    if _has(QRawFont.fromFont(font), letters):
        return font
    having = [each for each in more if _has(QRawFont(str(each), font.pointSizeF()), letters)]
    found = QFont(font)
    if having:
        found.setFamilies(list(dict.fromkeys(map(_family, (*text, *having)))))
    return found


def use_fallback_fonts(
    app: QApplication, letters: str, text: Sequence[Path], more: Sequence[Path]
) -> bool:
    """Draw the program with letters that its font may lack (see `font_with_glyphs`); whether all
    can be drawn now, with whichever font of the machine."""
    font = font_with_glyphs(app.font(), letters, text, more)
    if font != app.font():
        app.setFont(font)
        _Loaded.fallbacks = tuple(font.families())
    return can_draw(font, letters)


def can_draw(font: QFont, letters: str) -> bool:
    """With the fonts that the machine puts behind it, too."""
    metrics = QFontMetrics(font)
    return all(metrics.inFontUcs4(ord(each)) for each in letters)


def mono_font(factor: float = 1.0) -> QFont:
    """The program's monospace font, else the system's, at a multiple of the program's size."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if _Loaded.fixed:
        font.setFamilies([_Loaded.fixed, *_Loaded.fallbacks])
    font.setPointSizeF(scaled_font(factor).pointSizeF())
    return font


def _has(font: QRawFont, letters: str) -> bool:
    return all(font.supportsCharacter(ord(each)) for each in letters)


@cache
def _family(file: Path) -> str:
    return QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(file)))[0]
