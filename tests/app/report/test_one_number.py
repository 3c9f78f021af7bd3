"""What a protection costs on a server is one number, wherever it is shown."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, cast

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.command_line.common.terminal import number
from app.command_line.main import cipherbench
from app.findings.across.pivot import Pivot, build_pivot_table
from app.findings.across.sourced_figures import ALL_CASES, ALL_OPERATIONS, Dimension
from app.findings.across.unpaired_comparison import OWN_BASELINE
from app.findings.figure import Figure
from app.plan.cell_key import ALL_CASES as WHOLE
from app.plan.matrix import schedule
from app.plan.status import Status
from app.report.across.gathering import gather
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.charts.cost_chart import CostChoice, cost_chart
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.candidates import candidates_of, protection_costs
from app.report.files.export import as_study, campaign_json, export
from app.report.page_one.build_page_one import page_one
from app.report.tables.all_tables import report_tables
from app.report.tables.cost_tables import cost_table
from app.report.words.cost_words import cost_label
from app.report.words.protection_names import percent_text
from app.report.words.terms import COST
from app.results.events import CampaignFinished, CampaignStarted, Event, OperationFinished
from app.results.store.store import Store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.compare_view import ComparisonView
from app.window.pages.results.cost_table_tab import CaseFigures, ComparedMeasure
from app.window.pages.results.scope import Scope
from app.window.pages.run.campaign_tally import CampaignTally, read_case_costs
from app.window.workbench.workbench import Workbench
from tests.app.report.document.reading import docx_words, html_words, pdf_words, words
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, make_cells, whole_run, write_all
from tests.app.results.noisy import BASE, GCM, costly_campaign
from tests.app.window.settling import let_go

WEIGHTS = {"INSERT": 3.0, "SELECT": 60.0, "UPDATE": 1.0, "DELETE": 0.5}
SLOW, OFTEN = 46.0, 1.3
"""By how many times one statement takes longer, and all the others."""


def stored(
    store: Store, *, weights: bool = False, cases: tuple[int, ...] = (1000,), luck: float = 0.004
) -> int:
    """Two servers; one statement costs far more than the others. `luck`: how far elapsed times of
    the protections are off, of which CPU time knows nothing."""
    campaign = costly_campaign(2, (CBC, GCM), cases=cases, repetitions=6)
    cells = make_cells(campaign)
    number = store.create_campaign(campaign, cells, schedule(campaign, cells))
    runs = store.load(number).runs
    events: list[Event] = [CampaignStarted(number, campaign.name, len(runs), 0)]
    for run in runs:
        cell = cells[run.cell]
        encrypted = cell.protection in (CBC, GCM)
        seconds = {
            name: base
            * cell.size
            / 1000
            * ((SLOW if name == "SELECT" else OFTEN) if encrypted else 1.0)
            * math.exp(0.004 * math.sin(7 * run.position + place))
            for place, (name, base) in enumerate(BASE.items())
        }
        off = math.exp(luck * math.sin(13 * run.position)) if luck > 0.01 else 1.0
        events += [
            counted(event, off, weights=weights) if isinstance(event, OperationFinished) else event
            for event in whole_run(run, seconds, 1000.0 + 10 * run.position)
        ]
    write_all(store, number, [*events, CampaignFinished(number, Status.DONE, 99_000.0)])
    return number


def counted(event: OperationFinished, off: float, *, weights: bool) -> OperationFinished:
    spent = event.seconds
    reported = {"weight": WEIGHTS[event.operation], "times": 100.0} if weights else event.measures
    return replace(
        event,
        seconds=spent * off,
        server_cpu_s=0.7 * spent,
        worker_cpu_s=0.1 * spent,
        measures=reported,
    )


CAMPAIGNS: dict[str, Callable[[Store], int]] = {
    "one case": stored,
    "several cases": lambda store: stored(store, cases=(1000, 2000)),
    "weights": lambda store: stored(store, weights=True),
    "elapsed time without a verdict": lambda store: stored(store, luck=1.5),
    "web users": lambda store: store_loaded(store, trouble=False),
}


_QUICK = ("several cases", "web users")

type Shown = Iterator[tuple[str, str, str, float | None]]
"""Where, of which server and protection, how many percent."""


def in_files(report: CampaignReport) -> Shown:
    headline: Any = campaign_json(report)["headline"]
    for item in headline:
        yield "JSON", item["server"], item["protection"], item["cost_percent"]
    table = next(each for each in report_tables(report) if each.name == "Cost")
    for line in table.rows:
        reported: Any = dict(zip(table.columns, line, strict=True))
        yield "XLSX", reported["server"], reported["protection"], reported["cost_percent"]
    for study in as_study(report, "x").figures:
        if study.measure == "cost" and not study.operation:
            server, protection = study.source.removeprefix("Server ").split(":")[0].split(", ")
            yield "study", server, protection, study.value


def on_pages(report: CampaignReport) -> Shown:
    for row in page_one(report).rows:
        if row.cost:
            yield "page one", row.server, row.protection, row.cost.percent
    chart = cost_and_protection_chart(report)
    assert chart is not None
    for panel in chart.panels:
        for spot in panel.plots[0].spots:
            named = panel.rows[spot.row]
            yield "risk", str(named.where).split(" · ")[0], named.name, spot.value


def in_tables(report: CampaignReport) -> Shown:
    """Of all work together; nothing where that is told by kinds."""
    if not one_kind(report):
        return
    for each in candidates_of(report):
        yield "advice", each.server, each.protection, each.cost.percent
    for gathered in (report.figures, gather([report])):
        case = ALL_CASES if ALL_CASES in gathered.values(Dimension.CASE) else ""
        held = {Dimension.CASE: case} if case else {}
        for line in build_pivot_table(
            gathered, Pivot(columns=Dimension.OPERATION, filters=held)
        ).rows:
            figure, cost = line.cells[0].figure, line.cells[0].cost
            if figure is not None and figure.operation == ALL_OPERATIONS and cost:
                yield "table", figure.server, figure.protection, cost.percent


def in_window(report: CampaignReport) -> Shown:
    """As *Results → Table* and *Charts* open: nothing where cases are different work."""
    scope = Scope()
    scope.update_from(report)
    kinds = {each.case for each in report.headline}
    assert (scope.case == WHOLE) is (len(kinds) == 1 and len({c.case for c in report.cells}) > 1)
    if len(kinds) > 1:
        return
    figures = CaseFigures(report, scope, ComparedMeasure.TIME)
    assert str(figures.columns(scope.is_shown)[0].title) == ALL_OPERATIONS
    for group in figures.groups(scope.is_shown):
        for row in group.rows:
            server, protection = cast("tuple[str, str]", row.key)
            if (estimate := row.cells[0].estimate) is not None:
                yield "Table", server, protection, estimate.value
    chart = cost_chart(report, CostChoice(scope.case))
    shown = {(each.title, row.name) for each in chart.panels for row in each.rows}
    assert shown >= {(each.server, each.protection) for each in report.headline}


def in_run(report: CampaignReport, store: Store) -> Shown:
    """As *Run*'s grid has it: case by case, and so of all cases together where there is one."""
    totals, _ = read_case_costs(store, report.summary.id)
    tally = CampaignTally()
    tally.restore(report.cells, report.campaign)
    tally.set_costs(totals)
    assert tally.by_cpu is any(each.in_cpu_time for each in report.headline)
    whole = {(e.server, e.protection) for e in report.headline if e.is_total}
    for place, cell in tally.cells.items():
        if cell.cost is not None and (place.server, place.protection) not in whole:
            yield "Run", place.server, place.protection, cell.cost.percent


def in_documents(report: CampaignReport, store: Store, folder: Path) -> Iterator[tuple[str, str]]:
    """Every document of one campaign, as one text."""
    readers: dict[str, Callable[[bytes], str]] = {
        "html": lambda data: html_words(data.decode()),
        "pdf": pdf_words,
        "docx": docx_words,
        "md": lambda data: words(data.decode().replace("\\", "")),
    }
    for kind, read in readers.items():
        made = export(store, report.summary.id, kind, folder / f"report.{kind}")
        yield kind, read(made.read_bytes())


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_every_page_and_export_has_one_number_for_one_thing(
    kind: str, store: Store, tmp_path: Path
) -> None:
    report = report_on(store, CAMPAIGNS[kind](store))
    expected: dict[tuple[str, str], list[float]] = {}
    for each in report.headline:
        expected.setdefault((each.server, each.protection), []).append(each.cost.percent or 0.0)
    places: dict[str, int] = {}
    for where, server, protection, percent in chain(
        in_files(report),
        on_pages(report),
        in_tables(report),
        in_window(report),
        in_run(report, store),
    ):
        if protection == "control":
            continue
        places[where] = places.get(where, 0) + 1
        known = expected[server, protection]
        assert any(percent == pytest.approx(one, rel=1e-9) for one in known), (where, percent)
    assert set(places) >= {"JSON", "XLSX", "page one", "study", "risk"}
    assert ("Table" in places) is one_kind(report)
    assert ("Run" in places) is not any(each.is_total for each in report.headline)
    labels = [words(str(cost_label(each.total.cost))) for each in protection_costs(report.headline)]
    headline = words(str(page_one(report).headline.message))
    for format, text in in_documents(report, store, tmp_path):
        assert headline in text, format
        assert [each for each in labels if each not in text] == [], format
    totals = [value for values in expected.values() for value in values]
    table = cost_table(report)
    at = list(table.head).index(str(COST))
    assert sorted(percent_text(each) for each in totals) == sorted(e[at] for e in table.lines)


type Place = tuple[str, str, str, str]
"""Server, protection, case in words and operation: all of them where a word is missing."""
type Placed = Iterator[tuple[str, Place, float]]


def typed(*arguments: str) -> str:
    """What a command prints on stdout."""
    done = CliRunner().invoke(cipherbench, arguments, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.stdout


def of_records(where: str, records: Sequence[Any]) -> Placed:
    for each in records:
        if each["cost_percent"] not in (None, ""):
            place = each["server"], each["protection"], each["case_text"], each.get("operation", "")
            yield where, place, float(each["cost_percent"])


def in_csv(store: Store, campaign: int, folder: Path) -> Placed:
    with export(store, campaign, "csv", folder / "figures.csv").open(newline="") as file:
        yield from of_records("CSV", list(csv.DictReader(file)))


def in_compare(store: str, campaign: int) -> Placed:
    """The command as it prints objects, alone and in rows and columns."""
    found = json.loads(typed("compare", str(campaign), "--store", store, "--json"))
    records = found if isinstance(found, list) else found["comparison"]
    yield from of_records("compare", records)
    if isinstance(found, dict) and "total" in found:
        yield from of_records("compare: total", found["total"])
    by = "--rows", "server,protection,case", "--columns", "operation"
    laid_out = "compare", str(campaign), "--store", store, *by
    for row in json.loads(typed(*laid_out, "--json"))["rows"]:
        for operation, each in row["cells"].items():
            if each["worse_percent"] is not None:
                place = row["server"], row["protection"], row["case"], operation
                yield "compare --rows", place, each["worse_percent"]
    for line in csv.DictReader(typed(*laid_out, "--csv").splitlines()):
        if line["worse_percent"]:
            place = line["server"], line["protection"], line["case"], line["column"]
            yield "compare --csv", place, float(line["worse_percent"])


def in_printed_lines(store: str, report: CampaignReport) -> Iterator[str]:
    """What a cost is in the command's table, where it is another there."""
    printed = typed("compare", str(report.summary.id), "--store", store)
    rows, _, totals = printed.partition("All operations:")
    for each in report.comparison:
        said = number(each.cost.percent, 1, "+")
        known = [
            line
            for line in rows.splitlines()
            if {each.server, each.operation, said} <= set(line.split()) and each.protection in line
        ]
        if each.cost.percent is not None and not known:
            yield f"{each.key} {each.operation} {said}"
    for total in report.headline:
        said = percent_text(total.cost.percent)
        if not any(said in line and total.protection in line for line in totals.splitlines()):
            yield f"{total.key} {said}"


def in_pivot_page(store: str, campaigns: Sequence[int], qtbot: QtBot) -> Placed:
    """As *Results* has it where two campaigns are chosen, each over its own baseline."""
    workbench = Workbench(store)
    reader = StoreReader(store, workbench)
    page = ComparisonView(workbench, reader)
    qtbot.addWidget(page)
    page.compare(campaigns)
    table = page.table.table
    qtbot.waitUntil(lambda: bool(table.groups()), timeout=20_000)
    by_case = Dimension.SOURCE, Dimension.CASE, Dimension.SERVER, Dimension.PROTECTION
    laid_out = replace(
        page.pivot, rows=by_case, columns=Dimension.OPERATION, filters={}, baseline=OWN_BASELINE
    )
    page.change_layout(laid_out)
    across = Qt.Orientation.Horizontal
    heads = [table.model().headerData(at, across) for at in range(table.model().columnCount())]
    for group in table.groups():
        for row in group.rows:
            (_, case, server, protection), _ = cast("tuple[tuple[str, ...], bool]", row.key)
            for operation, each in zip(heads, row.cells, strict=True):
                if each.estimate is not None:
                    yield "pivot page", (server, protection, case, operation), each.estimate.value
    reader.close()
    let_go(workbench)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(each, marks=() if each in _QUICK else pytest.mark.exhaustive)
        for each in CAMPAIGNS
    ],
)
def test_that_csv_compare_and_the_pivot_page_have_the_same_numbers(
    kind: str, store: Store, tmp_path: Path, qtbot: QtBot
) -> None:
    numbers = [CAMPAIGNS[kind](store) for _ in range(2)]
    url = str(tmp_path / "results.sqlite")
    report = report_on(store, numbers[0])
    expected: dict[Place, float] = {
        (each.server, each.protection, each.case, each.operation): each.cost.percent
        for each in report.comparison
        if each.cost.percent is not None
    }
    singles = set(expected)
    together = [each for each in report.headline if each.is_total] if one_kind(report) else []
    for total in (*report.compared.by_case(), *together):
        case = ALL_CASES if total.is_total else total.case
        assert total.cost.percent is not None
        expected[total.server, total.protection, case, ALL_OPERATIONS] = total.cost.percent
    places: dict[str, set[Place]] = {}
    for where, place, percent in chain(
        in_csv(store, numbers[0], tmp_path),
        in_compare(url, numbers[0]),
        in_pivot_page(url, numbers, qtbot),
    ):
        server, protection, case, operation = place
        placed = server, protection, case, operation or ALL_OPERATIONS
        places.setdefault(where, set()).add(placed)
        # an operation over all cases is in rows and columns alone: one number there, too
        assert percent == pytest.approx(expected.setdefault(placed, percent), rel=1e-9), where
    assert places.pop("CSV") == places.pop("compare") == singles
    assert ("compare: total" in places) is bool(report.weighted)
    places.pop("compare: total", None)
    assert set(places) == {"compare --rows", "compare --csv", "pivot page"}
    for where, found in places.items():
        assert found == set(expected), where
    assert list(in_printed_lines(url, report)) == []


def one_kind(report: CampaignReport) -> bool:
    return len({each.case for each in report.headline}) == 1


def ratio_of_sums(report: CampaignReport, found: Figure) -> float:
    """From the operations themselves."""

    def total(protection: str) -> dict[int, float]:
        sums: dict[int, float] = {}
        for each in report.operations:
            if (each.run.server, each.run.protection) == (
                found.server,
                protection,
            ) and each.is_counted:
                weight = WEIGHTS[each.operation] / 100 if report.weighted else 1.0
                value = (
                    (each.server_cpu_s or 0) + (each.worker_cpu_s or 0)
                    if found.in_cpu_time
                    else each.seconds
                )
                sums[each.run.repetition] = sums.get(each.run.repetition, 0.0) + weight * value
        return sums

    ours, plain = total(found.protection), total("plaintext")
    logs = [math.log(ours[each] / plain[each]) for each in ours]
    pairs = [fmean(logs[at : at + 2]) for at in range(0, len(logs), 2)]
    return 100 * math.expm1(fmean(pairs))


@pytest.mark.parametrize("kind", ["one case", "weights", "elapsed time without a verdict"])
def test_that_it_is_the_ratio_of_all_time_and_says_what_it_hides(kind: str, store: Store) -> None:
    report = report_on(store, CAMPAIGNS[kind](store))
    for found in report.headline:
        assert found.in_cpu_time is (kind == "elapsed time without a verdict")
        percent = found.cost.percent or 0.0
        # both passes of a block are averaged before their ratio is taken
        assert percent == pytest.approx(ratio_of_sums(report, found), rel=2e-3)
        assert found.cost.low is not None and found.cost.low <= percent
        if kind == "weights":
            assert found.outlier is None, "the statement that is slow is nearly all of the work"
        else:
            assert found.outlier is not None and found.outlier.operation == "SELECT"
            assert found.outlier.percent == pytest.approx(100 * (SLOW - 1), rel=0.05)
            assert percent < 0.3 * found.outlier.percent
