"""A campaign is read in one transaction, and all that is read is of one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from app.findings.compare import Comparisons
from app.report.figures.campaign_report import report_on
from app.results.events import Noted
from app.results.store.store import Store, open_store
from engines.contract.errors import InputError
from engines.contract.message import phrase
from tests.app.results.making import OPERATIONS, make_campaign, run_of, store_campaign, whole_run

_SECONDS = dict.fromkeys(OPERATIONS, 1.0)


@contextmanager
def heard(transactions: Callable[[], object], select: Callable[[], object]) -> Iterator[None]:
    """Have something called as each transaction begins, and after each SELECT."""

    def begun(_: Connection) -> None:
        transactions()

    def executed(*reported: object) -> None:
        if str(reported[2]).lstrip().upper().startswith("SELECT"):
            select()

    event.listen(Engine, "begin", begun)
    event.listen(Engine, "after_cursor_execute", executed)
    try:
        yield
    finally:
        event.remove(Engine, "begin", begun)
        event.remove(Engine, "after_cursor_execute", executed)


def measured(store: Store) -> int:
    """A campaign with one run that is done, and a line in its log."""
    campaign_id = store_campaign(store, make_campaign())
    store.write(campaign_id, whole_run(run_of(store, campaign_id, 0, 1), _SECONDS))
    store.write(campaign_id, [Noted(phrase("said"), "info", 1000.0)])
    return campaign_id


def test_that_a_result_is_opened_by_ten_questions_and_one_about_raw_ciphers(
    any_store: Store,
) -> None:
    """All in one transaction; what ciphers alone do is of another campaign."""
    campaign_id = measured(any_store)
    begun: list[None] = []
    asked: list[None] = []
    with heard(lambda: begun.append(None), lambda: asked.append(None)):
        report_on(any_store, campaign_id)
    assert (len(begun), len(asked)) == (1, 11)


def test_that_a_snapshot_holds_what_the_store_tells_part_by_part(any_store: Store) -> None:
    campaign_id = measured(any_store)
    found = any_store.snapshot(campaign_id)
    assert found.summary == any_store.summary(campaign_id)
    assert found.campaign == any_store.load(campaign_id).campaign
    assert found.environment == any_store.environment(campaign_id)
    assert found.servers == any_store.servers(campaign_id)
    assert found.sessions == any_store.sessions(campaign_id)
    assert found.cells == any_store.cells(campaign_id)
    assert found.runs == any_store.runs(campaign_id)
    assert found.operations == any_store.operations(campaign_id)
    assert found.evidence == any_store.evidence(campaign_id)
    assert found.events == any_store.events(campaign_id)
    report = report_on(any_store, campaign_id)
    assert report.comparison == Comparisons(any_store.snapshot(campaign_id)).rows
    assert report.headline == [each for each in report.compared.totals() if not each.control]


@pytest.mark.parametrize(
    "kind",
    [
        "sqlite",
        pytest.param("postgresql", marks=pytest.mark.slow),
        pytest.param("mariadb", marks=pytest.mark.slow),
    ],
)
def test_that_a_snapshot_is_of_one_moment_while_a_campaign_writes(
    kind: str, request: pytest.FixtureRequest, file: Path
) -> None:
    makers = {"postgresql": "new_database", "mariadb": "new_mariadb_database"}
    address = request.getfixturevalue(makers[kind])() if kind in makers else str(file)
    with open_store(address, write=True) as written, open_store(address, write=False) as read:
        campaign_id = measured(written)
        run = run_of(written, campaign_id, 1, 1)
        before = read.snapshot(campaign_id)
        asked: list[None] = []

        def write_between() -> None:
            asked.append(None)
            if len(asked) == 1:
                written.write(
                    campaign_id, [*whole_run(run, _SECONDS), Noted(phrase("x"), "info", 2000.0)]
                )

        with heard(lambda: None, write_between):
            assert read.snapshot(campaign_id) == before
        after = read.snapshot(campaign_id)
        assert len(after.operations) == len(before.operations) + len(OPERATIONS)
        assert after.summary.runs_done == before.summary.runs_done + 1
        assert len(after.events) == len(before.events) + 1


def test_that_a_snapshot_of_no_campaign_is_refused(store: Store) -> None:
    with pytest.raises(InputError, match="no campaign"):
        store.snapshot(7)
