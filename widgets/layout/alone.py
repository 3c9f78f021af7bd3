"""Parts that a window can show alone, as large as the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QSize, SignalInstance
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


@runtime_checkable
class Several(Protocol):
    """A part that holds several pictures, each of which can be shown by itself."""

    def titles(self) -> Sequence[str]:
        """What they are called, in the order of reading."""

    def holding(self, focus: QWidget | None) -> int | None:
        """The number of the one that holds the keyboard."""

    def show_only(self, at: int | None) -> None:
        """Show this one, or all of them."""


@runtime_checkable
class Picking(Several, Protocol):
    """Such a part, of which a click picks one while all of them have the screen to themselves."""

    @property
    def picked(self) -> SignalInstance:
        """Its number."""
