"""Parts that a window can show alone, as large as the screen."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QTableView, QWidget

_kinds: list[type[QWidget]] = [QTableView]


def alone[Kind: type[QWidget]](kind: Kind) -> Kind:
    """A class decorator: its parts can be shown alone, as all tables can."""
    _kinds.append(kind)
    return kind


def can_be_alone(part: QWidget) -> bool:
    """Whether a part can be shown alone."""
    return isinstance(part, tuple(_kinds))


@runtime_checkable
class Filling(Protocol):
    """A part that has larger letters, too, where it has more room."""

    def fill(self, size: QSize) -> None:
        """Fill so many pixels; an empty size: as usual."""
