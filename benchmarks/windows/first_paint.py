"""An event loop that ends with the first painted window, and prints when that was."""

from __future__ import annotations

import json
import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

__all__ = ["QApplication", "watched_loop"]

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


def watched_loop() -> int:
    """In place of `QApplication.exec`."""
    window = next(each for each in QApplication.topLevelWidgets() if each.isVisible())
    watcher = _FirstPaint(window)
    window.windowHandle().installEventFilter(watcher)
    return _event_loop()
