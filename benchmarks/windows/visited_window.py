"""The child of `visits`: every page for the first time, then another theme with all of them made."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from time import thread_time

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.window.main_window import MainWindow
from app.window.places import ASIDE, PLACES
from benchmarks.windows.campaign_window import Heartbeat
from benchmarks.windows.walking import Wait, Walk
from widgets.look.theme import apply_theme

_SETTLED = 2.0
_LATEST_MS = 120_000


class Visits(Walk):
    """Goes to every page as a click in the rail does, and chooses the other theme at each."""

    def __init__(self, window: MainWindow) -> None:
        self.figures: dict[str, float] = {}
        super().__init__(window, _LATEST_MS)
        self._heart = Heartbeat(self)

    def walk(self) -> Iterator[Wait]:
        window = self.window
        yield lambda: window.workbench.servers.discovered and window.loaded
        yield _SETTLED
        keys = [place.key for place in (*PLACES, *ASIDE)]
        for key in keys:
            if key not in window.made_pages():
                yield from self._measured(f"visit_{key}", lambda key=key: window.show_page(key))  # type: ignore[misc]
        for at, key in enumerate(keys):
            window.show_page(key)
            yield _SETTLED / 4
            scheme = "light" if at % 2 else "dark"
            yield from self._measured(f"theme_{key}", lambda: apply_theme(_application(), scheme))

    def _measured(self, name: str, act: Callable[[], None]) -> Iterator[Wait]:
        """CPU of this thread until it is painted, and the longest that follows without a pause."""
        began = thread_time()
        act()
        self.figures[f"{name}_at_once"] = 1000 * (thread_time() - began)
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents, 0)
        self.window.repaint()
        self.figures[name] = 1000 * (thread_time() - began)
        self._heart.own.clear()
        self._heart.start()
        yield _SETTLED
        self._heart.stop()
        self.figures[f"{name}_after_longest"] = max(self._heart.own)
        self.figures[f"{name}_whole"] = 1000 * (thread_time() - began)
        print({k: round(v) for k, v in self.figures.items() if k.startswith(name)}, file=sys.stderr, flush=True)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


def main(file: str) -> int:
    """Run it and print milliseconds of CPU time of the window's thread."""
    application = QApplication(sys.argv[:1])
    apply_theme(application, "light")
    window = MainWindow(file)
    window.resize(1440, 900)
    window.show()
    visits = Visits(window)
    if code := application.exec():
        return code
    print(json.dumps(visits.figures))
    return 0
