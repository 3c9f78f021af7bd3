"""The child of `start` and `rest`: opens a window, prints when it was painted, and ends.

`program` is the real entry point; only the event loop that it enters is taken over. `empty` is
the least that shows a pyqtgraph plot. `rest` is the program again, left alone for a while: it
prints how many MB it has in memory then.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

_event_loop = QApplication.exec
_REST_MS = 8_000


class _FirstPaint(QObject):
    """Sees a window become exposed, which is when Qt paints it, and ends the program after."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 Qt's name
        if event.type() == QEvent.Type.Expose:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, _tell)
        return False


def _tell() -> None:
    _end({"painted_at": time.monotonic()})


def _end(figures: dict[str, float]) -> None:
    print(json.dumps(figures), flush=True)
    for window in QApplication.topLevelWidgets():
        window.close()
    QApplication.exit(0)


def _watched_loop() -> int:
    window = next(each for each in QApplication.topLevelWidgets() if each.isVisible())
    watcher = _FirstPaint(window)
    window.windowHandle().installEventFilter(watcher)
    return _event_loop()


def _resting_loop() -> int:
    QTimer.singleShot(_REST_MS, _weigh)
    return _event_loop()


def _weigh() -> None:
    import psutil  # here, since an empty window has no need of it

    _end({"rest_mb": psutil.Process().memory_info().rss / 1e6})


def main(which: str) -> int:
    """Open one of the windows and tell what is asked of it."""
    return {"program": _program, "empty": _empty, "rest": _rest}[which]()


def _program(loop: Callable[[], int] = _watched_loop) -> int:
    from app.command_line.main import run

    QApplication.exec = staticmethod(loop)  # type: ignore[method-assign]
    return run([])


def _rest() -> int:
    return _program(_resting_loop)


def _empty() -> int:
    import pyqtgraph

    application = QApplication(sys.argv[:1])
    window = pyqtgraph.PlotWidget()
    window.show()
    code = _watched_loop()
    del window, application
    return code
