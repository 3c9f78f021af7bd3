"""A study's figures stand beside those of ours that they are like, and what differs is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.findings.studies.beside import Beside
from app.findings.studies.study import Figure, Study
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.laid import Laid, cost_said, lay
from app.results.store.store import open_store
from engines.contract.protection import Protection, ProtectionKind
from tests.app.findings.studies.test_shipped_studies import STUDIES
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs

FILE = Protection("encrypted file", ProtectionKind.STORAGE, "sqlcipher", 256)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    path = tmp_path_factory.mktemp("beside") / "costs.sqlite"
    campaign = costly_campaign(4, (CBC, GCM, FILE), (500, 1000), repetitions=4)
    with open_store(str(path), write=True) as store:
        return report_on(store, store_costs(store, campaign, {}))


def laid(report: CampaignReport, study: Study | str, measure: str | None = None) -> Laid:
    study = STUDIES[study] if isinstance(study, str) else study
    return lay(study, report, [*report.comparison, *report.headline], measure)


def at(found: Laid, server: str, protection: str, operation: str, size: int) -> Iterator[Beside]:
    for each in found.found:
        case = each.place.case.size if each.place.case else 0
        if (*each.place[:3], case) == (server, protection, operation, size):
            yield each


def one_figure(**figure: object) -> Study:
    told = Figure("", "storage", "INSERT", "", "cost", "%", "Table 9", value=5.0)
    return replace(STUDIES["sqlcipher"], figures=(replace(told, **figure),))  # type: ignore[arg-type]


@pytest.mark.slow
def test_that_the_same_engine_cipher_case_and_operation_stand_beside(
    report: CampaignReport,
) -> None:
    found = laid(report, "rosa-2023")
    [insert] = at(found, "postgresql", CBC.name, "INSERT", 1000)
    assert str(cost_said(insert)) == "+30 %" and insert.value == pytest.approx(14.4741)
    assert insert.differs == () and len(insert.sources) == 2
    [plain] = at(found, "postgresql", "plaintext", "INSERT", 1000)
    assert not plain.cost and plain.value is not None
    [whole] = at(found, "postgresql", CBC.name, "", 0)
    assert str(cost_said(whole)) == "+16.2 %, sd 5.01"
    assert not [each for each in found.found if each.place.protection in (GCM.name, "control")]
    assert not [each for each in found.found if each.place.server == "sqlite"]


def test_that_what_differs_is_named(report: CampaignReport) -> None:
    found = laid(report, "rosa-2023")
    [other] = at(found, "mariadb", CBC.name, "SELECT", 500)
    assert [str(each) for each in other.differs] == [
        "The cipher is AES-128-ECB in the study, AES-128-CBC here.",
        "The case is 1,000 in the study, 500 here.",
    ]
    assert other.value is None, "seconds of another size are no neighbours"
    told = " ".join(map(str, found.differs))
    assert "Its mariadb: 10.8.5; here not stated." in told and "one core and 4 GB" in told
    assert "500 records, 1,000 records" in told and "in blocks" in told
    assert str(found.said).startswith("Rosa and Lazarin 2023: ")


def test_that_an_engine_nobody_runs_here_may_stand_beside_any(report: CampaignReport) -> None:
    found = laid(report, "tidb-19399")
    told = {each.place.server for each in found.found}
    assert told == {"postgresql", "mariadb", "firebird", "sqlite"}
    assert str(found.found[0].differs[0]) == "The engine is tidb in the study, postgresql here."
    [range_] = at(laid(report, "sqlcipher"), "sqlite", FILE.name, "", 0)
    assert str(cost_said(range_)) == "5 to 15 %"
    assert {each.place.server for each in laid(report, "sqlcipher").found} == {"sqlite"}


def test_that_other_work_is_not_taken_for_ours(report: CampaignReport) -> None:
    none = laid(report, "vidakovic-2024")
    assert none.found == () and "no figure matches" in str(none.said)
    assert laid(report, one_figure()).found


def test_that_what_is_sealed_in_the_application_may_stand_beside_another_engine(
    report: CampaignReport,
) -> None:
    found = laid(report, one_figure(engine="mariadb", protection="client aes-256-gcm")).found
    assert {each.place.server for each in found} == {"postgresql", "mariadb", "firebird", "sqlite"}
    assert "The engine is mariadb in the study, sqlite here." in map(str, found[-1].differs)
    native = laid(report, one_figure(engine="mariadb", protection="native aes-128-cbc")).found
    assert {each.place.server for each in native} == {"mariadb"}


def test_that_bounds_and_factors_are_told_as_the_study_has_them(report: CampaignReport) -> None:
    for figure, said in (
        ({"value": None, "high": 2.0}, "at most 2 %"),
        ({"value": None, "low": 40.0}, "at least 40 %"),
        ({"value": 3.0, "measure": "slowdown", "unit": "×"}, "+200 %"),
        ({"value": 7600.0, "measure": "slowdown", "unit": "×"}, "× 7,600"),
        ({"value": -4.0}, "−4 %"),
    ):
        found = laid(report, one_figure(**figure)).found
        assert {str(cost_said(each)) for each in found} == {said}


def test_that_another_measure_has_figures_of_that_measure_alone(report: CampaignReport) -> None:
    assert laid(report, one_figure(), "cpu_seconds").found == ()
    cpu = one_figure(operation="update", measure="cpu_seconds", unit="s", protection="plaintext")
    sealed = replace(cpu.figures[0], protection="storage", value=8.0)
    study = replace(cpu, figures=(*cpu.figures, sealed))
    [first, *_] = laid(report, study, "cpu_seconds").found
    assert str(cost_said(first)) == "+60 %"
    assert laid(report, study).found == ()
