"""Throughput against clients: where it bends, what it carries, and what real campaigns yield."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

import pytest

from app.advice.capacity import cpu_use_of, cpu_uses
from app.command_line.main import run
from app.findings.cost import VerdictKind
from app.findings.scalability import (
    Curve,
    over_operations,
    scalability_curves,
    throughput_at_limit,
    universal_law,
)
from app.plan.campaign import CONTROL, Placement
from app.plan.status import Status
from app.report.charts.scalability_chart import scalability_charts
from app.report.drawing.chart_drawing import svg
from app.report.figures.campaign_report import report_on
from app.report.page_one.build_page_one import page_one
from app.report.page_one.model import CardKind
from app.report.tables.measured_tables import (
    client_points_table,
    scalability_rows,
    scalability_table,
)
from app.results.events import Event, RunFinished
from app.results.store.store import Store
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.results.making import (
    CBC,
    make_campaign,
    make_cells,
    operation_finished,
    started,
    store_campaign,
    write_all,
)
from tests.workloads.own.test_mix import MIX, PLAN, TEXT
from workloads.contract import CPU_TIME, Case
from workloads.hospital.workload import HospitalParameters
from workloads.load import MIXED, closed_case
from workloads.own.workload import OwnParameters, OwnWorkload

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
CLIENTS = (1, 2, 4, 8, 16, 32)


def answered(clients: int, most: float, repetition: int) -> tuple[float, float]:
    """Requests per second and p99 in milliseconds: 100/s for each client up to `most`, one percent
    more and less in turn; beyond it they wait for each other."""
    rate = min(100.0 * clients, most) * (1.01 if repetition % 2 else 1 / 1.01)
    return rate, 1000 * clients / rate


def stored(
    store: Store,
    most: dict[str, float],
    clients: tuple[int, ...] = CLIENTS,
    *,
    retried: bool = False,
    cpu: float | None = None,
    repetitions: int = 4,
    runs: int | None = None,
    limited: int = 0,
    hospital: Mapping[str, float] = MappingProxyType({}),
    protection: Protection = CBC,
) -> int:
    """Only the first `runs` were measured; `limited`: at as many clients or more the generator was
    the limit. `cpu`: so many seconds of server and worker together in each run, of which every
    answer counts. `hospital`: the work is its operations, each with so much of the throughput."""
    campaign = replace(
        make_campaign(repetitions=repetitions, protections=(PLAINTEXT, CONTROL, protection)),
        workload=HospitalParameters(sizes=(100,), clients=clients)
        if hospital
        else OwnParameters(file=str(MIX), sizes=(100,), clients=clients),
    )
    campaign_id, cells = store_campaign(store, campaign), make_cells(campaign)
    events: list[Event] = []
    for each in store.load(campaign_id).runs:
        cell = cells[each.cell]
        asked = OwnWorkload().clients(cell.case)
        if each.warmup or asked is None or len(events) == 3 * (runs or -1):
            continue
        events.append(started(each))
        for at, (name, share) in enumerate((hospital or {MIXED: 1.0}).items()):
            rate, p99 = answered(asked, share * most[cell.protection.name], each.repetition)
            measures = {"rate_per_s": rate, "latency_p99_ms": p99, "latency_mean_ms": p99 / 2,
                        "completed": 1000, "retried": retried * (asked - 1),
                        "generator_limited": float(0 < limited <= asked)}  # fmt: skip
            finished = operation_finished(each.id, name, at=1000.0 + at)
            finished = replace(finished, measures=measures)
            if cpu is not None:
                finished = replace(finished, measures={**measures, "completed": rate},
                                   server_cpu_s=cpu / 2, worker_cpu_s=cpu / 2)  # fmt: skip
            events.append(finished)
        events.append(RunFinished(each.id, Status.DONE, 1001.0))
    write_all(store, campaign_id, events)
    return campaign_id


def by_protection(store: Store, most: dict[str, float], limit: float) -> dict[str, Curve]:
    snapshot = store.snapshot(stored(store, most))
    return {each.protection: each for each in scalability_curves(snapshot, "plaintext", limit)}


MOST = {"plaintext": 1200.0, "control": 1200.0, CBC.name: 600.0}


def test_that_throughput_bends_where_one_clients_line_meets_the_highest(store: Store) -> None:
    found = by_protection(store, MOST, 20.0)
    assert list(found) == ["plaintext", "control", CBC.name]
    plain, protected = found["plaintext"].knee, found[CBC.name].knee
    assert plain is not None and plain.estimate == pytest.approx(12.0)
    assert protected is not None and protected.estimate == pytest.approx(6.0)
    change = found[CBC.name].peak_change
    assert change is not None and change.estimate == pytest.approx(-50.0)
    assert found["plaintext"].peak_change is None
    peak = found[CBC.name].peak
    assert peak is not None and peak.low < 600.0 < peak.high  # between the passes


def test_that_what_is_carried_lies_between_the_points_around_the_limit(store: Store) -> None:
    found = by_protection(store, MOST, 20.0)
    plain = found["plaintext"].rate_at_limit
    assert plain is not None and plain.estimate == pytest.approx(1200.0, rel=0.01)
    cbc = found[CBC.name].rate_at_limit_change
    assert cbc is not None and cbc.estimate == pytest.approx(-50.0, abs=1)
    points = {1: (100.0, 5.0), 2: (200.0, 10.0), 4: (300.0, 30.0)}
    assert throughput_at_limit(points, 20.0) == pytest.approx(250.0)
    assert throughput_at_limit(points, 4.0) is None and throughput_at_limit(points, 99.0) == 300.0


def test_that_a_curve_that_still_grows_has_no_bend(store: Store) -> None:
    found = scalability_curves(store.snapshot(stored(store, dict.fromkeys(MOST, 1e6))), "plaintext")
    assert {each.knee for each in found} == {None}
    assert all(each.rate_at_limit is None for each in found)  # without a limit


@pytest.mark.parametrize("runs", [5, 9, 14])
def test_that_a_cut_campaign_has_points_and_no_other_figure(store: Store, runs: int) -> None:
    """Also page one, and what is printed."""
    report = report_on(store, stored(store, MOST, runs=runs))
    curves = report.scalability(20.0)
    assert curves and not any(each.complete for each in curves)
    for each in curves:
        assert each.points and {each.knee, each.peak, each.law, each.rate_at_limit} == {None}
        assert each.to_json()["complete"] is False
    assert report.main_costs == []
    words = [str(line.message) for card in page_one(report).cards for line in card.lines]
    assert words == ["No cost was measured."]
    most = max(each.in_fullest_pass for each in curves)
    assert 0 < most < len(CLIENTS)
    assert f"incomplete: {most} of 6" in {line[1] for line in scalability_table(report).lines}


def test_that_passes_that_are_whole_count_in_a_cut_campaign(store: Store) -> None:
    [plain, _, protected] = scalability_curves(
        store.snapshot(stored(store, MOST, runs=3 * len(CLIENTS) * 2 + 4)), "plaintext"
    )
    assert plain.complete and plain.knee is not None and protected.peak is not None
    assert protected.peak.estimate == pytest.approx(600.0, rel=0.01)


def test_that_a_loop_that_was_the_limit_marks_its_points(store: Store) -> None:
    report = report_on(store, stored(store, MOST, cpu=2.0, limited=16))
    for each in report.scalability():
        marked = [point.clients for point in each.points if point.generator_limited]
        assert marked == [16, 32]
    table = client_points_table(report)
    assert len(table.lines) == 2 * len(CLIENTS)
    assert table.lines[-1] == ("AES-128-CBC", "32", "600", "53.3", "0.80", "0.80", "clients")
    assert table.lines[0][-1] == ""


def test_that_two_passes_have_no_rate_below_zero(store: Store) -> None:
    campaign = stored(store, {**MOST, "plaintext": 1e6}, repetitions=2)
    for curve in scalability_curves(store.snapshot(campaign), "plaintext"):
        for point in curve.points:
            low, high = point.rate.low, point.rate.high
            assert low is not None and high is not None
            assert low * high == pytest.approx(point.rate.mean**2)  # an interval of logarithms


def test_that_linear_then_flat_is_no_law(store: Store) -> None:
    assert universal_law(CLIENTS, [min(100.0 * each, 3000.0) for each in CLIENTS]) is None
    assert (
        universal_law(CLIENTS, [min(100.0 * n, 1500.0) * (1 + n % 3 / 50) for n in CLIENTS]) is None
    )
    curves = by_protection(store, MOST, 20.0)
    assert {each.law for each in curves.values()} == {None}


def test_that_contention_is_a_column_where_the_law_fits(store: Store) -> None:
    report = report_on(store, stored(store, MOST))
    curves = report.scalability()
    law = universal_law(CLIENTS, [120.0 * n / (1 + 0.03 * (n - 1)) for n in CLIENTS])
    head, lines = scalability_rows(report, [replace(curves[0], law=law), *curves[1:]])
    at = [str(each) for each in head].index("contention; coherency")
    assert [str(line[at]) for line in lines] == ["3 %; 0 %", ""]


def test_that_a_limit_that_the_first_point_misses_is_named(store: Store) -> None:
    report = report_on(store, stored(store, MOST))
    table = scalability_table(report, 2.0)
    assert {line[4] for line in table.lines} == {"not within 2 ms"}
    [chart] = scalability_charts(report, report.scalability(2.0))
    line = chart.graphs[1].lines[-1]
    assert line.points == ((1.0, 2.0), (32.0, 2.0))
    assert str(chart.line_styles[line.style].name) == "p99 2 ms"


def test_that_cpu_time_of_a_load_is_that_of_an_answer(store: Store) -> None:
    campaign = stored(store, MOST, cpu=2.0)
    report = report_on(store, campaign, "plaintext", CPU_TIME.name)
    costs = {
        OwnWorkload().clients(row.at): row.cost.percent
        for row in report.comparison
        if row.protection == CBC.name and row.operation == MIXED
    }
    assert costs[1] == pytest.approx(0.0, abs=0.1)
    assert costs[32] == pytest.approx(100.0)  # both are busy all the time, and one answers half
    spent = cpu_use_of(cpu_uses(report, report.compared), "pg", CBC.name)
    assert spent is not None and spent.plain == pytest.approx(1000 * 2.0 / 1200, rel=0.02)


def test_that_a_law_is_found_again_and_not_claimed_where_it_does_not_fit() -> None:
    gamma, alpha, beta = 120.0, 0.05, 0.002
    rates = [gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1)) for n in CLIENTS]
    law = universal_law(CLIENTS, rates)
    assert law is not None and law.r_squared == pytest.approx(1.0)
    assert (law.gamma, law.alpha, law.beta) == pytest.approx((gamma, alpha, beta), rel=1e-3)
    assert universal_law(CLIENTS, [100, 20, 300, 40, 500, 60]) is None
    assert universal_law(CLIENTS[:4], rates[:4]) is None


def test_that_json_has_a_law_where_one_was_found(store: Store) -> None:
    curve = by_protection(store, MOST, 20.0)["plaintext"]
    law = universal_law(CLIENTS, [120.0 * n / (1 + 0.05 * (n - 1)) for n in CLIENTS])
    assert law is not None
    assert replace(curve, law=law).to_json()["law"] == vars(law)
    assert replace(curve, law=None).to_json()["law"] is None


def test_that_charts_have_a_line_and_a_bend_for_each_protection(store: Store) -> None:
    report = report_on(store, stored(store, MOST))
    [chart] = scalability_charts(report)
    throughput, latency = chart.graphs
    assert len(throughput.lines) == len(latency.lines) == 2  # the control has none
    assert [round(each.x) for each in throughput.uprights] == [12, 6]
    assert [x for x, _ in throughput.lines[0].points] == list(CLIENTS)


HOSPITAL = {"SELECT": 1.0, "UPDATE": 1.0, "INSERT": 0.5, "DELETE": 0.5}


def test_that_each_operation_has_a_curve_and_all_have_one_cost(store: Store) -> None:
    report = report_on(store, stored(store, MOST, hospital=HOSPITAL))
    curves = [each for each in report.scalability() if not each.control]
    assert [(each.operation, each.protection) for each in curves] == [
        (name, protection) for name in HOSPITAL for protection in ("plaintext", CBC.name)
    ]
    bends = [each.knee.estimate for each in curves if each.knee is not None]
    assert bends == pytest.approx([12, 6, 12, 6, 6, 3, 6, 3])
    assert curves[0].to_json()["operation"] == curves[0].rows()[0]["operation"] == "SELECT"
    # By turns: 2 requests at 1,200 a second and 2 at 600 take 1/200 s.
    [plain] = [e for e in over_operations(report.scalability()) if e.protection == "plaintext"]
    assert plain.peak is not None and plain.peak.estimate == pytest.approx(800.0, rel=0.001)
    [cost] = report.main_costs
    assert cost.operation == "" and cost.cost.percent == pytest.approx(50.0)
    assert cost.cost.verdict is VerdictKind.COSTS and cost.mean == pytest.approx(400.0, rel=0.001)
    for table in (scalability_table(report), client_points_table(report)):
        assert table.head[:2] == ("operation", "protection")
        assert list(dict.fromkeys(line[0] for line in table.lines)) == list(HOSPITAL)
    charts = list(scalability_charts(report))
    assert [str(each.caption) for each in charts] == [
        f"pg · {name} · 100 records" for name in HOSPITAL
    ]
    assert len({each.name for each in charts}) == len(HOSPITAL)
    page = page_one(report)
    plain_row, protected = (row for row in page.rows if row.measured)
    assert str(plain_row.missing) == "800/s"
    assert protected.cost.percent == pytest.approx(50.0)


def test_that_page_one_says_where_each_operation_bends(store: Store) -> None:
    most = {**MOST, GCM.name: 600.0}
    campaign = stored(store, most, cpu=2.0, hospital=HOSPITAL, protection=GCM)
    page = page_one(report_on(store, campaign))
    lines = [str(each.message) for each in page.card[CardKind.PLAN].lines]
    assert any("Highest throughput: 400 a second (−50 %" in each for each in lines), lines
    bends = "Clients at which throughput bends: SELECT 6; UPDATE 6; INSERT 3; DELETE 3."
    assert bends in lines, lines


def test_that_bends_at_nearly_the_same_number_have_texts_in_two_rows(store: Store) -> None:
    for most, rows in ((300.0, 1), (1150.0, 2)):
        [chart] = scalability_charts(report_on(store, stored(store, {**MOST, CBC.name: most})))
        bold = [each for each in ElementTree.fromstring(svg(chart)).iter() if is_bend(each)]
        assert len(bold) == 2
        assert len({each.get("y") for each in bold}) == rows


def is_bend(element: ElementTree.Element) -> bool:
    return element.get("font-weight") == "bold" and "bends at" in (element.text or "")


def test_that_requests_that_were_tried_again_are_counted_at_each_point(store: Store) -> None:
    for retried in (False, True):
        report = report_on(store, stored(store, MOST, retried=retried))
        [plain, *_] = report.scalability()
        points = [(each.answered, each.retried) for each in plain.points]
        assert points == [(4000, retried * 4 * (clients - 1)) for clients in CLIENTS]
        assert plain.points[1].to_json()["retried"] == 4 * retried
        table = scalability_table(report)
        assert ("tried again" in table.head) is retried
        if retried:
            assert table.lines[0][-1] == f"{4 * (1 + 3 + 7 + 15 + 31)} of 24,000"


def test_that_cases_are_in_order_of_clients() -> None:
    cases = OwnWorkload().cases(OwnParameters(file=str(MIX), sizes=(100,), clients=(16, 2, 8)))
    assert sorted(cases) == [closed_case(100, each) for each in (2, 8, 16)]
    assert Case(9) < Case(10) < closed_case(10, 1)
    assert str(OwnWorkload().case_label(closed_case(2000, 1))) == "2,000 rows, 1 client"


def test_that_clients_have_all_cores() -> None:
    own = OwnParameters(file=str(MIX), sizes=(100,))
    for parameters, placement in (
        (own, Placement.ONE_CORE),
        (replace(own, clients=(1, 2)), Placement.FREE),
    ):
        campaign = replace(make_campaign(), workload=parameters, placement=Placement.ONE_CORE)
        assert campaign.resolved().placement is placement


@pytest.mark.parametrize(
    ("given", "output"),
    [
        ({"clients": (2, 2)}, "a number of clients is named twice"),
        ({"clients": (2,), "rates": (10.0,)}, "choose one"),
    ],
)
def test_that_clients_are_checked(given: dict[str, tuple[float, ...]], output: str) -> None:
    parameters = replace(OwnParameters(file=str(MIX)), **given)  # type: ignore[arg-type]
    assert [each for each in map(str, OwnWorkload().faults(parameters)) if output in each]


@pytest.mark.slow
def test_that_a_file_without_a_closed_load_is_measured_by_clients(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TEXT.replace("seconds = 1.5", "seconds = 0.5").replace("lanes = 2", "lanes = 1")
    (tmp_path / "mix.toml").write_text(text)
    plan = PLAN.replace("sqlite", "postgresql").replace(
        "warmups = 0", "warmups = 0\ncontrol = false"
    )
    (tmp_path / "plan.toml").write_text(plan.format(more="clients = [1, 2]"))
    store = str(tmp_path / "store.sqlite")
    assert run(["run", str(tmp_path / "plan.toml"), "--store", store]) == 0
    capsys.readouterr()
    assert run(["compare", "1", "--store", store, "--p99", "50", "--json"]) == 0
    found = {each["protection"]: each for each in json.loads(capsys.readouterr().out)["clients"]}
    assert found.keys() == {"plaintext", "gcm"}
    for each in found.values():
        assert [point["clients"] for point in each["points"]] == [1, 2]
        assert each["peak_per_s"]["value"] == max(p["rate_per_s"] for p in each["points"])
        assert each["points"][0]["server_cores"] > 0 and each["points"][0]["client_cores"] > 0
    assert run(["compare", "1", "--store", store, "--p99", "50"]) == 0
    assert "within p99 50 ms" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    "engine", ["mariadb", pytest.param("postgresql", marks=pytest.mark.exhaustive)]
)
def test_that_deadlocks_of_a_mix_are_counted_and_leave_the_rows_right(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Orders change two customers one after another, others the same two in turn. The run itself
    compares the tables' rows with what was answered."""
    update = '"update customer set name = :name where id = '
    text = TEXT.replace("weight = 1", "weight = 9")
    text = text.replace(f'{update}:id",', f'{update}:id", {update}:other",')
    text = text.replace(
        "parameters.remark", 'parameters.other = { from = "customer.id" }\nparameters.remark'
    )
    (tmp_path / "mix.toml").write_text(text)
    plan = PLAN.partition('[[protection]]\nname = "gcm"')[0].replace("sizes = [100]", "sizes = [2]")
    plan = plan.replace("sqlite", engine).replace("warmups = 0", "warmups = 0\ncontrol = false")
    if engine == "mariadb":
        plan = plan.replace("embedded", "local")
    (tmp_path / "plan.toml").write_text(plan.format(more="clients = [1, 8]"))
    store = str(tmp_path / "store.sqlite")
    assert run(["run", str(tmp_path / "plan.toml"), "--store", store]) == 0
    capsys.readouterr()
    assert run(["compare", "1", "--store", store, "--json"]) == 0
    [curve] = json.loads(capsys.readouterr().out)["clients"]
    alone, many = curve["points"]
    assert alone["retried"] == 0 < many["retried"] < many["answered"]
    assert run(["compare", "1", "--store", store]) == 0
    output = " ".join(capsys.readouterr().out.split())
    answered = alone["answered"] + many["answered"]
    assert f"{many['retried']:,} of {answered:,} request" in output
    assert "tried again after a deadlock" in output


USERS = """
[campaign]
name = "users"
repetitions = 1
warmups = 0
control = false
[workload]
name = "web_users"
paths = ["PATH"]
clients = [1, 2]
users = 60
seconds = 0.5
warmup_seconds = 0.1
[[server]]
name = "pg"
source = "embedded"
engine = "postgresql"
[[protection]]
name = "plaintext"
[[protection]]
name = "gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"
"""


@pytest.mark.slow
@pytest.mark.parametrize("path", ["direct", pytest.param("api", marks=pytest.mark.exhaustive)])
def test_that_web_users_are_measured_by_clients(
    path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each run counts its users afterwards, and opens some of them."""
    (tmp_path / "plan.toml").write_text(USERS.replace("PATH", path))
    store, file = str(tmp_path / "store.sqlite"), tmp_path / "all.json"
    assert run(["run", str(tmp_path / "plan.toml"), "--store", store]) == 0
    assert run(["export", "1", "--store", store, "--format", "json", "-o", str(file)]) == 0
    load = json.loads(file.read_text())["load"]
    assert {each["operation"] for each in load} == {MIXED, "GET", "ADD"}
    got, all_of_them = (
        sum(each["completed"] for each in load if each["operation"] == name)
        for name in ("GET", MIXED)
    )
    assert got / all_of_them == pytest.approx(2 / 3, abs=0.05)  # the shares of the rates
    capsys.readouterr()
    assert run(["compare", "1", "--store", store, "--json"]) == 0
    found = {each["protection"]: each for each in json.loads(capsys.readouterr().out)["clients"]}
    assert found.keys() == {"plaintext", "gcm"}
    for curve in found.values():
        assert [point["clients"] for point in curve["points"]] == [1, 2]
        assert all(point["rate_per_s"] > 0 for point in curve["points"])
