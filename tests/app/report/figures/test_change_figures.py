"""What a change of encryption took, in figures, tables and words, and extrapolated."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.findings.compare import Comparisons
from app.findings.figure import counted_operations
from app.findings.interval_words import data_size, duration
from app.findings.statistics import extrapolate, mean_with_interval
from app.report.charts.encryption_change_charts import change_charts, thinned
from app.report.drawing.chart import Axis
from app.report.drawing.graph_drawing import y_ticks
from app.report.drawing.medium import ON_PAPER
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.change_figures import change_rows, extrapolations, readable_rows
from app.report.files.export import export
from app.report.page_one.build_page_one import page_one
from app.report.page_one.encryption_change_page import (
    ChangeAdvice,
    ChangeCard,
    ChangeHeadline,
    ChangePage,
)
from app.report.page_one.model import CardKind
from app.report.tables.change_tables import (
    backups_table,
    changes_method,
    changes_table,
    readable_table,
)
from app.results.store.store import Store, open_store
from engines.contract.message import NOTHING
from tests.app.report.changed import (
    AES,
    LOG_OF_ROW,
    LOST,
    ROWS,
    readable_of,
    seconds_of,
    store_changed,
)
from tests.app.results.making import make_campaign, store_campaign
from tests.app.results.noisy import GCM
from workloads.change.measures import CHANGE
from workloads.change.ways import Way
from workloads.contract import CPU_TIME


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("changes") / "store.sqlite"
    with open_store(str(found), write=True) as store:
        store_changed(store)
        store_changed(store, rows=ROWS[:1], ways=(Way.BATCHES,), rate=0)
        store_campaign(store, make_campaign())
        store_changed(store, rows=ROWS[:1], protections=(AES, GCM))
        store_changed(store, rows=ROWS[:1], protections=(GCM,))
        store_changed(store, rows=ROWS[:1], back_up=True)
        store_changed(store, rows=ROWS[:1], back_up=True, dumped=True)
        store_changed(store, rows=ROWS[:1], back_up=True, back_up_files=True)
    return found


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(str(path), write=False) as found:
        yield found


@pytest.fixture
def report(store: Store) -> CampaignReport:
    return report_on(store, 1)


def test_that_a_row_has_means_the_most_and_the_cost(report: CampaignReport) -> None:
    rows = {(row.key.protection, row.key.case.name, row.key.case.size): row
            for row in change_rows(report)}  # fmt: skip
    assert len(rows) == 2 * 3 * len(ROWS), "the control is no row"
    [found] = [row for (protection, name, size), row in rows.items()
               if (protection, size) == ("aes-256", 10_000) and Way.BATCHES in name]  # fmt: skip
    values = [seconds_of(Way.BATCHES, 10_000, number, encrypted=True) for number in range(1, 5)]
    assert found.time.estimate == pytest.approx(sum(values) / 4)
    assert found.time.low < found.time.estimate < found.time.high
    assert found.cost.percent == pytest.approx(200, abs=1)
    assert (found.longest_read, found.longest_update) == (0.004, 0.02)
    lost = {Way(name.split(",")[0].split()[-1]): row.max_count("updates_lost")
            for (_, name, _), row in rows.items()}  # fmt: skip
    assert lost == {Way.UPDATE: 0, Way.BATCHES: 0, Way.NEW_TABLE: LOST}


def test_that_a_larger_table_is_extrapolated(report: CampaignReport) -> None:
    """Times and logs are linear in rows here; the times are a little off."""
    found = extrapolations(report, 1_000_000)
    assert len(found) == 6
    for each in found:
        way = next(way for way in Way if way in each.key.case.name)
        encrypted = each.key.protection == "aes-256"
        true = seconds_of(way, 1_000_000, 0, encrypted=encrypted)
        assert each.time.low < true * 1.01 < each.time.high
        assert each.time.estimate == pytest.approx(true * 1.01, rel=0.02)
        assert each.log is not None
        assert each.log.estimate == pytest.approx(LOG_OF_ROW * 1_000_000)
        assert (each.least, each.most) == (ROWS[0], ROWS[-1])


def test_that_two_sizes_extrapolate_nothing() -> None:
    assert extrapolate([1, 2, 2], [1, 2, 2.1], 100) is None


@pytest.mark.parametrize(
    "law", [lambda size: size**1.1, lambda size: 30 + size], ids=("power", "line")
)
def test_that_the_interval_of_another_size_holds_what_is_measured_there(
    law: Callable[[float], float],
) -> None:
    """In 95 of 100 tries or more, of a power of the size and of a line, with noise."""
    draw, sizes, held = random.Random(7), [s for s in (50, 100, 200) for _ in range(4)], 0
    for _ in range(400):
        values = [law(s) * math.exp(draw.gauss(0, 0.02)) for s in sizes]
        found = extrapolate(sizes, values, 1000)
        assert found is not None
        held += found.low <= law(1000) * math.exp(draw.gauss(0, 0.02)) <= found.high
    assert held / 400 > 0.93


def test_that_a_fixed_amount_is_no_part_of_each_row() -> None:
    """The log of 50,000, 100,000 and 200,000 rows of PostgreSQL in batches, in kB, and what
    1,000,000 wrote. A power of the size alone says 514,000."""
    sizes = [size for size in (50_000, 100_000, 200_000) for _ in range(3)]
    log = [24_498, 24_497, 24_501, 49_562, 49_559, 49_563, 100_184, 100_179, 100_179]
    found = extrapolate(sizes, log, 1_000_000)
    assert found is not None and found.low < 505_225 < found.high
    assert found.estimate == pytest.approx(505_225, rel=0.005)


def test_that_one_value_has_no_interval() -> None:
    assert mean_with_interval([3.0]).estimate == 3.0
    assert math.isnan(mean_with_interval([3.0]).low)
    assert mean_with_interval([0.0, 0.1]).low == 0.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.42, "420 ms"), (2.34, "2.3 s"), (95, "95 s"), (2700, "45 min"), (11_400, "3 h 10 min"),
     (14_400, "4 h"), (90_000, "25 h"), (1_036_800, "12 days")],
)  # fmt: skip
def test_that_a_duration_reads_well(seconds: float, words: str) -> None:
    assert str(duration(seconds)) == words


@pytest.mark.parametrize(
    ("size", "words"), [(512.0, "0.51 kB"), (4.6e6, "4.6 MB"), (46e9, "46 GB"), (2e12, "2 TB")]
)
def test_that_a_size_reads_well(size: float, words: str) -> None:
    assert str(data_size(size)) == words


def test_that_the_course_is_drawn_for_each_way(store: Store, report: CampaignReport) -> None:
    charts = list(change_charts(store, report))
    assert len(charts) == 3 * len(ROWS)
    rows, reads, updates, log = charts[0].graphs
    assert {each.x.low for each in charts[0].graphs} == {-0.25}, "one axis"
    assert len({each.x.high for each in charts[0].graphs}) == 1
    assert len(rows.lines) == 2, "plaintext beside the protection"
    assert [charts[0].line_styles[line.style].stroke for line in updates.lines] == ["none", "none"]
    assert rows.lines[0].points[-1][1] == ROWS[0]
    assert max(y for _, y in reads.lines[0].points) == pytest.approx(4)
    assert log.lines[1].points[-1][1] == pytest.approx(LOG_OF_ROW * ROWS[0] / 1e6)


def test_that_thinning_keeps_the_longest_wait() -> None:
    points = [(float(at), 1.0 + (at == 31_337)) for at in range(100_000)]
    found = thinned(points, max)
    assert len(found) <= 400 and max(y for _, y in found) == 2.0
    assert found[0][0] == 0.0 and found[-1][0] >= 99_750.0


def test_that_page_one_says_what_waits_and_what_is_lost(report: CampaignReport) -> None:
    page = page_one(report)
    assert page.headline.code == ChangeHeadline.SHORTEST_WAITS
    assert str(page.headline.message).startswith("Shortest waits: batches. 40,000 rows take")
    assert "20 ms" in str(page.headline.message)
    assert page.card[CardKind.DO].head.code == ChangeCard.WAY
    lines = [line.code for line in page.card[CardKind.DO].lines]
    assert lines == [ChangeCard.LOSES, ChangeCard.WAITS]
    assert ChangeCard.LARGER in {line.code for line in page.card[CardKind.PLAN].lines}
    where = [str(row.where) for row in page.rows if row.measured and not row.baseline]
    assert len(where) == 3 and any(f"{LOST} lost" in each for each in where)
    assert "lockstep" not in json.dumps(page.to_json())


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (1_000_000, ChangeAdvice.HOUR),
        (20_000_000, ChangeAdvice.NIGHT),
        (100_000_000, ChangeAdvice.WEEKEND),
        (1_000_000_000, ChangeAdvice.LONGER),
    ],
)
def test_that_advice_says_how_much_time_a_users_table_needs(
    report: CampaignReport, rows: int, code: ChangeAdvice
) -> None:
    """Batches take 6 s for 10,000 rows, and the upper end of the interval counts."""
    advice = ChangePage(report).advice(rows)
    assert advice is not None and advice.code == code
    assert "batches" in str(advice.message) and f"{rows:,}" in str(advice.message)
    if rows == 100_000_000:
        assert advice in page_one(report).card[CardKind.PLAN].lines


def test_that_nothing_is_advised_where_growth_was_not_measured(store: Store) -> None:
    assert ChangePage(report_on(store, 4)).advice(1_000_000) is None


def test_that_ways_are_compared_over_the_protections_that_all_of_them_have(store: Store) -> None:
    """The application changes rows in batches only; there updates wait longest."""
    page = page_one(report_on(store, 4))
    assert page.headline.code == ChangeHeadline.SHORTEST_WAITS
    assert "batches" in str(page.headline.message) and "20 ms" in str(page.headline.message)
    where = [str(row.where) for row in page.rows]
    assert any("application" in each for each in where), "other ways of it are unsupported"
    alone = page_one(report_on(store, 5))
    assert alone.headline.code == ChangeHeadline.NOT_COMPARED_WAITS
    assert "60 s" in str(alone.headline.message)
    assert alone.card[CardKind.DO].head.code == ChangeCard.COMPARE


def test_that_an_axis_has_three_labels(store: Store, report: CampaignReport) -> None:
    for chart in change_charts(store, report):
        for graph in chart.graphs:
            assert len(y_ticks(graph.y, graph.height, ON_PAPER)) >= 3, graph.title


def test_that_labels_of_an_axis_are_three_or_more_and_have_room() -> None:
    for power in range(1, 200):
        high = 1.05**power
        for axis in (Axis(NOTHING, 0, high), Axis(NOTHING, 0.1, 0.1 * max(10, high), log=True)):
            found = len(y_ticks(axis, 112, ON_PAPER))
            assert 3 <= found <= 8, axis


def test_that_without_a_load_page_one_asks_for_one(store: Store) -> None:
    page = page_one(report_on(store, 2))
    assert page.headline.code == ChangeHeadline.NOT_COMPARED, "one way"
    assert [each.code for each in page.card[CardKind.DO].lines] == [ChangeCard.WITH_LOAD]


def test_that_tables_and_exports_have_it(
    store: Store, report: CampaignReport, tmp_path: Path
) -> None:
    table = changes_table(report)
    assert len(table.lines) == 18 and len(table.head) == len(table.lines[0])
    written = tmp_path / "changed.json"
    export(store, 1, "json", written)
    [first, *rest] = json.loads(written.read_text())["changes"]
    assert len(rest) == 17 and first["change_seconds_low"] < first["change_seconds"]
    markdown = tmp_path / "changed.md"
    export(store, 1, "md", markdown)
    assert "updates lost" in markdown.read_text()


def test_that_what_stays_readable_is_shown_after_each_step(
    report: CampaignReport, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = ROWS[-1]
    row, found = readable_rows(report)[-1]
    assert row.key.case.size == size
    assert astuple(found) == (
        size,
        *(readable_of(size, AES, each) for each in range(4)),
        size,
        None,
    )
    table = readable_table(report)
    assert len(table.lines) == 9, "nothing of plaintext, which is readable anyhow"
    assert [*table.lines[-1][3:]] == ["40,000", "40,000", "39,900", "39,900", "0", "40,000", ""]
    plan = page_one(report).card[CardKind.PLAN].lines
    [line] = [each for each in plan if each.code == ChangeCard.READABLE_UNTIL]
    assert "VACUUM FULL: 39,900 names" in str(line.message)
    assert run(["changes", "1", "--store", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "39,900" in shown and "clean-up is VACUUM, rewrite is VACUUM FULL" in shown


def test_that_a_backup_says_how_large_it_is_and_what_it_shows(
    store: Store, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = report_on(store, 6)
    [plain, encrypted] = [
        line[4:7]
        for line in backups_table(report, change_rows(report)).lines
        if "batches" in line[2]
    ]
    assert (plain, encrypted) == (("1 MB", "250 kB", "10,000"), ("4 MB", "2 MB", "0"))
    plan = page_one(report).card[CardKind.PLAN].lines
    [line] = [each for each in plan if each.code == ChangeCard.BACKUP_GROWS]
    assert str(line.message) == "Backup, by gzip: +700 %."
    assert run(["changes", "6", "--store", str(path)]) == 0
    assert "PostgreSQL: by pg_dump." in capsys.readouterr().out
    plan = page_one(report_on(store, 7)).card[CardKind.PLAN].lines
    [line] = [each for each in plan if each.code == ChangeCard.BACKUP_SHOWS]
    assert "10,000 names" in str(line.message)


def test_that_a_backup_of_files_has_lines_of_its_own(
    store: Store, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = report_on(store, 8)
    lines = [
        (line[3], *line[6:8], line[9])
        for line in backups_table(report, change_rows(report)).lines
        if "batches" in line[2]
    ]
    assert lines[2:] == [
        ("database", "0", "200 ms", "500 ms"),
        ("files", "10,000", "100 ms", "1.5 s"),
    ]
    plan = page_one(report).card[CardKind.PLAN].lines
    assert ChangeCard.BACKUP_SHOWS in [each.code for each in plan]
    assert run(["changes", "8", "--store", str(path)]) == 0
    assert "PostgreSQL, files: by pg_basebackup." in capsys.readouterr().out
    assert run(["changes", "8", "--json", "--store", str(path)]) == 0
    last = json.loads(capsys.readouterr().out)["changes"][-1]
    assert (last["restore_seconds"], last["files_restore_seconds"]) == (0.5, 1.5)


def test_that_the_command_extrapolates(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["changes", "1", "--rows", "100000000", "--store", str(path)]) == 0
    out = capsys.readouterr().out
    assert "extrapolated from 10,000 to 40,000 rows" in out and "50 GB" in out
    assert run(["changes", "1", "--rows", "5", "--json", "--store", str(path)]) == 0
    assert len(json.loads(capsys.readouterr().out)["extrapolated"]) == 6
    assert run(["changes", "2", "--rows", "5", "--store", str(path)]) == 2
    assert "fewer than three sizes" in capsys.readouterr().err
    assert run(["changes", "3", "--store", str(path)]) == 2


@pytest.mark.parametrize("measure", [CHANGE.name, CPU_TIME.name])
def test_that_a_way_has_one_cost_on_all_pages(report: CampaignReport, measure: str) -> None:
    """Cleaning up afterwards was summed into page one's, and CPU time left the table without."""
    by_cpu = measure == CPU_TIME.name
    spent = [
        replace(each, server_cpu_s=each.seconds, worker_cpu_s=0.1) for each in report.operations
    ]
    found = replace(report, operations=spent)
    compared = Comparisons(found, report.baseline, measure)
    found = replace(found, compared=compared, comparison=compared.rows)
    rows = [row for row in change_rows(found) if row.cost.percent is not None]
    assert rows and {row.costs_cpu for row in rows} == {by_cpu}
    assert ("CPU cost" in changes_table(found).head) == by_cpu
    assert ("CPU cost" in str(changes_method(found))) == by_cpu
    totals = {each.cost.percent for each in compared.by_case() if not each.control}
    assert totals == {row.cost.percent for row in rows}


def test_that_only_a_change_leaves_operations_out_of_its_total() -> None:
    names = ["SWITCH ON", "CLEAN UP", "REWRITE"]
    assert [*counted_operations(names)] == ["SWITCH ON"]
    own = ["find", *names]
    assert [*counted_operations(own)] == own, "whose statements are called so"
