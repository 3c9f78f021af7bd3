"""The child of `start`: opens a window, prints when it was painted, and ends.

`program` is the real entry point; only the event loop that it enters is taken over. `empty` is
the least that shows a pyqtgraph plot. Qt is loaded when the side that is measured loads it: what
is imported after it takes longer.
"""

from __future__ import annotations

import sys


def main(which: str) -> int:
    """Open one of the two windows and tell when it was painted."""
    return {"program": _program, "empty": _empty}[which]()


def _program() -> int:
    from app.command_line.main import run
    from benchmarks.windows.first_paint import QApplication, watched_loop

    QApplication.exec = staticmethod(watched_loop)  # type: ignore[method-assign]
    return run([])


def _empty() -> int:
    import pyqtgraph

    from benchmarks.windows.first_paint import QApplication, watched_loop

    application = QApplication(sys.argv[:1])
    window = pyqtgraph.PlotWidget()
    window.show()
    code = watched_loop()
    del window, application
    return code
