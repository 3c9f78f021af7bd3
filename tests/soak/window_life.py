"""The window of a soak: campaigns one after another through its own code, each looked at, then an
archive, an export and a picture in the lab; round after round, until its input ends.

After each round it rests: it writes how many runs there have been, and goes on when it gets a line.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.plan.campaign import Campaign, PlannedProtection
from app.results.events import CampaignStarted, Event, RunFinished
from app.window.main_window import MainWindow
from app.window.pages.patterns.page import PatternsPage
from app.window.pages.results.results_view import ResultsView
from engines.contract.errors import CipherbenchError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from tests.app.quick import quick_campaign
from tests.requirements import spec_of
from widgets.look.theme import apply_theme
from workloads.hospital.workload import HospitalParameters

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
_PATIENCE = 300.0
_SETTLING = 2.0
"""Seconds until what is late, such as a keeper that clears up, has ended."""
_LAB_SERVER = "sqlite"


def small_campaign(engine: str) -> Campaign:
    """Four runs that take a second or two, on a server that is started for them."""
    return quick_campaign(
        f"soak {engine}",
        (spec_of(engine),),
        (PlannedProtection(PLAINTEXT), PlannedProtection(GCM)),
        HospitalParameters(sizes=(20,)),
        repetitions=2,
        warmups=0,
    )


class Life(QObject):
    """Goes from step to step by a timer, so that the window lives as it does for a user."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        super().__init__(app)
        self._app = app
        self._folder = folder
        self._window = MainWindow(str(folder / "results.sqlite"))
        self._workbench = self._window.workbench
        self._workbench.failed.connect(self._failed)
        self._workbench.campaign_ended.connect(self._campaign_ended)
        self._workbench.events.connect(self._count)
        self._runs = self._campaign = self._failures = 0
        self._over = False
        self._allowed = 0
        self._ended = False
        self.fault = ""
        self._steps: Any = self._walk()

    def start(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        self._window.show()
        QTimer.singleShot(0, self._go)

    def _listen(self) -> None:
        for _ in sys.stdin:
            self._allowed += 1
        self._ended = True

    def _walk(self) -> Iterator[Wait]:
        yield _SETTLING
        self._window.show_page("servers")
        known = self._workbench.servers
        yield lambda: known.discovered
        known.ensure_probed([_LAB_SERVER])
        number = 0
        while not self._ended:
            for engine in engine_names():
                yield from self._measured(engine)
            yield from self._written()
            yield from self._encrypted(("logo", "flag")[number % 2])
            yield _SETTLING
            number += 1
            sys.stdout.write(json.dumps({"runs": self._runs, "failures": self._failures}) + "\n")
            sys.stdout.flush()
            yield lambda at=number: self._allowed >= at or self._ended  # type: ignore[misc]

    def _measured(self, engine: str) -> Iterator[Wait]:
        self._campaign, self._over = 0, False
        self._workbench.start(small_campaign(engine))
        yield lambda: self._over and not self._workbench.running
        if not self._campaign:  # its server did not answer in time on a machine that is too busy
            return
        page = self._window.page("results")
        self._window.show_page("results")
        self._workbench.campaign_selected.emit(self._campaign)
        yield lambda: any(
            each.isVisible() and each.campaign_id == self._campaign
            for each in page.findChildren(ResultsView)
        )

    def _written(self) -> Iterator[Wait]:
        views = self._window.page("results").findChildren(ResultsView)
        if not views:
            return
        [view] = views
        for name in ("zip", "html", "xlsx"):
            path = self._folder / f"exported.{name}"
            path.unlink(missing_ok=True)
            view.export(name, path)
            yield path.exists

    def _encrypted(self, picture: str) -> Iterator[Wait]:
        page = self._window.page("patterns")
        assert isinstance(page, PatternsPage)
        self._window.show_page("patterns")
        tab = page.view().pictures
        tab.controls.server.choose(_LAB_SERVER)
        yield lambda: bool(tab.controls.protections.chosen())
        tab.controls.source.choose(picture)
        yield 1.0
        yield lambda: bool(tab.encrypted) and not tab.work.busy

    def _campaign_ended(self) -> None:
        self._over = True

    def _failed(self, error: CipherbenchError) -> None:
        """Such as a server that does not answer in time: it goes on, and the failure is told."""
        self._failures += 1
        sys.stderr.write(f"{error}\n")

    def _count(self, events: list[Event]) -> None:
        for event in events:
            self._runs += isinstance(event, RunFinished)
            if isinstance(event, CampaignStarted):
                self._campaign = event.campaign_id

    def _go(self) -> None:
        wait = None if self.fault else next(self._steps, None)
        if wait is None:
            self._window.close()
            self._app.quit()
        elif callable(wait):
            self._await(wait, time.monotonic() + _PATIENCE)
        else:
            QTimer.singleShot(int(wait * 1000), self._go)

    def _await(self, condition: Callable[[], bool], until: float) -> None:
        if self.fault or condition():
            QTimer.singleShot(0, self._go)
        elif time.monotonic() > until:
            self._give_up(f"the window did not come to what it should show: {self._place()}")
            QTimer.singleShot(0, self._go)
        else:
            QTimer.singleShot(50, lambda: self._await(condition, until))

    def _place(self) -> str:
        """Which line of which step waits."""
        step, place = self._steps, ""
        while step is not None and step.gi_frame is not None:
            place = f"{step.gi_code.co_name}, line {step.gi_frame.f_lineno}"
            step = step.gi_yieldfrom
        return place

    def _give_up(self, why: str) -> None:
        self.fault = self.fault or why


def main() -> int:
    app = QApplication(sys.argv[:1])
    apply_theme(app, "light")
    life = Life(app, Path(sys.argv[1]))
    life.start()
    app.exec()
    if life.fault:
        sys.stderr.write(f"{life.fault}\n")
    return 1 if life.fault else 0


if __name__ == "__main__":
    sys.exit(main())
