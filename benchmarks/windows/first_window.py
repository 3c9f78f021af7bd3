"""The child of `start`: opens a window, prints when it was painted, and ends.

`program` is the real entry point; only the event loop that it enters is taken over. `empty` is
the least that shows a pyqtgraph plot.
"""

from __future__ import annotations

import json
import sys
import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

_event_loop = QApplication.exec


class _FirstPaint(QObject):
    """Sees a window become exposed, which is when Qt paints it, and ends the program after."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 Qt's name
        if event.type() == QEvent.Type.Expose:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, _tell)
        return False


def _tell() -> None:
    print(json.dumps({"painted_at": time.monotonic()}), flush=True)
    for window in QApplication.topLevelWidgets():
        window.close()
    QApplication.exit(0)


def _watched_loop() -> int:
    window = next(each for each in QApplication.topLevelWidgets() if each.isVisible())
    watcher = _FirstPaint(window)
    window.windowHandle().installEventFilter(watcher)
    return _event_loop()


def main(which: str) -> int:
    """Open one of the two windows and tell when it was painted."""
    return {"program": _program, "empty": _empty}[which]()


def _program() -> int:
    from app.command_line.main import run

    QApplication.exec = staticmethod(_watched_loop)  # type: ignore[method-assign]
    return run([])


def _empty() -> int:
    import pyqtgraph

    application = QApplication(sys.argv[:1])
    window = pyqtgraph.PlotWidget()
    window.show()
    code = _watched_loop()
    del window, application
    return code
