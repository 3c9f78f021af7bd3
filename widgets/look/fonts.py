"""Fonts that the program ships: a machine's *monospace* font may not have even widths."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

from widgets.look.theme import scaled_font


class _Brought:
    fixed = ""


def bring_fonts(app: QApplication, fixed: Path, text: Sequence[Path]) -> None:
    """Use `fixed` as the monospace font, and `text` (the weights of a family) if the machine has no
    proportional font."""
    if _Brought.fixed:
        return
    font, found = app.font(), QFontInfo(app.font())
    _Brought.fixed = _family(fixed)
    if found.family() != font.family() and (found.fixedPitch() or not found.family()):
        families = dict.fromkeys(_family(each) for each in text)
        font.setFamilies([*families, _Brought.fixed])  # which has signs that those lack
        app.setFont(font)


def mono_font(factor: float = 1.0) -> QFont:
    """The program's monospace font, else the system's, at a multiple of the program's size."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if _Brought.fixed:
        font.setFamilies([_Brought.fixed])
    font.setPointSizeF(scaled_font(factor).pointSizeF())
    return font


def _family(file: Path) -> str:
    return QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(file)))[0]
