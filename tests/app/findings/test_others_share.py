"""What others took of the core, where an operation's own turns tell it and where they do not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.findings.compare import Comparisons, compare_campaign
from app.findings.cost import VerdictKind
from app.findings.quality import quality_of
from app.report.words.cost_words import cost_words
from app.results.records import CampaignSnapshot
from app.results.store.store import Store
from app.results.turns import Turns
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs
from workloads.contract import CPU_TIME

ONE_CORE = {"asked": "one-core", "server": "1", "worker": "1"}


def turns(count: int, used: float) -> bytes:
    """Turns of 10 ms of which worker and server used a share."""
    return Turns((0.01,) * count, (0.01,) * count, (0.01 * used,) * count, (50,) * count).to_bytes()


def snapshot(store: Store, used: float, single: tuple[str, ...]) -> CampaignSnapshot:
    """AES costs 40 %; these operations were over after a single turn, the others after four."""
    planned = costly_campaign(1, (CBC,))
    found = store.snapshot(store_costs(store, planned, {("postgresql", CBC.name): 0.4}))
    return replace(
        found,
        runs=[replace(each, placement=ONE_CORE) for each in found.runs],
        operations=[
            replace(each, turns=turns(1 if each.operation in single else 4, used))
            for each in found.operations
        ],
    )


def test_that_an_operation_of_one_turn_has_no_verdict_where_others_took_the_core(
    store: Store,
) -> None:
    """It cannot tell what others took, and was held to have had the core for itself."""
    rows = Comparisons(snapshot(store, 0.3, ("SELECT", "DELETE"))).rows
    protected = [each for each in rows if each.protection == CBC.name]
    assert len(protected) == 4
    assert {each.cost.verdict for each in protected} == {VerdictKind.TOO_NOISY}
    assert [each.others_percent for each in protected] == pytest.approx([70.0] * 4)


def test_that_what_no_operation_can_tell_is_no_figure(store: Store) -> None:
    every = ("INSERT", "SELECT", "UPDATE", "DELETE")
    rows = Comparisons(snapshot(store, 0.3, every)).rows
    protected = [each for each in rows if each.protection == CBC.name]
    assert {each.others_percent for each in protected} == {None}
    assert {each.cost.verdict for each in protected} == {VerdictKind.COSTS}


def test_that_only_some_elapsed_times_are_stated_to_have_no_verdict_where_some_have(
    store: Store,
) -> None:
    busy = snapshot(store, 0.3, ())
    stored = [
        replace(each, turns=turns(4, 1.0)) if each.operation == "INSERT" else each
        for each in busy.operations
    ]
    mixed = replace(busy, operations=stored)
    every, some = (quality_of(each, Comparisons(each)).text for each in (busy, mixed))
    assert "of the core. Elapsed times have no verdict" in every
    assert "etection limit" not in every.split("By CPU")[0]
    assert "of the core. Some elapsed times have no verdict" in some
    assert "etection limit" in some.split("By CPU")[0]


@pytest.mark.parametrize(
    ("used", "measure", "by_cpu"),
    [(1.0, None, False), (0.3, None, True), (1.0, CPU_TIME.name, True)],
)
def test_that_a_headline_says_that_it_is_of_cpu_time_and_so_does_json(
    store: Store, used: float, measure: str | None, by_cpu: bool
) -> None:
    found = snapshot(store, used, ())
    spent = [
        replace(each, server_cpu_s=0.6 * each.seconds, worker_cpu_s=0.4 * each.seconds)
        for each in found.operations
    ]
    found = replace(found, operations=spent)
    totals = compare_campaign(found, None, measure).totals()
    protected = next(each for each in totals if each.protection == CBC.name)
    assert protected.total_json()["in_cpu_time"] is by_cpu
    output = str(cost_words([protected.cost], by_cpu=protected.in_cpu_time))
    assert re.fullmatch("costs (39|40) %" + (" CPU time" if by_cpu else ""), output), output
