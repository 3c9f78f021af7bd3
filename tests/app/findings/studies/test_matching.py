"""A study's figures stand beside those of ours that they are like, and what differs is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.findings.studies.matching import StudyMatch
from app.findings.studies.study import Study, StudyFigure
from app.plan.cell_key import ALL_CASES, CellKey
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.matched_study import MatchedStudy, cost_text, match_study
from app.results.store.store import open_store
from engines.contract.protection import Protection, ProtectionKind
from tests.app.findings.studies.test_shipped_studies import STUDIES
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from workloads.contract import Case

FILE = Protection("encrypted file", ProtectionKind.STORAGE, "sqlcipher", 256)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    path = tmp_path_factory.mktemp("beside") / "costs.sqlite"
    campaign = costly_campaign(4, (CBC, GCM, FILE), (500, 1000), repetitions=4)
    with open_store(str(path), write=True) as store:
        return report_on(store, store_costs(store, campaign, {}))


def matched(report: CampaignReport, study: Study | str, measure: str | None = None) -> MatchedStudy:
    study = STUDIES[study] if isinstance(study, str) else study
    return match_study(study, report, [*report.comparison, *report.headline], measure)


def at(
    found: MatchedStudy, server: str, protection: str, operation: str, size: int
) -> Iterator[StudyMatch]:
    for each in found.found:
        case = Case(size) if size else ALL_CASES
        if each.key == CellKey(server, protection, case, operation):
            yield each


def one_figure(**figure: object) -> Study:
    reported = StudyFigure("", "storage", "INSERT", "", "cost", "%", "Table 9", value=5.0)
    return replace(STUDIES["sqlcipher"], figures=(replace(reported, **figure),))  # type: ignore[arg-type]


@pytest.mark.slow
def test_that_the_same_engine_cipher_case_and_operation_are_compared_with(
    report: CampaignReport,
) -> None:
    found = matched(report, "rosa-2023")
    [insert] = at(found, "postgresql", CBC.name, "INSERT", 1000)
    assert str(cost_text(insert)) == "+30 %" and insert.value == pytest.approx(14.4741)
    assert insert.differences == () and len(insert.sources) == 2
    [plain] = at(found, "postgresql", "plaintext", "INSERT", 1000)
    assert not plain.cost and plain.value is not None
    [whole] = at(found, "postgresql", CBC.name, "", 0)
    assert str(cost_text(whole)) == "+16.2 %, sd 5.01"
    assert not [each for each in found.found if each.key.protection in (GCM.name, "control")]
    assert not [each for each in found.found if each.key.server == "sqlite"]


def test_that_what_differs_is_named(report: CampaignReport) -> None:
    found = matched(report, "rosa-2023")
    [other] = at(found, "mariadb", CBC.name, "SELECT", 500)
    assert [str(each) for each in other.differences] == [
        "The cipher is AES-128-ECB in the study, AES-128-CBC here.",
        "The case is 1,000 in the study, 500 here.",
    ]
    assert other.value is None, "seconds of another size are no neighbours"
    reported = " ".join(map(str, found.differs))
    assert "Its mariadb: 10.8.5; here not stated." in reported and "one core and 4 GB" in reported
    assert "500 records, 1,000 records" in reported and "in blocks" in reported
    assert str(found.message).startswith("Rosa and Lazarin 2023: ")


def test_that_an_engine_nobody_runs_here_may_are_compared_with_any(report: CampaignReport) -> None:
    found = matched(report, "tidb-19399")
    reported = {each.key.server for each in found.found}
    assert reported == {"postgresql", "mariadb", "firebird", "sqlite"}
    assert str(found.found[0].differences[0]) == "The engine is tidb in the study, postgresql here."
    [range_] = at(matched(report, "sqlcipher"), "sqlite", FILE.name, "", 0)
    assert str(cost_text(range_)) == "5 to 15 %"
    assert {each.key.server for each in matched(report, "sqlcipher").found} == {"sqlite"}


def test_that_other_work_is_not_taken_for_ours(report: CampaignReport) -> None:
    none = matched(report, "vidakovic-2024")
    assert none.found == () and "no figure matches" in str(none.message)
    assert matched(report, one_figure()).found


def test_that_what_is_encrypted_in_the_application_may_are_compared_with_another_engine(
    report: CampaignReport,
) -> None:
    found = matched(report, one_figure(engine="mariadb", protection="client aes-256-gcm")).found
    assert {each.key.server for each in found} == {"postgresql", "mariadb", "firebird", "sqlite"}
    assert "The engine is mariadb in the study, sqlite here." in map(str, found[-1].differences)
    native = matched(report, one_figure(engine="mariadb", protection="native aes-128-cbc")).found
    assert {each.key.server for each in native} == {"mariadb"}


def test_that_bounds_and_factors_are_reported_as_the_study_has_them(report: CampaignReport) -> None:
    for figure, output in (
        ({"value": None, "high": 2.0}, "at most 2 %"),
        ({"value": None, "low": 40.0}, "at least 40 %"),
        ({"value": 3.0, "measure": "slowdown", "unit": "×"}, "+200 %"),
        ({"value": 7600.0, "measure": "slowdown", "unit": "×"}, "× 7,600"),
        ({"value": -4.0}, "−4 %"),
    ):
        found = matched(report, one_figure(**figure)).found
        assert {str(cost_text(each)) for each in found} == {output}


def test_that_another_measure_has_figures_of_that_measure_alone(report: CampaignReport) -> None:
    assert matched(report, one_figure(), "cpu_seconds").found == ()
    cpu = one_figure(operation="update", measure="cpu_seconds", unit="s", protection="plaintext")
    encrypted = replace(cpu.figures[0], protection="storage", value=8.0)
    study = replace(cpu, figures=(*cpu.figures, encrypted))
    [first, *_] = matched(report, study, "cpu_seconds").found
    assert str(cost_text(first)) == "+60 %"
    assert matched(report, study).found == ()
