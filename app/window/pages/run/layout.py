"""How the run page is laid out: what shares its room, and what stands there while nothing runs."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QSplitter, QWidget

from app.window.pages.run.cell_grid import RunGrid
from app.window.pages.run.charts import RunCharts
from app.window.pages.run.log import RunLog
from app.window.workbench.workbench import Workbench
from widgets.parts.cards import EmptyState

_tr = QCoreApplication.translate


def splitters(
    parent: QWidget,
) -> tuple[QSplitter, QSplitter, tuple[RunCharts, RunGrid, RunLog]]:
    """What shares the room, the cells above the events, and all three parts: charts beside both.

    Each part is made where it stays: Qt styles all of one that moves anew.
    """
    body = QSplitter(Qt.Orientation.Horizontal, parent)
    charts = RunCharts(body)
    side = QSplitter(Qt.Orientation.Vertical, body)
    grid, log = RunGrid(side), RunLog(side)
    for splitter, shares in ((body, (5, 3)), (side, (3, 2))):
        splitter.setHandleWidth(12)
        splitter.setChildrenCollapsible(False)
        for at, share in enumerate(shares):
            splitter.setStretchFactor(at, share)
    body.setSizes([760, 460])
    return body, side, (charts, grid, log)


def nothing_runs(workbench: Workbench, parent: QWidget) -> EmptyState:
    """What is shown while nothing runs."""
    looked_at = workbench.read_only
    empty = EmptyState(
        "run",
        _tr("RunPage", "Nothing is running"),
        _tr("RunPage", "Campaigns that others run in this store appear here by themselves.")
        if looked_at
        else _tr("RunPage", "Choose servers, protections and a workload, and start a campaign."),
        _tr("RunPage", "Show results") if looked_at else _tr("RunPage", "Set up a campaign"),
        parent,
    )
    wanted = "results" if looked_at else "campaign"
    empty.activated.connect(lambda: workbench.page_wanted.emit(wanted))
    return empty
