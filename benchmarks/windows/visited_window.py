"""The child of `visits`: every page for the first time, then other themes with all of them made."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import thread_time

from PySide6.QtWidgets import QApplication

from app.window.main_window import MainWindow
from app.window.page_list import HIDDEN_PAGES, RAIL_PAGES
from benchmarks.windows.campaign_window import Heartbeat
from benchmarks.windows.walking import Wait, Walk
from widgets.look.theme import Scheme, apply_theme

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
        keys = [place.key for place in (*RAIL_PAGES, *HIDDEN_PAGES)]
        for key in keys:
            if key not in window.built_pages():
                yield from self._measured(f"visit_{key}", partial(window.show_page, key))
        for at, key in enumerate(keys):
            window.show_page(key)
            yield _SETTLED / 4
            scheme: Scheme = "light" if at % 2 else "dark"
            act = partial(apply_theme, _application(), scheme)
            yield from self._measured(f"theme_{key}", act)

    def _measured(self, name: str, act: Callable[[], None]) -> Iterator[Wait]:
        """CPU of this thread until it is painted, and the longest beat that follows."""
        began = thread_time()
        act()
        self.window.repaint()
        self.figures[f"{name}_ms"] = 1000 * (thread_time() - began)
        self._heart.own.clear()
        self._heart.start()
        yield _SETTLED
        self._heart.stop()
        self.figures[f"{name}_after_ms"] = max(self._heart.own)


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
