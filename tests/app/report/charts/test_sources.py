"""Where the cost comes from: told from what was counted, and not where it cannot be told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.plan.status import Status
from app.report.charts.cost_sources_chart import source_charts
from app.report.document.build_document import ReportOptions, build_document
from app.report.document.formats.html import html_report
from app.report.document.formats.pdf import pdf_report
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.cost_sources import TimePart, extra_times, sources_method, times_spent
from app.report.tables.time_tables import cost_breakdown_table, time_breakdown_table
from app.report.words.protection_names import titles
from app.results.events import OperationFinished, RunFinished
from app.results.records import ServerRecord
from app.results.store.store import Store
from engines.contract.endpoint import Source
from tests.app.report.document.reading import html_words, pdf_words, words
from tests.app.report.loaded import store_loaded
from tests.app.results.making import (
    CBC,
    make_campaign,
    operation_finished,
    run_of,
    started,
    store_campaign,
)
from tests.app.results.raw import store_raw

ENGINE_MEASURES = {
    ("pg", "plaintext"): (2.0, 0.5, 0.25),
    ("pg", CBC.name): (3.0, 1.0, 0.75),
    ("fb", "plaintext"): (2.0, None, 1.5),
    ("fb", CBC.name): (2.5, None, 2.25),
    ("far", "plaintext"): (2.0, None, 0.25),
    ("far", CBC.name): (2.0, 1.5, 1.0),
}
"""Seconds from end to end, of the server's CPU and of the client's; the last has both at once."""


@pytest.fixture
def report(store: Store) -> CampaignReport:
    """A server that is counted, one inside of the client, and one elsewhere; a cipher beside them
    that was measured raw."""
    store_raw(store)
    names = (("pg", "postgresql"), ("fb", "firebird"), ("far", "mariadb"))
    campaign = make_campaign(servers=names, repetitions=1, warmups=0)
    far = replace(campaign.servers[2], source=Source.LOCAL)
    number = store_campaign(store, replace(campaign, servers=(*campaign.servers[:2], far)))
    for at, (_, counted) in enumerate(ENGINE_MEASURES.items()):
        run = run_of(store, number, at, 1)
        store.write(number, [started(run), _operation(run.id, *counted),
                             RunFinished(run.id, Status.DONE, 1001.0)])  # fmt: skip
    ready = [
        ServerRecord(name, engine, str(Source.LOCAL if name == "far" else Source.EMBEDDED), "1", {})
        for name, engine in names
    ]
    store.write(number, ready)
    return report_on(store, number)


def _operation(run: int, elapsed: float, server: float | None, client: float) -> OperationFinished:
    done = operation_finished(run, "INSERT", elapsed)
    counted = replace(done, server_cpu_s=server, worker_cpu_s=client, server_written=2_500_000)
    return replace(counted, elapsed=elapsed)


@pytest.mark.slow
def test_that_what_nobody_worked_in_was_waited_for(report: CampaignReport) -> None:
    parts = {(each.key.server, each.key.protection): each.parts for each in times_spent(report)}
    assert parts["pg", "plaintext"] == {
        TimePart.CLIENT: 0.25,
        TimePart.SERVER: 0.5,
        TimePart.WAITING: 1.25,
    }
    assert parts["fb", CBC.name] == {TimePart.ONE_PROCESS: 2.25, TimePart.WAITING: 0.25}
    assert parts["far", "plaintext"] == {TimePart.CLIENT: 0.25, TimePart.SERVER_AND_WAITING: 1.75}
    assert parts["far", CBC.name] == {TimePart.CLIENT: 1.0, TimePart.SERVER: 1.5}


@pytest.mark.slow
def test_that_parts_of_a_cost_come_to_all_of_it_and_the_raw_cipher_is_compared_with(
    report: CampaignReport,
) -> None:
    first, second, _ = extra_times(report, times_spent(report))
    assert first.parts == {TimePart.CLIENT: 0.5, TimePart.SERVER: 0.5, TimePart.WAITING: 0.0}
    assert first.total_seconds == 1.0 and first.raw is not None and 0 < first.raw < 0.01
    assert (
        second.parts == {TimePart.ONE_PROCESS: 0.75, TimePart.WAITING: -0.25}
        and second.total_seconds == 0.5
    )
    [chart] = source_charts(report, [report.cells[0].case])
    assert str(chart.parts[-1].name) == "raw cipher, at most"
    whole, more = chart.panels[1].plots
    assert [(bar.start, bar.end) for bar in whole.bars if bar.row == 1] == [(0, 2.25), (2.25, 2.5)]
    gained = [(bar.start, bar.end) for bar in more.bars if not bar.thin]
    assert gained == [(0, 0.75), (0, -0.25)] and more.spots[0].value == 0.5


@pytest.mark.slow
def test_that_the_report_says_what_cannot_be_reported_and_holds_every_figure(
    report: CampaignReport,
) -> None:
    reported = " ".join(
        str(each) for each in sources_method(times_spent(report), titles(report.cells))
    )
    assert "On fb, the engine runs inside" in reported
    assert "processes of far run elsewhere" in reported
    assert f"{CBC.title} on far, INSERT" in reported
    spent = times_spent(report)
    tables = (
        time_breakdown_table(report, spent),
        cost_breakdown_table(report, extra_times(report, spent)),
    )
    figures = [words(text) for table in tables for line in table.lines for text in line]
    assert {"2,000", "1,250", "+500", "2.50"} <= set(figures)
    only = ReportOptions(sections=("sources", "figures"))
    shown, printed = html_words(html_report(report, only)), pdf_words(pdf_report(report, only))
    for each in (*figures, words(reported)):
        assert each in shown and each in printed


@pytest.mark.slow
def test_that_a_load_has_the_cpu_time_of_a_request_and_no_whole(store: Store) -> None:
    report = report_on(store, store_loaded(store))
    spent = next(each for each in times_spent(report) if each.key.protection == "plaintext")
    assert spent.total_seconds is None
    assert spent.parts == pytest.approx(
        {TimePart.CLIENT: 0.125e-3, TimePart.API: 0.0625e-3, TimePart.SERVER: 0.25e-3}
    )
    assert "Requests of a load overlap" in str(next(sources_method([spent], {})))


@pytest.mark.slow
def test_that_work_without_a_server_tells_nothing_of_sources(store: Store) -> None:
    report = report_on(store, store_raw(store))
    assert times_spent(report) == []
    assert "sources" not in {each.name for each in build_document(report, ReportOptions()).sections}
