"""The run page's charts under one legend: the servers at work, each with a look of its own."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from pytestqt.qtbot import QtBot

from app.plan.status import Status
from app.report.words.colours import colour_keys, looks
from app.results.events import (
    CampaignStarted,
    Event,
    OperationStarted,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.records import ServerRecord
from app.window.pages.run.campaign_tally import CampaignTally
from app.window.pages.run.run_charts import RunCharts
from app.window.pages.run.run_grid import RunGrid
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.app.results.making import make_campaign
from tests.app.window.settling import part
from tests.app.window.shared.test_arrivals_shown import SAMPLE
from widgets.charts.legend import Legend, LegendEntry
from widgets.charts.telemetry_chart import TelemetryChart
from widgets.look.theme import DARK, LIGHT, series_style, shaded_key
from widgets.look.tokens import SeriesLook, contrast, register_series
from widgets.tables.cell_grid import CellGrid

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
NAMES = ("pg-one", "pg-two", "other")


@pytest.fixture(autouse=True)
def _registered() -> None:
    """As the main window does."""
    register_series({name: SeriesLook(*look) for name, look in looks().items()})


@pytest.fixture
def charts(qtbot: QtBot) -> Iterator[RunCharts]:
    made = RunCharts()
    qtbot.addWidget(made)
    made.resize(700, 720)
    made.build()
    with qtbot.waitExposed(made):
        made.show()
    made.begin()
    made.add_events([ServerRecord(name, "postgresql", "embedded", "18") for name in NAMES])
    yield made
    made.end()


def run_of(server: str, number: int, start: float, api: float | None = None) -> list[Event]:
    """A run of two seconds, ten samples a second, whose slowest statements take 10 ms."""
    samples: list[Event] = [
        Sampled(
            replace(
                SAMPLE,
                at=start + each / 10,
                run_id=number,
                api_cpu=api,
                api_memory=api,
            )
        )
        for each in range(20)
    ]
    return [
        RunStarted(number, server, "postgresql", "plaintext", 10, 1, False, start),
        OperationStarted(number, "INSERT", 10, start),
        *samples,
        RunFinished(number, Status.DONE, start + 2),
    ]


def shared(charts: RunCharts) -> Legend:
    upper = charts._upper.inside
    found = upper.findChild(Legend, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert isinstance(found, Legend)
    return found


def listed(charts: RunCharts) -> list[str]:
    entries = shared(charts).findChildren(LegendEntry)
    return [each.accessibleName() for each in entries if each.isVisible()]


def chart(charts: RunCharts, name: str) -> TelemetryChart:
    found = charts.findChildren(TelemetryChart)
    return next(each for each in found if each.accessibleName().startswith(name))


def test_that_one_legend_tells_the_servers_at_work_alone(charts: RunCharts, qtbot: QtBot) -> None:
    assert listed(charts) == ["worker"]
    charts.add_events(run_of("pg-one", 1, time.time()))
    qtbot.waitUntil(lambda: listed(charts) == ["worker", "pg-one"])
    charts.add_events(
        run_of("pg-two", 2, time.time() + 40)
    )  # the one before has left what is shown
    qtbot.waitUntil(lambda: listed(charts) == ["worker", "pg-two"])


def test_that_charts_stand_still_while_servers_come(charts: RunCharts, qtbot: QtBot) -> None:
    names = [f"a server of number {each}" for each in range(4)]
    charts.begin(expected=[ServerSpec(each, Source.ADDRESS, "postgresql") for each in names])
    line = shared(charts).height()
    qtbot.waitUntil(lambda: shared(charts).height() > line)
    places = [each.geometry() for each in charts.findChildren(TelemetryChart)]
    charts.add_events([ServerRecord(name, "postgresql", "address", "18") for name in names])
    start = time.time()
    for number, name in enumerate(names):
        charts.add_events(run_of(name, number, start + 2 * number))
    qtbot.waitUntil(lambda: len(listed(charts)) == 5)
    lines = {each.y() for each in shared(charts).findChildren(LegendEntry)}
    assert len(lines) > 1
    assert [each.geometry() for each in charts.findChildren(TelemetryChart)] == places


def test_that_a_dozen_servers_get_their_lines_by_and_by(charts: RunCharts, qtbot: QtBot) -> None:
    names = [f"server-{each}" for each in range(12)]
    seen = set[int]()

    def known() -> int:
        telemetry = charts._telemetry
        assert telemetry is not None
        return len(telemetry.servers & {*names})

    timer = QTimer(charts, interval=1)
    timer.timeout.connect(lambda: seen.add(known()))
    timer.start()
    charts.add_events([ServerRecord(name, "postgresql", "embedded", "18") for name in names])
    charts.add_events(run_of(names[-1], 1, time.time()))
    qtbot.waitUntil(lambda: names[-1] in listed(charts))
    assert seen & {3, 6, 9} and known() == 12
    charts.add_events(
        [ServerRecord(f"late-{each}", "postgresql", "embedded", "18") for each in range(9)]
    )
    charts.end()
    assert charts._telemetry is not None
    assert {f"late-{each}" for each in range(9)} <= charts._telemetry.servers


def test_that_charts_appear_one_after_another_each_at_its_place(qtbot: QtBot) -> None:
    made = RunCharts()
    qtbot.addWidget(made)
    made.resize(700, 720)
    with qtbot.waitExposed(made):
        made.show()
    made.begin()
    made.add_events([ServerRecord(NAMES[0], "postgresql", "embedded", "18")])
    made.add_events(run_of(NAMES[0], 1, time.time()))
    seen = dict[int, list[QRect]]()

    def look() -> None:
        shown = [each for each in made.findChildren(TelemetryChart) if each.isVisible()]
        seen[len(shown)] = [each.geometry() for each in shown]

    timer = QTimer(made, interval=1)
    timer.timeout.connect(look)
    timer.start()
    made.build_gradually()
    qtbot.waitUntil(lambda: 4 in seen)
    made.add_events(
        run_of(NAMES[0], 2, time.time())
    )  # the first has left a slow machine's view by now
    qtbot.waitUntil(lambda: NAMES[0] in listed(made))
    look()
    assert [*seen] == [0, 1, 2, 3, 4]
    assert all(seen[each] == seen[4][:each] for each in seen)
    made.end()


def test_that_a_click_hides_a_line_in_every_chart(charts: RunCharts, qtbot: QtBot) -> None:
    charts.add_events(run_of("pg-one", 1, time.time()))
    qtbot.waitUntil(lambda: "pg-one" in listed(charts))
    entry = next(
        each
        for each in shared(charts).findChildren(LegendEntry)
        if each.accessibleName() == "pg-one"
    )
    curves = [chart(charts, name)._series["server pg-one"].curve for name in ("CPU", "Memory")]
    qtbot.waitUntil(lambda: all(each.isVisible() for each in curves))  # in the next frame
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton)
    assert not any(each.isVisible() for each in curves)
    qtbot.keyClick(entry, Qt.Key.Key_Space)
    assert all(each.isVisible() for each in curves)


def test_that_latency_stands_on_powers_of_ten(charts: RunCharts, qtbot: QtBot) -> None:
    latency = chart(charts, "Latency")
    charts.add_events(run_of("pg-one", 1, time.time()))
    qtbot.waitUntil(lambda: latency.sample_count("p99") > 0)
    qtbot.waitUntil(lambda: latency._canvas.box.viewRange()[1][0] == 2.0)
    drawn = latency._series["p99"].curve.yData
    assert max(each for each in drawn if math.isfinite(each)) == pytest.approx(4.0)
    top = latency._canvas.box.viewRange()[1][1]
    assert 4.0 <= top < 4.7
    assert latency._canvas.y_axis.tickStrings([2.0, 4.0], 1.0, 1.0) == ["100", "10,000"]


def test_that_servers_of_one_engine_are_distinguished() -> None:
    for palette in (LIGHT, DARK):
        looks = [series_style(shaded_key("postgresql", each), palette) for each in range(4)]
        assert len({each.colour.name() for each in looks}) == 4
        assert len({each.line for each in looks[:3]}) == 3
        assert all(contrast(each.colour.name(), palette.surface) >= 3 for each in looks)
    assert series_style(shaded_key("postgresql", 0)) == series_style("postgresql")


def test_that_each_server_of_an_engine_has_a_shade_of_its_own() -> None:
    servers = [("a", "postgresql"), ("b", "mariadb"), ("c", "postgresql"), ("a", "postgresql")]
    keys = colour_keys(servers)
    assert keys["a"] == "postgresql" and keys["b"] == "mariadb"
    assert len({series_style(each).colour.name() for each in keys.values()}) == 3


def test_that_the_grid_follows_the_running_cell(qtbot: QtBot) -> None:
    board = RunGrid()
    qtbot.addWidget(board)
    board.resize(360, 240)
    board.show()
    names = [f"server-{each}" for each in range(12)]
    tally = CampaignTally()
    tally.set_plan(make_campaign("many", servers=tuple((each, "postgresql") for each in names)))
    board.show_tally(tally)
    grid = part(board, CellGrid)
    started = RunStarted(1, names[-1], "postgresql", "plaintext", 10, 1, False, 0.0)
    board.refresh([tally.run_started(started)])
    row = next(each for each in range(24) if grid.cell(each, 0).status == "running")
    shown = grid.visualRect(grid.model().index(row, 0))
    assert grid.viewport().rect().contains(shown)


def test_that_an_entry_keeps_the_keyboard_when_a_server_comes_into_view(
    charts: RunCharts, qtbot: QtBot
) -> None:
    entry = next(
        each
        for each in shared(charts).findChildren(LegendEntry)
        if each.accessibleName() == "worker"
    )
    charts.activateWindow()
    entry.setFocus()
    charts.add_events(run_of("pg-one", 1, time.time()))
    qtbot.waitUntil(lambda: "pg-one" in listed(charts))
    assert entry.hasFocus()
    assert entry in shared(charts).findChildren(LegendEntry)


def test_that_pictures_are_named_by_campaign_case_and_repetition(
    charts: RunCharts, qtbot: QtBot
) -> None:
    charts.add_events([CampaignStarted(1, "two servers", 4, 0)])
    charts.add_events(run_of("pg-one", 1, time.time()))
    qtbot.waitUntil(lambda: "pg-one" in listed(charts))
    shown = [each for each in charts.findChildren(TelemetryChart) if each.isVisibleTo(charts)]
    names = {each.picture_name() for each in shown}
    case = "two-servers-pg-one-plaintext-10-records-repetition-1"
    assert names == {f"{case}-{what}.png" for what in ("cpu", "memory", "throughput", "latency")}


def test_that_an_api_has_a_line_of_its_own_once_there_is_one(
    charts: RunCharts, qtbot: QtBot
) -> None:
    start = time.time()
    charts.add_events(run_of("pg-one", 1, start))
    qtbot.waitUntil(lambda: "pg-one" in listed(charts))
    assert "API" not in listed(charts)
    charts.add_events(run_of("pg-one", 2, start + 2, api=30.0))
    qtbot.waitUntil(lambda: "API" in listed(charts))
