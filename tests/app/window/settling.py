"""A window that is shown, and waiting until a page shows what it was told, however slow the machine
is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.plan.campaign import Campaign
from app.window.main_window import MainWindow
from app.window.workbench.workbench import Workbench
from scripts.pictures.campaigns import small_campaign
from tests.patience import PATIENCE
from widgets.parts.error_panel import ErrorPanel

PAGES = ("start", "servers", "campaign", "run", "results", "patterns", "lessons", "design")


def settle(page: QWidget, qtbot: QtBot) -> None:
    """Wait until nothing on `page` is left to be brought up to date.

    Pages gather changes by timers that fire once, and layouts show new parts by posted events.
    """
    qtbot.waitUntil(lambda: is_settled(page))
    QApplication.processEvents()


def is_settled(page: QWidget) -> bool:
    QApplication.processEvents()
    return not any(each.isActive() and each.isSingleShot() for each in page.findChildren(QTimer))


def await_(condition: Callable[[], object], seconds: float = 60) -> None:
    """As qtbot.waitUntil, for fixtures of a module.

    Raises: AssertionError, when the time is over
    """
    until = time.monotonic() + seconds * PATIENCE
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        QApplication.processEvents()
        time.sleep(0.01)


@contextmanager
def shown_window(store_url: str, size: tuple[int, int] | None = None) -> Iterator[MainWindow]:
    """The main window in front; it is gone afterwards."""
    made = MainWindow(store_url)
    if size is not None:
        made.resize(*size)
    made.show()
    await_(made.isActiveWindow)
    yield made
    made.workbench.close()
    made.close()
    made.deleteLater()


def part[T: QObject](parent: QObject, kind: type[T]) -> T:
    """The first part of a class."""
    found = parent.findChild(kind)
    assert isinstance(found, kind)
    return found


def shown_error(window: QWidget) -> ErrorPanel:
    """The panel that is visible: pages have panels of their own, and which of them is found first
    hangs on where the mouse is."""
    (found,) = (each for each in window.findChildren(ErrorPanel) if each.isVisible())
    return found


def let_go(workbench: Workbench) -> None:
    """Close a workbench that no window has, and have it deleted after the test.

    As long as it is there PySide keeps whatever is connected to it, which keeps the whole page.
    """
    workbench.close()
    workbench.deleteLater()


def have_sqlite_run(workbench: Workbench) -> None:
    """Look for servers, and start the one that is there at once: as long as none runs, the lab
    starts the first."""
    servers = workbench.servers
    servers.discover()
    await_(lambda: servers.discovered)
    servers.start("sqlite")
    await_(lambda: (entry := servers.entry("sqlite")) is not None and entry.running)


def small_campaign_in_a_file() -> Campaign:
    """The small campaign on SQLite alone, with the protections that it has."""
    whole = small_campaign()
    return replace(
        whole,
        servers=tuple(each for each in whole.servers if each.name == "sqlite"),
        protections=tuple(
            replace(each, servers=()) for each in whole.protections if each.meant_for("sqlite")
        ),
    )
