"""Boxes: parts below or beside each other."""

from __future__ import annotations

from enum import Enum
from typing import Final

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget


class _Filler(Enum):
    STRETCH = "stretch"


STRETCH: Final = _Filler.STRETCH
"""In place of a part: takes the room that the parts leave."""

type Part = QWidget | QLayout
type Margins = tuple[int, int, int, int]


def vbox(
    parent: QWidget | None,
    *parts: Part | tuple[Part, int] | int | _Filler,
    margins: Margins | None = (0, 0, 0, 0),
    spacing: int | None = None,
) -> QVBoxLayout:
    """A column of parts that fills `parent`, or without one is to be put into another layout.

    A part may come with its stretch factor; a number is a gap in pixels. `margins` are left, top,
    right and bottom, in pixels; those, and a `spacing`, that are None are the style's.
    """
    return _filled(QVBoxLayout(), parent, parts, margins, spacing)


def hbox(
    parent: QWidget | None,
    *parts: Part | tuple[Part, int] | int | _Filler,
    margins: Margins | None = (0, 0, 0, 0),
    spacing: int | None = None,
) -> QHBoxLayout:
    """A row of parts; see `vbox`."""
    return _filled(QHBoxLayout(), parent, parts, margins, spacing)


def _filled[Box: QBoxLayout](
    box: Box,
    parent: QWidget | None,
    parts: tuple[Part | tuple[Part, int] | int | _Filler, ...],
    margins: Margins | None,
    spacing: int | None,
) -> Box:
    if parent is not None:
        parent.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for each in parts:
        part, stretch = each if isinstance(each, tuple) else (each, 0)
        match part:
            case QWidget():
                box.addWidget(part, stretch)
            case QLayout():
                box.addLayout(part, stretch)
            case int():
                box.addSpacing(part)
            case _:
                box.addStretch(1)
    return box
