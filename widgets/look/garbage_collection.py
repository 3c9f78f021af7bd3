"""Garbage collection on the thread that owns the widgets, and on no other."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_CHECK_MS = 500


class GuiCollector(QObject):
    """Takes collecting over from the interpreter, which would do it on any thread.

    A cycle that holds a Qt object would then be destroyed by whatever thread happened to allocate
    just now, while Qt uses the object on its own: the program would crash. Belongs to the thread
    it is made on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=_CHECK_MS)
        self._timer.timeout.connect(collect_if_due)
        self._timer.start()

    def settle(self) -> None:
        """Leave what is loaded now, modules above all, out of later collections, which then stay
        short."""
        gc.freeze()


def collect_if_due() -> None:
    """Collect the oldest generation that has reached its threshold, as the interpreter would."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    due = [each for each in (2, 1, 0) if counts[each] > thresholds[each]]
    if due:
        gc.collect(due[0])
