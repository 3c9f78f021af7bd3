"""`python -m tests.app.window.opening.watched_imports STORE`: a window in which a real campaign
runs while somebody opens every page.

Prints a JSON object: `painted`, the modules of pages that were imported when the window was first
painted, and `heavy`, the large libraries; `built`, the pages that were built then; `imported`, what
the window's thread imported from the start of the campaign to its end; `status`, how that ended.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from itertools import cycle

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.plan.campaign import PlannedProtection
from app.results.events import CampaignFinished, Event
from app.window.main_window import MainWindow
from app.window.page_list import HIDDEN_PAGES, RAIL_PAGES
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters

_GCM = Protection("aes-128", ProtectionKind.CLIENT, "aes", 128, "gcm")
_PATIENCE = 120.0


class Watched(MainWindow):
    """Notes what there is at its first paint."""

    painted: tuple[str, ...] = ()
    heavy: tuple[str, ...] = ()
    built: tuple[str, ...] = ()

    def _after_first_paint(self) -> None:
        self.painted = tuple(sorted(each for each in sys.modules if each in _PAGES))
        self.heavy = tuple(each for each in _HEAVY if each in sys.modules)
        self.built = tuple(self.built_pages())
        super()._after_first_paint()


_SEVERAL = (
    "app.hosts",
    "app.execution.followed_campaign",
    "app.window.pages.servers.hosts_view",
    "procrast",
)
_HEAVY = ("numpy", "pyqtgraph", "sqlalchemy", "psycopg", "mariadb", "firebird")
_PAGES = {place.module for place in (*RAIL_PAGES, *HIDDEN_PAGES)}


def main(store: str) -> None:
    """Open the window, run the campaign, and print what was seen."""
    app = QApplication([])
    window = Watched(store)
    window.show()
    _wait(app, lambda: window.loaded)
    watched = _Imports()
    statuses: list[str] = []

    def take(events: list[Event]) -> None:
        statuses.extend(e.status.value for e in events if isinstance(e, CampaignFinished))

    window.workbench.events.connect(take)
    watched.on = True
    window.workbench.start(
        quick_campaign(
            "small",
            (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
            (PlannedProtection(PLAINTEXT), PlannedProtection(_GCM)),
            HospitalParameters(sizes=(20,)),
            repetitions=1,
            warmups=0,
        )
    )
    known = window.workbench.servers
    keys = cycle(place.key for place in (*RAIL_PAGES, *HIDDEN_PAGES))
    turns = QTimer(window, interval=150)

    def turn() -> None:
        window.show_page(next(keys))
        known.cancel_start([each.name for each in known.entries()])
        if len(window.built_pages()) == len((*RAIL_PAGES, *HIDDEN_PAGES)):
            turns.setInterval(1000)  # they are seen again as long as it runs

    turns.timeout.connect(turn)
    turns.start()
    _wait(app, lambda: not window.workbench.running)
    turns.stop()
    watched.on = False
    report = {
        "painted": window.painted,
        "heavy": window.heavy,
        "built": window.built,
        "opened": sorted(window.built_pages()),
        "imported": watched.found,
        "of several machines": [each for each in sys.modules if each.startswith(_SEVERAL)],
        "status": statuses,
    }
    sys.stdout.write(f"{json.dumps(report)}\n")
    sys.stdout.flush()
    window.close()


class _Imports:
    """Sees every import that has to load something, whether it is found or not."""

    def __init__(self) -> None:
        self.on = False
        self.found: list[str] = []
        sys.addaudithook(self._see)

    def _see(self, event: str, details: tuple[object, ...]) -> None:
        if self.on and event == "import" and threading.current_thread() is threading.main_thread():
            self.found.append(str(details[0]))


def _wait(app: QApplication, condition: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        app.processEvents()
        time.sleep(0.03)


if __name__ == "__main__":
    main(sys.argv[1])
