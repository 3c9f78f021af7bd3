"""The run page with real campaigns on an embedded PostgreSQL."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.cell_key import CellKey
from app.plan.status import Status
from app.report.figures.campaign_report import report_on
from app.results.events import Noted, OperationFinished, Progressed, RunStarted
from app.results.store.store import open_store
from app.window.pages.run.campaign_tally import CampaignTally
from app.window.pages.run.page import RunPage
from app.window.pages.run.run_charts import RunCharts
from app.window.pages.run.run_grid import RunGrid
from app.window.pages.run.run_log import RunLog
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.message import Message, phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.window.settling import await_, let_go, part, settle
from tests.patience import is_within
from widgets.charts.telemetry_chart import TelemetryChart
from widgets.look.theme import theme_signals
from widgets.parts.cards import EmptyState
from widgets.parts.progress_line import ProgressLine
from widgets.tables.cell_grid import CellGrid
from workloads.contract import Case
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton
AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
PAINTING = Protection("painting", ProtectionKind.NATIVE, "aes", 128, "ctr")


def campaign(repetitions: int = 1, size: int = 20, *others: Protection) -> Campaign:
    """Of whole runs in blocks."""
    return quick_campaign(
        name="tiny",
        servers=(ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),),
        protections=tuple(PlannedProtection(each) for each in (PLAINTEXT, AES, *others)),
        workload=HospitalParameters(sizes=(size,)),
        repetitions=repetitions,
        warmups=0,
        order=Order.ABBA,
    )


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "results.sqlite")


@contextmanager
def opened(store: str) -> Iterator[RunPage]:
    made = RunPage(Workbench(store))
    made.build_charts()
    made.resize(1085, 690)
    made.show()
    await_(made.isActiveWindow)
    yield made
    let_go(made.workbench)
    made.close_down()
    made.close()
    made.deleteLater()


@pytest.fixture
def page(home: Path, qapp: QApplication, store: str) -> Iterator[RunPage]:
    with opened(store) as made:
        yield made


@pytest.fixture(scope="module")
def finished(
    home: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunPage]:
    """A page that has seen a campaign of three repetitions, with a control, one of whose cells
    cannot be done."""
    with opened(str(tmp_path_factory.mktemp("run") / "results.sqlite")) as made:
        planned = campaign(3, 20, PAINTING)
        made.workbench.start(replace(planned, control=True, order=Order.LOCKSTEP))
        await_(lambda: not made.workbench.running, 180)
        with open_store(made.workbench.store_url, write=False) as store:
            blocks = {each.cost.blocks for each in report_on(store, 1).compared.totals(Case(20))}
        encrypted = made.tally.cells[CellKey("postgresql", "aes-128", Case(20))]
        await_(lambda: encrypted.cost is not None and encrypted.cost.blocks in blocks, 30)
        yield made


@pytest.fixture(scope="module")
def resumed(
    home: Path, qapp: QApplication, _filled: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunPage]:
    """Another window than the one that began it has resumed `cut short`, in which something odd was
    noted."""
    path = shutil.copy(_filled, tmp_path_factory.mktemp("resumed") / "results.sqlite")
    with open_store(str(path), write=True) as store:
        odd = Noted(Message("Something was odd"), "warning", time.time())
        campaign_id = store.find("cut short")
        store.write(campaign_id, [odd])
    with opened(str(path)) as made:
        made.workbench.resume(campaign_id)
        await_(lambda: made.workbench.running)
        await_(lambda: not made.workbench.running, 60)
        yield made


def is_there(page: RunPage, text: str) -> bool:
    shown = [each for each in page.findChildren(QPushButton) if each.isVisible()]
    return any(each.text().replace("&", "") == text for each in shown)


def button(page: RunPage, text: str) -> QPushButton:
    return next(
        each
        for each in page.findChildren(QPushButton)
        if each.text().replace("&", "") == text and each.isVisible()
    )


def texts(page: RunPage) -> list[str]:
    """What the cells of the first column say."""
    grid = part(page, CellGrid)
    return [grid.cell(row, 0).text for row in range(grid.model().rowCount())]


def states(page: RunPage) -> list[str]:
    grid = part(page, CellGrid)
    return [grid.cell(row, 0).status for row in range(grid.model().rowCount())]


def head(page: RunPage) -> str:
    return part(page, ProgressLine).accessibleDescription()


def chart(page: RunPage, name: str) -> TelemetryChart:
    charts = page.findChildren(TelemetryChart)
    return next(each for each in charts if each.accessibleName().startswith(name))


def wait_until_over(page: RunPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page.workbench.running)
    settle(page, qtbot)


def wait_for_a_run(page: RunPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: "running" in states(page))


def test_that_an_idle_page_says_so_and_leads_to_the_campaign_page(
    page: RunPage, qtbot: QtBot
) -> None:
    assert part(page, EmptyState).isVisible()
    with qtbot.waitSignal(page.workbench.page_requested) as wanted:
        qtbot.mouseClick(button(page, "Set up a campaign"), LEFT)
    assert wanted.args == ["campaign"]


@pytest.mark.slow
def test_that_cells_curves_and_log_fill_while_a_campaign_runs(
    finished: RunPage, qtbot: QtBot
) -> None:
    page = finished
    settle(page, qtbot)
    assert states(page) == ["done", "done", "done", "unsupported"]
    plain, control, encrypted, _ = texts(page)
    assert plain.endswith(" s") and "%" not in plain
    assert "\nwithin " in control and control.endswith(" %")
    cost = encrypted.splitlines()[1]
    assert cost[0] in "+−" and " % (" in cost and " to " in cost and cost.endswith(")")
    for name, key in (("CPU", "server postgresql"), ("Throughput", "rate"), ("Latency", "p50")):
        assert chart(page, name).sample_count(key) > 0
    assert chart(page, "CPU").bands == 3 * 4, "one for all sides of an operation"
    log = part(page, RunLog).lines()
    assert any("postgresql is ready" in line for line in log)
    assert log[-1].endswith("Campaign done")
    assert "9 of 9" in head(page) and "done" in head(page)


@pytest.mark.slow
def test_that_the_cells_agree_with_the_comparison(finished: RunPage) -> None:
    """Run's grid has the number, and the measure, that results, reports and exports show."""
    with open_store(finished.workbench.store_url, write=False) as store:
        found = report_on(store, 1).compared.totals(Case(20))
    for expected in found:
        cell = finished.tally.cells[CellKey("postgresql", expected.protection, Case(20))]
        assert cell.cost == expected.cost
        assert finished.tally.by_cpu is expected.in_cpu_time
    separate = finished.tally.detection_limit(CellKey("postgresql", "control", Case(20)))
    assert separate == pytest.approx(found[0].cost.margin, rel=1e-9)


@pytest.mark.slow
def test_that_the_page_says_what_ended_the_campaign(finished: RunPage, qtbot: QtBot) -> None:
    settle(finished, qtbot)
    with open_store(finished.workbench.store_url, write=False) as store:
        ended_by = store.summary(1).ended_by
    assert ended_by is not None
    assert str(ended_by).startswith("3 repetitions, as planned; the widest")
    output = [each.text() for each in finished.findChildren(QLabel) if each.isVisible()]
    assert str(ended_by) in output


def test_that_the_head_tells_the_widest_interval_while_a_campaign_runs(page: RunPage) -> None:
    page.workbench.events.emit([Progressed(31, 96, 240.0, widest=3.42, target=2.0)])
    assert "widest interval ± 3.4 points, target 2" in head(page)
    page.workbench.events.emit([Progressed(1, 96, 240.0)])
    assert "widest" not in head(page)


@pytest.mark.slow
def test_that_show_results_selects_the_campaign(finished: RunPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(finished.workbench.campaign_selected) as selected:
        qtbot.mouseClick(button(finished, "Show results"), LEFT)
    assert selected.args == [1]


def test_that_cancel_ends_a_long_run_within_two_seconds(page: RunPage, qtbot: QtBot) -> None:
    page.workbench.start(campaign(1, 20_000))
    wait_for_a_run(page, qtbot)
    qtbot.wait(500)
    started = time.monotonic()
    qtbot.mouseClick(button(page, "Cancel"), LEFT)
    assert "cancelling…" in head(page)
    qtbot.waitUntil(lambda: "cancelled" in head(page))
    assert is_within(started, 2)
    wait_until_over(page, qtbot)
    assert "cancelled" in states(page)


@pytest.mark.slow
def test_that_the_start_shows_what_goes_on_and_pause_waits_for_the_run_and_resume_goes_on(
    page: RunPage, qtbot: QtBot
) -> None:
    """And that the events of before stay when the campaign is cancelled and resumed."""
    page.workbench.start(campaign(100))
    assert "starting servers…" in head(page)
    qtbot.waitUntil(lambda: states(page) == ["pending", "pending"])
    wait_for_a_run(page, qtbot)
    qtbot.mouseClick(button(page, "Pause"), LEFT)
    assert "pausing after this run" in head(page)
    qtbot.waitUntil(lambda: chart(page, "Machine").sample_count("machine") > 0)
    qtbot.waitUntil(lambda: "paused" in head(page))
    qtbot.waitUntil(lambda: "running" not in states(page))
    qtbot.mouseClick(button(page, "Resume"), LEFT)
    qtbot.waitUntil(lambda: all(cell.figures for cell in page.tally.cells.values()))
    qtbot.mouseClick(button(page, "Cancel"), LEFT)
    wait_until_over(page, qtbot)
    qtbot.waitUntil(lambda: is_there(page, "Resume"))
    before = part(page, RunLog).lines()
    assert before[-1].endswith("Campaign cancelled")
    with qtbot.waitSignal(page.workbench.campaign_started):
        qtbot.mouseClick(button(page, "Resume"), LEFT)
    qtbot.waitUntil(lambda: len(part(page, RunLog).lines()) > len(before))
    qtbot.mouseClick(button(page, "Cancel"), LEFT)
    wait_until_over(page, qtbot)
    after = part(page, RunLog).lines()
    assert after[: len(before)] == before and len(after) > len(before)
    assert len(set(after)) == len(after)


@pytest.mark.slow
def test_that_a_cell_the_server_cannot_do_says_so(finished: RunPage, qtbot: QtBot) -> None:
    settle(finished, qtbot)
    assert states(finished)[3] == "unsupported"
    assert texts(finished)[3] == "unsupported"
    assert part(finished, CellGrid).cell(3, 0).tooltip != ""


@pytest.mark.slow
def test_that_a_resumed_campaign_shows_what_was_done_before(resumed: RunPage, qtbot: QtBot) -> None:
    settle(resumed, qtbot)
    assert part(resumed, ProgressLine).accessibleName() == "cut short"
    assert states(resumed) == ["done", "done"]
    with open_store(resumed.workbench.store_url, write=False) as store:
        operations = store.operations(store.find("cut short"))
    for place, cell in resumed.tally.cells.items():
        known = [
            each.seconds
            for each in operations
            if each.is_counted and each.key.all_operations == place
        ]
        assert cell.figures == pytest.approx([sum(known)]), "one repetition"


@pytest.mark.slow
def test_that_another_window_shows_the_events_of_before(resumed: RunPage) -> None:
    with open_store(resumed.workbench.store_url, write=False) as store:
        done = next(
            each for each in store.runs(store.find("cut short")) if each.status is Status.DONE
        )
    words = f"{done.protection} · {done.size} records · repetition {done.repetition}: "
    log = part(resumed, RunLog)
    await_(lambda: any("Something was odd" in each for each in log.lines()))
    lines = [each.partition("\t")[2] for each in log.lines()]
    odd = lines.index("Something was odd")
    assert any(words in each for each in lines[:odd]), (words, lines)
    assert odd < next(at for at, each in enumerate(lines) if " started: " in each)
    assert len(lines) == len(set(lines))


@pytest.mark.slow
def test_that_a_campaign_that_cannot_start_says_so(page: RunPage, qtbot: QtBot) -> None:
    lost = ServerSpec("away", Source.ADDRESS, "postgresql", host="127.0.0.1", port=1)
    with qtbot.waitSignal(page.workbench.failed):
        page.workbench.start(
            quick_campaign(
                "nowhere", (lost,), (PlannedProtection(PLAINTEXT),), HospitalParameters()
            )
        )
    assert "did not start" in head(page)


def test_that_events_that_come_before_the_charts_are_not_lost(qtbot: QtBot) -> None:
    charts = RunCharts()
    qtbot.addWidget(charts)
    charts.begin()
    charts.add_events([RunStarted(1, "pg", "postgresql", "plaintext", 20, 1, False, time.time())])
    charts.add_events([operation(1, 0.5)])
    charts.build()
    assert (
        len(charts.findChildren(TelemetryChart)) == 6
    )  # those of a queue and of the machine too, unseen
    charts.end()


def test_that_the_board_has_room_for_names_and_cells(qtbot: QtBot) -> None:
    board = RunGrid()
    qtbot.addWidget(board)
    tally = CampaignTally()
    tally.set_plan(campaign())
    board.show_tally(tally)
    board.resize(360, 300)
    board.show()
    grid = part(board, CellGrid)
    assert grid.horizontalScrollBar().maximum() == 0
    assert grid.model().headerData(0, Qt.Orientation.Horizontal) == "20 records"


def test_that_the_newest_event_stays_in_sight_in_another_colour_scheme(qtbot: QtBot) -> None:
    log = RunLog()
    qtbot.addWidget(log)
    log.resize(340, 200)
    with qtbot.waitExposed(log):
        log.show()
    output = phrase("postgresql · aes-128 · 60 records · repetition 1: 2.42 s and more words")
    log.add_events(Noted(output, "info", float(number)) for number in range(40))
    text = part(log, QPlainTextEdit)
    bar = text.verticalScrollBar()
    qtbot.wait(50)
    theme_signals().changed.emit()
    qtbot.wait(50)
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    theme_signals().changed.emit()
    QApplication.processEvents()
    assert bar.value() == 3


def test_that_a_board_shown_soon_misses_nothing_that_comes_before(qtbot: QtBot) -> None:
    board = RunGrid()
    qtbot.addWidget(board)
    tally = CampaignTally()
    tally.set_plan(campaign())
    board.show_soon(tally)
    grid = part(board, CellGrid)
    assert grid.model().rowCount() == 0
    started = RunStarted(1, "postgresql", "postgresql", "aes-128", 20, 1, False, 0.0)
    board.refresh([tally.run_started(started)])
    qtbot.waitUntil(lambda: grid.model().rowCount() == 2)
    assert [grid.cell(row, 0).status for row in range(2)] == ["pending", "running"]


def operation(run: int, seconds: float) -> OperationFinished:
    return OperationFinished(
        run_id=run,
        operation="INSERT",
        seconds=seconds,
        elapsed=seconds,
        connect_seconds=0.0,
        commit_seconds=0.0,
        server_seconds=None,
        statements=1,
        rows=1,
        p50_us=1.0,
        p99_us=1.0,
        histogram=b"",
        started_at=0.0,
        finished_at=seconds,
    )
