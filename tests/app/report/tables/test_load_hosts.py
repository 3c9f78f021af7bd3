"""What each host did of a load that several sent together, in reports."""

from __future__ import annotations

from app.report.figures.campaign_report import report_on
from app.report.tables.load_hosts import hosts_table
from app.results.store.store import Store
from tests.app.report.loaded import store_loaded


def test_that_the_table_says_which_host_s_generator_was_the_limit(store: Store) -> None:
    hosts = ("rack1", "rack2")
    free = store_loaded(store, "free", hosts=hosts)
    bound = store_loaded(store, "bound", hosts=hosts, limiting="rack2")
    output = [
        {(row[4], row[-1]) for row in hosts_table(report_on(store, number)).lines}
        for number in (free, bound)
    ]
    assert output[0] == {("all", "no"), ("rack1", "no"), ("rack2", "no")}
    assert output[1] == {("all", "in 1 of 4"), ("rack1", "no"), ("rack2", "in 1 of 4")}
