"""The studies that ship: all can be read, and their figures are those of the sources."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from statistics import fmean, stdev

import pytest

from app.findings.studies.available_studies import shipped_studies
from app.findings.studies.matching import parse_case, published_costs
from app.findings.studies.study import COST, UNITS, Study
from app.findings.study_method import cost_table, read_times
from app.plan.matrix import operation_names
from app.plan.plan_file import read_plan, shipped_plans
from tests.app.findings.test_study_method import SHIPPED as TIMES
from workloads.registry import workload_named

STUDIES = {each.name: each for each in shipped_studies()}
OF_THE_TEXTS = {
    "rosa-2023": 3 + 12 + 96,
    "vidakovic-2024": 2 * 4 * 7 + 2 * 6,
    "openssl-exercise-2024": 18 + 2 * 28,
    "marques-2011": 6 * (3 * 2 + 5) + 12,
    "rakus-db-security": 16,
}
"""Study → how many figures its text has in its tables and sentences."""
OF_OTHERS = {
    "percona-2026", "cybertec-2025", "pg-tde-303", "pg-vault-tde-2026", "alibaba-2023",
    "percona-2019", "mariadb-documentation", "tidb-19399", "mongodb-documentation",
    "encsearch-0.1.1", "sqlcipher", "skovde-2022",
}  # fmt: skip


def figures(name: str, measure: str, **where: str) -> list[float]:
    """The figures of a study in a measure, in the order of its file."""
    return [
        each.middle
        for each in STUDIES[name].figures
        if each.measure == measure and all(getattr(each, at) == of for at, of in where.items())
    ]


def test_that_all_studies_are_there_with_every_figure_of_the_texts() -> None:
    assert STUDIES.keys() == OF_THE_TEXTS.keys() | OF_OTHERS
    assert {name: len(STUDIES[name].figures) for name in OF_THE_TEXTS} == OF_THE_TEXTS


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_that_each_figure_can_be_traced(study: Study) -> None:
    assert study.found_at and study.intervals and study.licence and study.machine
    for figure in study.figures:
        assert len(figure.source) > 10 and figure.unit in UNITS
        assert figure.engine in study.engines
    report = [(each.source, each.measure) for each in study.figures]
    assert len(report) == len(set(report))


def test_that_table_1_of_the_hospital_study_comes_out_of_its_raw_times() -> None:
    study, table = STUDIES["rosa-2023"], cost_table(read_times(TIMES))
    printed = [each for each in study.figures if each.measure == COST and not each.operation]
    assert [each.engine for each in printed] == [engine.lower() for engine in table]
    assert [each.value for each in printed] == pytest.approx(
        [row.mean_percent for row in table.values()], abs=0.1
    )
    assert [each.sd for each in printed] == pytest.approx(
        [row.sd_percent for row in table.values()], abs=0.1
    )
    by_operation = [each.value for each in study.figures if each.measure == COST and each.operation]
    assert by_operation == pytest.approx(
        [percent for row in table.values() for percent in row.operations.values()], abs=0.006
    )


def test_that_the_hospital_studys_means_are_those_of_its_raw_times() -> None:
    times: dict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for row in read_times(TIMES):
        family = "plaintext" if row.variant == "plaintext" else "native"
        times[row.engine.lower(), family, row.operation, str(row.records)].append(row.seconds)
    report = {
        (each.engine, each.family, each.operation, each.case): (each.value, each.sd)
        for each in STUDIES["rosa-2023"].figures
        if each.measure == "seconds"
    }
    assert report.keys() == times.keys()
    for key, values in times.items():
        assert report[key] == pytest.approx((fmean(values), stdev(values)), abs=0.0001)


def test_that_tables_of_the_other_texts_are_as_printed() -> None:
    means = figures("vidakovic-2024", "latency_mean_ms")
    assert means == [0.29, 0.31, 48.82, 48.99, 0.16, 0.54, 50.04, 50.13, 16.91, 17.2]
    assert figures("vidakovic-2024", "latency_p99_ms", operation="MIXED") == [51.39, 51.74]
    first = figures("openssl-exercise-2024", "bytes_per_second", case="16 bytes")
    assert first == [1228986.12, 1095917.76, 728772.62]
    signed = figures("openssl-exercise-2024", "operations_per_second", operation="sign")
    assert signed == [59242.7, 11989.6, 1932.3, 664.8, 302.9, 36.9, 6.9]
    assert figures("marques-2011", "seconds") == [20.59, 17.68, 189.55, 122.27, 4.21, 1.26]
    assert figures("marques-2011", "cpu_seconds") == [6.37, 3.29, 108.74, 76.32, 2.44, 0.76]
    assert figures("rakus-db-security", "slowdown") == [7600, 4, 2, 75, 25, 17, 18]


def test_that_costs_are_worked_out_from_times_and_rates() -> None:
    marques = {each.measure: each for each in published_costs(STUDIES["marques-2011"].figures)}
    assert marques["seconds"].cost.percent == pytest.approx((4.21 / 1.26 - 1) * 100)
    assert marques["cpu_seconds"].worked_out
    stored = [each.cost.percent for each in published_costs(STUDIES["cybertec-2025"].figures)]
    assert stored[0] == pytest.approx((2455.6 / 2440.9 - 1) * 100)
    assert stored[2] == pytest.approx((100 / 99.40 - 1) * 100)
    times = next(published_costs(STUDIES["rakus-db-security"].figures[2:]))
    assert times.cost.percent == pytest.approx((564 / 0.074 - 1) * 100)


PLANS = {
    "hospital-study": "rosa-2023",
    "study-001": "vidakovic-2024",
    "study-002": "openssl-exercise-2024",
    "study-003": "marques-2011",
    "study-004": "rakus-db-security",
}
"""Plan → the study that it repeats."""


@pytest.mark.parametrize("plan", [name for name in PLANS if name in shipped_plans()])
def test_that_a_study_names_operations_and_cases_as_the_plan_that_repeats_it(plan: str) -> None:
    campaign, study = read_plan(plan), STUDIES[PLANS[plan]]
    cases = set(workload_named(campaign.workload.name).cases(campaign.workload))
    sizes = {case.size for case in cases}
    assert study.like == campaign.workload.name
    assert {each.operation for each in study.figures} - {""} <= operation_names(campaign)
    for case in {parse_case(each.case) for each in study.figures if each.case}:
        assert case in cases if case.name else case.size in sizes


def test_that_what_is_wrong_in_the_hospital_studys_times_is_reported_with_what_it_changes() -> None:
    note = " ".join(STUDIES["rosa-2023"].note.split())
    times = list(read_times(TIMES))
    lost = TIMES.read_text().splitlines()[645]
    assert lost == "PostgreSQL,plaintext,2000,2,INSERT,19.00723644"
    assert "19.00723644 s" in note and "19.700723644 s" in note and "line 646" in note
    logged = [
        replace(each, seconds=19.700723644) if each.seconds == 19.00723644 else each
        for each in times
    ]
    for rows, insert, mean in ((times, "18.06", "16.21"), (logged, "17.97", "16.19")):
        found = cost_table(rows)["PostgreSQL"]
        assert f"{found.operations['INSERT']:.2f}" == insert and insert in note
        assert f"{found.mean_percent:.2f}" == mean and mean in note
    assert "Repetition 9 of 4,000 plaintext records" in note
    assert "stores “true” in excluida and validado" in note and "1,000 and 684" in note
