"""How a report shows the settings of a plan."""

from __future__ import annotations

from dataclasses import replace

from app.report.figures.campaign_report import report_on
from app.report.tables.context_tables import plan_table
from app.results.store.store import Store
from tests.app.results.making import make_campaign
from tests.app.results.raw import store_raw
from workloads.contract import Parameters
from workloads.own.workload import OwnParameters
from workloads.predicate.blind_indexes import IndexKind
from workloads.predicate.parameters import PredicateParameters


def settings(store: Store, workload: Parameters) -> dict[str, str]:
    report = report_on(store, store_raw(store))
    changed = replace(report, campaign=replace(make_campaign(), workload=workload))
    return {str(line[0]): str(line[1]) for line in plan_table(changed).lines}


def test_that_a_list_is_shown_by_its_values(store: Store) -> None:
    kinds = (IndexKind.NONE, IndexKind.BTREE)
    shown = settings(store, PredicateParameters(rows=(1000, 2000), indexes=kinds))
    assert (shown["rows"], shown["indexes"]) == ("1000, 2000", "none, b-tree")


def test_that_an_empty_list_is_none_and_what_was_not_set_is_left_out(store: Store) -> None:
    shown = settings(store, OwnParameters(file="work.toml", search=(), sizes=(100,)))
    assert (shown["search"], shown["sizes"], shown["rates"]) == ("none", "100", "none")
    assert "seal" not in shown
