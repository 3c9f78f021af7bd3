"""Page one holds together: its figures, its threats and its conditions say the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.advice.advising import advise, usual_steps
from app.advice.candidate import Candidate, Costing
from app.advice.capacity import Spending
from app.findings.shortfalls import limited_repetitions, shortfalls
from app.findings.statistics import Interval
from app.plan.campaign import Campaign
from app.plan.requirements import Requirements, Withstand
from app.report.document.advice import advice
from app.report.document.making import ReportOptions, document_of
from app.report.document.parts import Tabled
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.summary.advised import Advised, advised
from app.report.summary.guards import equal_words, kept_words, weak_words
from app.report.summary.making import summary_of
from app.results.store.store import Store
from engines.contract.message import NOTHING
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import Kept, properties_of
from engines.sql.statement import Unsealed
from tests.app.advice.making import CBC as CBC_HERE
from tests.app.advice.making import ECB as ECB_HERE
from tests.app.advice.making import GCM as GCM_HERE
from tests.app.advice.making import RC4, TABLE, candidate, known
from tests.app.report.loaded import store_loaded
from tests.app.report.summary.test_blind_index import CAMPAIGN as SHOP
from tests.app.report.summary.test_no_logins import FILE, row_of, told_of
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from workloads.contract import Case, Options
from workloads.registry import workload_named
from workloads.workload import DatabaseWorkload

OFB = Protection("ofb", ProtectionKind.NATIVE, "aes", 128, "ofb")


def spending(server: str, protection: str, shares: bool) -> Spending:
    made = Spending(server, protection, Case(1000), ("INSERT",), False, 2.0, Interval(20, 19, 21))
    return replace(made, server_share=0.5, server_before=0.4) if shares else made


def usual(*some: Candidate, spent: tuple[Spending, ...] = ()) -> Advised:
    answers = tuple(advise(some, Requirements(each)) for each in usual_steps(some))
    return Advised(Requirements(), answers, spent, some, named=True)


@pytest.mark.parametrize("in_cpu_time", [True, False])
@pytest.mark.parametrize("shares", [True, False])
def test_that_server_figures_say_what_they_are_of(*, in_cpu_time: bool, shares: bool) -> None:
    costs = (Costing(NOTHING, known(40), in_cpu_time),)
    gcm = replace(candidate(GCM_HERE, known(40)), costs=costs)
    said = str(usual(gcm, spent=(spending(gcm.server, gcm.protection, shares),)).servers)
    assert said.count("Machines are sized by the growth of CPU time (upper ends)") == 1
    assert said.count("A key service is not counted: ") == 1
    assert said.startswith("One more machine where application and database share one today; ")
    # 0.6, and half of at most 41 or 21 %: 0.805 or 0.705 of what one machine has now
    limit = 99 if in_cpu_time else 100
    assert ("Two today: the database's: " in said) is shares
    assert (f"One machine today: {limit} %, if a second like it is added" in said) is shares
    assert ("One machine today: add a second like it" in said) is not shares


def test_that_a_load_that_was_not_reached_is_told_with_its_runs_and_its_figures(
    store: Store,
) -> None:
    report = report_on(store, store_loaded(store, limited=True))
    some = [
        replace(each, measures={**(each.measures or {}), "generator_limited": 0.0})
        if each.repetition % 2
        else each
        for each in report.operations
        if each.operation == "GET"
    ]
    asked = Requirements(rate=500.0)
    summary = summary_of(replace(report, operations=some, requirements=asked))
    assert (
        "Load not reached directly to the database (with AES-256-GCM in the application), in 2 of "
        "4 repetitions and through the web API (with AES-256-GCM in the application), in 2 of 4 "
        "repetitions: the load generator could not keep up. "
    ) in str(summary.machine)
    computed = (
        "Where the load was not reached, these figures are computed from CPU time per request."
    )
    assert computed in str(summary.servers)
    reached = replace(
        report_on(store, store_loaded(store, "ok", trouble=False)), requirements=asked
    )
    assert summary_of(reached).servers and computed not in str(summary_of(reached).servers)


def test_that_repetitions_are_counted_once_whoever_was_limited_in_them(store: Store) -> None:
    report = report_on(store, store_loaded(store, limited=True))
    assert {each.repetition for each in report.operations} == {1, 2, 3, 4}
    some = [
        replace(each, measures={**(each.measures or {}), "generator_limited": 0.0})
        if each.repetition > 1
        else each
        for each in report.operations
    ]
    found = shortfalls(some)
    places = [*dict.fromkeys(place for place, _ in found)]
    names = [*{name for _, name in found}]
    assert limited_repetitions(found, places, names) == (1, 4)
    assert limited_repetitions(found, places[:1], ["aes-256-gcm"]) == (1, 4)
    assert limited_repetitions(found, places, ["plaintext"]) is None  # in none of them
    everywhere = shortfalls(report.operations)
    assert limited_repetitions(everywhere, places, names) is None


def test_that_trust_has_an_exception_where_only_some_costs_are_of_time(store: Store) -> None:
    report = report_on(store, store_loaded(store, trouble=False))
    exception = "romise no "
    first, *others = report.headline
    assert others and not first.in_cpu_time
    assert exception not in str(summary_of(report).machine)
    untold = replace(first.cost, verdict=None)
    known = [replace(each, cpu=replace(each.cpu, verdict=None)) for each in others]
    some = replace(report, headline=[replace(first, cost=untold, cpu=others[0].cost), *known])
    assert [each.in_cpu_time for each in some.totals] == [True] + [False] * len(known)
    assert exception in str(summary_of(some).machine)


def test_that_threats_are_named_where_they_exist(store: Store) -> None:
    most = Requirements((Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN, Withstand.CHANGE))
    report = told_of(store, "postgresql", "firebird", protections=(GCM,))
    said = str(advised(replace(report, requirements=most)).todo)
    assert said.startswith(
        "Against a disk thief and unnoticed tampering, and on postgresql also a login to the "
        "server and a login to the database, use AES-256-GCM in the application. "
    )
    usual = str(advised(report).todo.first)
    assert usual == "Use AES-256-GCM in the application."  # whom it keeps out is answered above
    report = replace(told_of(store, "postgresql", protections=(GCM,)), requirements=most)
    alone = str(advised(report).todo)
    assert alone.startswith("Against a disk thief, a login to the server, a login to the database ")
    gcm = replace(candidate(GCM_HERE, known(12)), in_process=True)
    asked = Requirements((Withstand.LOGIN,))
    only = Advised(asked, (advise((gcm,), asked),), (), (gcm,), named=False)
    assert str(only.todo).startswith("Against a login to the database, use gcm.")


def test_that_what_no_change_keeps_out_is_told_of_servers_and_before_conditions() -> None:
    weak = candidate(CBC_HERE, known(5), server="pg", fixed_iv=True)
    inside = replace(candidate(CBC_HERE, known(9), server="fb", fixed_iv=True), in_process=True)
    said = str(usual(weak, inside).todo)
    open_to = (
        "On pg, no encryption in the database keeps out a login to the server, which can read the "
        "key or decrypted data. If the application cannot encrypt, or that costs too much, change "
        "this and measure again: "
    )
    found = [said.index(each) for each in (open_to, "pg, against ", "fb, against a disk thief: ")]
    assert 0 < found[0] < found[1] < found[2]


def test_that_where_all_is_weak_figures_are_of_all_servers() -> None:
    weak = candidate(CBC_HERE, known(5), server="here", fixed_iv=True)
    blocks, dear = (candidate(ECB_HERE, known(each), server="else") for each in (7, 70))
    spent = tuple(spending(server, name, shares=False)
                  for server, name in (("here", "cbc"), ("else", "ecb")))  # fmt: skip
    told = usual(weak, blocks, dear, spent=spent)
    assert told.only_changed and "Left out" not in str(told.servers)
    lines = [str(each) for each in told.servers.grid.said] if told.servers.grid else []
    assert lines == ["here: cbc: One machine today: 66 %.", "else: ecb: One machine today: 66 %."]
    gcm = candidate(GCM_HERE, known(12), server="here")
    as_measured = usual(gcm, blocks, spent=(spending("here", "gcm", shares=False), *spent))
    assert "Left out: else, where nothing that was measured serves." in str(as_measured.servers)


def encrypted(report: CampaignReport) -> str | None:
    return dict(document_of(report, ReportOptions()).facts).get("Encrypted")


def stored(store: Store, campaign: Campaign) -> CampaignReport:
    costs = {("postgresql", each.protection.name): 0.2 for each in campaign.protections}
    return report_on(store, store_costs(store, campaign, costs, noise=0.002))


def test_that_the_title_says_what_is_encrypted(store: Store) -> None:
    assert encrypted(told_of(store, "postgresql", "sqlite")) == (
        "21 columns of estado, municipio, paciente, dados_ocupacao and notificacao; on disk: "
        "all tables"
    )
    assert encrypted(told_of(store, "sqlite", protections=(FILE,))) == "all tables"
    assert encrypted(report_on(store, store_loaded(store))) == (
        "users.name, .email, .phone, .street and .national_id"
    )
    assert encrypted(stored(store, SHOP)) == "customer.email"
    assert not encrypted(stored(store, costly_campaign(1, (), repetitions=2)))


@pytest.mark.parametrize("name", ["hospital", "web_users", "predicate", "connections"])
def test_that_columns_that_are_told_are_those_that_the_schema_seals(name: str) -> None:
    work = workload_named(name)
    assert isinstance(work, DatabaseWorkload)
    parameters = work.parameters(name)
    schema = work.schema(Options(parameters, work.cases(parameters)[0]), Unsealed())
    sealed = [
        f"{table.name}.{each.name}"
        for table in schema.tables
        for each in table.columns
        if each.protected
    ]
    assert sorted(work.sealed_columns(parameters)) == sorted(sealed) != []


def test_that_partly_has_the_reason_that_ciphertext_gives() -> None:
    for protection, fixed, weak in (
        (OFB, True, "one known value decrypts others"),
        (ECB_HERE, True, "patterns show"),
        (CBC_HERE, True, "equal values show"),
        (RC4, False, "one known value decrypts others"),
        (CBC_HERE, False, ""),
        (TABLE, False, ""),
    ):
        good = properties_of(protection, protection.mode, fixed_iv=fixed)
        assert str(weak_words(good)) == weak
    said = weak_words(properties_of(OFB, "ofb", fixed_iv=True))
    assert str(kept_words(Kept.PARTLY, NOTHING, True, said)) == (
        "partly, nothing found, but one known value decrypts others"
    )
    assert str(kept_words(Kept.PARTLY, NOTHING, False, said)) == (
        "partly *, one known value decrypts others"
    )
    assert str(kept_words(Kept.OUT, NOTHING, True)) == "yes, nothing found"


def test_that_a_blind_index_shows_equal_values_to_whom_is_kept_out() -> None:
    said = equal_words(["customer.email"])
    shown = "equal values of customer.email show"
    assert str(kept_words(Kept.OUT, NOTHING, True, said)) == f"yes, nothing found, but {shown}"
    assert str(kept_words(Kept.OUT, NOTHING, False, said)) == f"yes *, but {shown}"
    assert not equal_words([])


def test_that_the_key_leaks_wherever_the_application_holds_it(store: Store) -> None:
    summary = summary_of(told_of(store, "postgresql", "firebird", protections=(CBC, GCM)))
    held = "the application has the key"
    assert held in str(row_of(summary, "AES-256-GCM").leaks)
    assert "the server sees the key" in str(row_of(summary, "AES-128-CBC").leaks)


def test_that_a_cost_that_is_not_known_is_named_with_what_to_do(store: Store) -> None:
    report = told_of(store, "postgresql", "firebird", protections=(CBC,))
    assert "Not known: " not in str(summary_of(report).cost)
    noisy = [
        replace(each, cost=replace(each.cost, verdict=None), cpu=replace(each.cpu, verdict=None))
        if each.server == "firebird"
        else each
        for each in report.headline
    ]
    assert (
        "Not known: the cost of AES-128-CBC in the database on firebird. Repeat on a quieter "
        "machine, or add repetitions."
    ) in str(summary_of(replace(report, headline=noisy)).cost)


def test_that_advice_lists_the_conditions_of_the_summary(store: Store) -> None:
    report = report_on(store, store_loaded(store))
    table = next(each.table for each in advice(report) if isinstance(each, Tabled))
    (line,) = table.lines
    todo = str(advised(report).todo)
    assert str(line[3]) in todo and "Keep each value bound" in str(line[3])


def test_that_tampering_has_one_name(store: Store) -> None:
    report = told_of(store, "postgresql", protections=(CBC, GCM))
    summary = summary_of(report)
    said = " ".join(
        [*(str(each.said) for each in summary.answers)]
        + [str(cell) for row in summary.lines for lines in row for cell in lines]
    )
    assert (
        "notices tampering" in said
        and "tampering with values noticed" in said
        and "changes" not in said
    )


def test_that_costs_say_over_what_they_are_averages(store: Store) -> None:
    report = told_of(store, "postgresql", "firebird", protections=(GCM,))
    first, *others = report.headline
    assert others and len(first.covered) > 1
    for covered, said in (
        (first.covered, "All costs are averages over INSERT, SELECT, UPDATE and DELETE."),
        (first.covered[:1], "All costs are averages over the operations that were compared."),
    ):
        some = replace(report, headline=[replace(first, covered=covered), *others])
        assert said in [str(each) for each in summary_of(some).notes]
    alone = [replace(each, covered=each.covered[:1]) for each in report.headline]
    notes = summary_of(replace(report, headline=alone)).notes
    assert not any("averages" in str(each) for each in notes)
