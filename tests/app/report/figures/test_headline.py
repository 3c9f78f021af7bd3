"""The headline of campaigns whose costs are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.findings.verdict import VerdictKind
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.headline import headline
from app.report.files.export import export
from app.results.store.store import Store
from engines.contract.protection import Protection, ProtectionKind
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC, ECB, make_campaign, store_campaign
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.results.raw import store_raw

UNPAIRED = {VerdictKind.WORSE, VerdictKind.BETTER, VerdictKind.NONE_SHOWN, VerdictKind.BASELINE}
"""What no headline says."""


def known(store: Store) -> CampaignReport:
    costs = {("postgresql", CBC.name): 0.42, ("mariadb", CBC.name): 0.27}
    campaign = costly_campaign(protections=(CBC,))
    return report_on(store, store_costs(store, campaign, costs, noise=0.004))


def test_that_the_worst_comes_first_with_its_interval_and_the_rest_behind(store: Store) -> None:
    report = known(store)
    output = str(report.sentence)
    assert output.startswith("AES-128 costs 42 % on postgresql (4"), output
    assert "), 27 % on mariadb (2" in output
    assert output.endswith("; no cost found on firebird.")
    for item in report.headline:
        if item.cost.verdict == "costs":
            bounds = f"({item.cost.low:.0f} to {item.cost.high:.0f})"
            assert f"{item.cost.percent:.0f} % on {item.server} {bounds}" in output


def test_that_every_export_tells_the_sentence_of_the_page(store: Store, tmp_path: Path) -> None:
    report = known(store)
    text = export(store, report.summary.id, "md", tmp_path / "out.md").read_text("utf-8")
    assert str(report.sentence) in text
    assert report.quality.text in text


def test_that_a_gain_is_reported_as_one(store: Store) -> None:
    costs = {("postgresql", CBC.name): -0.1}
    campaign = costly_campaign(1, (CBC,))
    report = report_on(store, store_costs(store, campaign, costs, noise=0.004))
    assert str(report.sentence) == "AES-128: faster on postgresql (10 %)."


def test_that_a_cost_of_ten_times_and_more_is_reported_as_a_factor(store: Store) -> None:
    costs = {("postgresql", CBC.name): 41.0, ("mariadb", CBC.name): 0.27}
    campaign = costly_campaign(2, (CBC,))
    report = report_on(store, store_costs(store, campaign, costs, noise=0.004))
    output = str(report.sentence)
    assert output.startswith("AES-128 costs 42 times as much on postgresql (4"), output
    assert ", 27 % on mariadb (2" in output
    verdicts = {str(row.cost.text) for row in report.comparison if row.protection == CBC.name}
    assert any(each.startswith("costs 42 times as much (4") for each in verdicts), verdicts


def test_that_a_headline_names_a_figure_only_where_a_verdict_stands_behind_it(
    store: Store,
) -> None:
    """It said “unproven on postgresql (85 %)” of an interval from −0.2 to 241 %."""
    costs = {("postgresql", CBC.name): 41.0, ("mariadb", CBC.name): 0.27}
    few = costly_campaign(2, (CBC,), repetitions=2)
    report = report_on(store, store_costs(store, few, costs, noise=0.004))
    assert str(report.sentence) == "AES-128: too few repetitions on postgresql, mariadb."
    [item] = [each for each in report.headline if each.server == "mariadb"]
    for kind in {*VerdictKind} - UNPAIRED:
        judged = replace(item, cost=replace(item.cost, verdict=kind))
        reported = str(headline(report, [judged], "plaintext"))
        figured = kind in (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER)
        assert (" %" in reported) is figured, reported
        assert "mariadb" in reported


def test_that_only_what_is_over_several_cases_is_reported_to_be(store: Store) -> None:
    one = report_on(store, store_costs(store, costly_campaign(1, (CBC,), (500,), 6), {}))
    assert "Over all cases" not in str(one.sentence)
    several = report_on(store, store_costs(store, costly_campaign(1, (CBC,), (500, 1000), 6), {}))
    assert str(several.sentence).startswith("Over all cases: AES-128")
    running = replace(several, summary=replace(several.summary, status=Status.RUNNING))
    reported = str(headline(running, several.headline, "plaintext"))
    assert reported.startswith("So far, over all cases: AES-128")


def test_that_two_modes_on_one_server_are_distinguished(store: Store) -> None:
    costs = {("postgresql", CBC.name): 0.4, ("postgresql", ECB.name): 0.2}
    campaign = costly_campaign(1, (CBC, ECB))
    report = report_on(store, store_costs(store, campaign, costs, noise=0.004))
    output = str(report.sentence)
    assert output.startswith("AES-128-CBC costs 40 %") and " AES-128-ECB costs 20 %" in output


def test_that_a_headline_of_much_leaves_some_to_the_table(store: Store) -> None:
    many = [
        Protection(f"x{bits}", ProtectionKind.NATIVE, "aes", bits, "cbc") for bits in (192, 256)
    ]
    campaign = costly_campaign(3, (CBC, GCM, *many), repetitions=6)
    costs = {("mariadb", GCM.name): 0.9}
    report = report_on(store, store_costs(store, campaign, costs))
    output = str(report.sentence)
    assert output.startswith("AES-256-GCM in the application costs 9")
    assert output.endswith("The table shows 8 more.")
    assert len(report.verdicts) == 4
    whole = " ".join(map(str, report.verdicts))
    for server in ("postgresql", "mariadb", "firebird"):
        assert whole.count(server) == 4


def test_that_a_campaign_under_way_says_so(store: Store) -> None:
    report = known(store)
    running = replace(report, summary=replace(report.summary, status=Status.RUNNING))
    assert str(headline(running, report.headline, "plaintext")) == f"So far: {report.sentence}"
    new = store_campaign(store, make_campaign("new"))
    assert str(report_on(store, new).sentence).startswith("No comparison yet")


def test_that_a_comparison_that_is_missing_names_what_is_missing(store: Store) -> None:
    report = known(store)
    bare = replace(report, operations=[])
    frame = "No comparison: "
    assert str(headline(report, [], "rot13")) == (
        f"{frame}the campaign has no rot13 to compare with."
    )
    assert (
        str(headline(bare, [], CBC.name)) == f"{frame}nothing has been measured with {CBC.title}."
    )
    assert str(headline(report, [], CBC.name)) == (
        f"{frame}nothing has been measured to compare {CBC.title} with."
    )


@pytest.mark.slow
def test_that_work_of_different_kinds_is_no_one_headline(store: Store) -> None:
    report = report_on(store, store_raw(store))
    kinds = {(item.server, item.protection): set[str]() for item in report.headline}
    for item in report.headline:
        kinds[item.server, item.protection].add(item.case)
    assert kinds["openssl", "aes-256-cbc"] == {"16 bytes", "1,024 bytes"}
    assert str(report.sentence).startswith("With 1,024 bytes: ")
    assert "16 bytes" not in str(report.sentence)
    assert "over all cases" not in str(report.sentence).lower()
    assert not any("16 bytes" in str(each) for each in report.verdicts)
    loaded = report_on(store, store_loaded(store))
    assert {item.case for item in loaded.headline} == {
        "direct, 100 + 50/s",
        "api, 100 + 50/s",
    }
    assert [item.cost.blocks for item in loaded.headline] == [4, 4]
    assert ", 100 reads/s, then 50 writes/s through the web API (" in str(loaded.sentence)
    assert ", 100 reads/s, then 50 writes/s directly to the database (" in str(loaded.sentence)
