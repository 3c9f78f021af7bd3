"""Latencies under load: percentiles by protection, what was late, whose limit it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hdrh.histogram import HdrHistogram

from app.command_line.main import run as cipherbench
from app.findings.compare import Comparisons
from app.findings.cost import VerdictKind
from app.findings.statistics import Interval
from app.findings.verdict import Circumstances, judge
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.candidates import protection_costs
from app.report.figures.latency import load_rows, load_sentence, percentiles_of, shares_of
from app.report.files.export import campaign_json
from app.report.files.latex import latex
from app.report.files.markdown import markdown
from app.report.tables.all_tables import report_tables
from app.report.tables.measured_tables import load_table
from app.results.store.store import open_store
from tests.app.report.loaded import DROPPED, LATE, REQUESTS, store_loaded
from tests.app.results import simulating
from tests.app.results.simulating import campaigns


def report(path: Path, *, limited: bool = False, trouble: bool = True) -> CampaignReport:
    with open_store(str(path / "loaded.sqlite"), write=True) as store:
        return report_on(store, store_loaded(store, limited=limited, trouble=trouble))


def uniform(*milliseconds: float) -> HdrHistogram:
    histogram = HdrHistogram(1, 3_600_000_000_000, 3)
    for each in milliseconds:
        histogram.record_value(round(each * 1e6))
    return histogram


def test_that_protections_of_one_place_stand_together_in_the_order_of_the_work(
    tmp_path: Path,
) -> None:
    rows = load_rows(report(tmp_path))
    reported = [
        (row.key.case.name.split(",")[0], row.key.operation, row.key.protection) for row in rows
    ]
    assert reported[:6] == [
        ("api", operation, protection)
        for operation in ("GET", "ADD")
        for protection in ("plaintext", "control", "aes-256-gcm")
    ]
    assert len(rows) == 12
    gcm, plain = rows[2], rows[0]
    assert gcm.latencies["p99"] == pytest.approx(1.5 * plain.latencies["p99"])
    assert gcm.n == 4 and gcm.counts["late"] == 4 * LATE and plain.counts["late"] == 0


def test_that_late_and_dropped_requests_are_reported_in_words(tmp_path: Path) -> None:
    rows = load_rows(report(tmp_path))
    all_of_them = 12 * 4 * REQUESTS
    reported = str(load_sentence(rows))
    assert f"Of {all_of_them:,} requests, {4 * 4 * LATE} began" in reported
    assert f"{4 * 4 * DROPPED} were dropped because the queue was full" in reported
    assert "percentiles are too low where many were dropped" in reported
    plain = [row for row in rows if row.key.protection == "plaintext"]
    assert "none was dropped" in str(load_sentence(plain))
    assert not load_sentence([])


def test_that_a_generator_that_was_the_limit_is_a_caution(tmp_path: Path) -> None:
    found = report(tmp_path, limited=True).cautions
    assert [each.name for each in found] == ["generator-limited", "dropped", "late"]
    assert "In 16 of 16 runs" in str(
        found[0].message
    ) and "AES-256-GCM in the application on pg" in str(found[0].message)


def test_that_drops_and_late_starts_are_cautions_that_name_their_cells(tmp_path: Path) -> None:
    dropped, late = report(tmp_path).cautions
    case = "100 reads/s, then 50 writes/s directly to the database"
    cell = f"AES-256-GCM in the application on pg, ADD ({case})"
    assert f"{cell}: {4 * DROPPED} of 4,000" in str(dropped.message)
    assert f"{cell}: {4 * LATE} of 4,000" in str(late.message)
    assert "plaintext" not in f"{dropped.message} {late.message}"
    assert "percentiles are too low" in str(dropped.message)
    assert "percentiles" not in str(late.message)


@pytest.mark.slow
def test_that_percentiles_and_cautions_are_in_every_export_and_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reported = report(tmp_path, limited=True)
    slowest = load_rows(reported)[-1]
    document, paper = markdown(reported), latex(reported)
    assert "## Latency under load" in document and "p99.9" in document
    for text in (document, paper):
        assert f"{slowest.latencies['p99']:.3f}" in text and f"{slowest.counts['dropped']}" in text
    assert campaign_json(reported)["load"] == [each.to_json() for each in load_rows(reported)]
    assert "Latency" in [table.name for table in report_tables(reported)]
    assert cipherbench(["compare", "loaded", "--store", str(tmp_path / "loaded.sqlite")]) == 0
    output = capsys.readouterr().out
    assert f"{slowest.latencies['p99']:.3f}" in output
    assert output.count("Caution: ") == len(reported.cautions) == 3


def test_that_requests_that_were_tried_again_have_a_column_and_a_caution(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "loaded.sqlite"), write=True) as store:
        reported = report_on(store, store_loaded(store, trouble=False, retried=2))
        before = report_on(store, store_loaded(store, "calm", trouble=False))
    [caution] = reported.cautions
    assert caution.name == "retried"
    rows = 12 * 4
    assert str(caution.message).startswith(
        f"{2 * rows} of {rows * REQUESTS:,} requests were tried again after a deadlock"
    )
    assert {each.to_json()["retried"] for each in load_rows(reported)} == {2 * 4}
    table = load_table(reported)
    assert {line[table.head.index("tried again")] for line in table.lines} == {"8"}
    assert "tried again" not in load_table(before).head
    assert str(caution.message) in markdown(reported)


def test_that_a_load_without_trouble_has_no_caution(tmp_path: Path) -> None:
    assert not report(tmp_path, trouble=False).cautions


def test_that_a_load_that_was_not_as_planned_has_no_verdict_of_cost(tmp_path: Path) -> None:
    limited = Comparisons(report(tmp_path, limited=True))
    costs = [row for row in limited.rows if row.cost.percent and not row.control]
    assert {row.cost.verdict for row in costs} == {"unproven"}
    assert "in 50 % of the runs, the load generator could not keep up" in (costs[0].cost.text or "")
    totals = [each for each in limited.totals() if not each.control]
    assert {each.cost.verdict for each in totals} == {"unproven"}


def test_that_a_generator_that_was_late_leaves_cpu_time_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.app.report.loaded.DROPPED", 0)
    limited = report(tmp_path, limited=True)
    reported = [each for each in protection_costs(limited.headline) if each.total.in_cpu_time]
    verdicts = {(each.total.protection, each.total.cost.verdict) for each in reported}
    assert verdicts == {("aes-256-gcm", "costs")}
    ways = ["directly to the database", "through the web API"]
    assert [str(each.work) for each in reported] == ways


def test_that_few_drops_leave_a_verdict_and_many_do_not() -> None:
    [cost] = campaigns(simulating.quiet, 0.4, 10, 1)
    assert (
        judge(cost, Circumstances(dropped_share=0.01, generator_limited_share=0.1)).verdict
        is VerdictKind.COSTS
    )
    many = judge(cost, Circumstances(dropped_share=0.011))
    assert many.verdict is VerdictKind.UNPROVEN and "1.1 % of the requests" in str(many.message)


@pytest.mark.parametrize("margin", [3.0, 8.0])
@pytest.mark.parametrize("control", [None, Interval(9.0, 8.0, 10.0)])
@pytest.mark.parametrize("cost", [0.02, 0.07, 0.4])
def test_that_ciphers_are_informed_of_neither_plaintext_nor_databases(
    cost: float, control: Interval | None, margin: float
) -> None:
    [found] = campaigns(simulating.quiet, cost, 10, 1)
    around = Circumstances(
        margin=margin, control=control, compares_encrypted=False, has_database=False
    )
    for verdict in (judge(found, around), judge(found, around, control=True)):
        reported = f"{verdict.message} {verdict.meaning}".lower()
        assert "plaintext" not in reported and "database" not in reported


def test_that_percentiles_go_up_to_the_last_request() -> None:
    points = percentiles_of(uniform(*range(1, 1001)))
    assert points[0][0] == pytest.approx(1, abs=0.01)
    assert points[-1][1] == pytest.approx(1000, rel=0.01) and points[-1][0] >= 1000
    half = next(y for x, y in points if x >= 2)
    assert half == pytest.approx(500, rel=0.05)
    assert sorted(points) == points


def test_that_shares_are_of_all_requests_and_steps_have_no_holes() -> None:
    corners = shares_of(uniform(1, 1, 1, 100))
    assert sum(y for _, y in corners[1:-1:2]) == pytest.approx(100)
    assert max(y for _, y in corners) == pytest.approx(75)
    assert corners[0][1] == corners[-1][1] == 0 and len(corners) > 20
    assert shares_of(uniform()) == []
