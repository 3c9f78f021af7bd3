"""The order in which Tab goes through a window: as the eye reads it, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cmp_to_key

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSpinBox, QComboBox, QScrollArea, QWidget

_TAB = Qt.FocusPolicy.TabFocus


def tab_stops(container: QWidget, extra: QWidget | None = None) -> Iterator[QWidget]:
    """The widgets that Tab stops at in a part of a window, from top to bottom and left to right.

    Parts that stand beside each other are gone through one after the other. Rows that are made
    anew, and parts that change places, need no order of their own. `extra` is one that is taken for
    a stop in any case, such as a button that has just been disabled.
    """
    found = container.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    shown = [each for each in found if each.isVisible() and not each.isWindow()]
    for part in sorted(shown, key=cmp_to_key(_reading_order)):
        able = part.isEnabled() and part.focusPolicy() & _TAB and part.focusProxy() is None
        if able or part is extra:
            yield part
        if not _handles_own_focus(part):
            yield from tab_stops(part, extra)


def move_focus(container: QWidget, now: QWidget | None, *, forwards: bool) -> bool:
    """Move the focus to the tab stop after or before `now`, from the last to the first and back;
    False where there is no other."""
    order = list(tab_stops(container, now))
    if not order or order == [now]:
        return False
    reason = Qt.FocusReason
    next_stop = order[_next_index(order, now, forwards) % len(order)]
    focus_and_reveal(next_stop, reason.TabFocusReason if forwards else reason.BacktabFocusReason)
    return True


def _next_index(order: Sequence[QWidget], now: QWidget | None, forwards: bool) -> int:
    """The index of the next stop; from a widget that is none, that of the first stop in it."""
    for at, each in enumerate(order):
        if _holds(each, now):
            return at + (1 if forwards else -1)
        if now is not None and now.isAncestorOf(each):
            return at if forwards else at - 1
    return 0 if forwards else -1


def focus_and_reveal(tab_stop: QWidget, reason: Qt.FocusReason) -> None:
    """Focus a tab stop and scroll it into view."""
    tab_stop.setFocus(reason)
    around: QWidget | None = tab_stop.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(tab_stop)
        around = around.parentWidget()


def _holds(tab_stop: QWidget, now: QWidget | None) -> bool:
    return now is not None and (
        tab_stop is now or (_handles_own_focus(tab_stop) and tab_stop.isAncestorOf(now))
    )


def _handles_own_focus(part: QWidget) -> bool:
    """Whether a widget handles focus inside itself, as a spin box and a table do."""
    if isinstance(part, QScrollArea):
        return False
    return isinstance(part, QAbstractScrollArea | QAbstractSpinBox | QComboBox)


def _reading_order(one: QWidget, other: QWidget) -> int:
    """Below zero if the eye meets `one` first: it is higher, or left of what is about as high."""
    a, b = one.geometry(), other.geometry()
    shared = min(a.bottom(), b.bottom()) - max(a.top(), b.top())
    if 2 * shared > min(a.height(), b.height()):
        return (a.left() > b.left()) - (a.left() < b.left())
    return (a.top() > b.top()) - (a.top() < b.top())
