"""The order in which Tab goes through a window: as the eye reads it, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSpinBox, QComboBox, QScrollArea, QWidget

_TAB = Qt.FocusPolicy.TabFocus


def stops(container: QWidget, also: QWidget | None = None) -> Iterator[QWidget]:
    """What can have the keyboard in a part of a window, from top to bottom and left to right.

    Parts that stand beside each other are gone through one after the other. Rows that are made
    anew, and parts that change places, need no order of their own. `also` is one that is taken for
    a stop in any case, such as a button that has just been disabled.
    """
    found = container.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    shown = [each for each in found if each.isVisible() and not each.isWindow()]
    for part in sorted(shown, key=cmp_to_key(_before)):
        able = part.isEnabled() and part.focusPolicy() & _TAB and part.focusProxy() is None
        if able or part is also:
            yield part
        if not _is_whole(part):
            yield from stops(part, also)


def go_on(container: QWidget, now: QWidget | None, *, forwards: bool) -> bool:
    """Give the keyboard to the stop behind or before `now`, the last and the first being
    neighbours; False where there is no stop at all."""
    order = list(stops(container, now))
    if not order or order == [now]:
        return False
    reason = Qt.FocusReason
    wanted = order[_next_place(order, now, forwards) % len(order)]
    give(wanted, reason.TabFocusReason if forwards else reason.BacktabFocusReason)
    return True


def _next_place(order: Sequence[QWidget], now: QWidget | None, forwards: bool) -> int:
    """The index of the next stop; from a widget that is none, that of the first stop in it."""
    for at, each in enumerate(order):
        if _holds(each, now):
            return at + (1 if forwards else -1)
        if now is not None and now.isAncestorOf(each):
            return at if forwards else at - 1
    return 0 if forwards else -1


def give(stop: QWidget, reason: Qt.FocusReason) -> None:
    """Give a stop the keyboard and bring it in sight."""
    stop.setFocus(reason)
    around: QWidget | None = stop.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(stop)
        around = around.parentWidget()


def _holds(stop: QWidget, now: QWidget | None) -> bool:
    return now is not None and (stop is now or (_is_whole(stop) and stop.isAncestorOf(now)))


def _is_whole(part: QWidget) -> bool:
    """Whether a widget handles focus inside itself, as a spin box and a table do."""
    if isinstance(part, QScrollArea):
        return False
    return isinstance(part, QAbstractScrollArea | QAbstractSpinBox | QComboBox)


def _before(one: QWidget, other: QWidget) -> int:
    """Below zero if the eye meets `one` first: it is higher, or left of what is about as high."""
    a, b = one.geometry(), other.geometry()
    shared = min(a.bottom(), b.bottom()) - max(a.top(), b.top())
    if 2 * shared > min(a.height(), b.height()):
        return (a.left() > b.left()) - (a.left() < b.left())
    return (a.top() > b.top()) - (a.top() < b.top())
