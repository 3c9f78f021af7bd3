"""`compare` in a pipeline: exit codes, what is told, the Markdown summary and JUnit XML."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from app.results.store.store import open_store
from tests.app.results.making import CBC, ECB
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.typed import CommandResult, cipherbench

HOSTILE = 'a <b>|`"]]>\x07&'


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """#1: CBC costs 42 %, GCM nothing, ECB is unsupported. #2, “later”: GCM has become slower by
    half. #3 has two repetitions. #4 has a hostile name."""
    path = str(tmp_path_factory.mktemp("limits") / "costs.sqlite")
    campaign = costly_campaign(1, (CBC, GCM, ECB), repetitions=8)
    lacking = {("postgresql", ECB.name): "this server has no ECB"}
    costs = {("postgresql", CBC.name): 0.42}
    slower = {**costs, ("postgresql", GCM.name): 0.5}
    few = replace(costly_campaign(1, (CBC,), repetitions=2), name="few")
    quiet = partial(store_costs, noise=0.004)
    with open_store(path, write=True) as opened:
        quiet(opened, campaign, costs, unsupported=lacking)
        quiet(opened, replace(campaign, name="later"), slower, unsupported=lacking)
        quiet(opened, few, costs)
        quiet(opened, replace(campaign, name=HOSTILE), costs)
    return path


def compared(store: str, *words: object) -> CommandResult:
    return cipherbench("compare", *words, "--store", store)


def report(output: CommandResult, words: str) -> list[str]:
    """What stderr has behind these words, line by line."""
    return [line.split(f"{words}: ")[1] for line in output.err.splitlines() if f"{words}: " in line]


def test_that_a_cost_above_the_limit_exits_with_3_and_is_named(store: str) -> None:
    plain = compared(store, 1)
    failed = compared(store, 1, "--fail-above", 30)
    assert plain.code == 0 and failed.code == 3 and failed.out == plain.out
    above = report(failed, "above the limit")
    assert len(above) == 5 and all("postgresql · aes-128-cbc · " in each for each in above)
    assert any("· all operations · 1,000 records: costs 4" in each for each in above)
    assert failed.sentence == "cipherbench: 5 of 10 costs are above the limit."
    # the upper end of most intervals is above that, the lower is not
    assert compared(store, 1, "--fail-above", "42.5%").code == 0


def test_that_the_limit_of_an_operation_comes_before_that_of_all(store: str) -> None:
    named = ("--fail-above", 60, "--fail-above", "UPDATE=10")
    above = report(compared(store, 1, *named), "above the limit")
    assert len(above) == 1 and "· UPDATE ·" in above[0] and above[0].endswith("limit 10 %")
    alone = compared(store, 1, "--fail-above", "UPDATE=60")
    assert alone.code == 0 and alone.sentence.endswith("0 of 2 costs are above the limit.")


def test_that_no_verdict_is_reported_and_fails_only_if_asked(store: str) -> None:
    untold = compared(store, "few", "--fail-above", 10)
    assert untold.code == 0 and len(report(untold, "no verdict")) == 5
    assert untold.sentence.endswith("No cost has a verdict, so no limit could be checked.")
    assert compared(store, "few", "--fail-above", 10, "--fail-unproven").code == 3
    assert compared(store, 1, "--fail-above", 60, "--fail-unproven").code == 0  # unsupported only


def test_that_another_campaign_is_a_baseline(store: str) -> None:
    later = compared(store, "later", "--against", 1, "--fail-above", 20)
    above = report(later, "above the limit")
    assert later.code == 3 and all(GCM.name in each and "worse by" in each for each in above)
    assert compared(store, "later", "--against", 1).out == compared(store, 1, "later").out
    assert compared(store, 1, "--against", "later", "--fail-above", 20).code == 0
    assert compared(store, 1, "--against", 1, "--fail-above", 20).code == 2


def test_that_junit_has_a_case_for_each_protection_and_operation(
    store: str, tmp_path: Path
) -> None:
    file = tmp_path / "costs.xml"
    assert compared(store, 1, "--fail-above", 30, "--junit", file).code == 3
    root = ElementTree.parse(file).getroot()
    assert root.tag == "testsuites" and root.get("failures") == "5"
    cases = {(each.get("classname"), each.get("name")): each for each in root.iter("testcase")}
    assert len(cases) == 15
    failed = cases["postgresql.aes-128-cbc", "INSERT, 1,000 records"].find("failure")
    assert failed is not None and "costs 4" in str(failed.get("message"))
    skipped = cases["postgresql.aes-128-ecb", "INSERT, 1,000 records"].find("skipped")
    assert skipped is not None and "this server has no ECB" in str(skipped.get("message"))
    fine = cases["postgresql.client-aes-256-gcm", "INSERT, 1,000 records"]
    assert fine.find("failure") is fine.find("skipped") is None


def test_that_the_summary_for_a_merge_request_hides_nothing_and_runs_nothing(
    store: str, tmp_path: Path
) -> None:
    file = tmp_path / "costs.xml"
    output = compared(store, 4, "--fail-above", 30, "--markdown", "--junit", file)
    assert output.code == 3
    html = MarkdownIt("commonmark").enable("table").render(output.out)
    assert html.count("<table>") == 2 and "<b>" not in html and "5 of 15 costs" in html
    assert html.index("aes-128-cbc") < html.index("<details>") < html.index(GCM.name)
    assert "<b>" in str(ElementTree.parse(file).getroot().get("name"))


def test_that_the_summary_says_once_that_a_cost_has_no_verdict(store: str) -> None:
    lines = compared(store, "few", "--fail-above", 10, "--markdown").out.splitlines()
    cells = [line.rpartition("| 10 % |")[2] for line in lines if "| 10 % |" in line]
    assert len(cells) == 5 and not any("unproven: " in each for each in cells)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--fail-above", "much"), "“much” is not a limit in percent."),
        (("--fail-above", "nan"), "“nan” is not a limit in percent."),
        (("--fail-above", "=-3"), "“=-3” is not a limit in percent."),
        (("--fail-above", "MERGE=3"), "There is a limit for “MERGE”, but no such operation."),
        (("--junit", "x.xml"), "--junit needs a limit to judge by."),
        (("--fail-unproven",), "--fail-unproven needs a limit to judge by."),
        (("--fail-above", "3", "--only", "server=pg"), "checks all costs"),
    ],
)
def test_that_what_cannot_be_judged_is_bad_input(
    store: str, words: tuple[str, ...], sentence: str
) -> None:
    output = compared(store, 1, *words)
    assert output.code == 2 and sentence in output.sentence and not output.out
