"""What page one says where nothing serves as it was measured, or not all that is advised was."""

from __future__ import annotations

from dataclasses import replace

from app.advice.advising import advise
from app.advice.capacity import Spending
from app.advice.rule import Effect, Reason
from app.advice.rules import RULES
from app.findings.statistics import Interval
from app.plan.requirements import Requirements, Withstand
from app.report.figures.campaign_report import report_on
from app.report.summary.advice_words import CHANGES
from app.report.summary.advised import Advised
from app.report.summary.cheaper import not_included_words
from app.report.summary.making import summary_of
from app.results.store.store import Store
from app.results.traces import Ground, Subject, Trace
from engines.contract.data_place import PlaceName
from engines.contract.message import NOTHING
from tests.app.advice.making import CBC as CBC_HERE
from tests.app.advice.making import ECB as ECB_HERE
from tests.app.advice.making import GCM as GCM_HERE
from tests.app.advice.making import TABLE, candidate, known
from tests.app.report.loaded import store_loaded
from tests.app.results.making import CBC
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from workloads.contract import Case

DISK, LOGIN, OS_LOGIN = Withstand.DISK, Withstand.LOGIN, Withstand.OS_LOGIN
STEPS = ((DISK,), (DISK, LOGIN), (DISK, OS_LOGIN, LOGIN))
OPEN = (
    "No encryption in the database keeps out a login to the server, which can read the key or "
    "decrypted data."
)


def test_that_what_a_change_takes_is_not_told_by_what_was_measured() -> None:
    weak = candidate(CBC_HERE, known(5), server="here", fixed_iv=True)
    some = (weak, candidate(ECB_HERE, known(7), server="else"))
    spent = Spending("here", "cbc", Case(1000), ("INSERT",), False, 2.0, Interval(5, 4, 6))
    answers = tuple(advise(some, Requirements(each)) for each in STEPS)
    told = Advised(Requirements(), answers, (spent,), some, named=True)
    assert told.only_changed
    assert (
        "Left out: else, where no change helps. Not included, because not measured, though it may "
        "cost more: a new IV for each value."
    ) in str(told.servers)
    assert (
        "else: nothing measured here is enough: ECB shows which blocks are equal, and has no IV to "
        "renew. Against a disk thief, measure encrypted tablespaces (with encrypted "
        "logs) or an encrypted folder, "
    ) in str(told.todo.points[-1])
    assert "This keeps out other logins, but no database administrator (superuser)." in str(
        told.todo
    )
    beside = Advised(  # where the application cannot keep it out, it was measured
        Requirements(), answers, (), (*some, candidate(GCM_HERE, known(7), server="else")), True
    )
    assert "On else, no change helps: ECB" in str(beside.todo)


def test_that_each_condition_that_may_change_what_was_measured_has_a_name_for_it() -> None:
    conditions = [each for each in RULES if each.effect is Effect.CONDITION]
    unmeasured = {each.code for each in conditions if each.found or not each.measured}
    assert set(CHANGES) == {*unmeasured, Reason.BIND_ROWS}


def test_that_what_is_advised_and_was_not_measured_is_named_beside_capacity() -> None:
    table = candidate(TABLE, known(3), engine="mariadb")
    gcm = candidate(GCM_HERE, known(12))
    spent = [
        Spending(each.server, each.protection, Case(1000), ("INSERT",), False, 2.0, more)
        for each, more in ((table, Interval(3, 2, 4)), (gcm, Interval(12, 11, 13)))
    ]
    asked = Requirements((DISK, Withstand.CHANGE)), Requirements((DISK,))
    said = [
        str(Advised(each, (advise((one,), each),), tuple(spent), (one,), named=False).servers)
        for each, one in (
            (asked[0], gcm),
            (asked[0], replace(gcm, bound=True)),
            (asked[1], replace(gcm, near=True)),
            (asked[1], replace(gcm, near=True, in_process=True)),
            (asked[1], table),
        )
    ]
    begins = "Not included, because not measured, though it may cost more: "
    told = [each.partition(begins)[2] for each in said]
    assert [each.partition(".")[0] for each in told] == [
        "values bound to their rows", "", "the network between two machines", "", "encrypted logs"
    ]  # fmt: skip


def test_that_a_login_that_nothing_keeps_out_is_named() -> None:
    weak = candidate(CBC_HERE, known(5), fixed_iv=True)
    gcm = candidate(GCM_HERE, known(12))
    told = []
    for some in ((weak,), (weak, gcm)):
        answers = tuple(advise(some, Requirements(each)) for each in STEPS)
        told.append(str(Advised(Requirements(), answers, (), some, named=False).todo))
    assert OPEN in told[0]
    assert "keeps out a login" not in told[1]
    asked = Requirements(STEPS[1])
    alone = Advised(asked, (advise((weak,), asked),), (), (weak,), named=False)
    assert "No change keeps out" not in str(alone.todo)


def test_that_a_cost_without_rows_bound_says_so(store: Store) -> None:
    campaign = costly_campaign(1, (GCM,), repetitions=6)
    costs = {("postgresql", GCM.name): 0.4}
    unbound = summary_of(report_on(store, store_costs(store, campaign, costs, noise=0.002)))
    said = "Not included: binding values to their rows, and the network between two machines, which"
    assert said in str(unbound.cost)
    bound = summary_of(report_on(store, store_loaded(store)))
    assert "Not included: the network between two machines, which" in str(bound.cost)
    asked = Requirements((Withstand.OS_LOGIN, Withstand.CHANGE))
    near = replace(candidate(GCM_HERE, known(12)), near=True)
    each = [
        not_included_words(advise((one,), asked).advised)
        for one in (near, replace(near, near=False), replace(near, near=False, bound=True))
    ]
    assert [str(one).count("rows") for one in each] == [1, 1, 0]
    assert [str(one).count("network") for one in each] == [1, 0, 0]


def test_that_where_some_were_opened_nobody_is_said_to_be_kept_out(store: Store) -> None:
    campaign = costly_campaign(2, (CBC,), repetitions=6)
    costs = {("postgresql", CBC.name): 0.4, ("mariadb", CBC.name): 0.2}
    report = report_on(store, store_costs(store, campaign, costs, noise=0.002))
    key = "postgresql", CBC.name, Ground.FILES, Subject.KEY, PlaceName.SERVER_LOG, True, NOTHING
    summary = summary_of(replace(report, evidence=[Trace(*key)]))
    assert str(summary.lead[0]).startswith(
        "Nothing here should be used as it was measured. No protection keeps anybody out entirely. "
        "What was measured costs 20 % ("
    )
    assert (
        "Files, logs and memory were searched for data and keys: finding nothing is no proof. * "
        "marks what was not tried." in str(summary.protects)
    )
    assert "Encryption in the database gets the key" not in str(summary.protects)  # seen above
    assert not any("*" in str(each) for each in summary.notes)
    found = "Data or keys were found here (see table): by a disk thief "
    where = "in AES-128-CBC in the database on postgresql."
    assert found in str(summary.protects) and where in str(summary.protects)
    assert "on mariadb" not in str(summary.protects)
