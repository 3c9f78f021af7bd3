"""What the run page tells of a campaign that is not measured in seconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.results.database.store import open_store
from app.window.pages.run.tally import CellKey, Tally
from tests.app.results.making import operation_finished
from tests.app.results.raw import raw_campaign, store_raw
from workloads.contract import Case


@pytest.fixture(scope="module")
def tally(tmp_path_factory: pytest.TempPathFactory) -> Tally:
    """Four repetitions of raw ciphers whose speeds are known, as the store gives them back."""
    path: Path = tmp_path_factory.mktemp("raw") / "raw.sqlite"
    with open_store(str(path), write=True) as store:
        number = store_raw(store, raw_campaign(repetitions=4))
        found = Tally()
        found.plan(raw_campaign())
        found.restore(
            store.cells(number),
            store.runs(number),
            store.operations(number),
            raw_campaign(repetitions=4),
        )
    return found


def test_that_a_cell_tells_speeds_and_not_the_seconds_that_were_given_to_it(tally: Tally) -> None:
    found = tally.figures(CellKey("openssl", "aes-128-cbc", Case(1024, "bytes")))
    assert found is not None
    figures, measure = found
    assert measure.name == "bytes_per_second"
    assert figures == pytest.approx([1e9 * 1024 / 1124] * 2)


def test_that_what_is_half_as_quick_costs_a_hundred_percent(tally: Tally) -> None:
    cost = tally.cost(CellKey("openssl", "aes-256-cbc", Case(1024, "bytes")))
    assert cost is not None and cost.percent == pytest.approx(100)


def test_that_an_event_tells_the_same_as_the_store(tally: Tally) -> None:
    place = CellKey("openssl", "aes-256-gcm", Case(16, "bytes"))
    event = replace(operation_finished(1, "encrypt"), measures={"bytes_per_second": 5e8})
    assert tally._effort(tally.cells[place], event) == pytest.approx(2e-9)
    assert tally._effort(tally.cells[place], operation_finished(1, "encrypt", 3.0)) == 3.0
