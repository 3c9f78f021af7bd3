"""The parts of a run page with a dozen servers, each painted in a beat of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import CellMeasured, Event, OperationStarted, RunFinished, RunStarted
from app.results.records import ServerRecord
from app.window.pages.run.page import RunPage
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.results.making import sampled
from tests.app.window.settling import let_go, settle
from widgets.charts.legend import BandLegend
from widgets.charts.plot_canvas import PlotCanvas
from widgets.tables.cell_grid import CellGrid
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
NAMES = [f"postgresql-{number}" for number in range(1, 13)]
_BATCH_MS = 20


class Painted(QObject):
    """Notes which of some parts are painted in each turn of the event loop, and how large they are
    then."""

    def __init__(self, parts: dict[str, QWidget]) -> None:
        super().__init__()
        self.turns: dict[int, set[str]] = {}
        self.sizes: dict[str, set[tuple[int, int]]] = {name: set() for name in parts}
        self._parts = {id(part): name for name, part in parts.items()}
        self._turn = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next)
        self._timer.start()
        for part in parts.values():
            part.installEventFilter(self)

    def _next(self) -> None:
        self._turn += 1

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            name = self._parts[id(watched)]
            self.turns.setdefault(self._turn, set()).add(name)
            self.sizes[name].add((watched.width(), watched.height()))
        return False

    def together(self) -> list[set[str]]:
        """Parts that were painted in one turn with others."""
        return [parts for parts in self.turns.values() if len(parts) > 1]


@pytest.fixture(params=[860, 1000], ids=["four charts", "with the machine's strip"])
def page(
    home: object, qtbot: QtBot, tmp_path: object, request: pytest.FixtureRequest
) -> Iterator[RunPage]:
    made = RunPage(Workbench(f"{tmp_path}/results.sqlite"))
    made.resize(1085, request.param)
    made.build_charts()
    with qtbot.waitExposed(made):
        made.show()
    servers = tuple(ServerSpec(name, Source.EMBEDDED, "postgresql") for name in NAMES)
    planned = (PlannedProtection(PLAINTEXT),)
    made.workbench.campaign_started.emit(
        quick_campaign("twelve", servers, planned, HospitalParameters(sizes=(20,)))
    )
    settle(made, qtbot)
    yield made
    let_go(made.workbench)
    made.close_down()
    made.close()
    made.deleteLater()


def parts_of(page: RunPage) -> dict[str, QWidget]:
    """What is painted of the charts, the cells and the events, by name."""
    canvases = [each for each in page.findChildren(PlotCanvas) if each.isVisible()]
    cells, log = page.findChild(CellGrid), page.findChild(QPlainTextEdit)
    assert (
        len(canvases) == 4 + (page.height() > 900)
        and isinstance(cells, CellGrid)
        and isinstance(log, QPlainTextEdit)
    )
    drawn = {each.parentWidget().accessibleName(): each.viewport() for each in canvases}
    return {**drawn, "cells": cells.viewport(), "events": log.viewport()}


def run_of(number: int, name: str, begun: float) -> list[list[Event]]:
    """A run of two seconds in batches, the last one with what the next run begins with."""
    of = number, name, "postgresql", "plaintext", 20, 1, False, begun
    cell = CellMeasured(name, "postgresql", "plaintext", 20, Status.DONE, figures=(0.1 * number,))
    taken: list[list[Event]] = [[sampled(number, begun + tenth / 10)] for tenth in range(1, 20, 3)]
    return [
        [RunStarted(*of), OperationStarted(number, "INSERT", 10, begun)],
        *taken,
        [RunFinished(number, Status.DONE, begun + 2), cell],
    ]


def test_that_no_two_parts_are_painted_in_one_turn_while_samples_arrive(
    page: RunPage, qtbot: QtBot
) -> None:
    parts = parts_of(page)
    page.workbench.events.emit(
        [ServerRecord(each, "postgresql", "embedded", "18") for each in NAMES]
    )
    settle(page, qtbot)
    painted, begun = Painted(parts), time.time()
    for number, name in enumerate(NAMES, 1):
        for batch in run_of(number, name, begun + 2 * number):
            page.workbench.events.emit(batch)
            qtbot.wait(_BATCH_MS)
    settle(page, qtbot)
    assert painted.together() == []
    phases = page.findChild(BandLegend)
    assert isinstance(phases, BandLegend) and phases.labels == ("INSERT",)
    assert all(painted.sizes.values()), "all of them moved on"
    below = [sizes for name, sizes in painted.sizes.items() if name.startswith(("Thr", "Lat"))]
    assert [len(sizes) for sizes in below] == [1, 1], "and names of servers move nothing there"
