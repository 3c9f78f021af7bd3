"""Pictures of every page, filled by a real small campaign, for the user guide and for judging."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabWidget

from app.campaign.events import Event, Progressed
from app.campaign.plan import Campaign, PlannedProtection, WorkloadPlan
from app.window import MainWindow
from engines.contract import Source
from engines.protection import PLAINTEXT, Protection, ProtectionKind
from engines.server import ServerSpec
from widgets.theme import Scheme, apply_theme

_SIZE = (1440, 900)
_SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_PATIENCE = 180.0
"""Seconds to wait for anything before giving up."""

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""


def make_screenshots(folder: Path) -> None:
    """Save each page as `NAME-light.png` and `NAME-dark.png` in `folder`.

    Runs a campaign on the embedded servers, and on MariaDB where it is installed, in a store and
    a home of its own. There must be no other application in this process.

    Raises: RuntimeError when a page does not come to what it should show.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with _own_home() as home:
        app = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(app, QApplication)
        apply_theme(app, "light")
        tour = _Tour(app, folder, home / "results.sqlite")
        tour.start()
        app.exec()
        if tour.fault:
            raise RuntimeError(tour.fault)


def small_campaign() -> Campaign:
    """Plaintext against AES-128 at two sizes, twice."""
    aes = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
    return Campaign(
        name="Three engines, native AES-128",
        servers=(
            ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),
            ServerSpec("firebird", Source.EMBEDDED, "firebird"),
            ServerSpec("mariadb", Source.LOCAL, "mariadb", optional=True),
        ),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(aes)),
        workload=WorkloadPlan(sizes=(200, 400)),
        repetitions=2,
        warmups=0,
    )


class _Tour(QObject):
    """Goes from page to page by a timer, so that the window lives as it does for a user."""

    def __init__(self, app: QApplication, folder: Path, store: Path) -> None:
        super().__init__(app)
        self.fault = ""
        self._app = app
        self._folder = folder
        self._window = MainWindow(str(store))
        self._workbench = self._window.workbench
        self._workbench.failed.connect(lambda error: self._give_up(str(error)))
        self._finished = 0
        self._workbench.events.connect(self._count)
        self._steps = self._walk()

    def start(self) -> None:
        """Show the window and begin."""
        self._window.resize(*_SIZE)
        self._window.show()
        QTimer.singleShot(0, self._go)

    def _walk(self) -> Iterator[Wait]:
        """Every page in the order a newcomer meets them; yields what to wait for."""
        yield 2.0
        yield from self._picture("start")
        yield from self._servers()
        yield from self._campaign()
        yield from self._run()
        yield from self._results()

    def _servers(self) -> Iterator[Wait]:
        desk = self._workbench.servers
        self._window.show_page("servers")
        yield lambda: desk.discovered
        names = [spec.name for spec in small_campaign().servers]
        wanted = [name for name in names if (entry := desk.entry(name)) and entry.startable]
        desk.ensure_probed(wanted)
        yield lambda: all((entry := desk.entry(name)) and entry.running for name in wanted)
        yield from self._capabilities()

    def _capabilities(self) -> Iterator[Wait]:
        """Bring the tab with the capability matrix to the front."""
        for tabs in self._window.page("servers").findChildren(QTabWidget):
            if tabs.count() > 1:
                tabs.setCurrentIndex(1)
        yield 0.5
        yield from self._picture("servers")

    def _campaign(self) -> Iterator[Wait]:
        self._window.show_page("campaign")
        self._workbench.plan_opened.emit(small_campaign())
        yield 1.5
        yield from self._picture("campaign")

    def _run(self) -> Iterator[Wait]:
        self._workbench.start(small_campaign())
        total = 4 * len(small_campaign().servers)
        yield lambda: self._finished >= total
        yield 0.6
        yield from self._picture("run")
        yield lambda: not self._workbench.running

    def _results(self) -> Iterator[Wait]:
        page = self._window.page("results")
        self._window.show_page("results")
        yield lambda: any(tabs.isVisible() for tabs in page.findChildren(QTabWidget))
        tabs = next(iter(page.findChildren(QTabWidget)))
        names = ("results-table", "results-charts", "results-runs", "results-environment")
        for number, name in enumerate(names):
            tabs.setCurrentIndex(number)
            yield 1.0
            yield from self._picture(name)

    def _picture(self, name: str) -> Iterator[Wait]:
        """The window in both schemes, each after it has had time to settle."""
        for scheme in _SCHEMES:
            apply_theme(self._app, scheme)
            yield 0.4
            self._forget_pointer()
            if not self._window.grab().save(str(self._folder / f"{name}-{scheme}.png")):
                self._give_up(f"{self._folder} cannot be written")
        apply_theme(self._app, _SCHEMES[0])

    def _forget_pointer(self) -> None:
        """No button looks pointed at, wherever the pointer of this display happens to be."""
        for button in self._window.findChildren(QAbstractButton):
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)

    def _count(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Progressed):
                self._finished = event.finished

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
            self._give_up("a page did not come to what it should show")
            QTimer.singleShot(0, self._go)
        else:
            QTimer.singleShot(50, lambda: self._await(condition, until))

    def _give_up(self, why: str) -> None:
        self.fault = self.fault or why


@contextmanager
def _own_home() -> Iterator[Path]:
    """A home that the unprivileged users of servers can enter, gone afterwards."""
    before = os.environ.get("CIPHERBENCH_HOME")
    home = Path(tempfile.mkdtemp(prefix="cipherbench-screenshots-", dir="/var/tmp"))
    home.chmod(0o711)
    os.environ["CIPHERBENCH_HOME"] = str(home)
    try:
        yield home
    finally:
        if before is None:
            del os.environ["CIPHERBENCH_HOME"]
        else:
            os.environ["CIPHERBENCH_HOME"] = before
        shutil.rmtree(home, ignore_errors=True)
