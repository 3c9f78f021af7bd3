"""The child of `large_store`: the real window on a store of a hundred campaigns."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from sqlalchemy import create_engine, select

from app.results.database.archived_tables import archived_tables, belongs_to
from app.results.database.models import CampaignRow, CellRow, RunRow, ServerRow
from app.window.main_window import MainWindow
from app.window.pages.results.campaign_list import CampaignList
from app.window.pages.results.results_view import ResultsView
from benchmarks.windows.campaign_window import Heartbeat
from benchmarks.windows.walking import Wait, Walk
from widgets.look.theme import apply_theme

_NOTCH = QPoint(0, -120)
_NOTCHES, _NOTCH_MS = 25, 16
_STEPS = 5
_SETTLED = 3.0
"""Seconds from which a window has loaded what it loads in the background."""
_LATEST_MS = 100_000
_UNSEEN = ("histograms", "probe_samples")
"""What the page reads only when somebody looks at a run."""


class Tour(Walk):
    """Opens the results page, scrolls what there is, and goes down the list."""

    def __init__(self, window: MainWindow, newest: int) -> None:
        self._newest = newest
        self.opened = self.used = 0.0
        super().__init__(window, _LATEST_MS)
        self.scrolling, self.going = Heartbeat(self), Heartbeat(self)

    def walk(self) -> Iterator[Wait]:
        window = self.window
        yield lambda: window.workbench.servers.discovered
        yield _SETTLED
        began, used = perf_counter(), process_time()
        window.show_page("results")
        page = window.page("results")
        yield lambda: self._shows(self._newest)
        window.repaint()
        self.opened, self.used = perf_counter() - began, process_time() - used
        yield 1.0
        yield from self._scroll()
        campaigns = page.findChild(CampaignList)
        assert isinstance(campaigns, CampaignList)
        self.going.start()
        for step in range(1, _STEPS + 1):
            QTest.keyClick(campaigns.view, Qt.Key.Key_Down)
            yield lambda step=step: self._shows(self._newest - step)  # type: ignore[misc]
            yield 0.3
        self.going.stop()

    def _shows(self, campaign: int) -> bool:
        view = self.window.page("results").findChild(ResultsView)
        return isinstance(view, ResultsView) and view.isVisible() and view.campaign_id == campaign

    def _scroll(self) -> Iterator[Wait]:
        """The list, and whatever can be scrolled in each tab."""
        view = self.window.page("results").findChild(ResultsView)
        assert isinstance(view, ResultsView)
        for tab in range(view.tabs.count()):
            view.tabs.setCurrentIndex(tab)
            yield 1.0
            for area in self._areas():
                yield from self._roll(area)

    def _areas(self) -> list[QAbstractScrollArea]:
        found = self.window.page("results").findChildren(QAbstractScrollArea)
        return [
            each for each in found if each.isVisible() and each.verticalScrollBar().maximum() > 0
        ]

    def _roll(self, area: QAbstractScrollArea) -> Iterator[Wait]:
        """Down by the wheel, and up again."""
        self.scrolling.start()
        for way in (1, -1):
            for _ in range(_NOTCHES):
                _turn_wheel(area.viewport(), _NOTCH * way)
                yield _NOTCH_MS / 1000
        self.scrolling.stop()


def _turn_wheel(on: QWidget, by: QPoint) -> None:
    place = QPointF(on.rect().center())
    event = QWheelEvent(
        place,
        QPointF(on.mapToGlobal(place.toPoint())),
        QPoint(),
        by,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(on, event)


def bare_read(file: str) -> float:
    """Seconds of reading, by SQLAlchemy alone, the rows that the page shows: those of the list, and
    all of the newest campaign but what nobody looks at yet."""
    began = perf_counter()
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        newest = connection.execute(select(CampaignRow).order_by(CampaignRow.id.desc())).all()[0]
        connection.execute(select(ServerRow)).all()
        runs = select(RunRow.status, CellRow.campaign_id)
        connection.execute(runs.join(CellRow, CellRow.id == RunRow.cell_id)).all()
        for each in archived_tables():
            if each.name not in _UNSEEN:
                rows = select(each.table).where(belongs_to(each.table, newest.id))
                connection.execute(rows).all()
    engine.dispose()
    return perf_counter() - began


def main(file: str, newest: str) -> int:
    """Run it and print the figures."""
    application = QApplication(sys.argv[:1])
    apply_theme(application)
    bare = min(bare_read(file) for _ in range(3))
    window = MainWindow(str(Path(file)))
    window.resize(1440, 900)
    window.show()
    tour = Tour(window, int(newest))
    if code := application.exec():
        return code
    figures = {
        "results_page_s": tour.opened,
        "results_page_bare_s": bare,
        "results_page_extra_s": tour.opened - bare,
        "results_scroll_stall_max_ms": max(tour.scrolling.late),
        "results_step_stall_max_ms": max(tour.going.late),
        "results_page_cpu_s": tour.used,
        "results_scroll_own_max_ms": max(tour.scrolling.own),
        "results_step_own_max_ms": max(tour.going.own),
        "beats": len(tour.scrolling.late),
    }
    print(json.dumps(figures))
    return 0
