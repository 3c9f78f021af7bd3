"""How operations grow with records, from stored campaigns, in figures and in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.command_line.main import run
from app.findings.growth import Growth, growth_exponents
from app.plan.campaign import CONTROL, Campaign, Order
from app.report.files.export import export
from app.results.store.store import Store
from engines.contract.protection import PLAINTEXT
from tests.app.results.making import (
    CBC,
    OPERATIONS,
    make_campaign,
    make_cells,
    store_campaign,
    whole_run,
    write_all,
)

SIZES = (1000, 2000, 4000)
POWER = {"INSERT": 1.0, "SELECT": 1.0, "UPDATE": 1.4, "DELETE": 0.8}


def seconds(size: int, repetition: int, operation: str) -> float:
    """A power of the records, a little off in each block, and off by much in the whole of one."""
    block = (repetition + 1) // 2
    off = (-0.02, 0.01, 0.02, -0.01)[block % 4]
    return float((1.7 if block == 2 else 1.0) * 1e-5 * size ** (POWER[operation] + off))


def stored(
    store: Store,
    campaign: Campaign,
    time: Callable[[int, int, str], float] = seconds,
    largest: int | None = None,
) -> int:
    """All runs but those of `largest` records."""
    campaign_id, cells = store_campaign(store, campaign), make_cells(campaign)
    events = [
        event
        for run in store.load(campaign_id).runs
        if not run.warmup and (size := cells[run.cell].size) != largest
        for event in whole_run(run, {each: time(size, run.repetition, each) for each in OPERATIONS})
    ]
    write_all(store, campaign_id, events)
    return campaign_id


def found(store: Store, campaign_id: int) -> dict[tuple[str, str], Growth]:
    return {(g.protection, g.operation): g for g in growth_exponents(store.snapshot(campaign_id))}


@pytest.mark.slow
def test_that_an_operation_is_stated_to_grow_faster_or_slower_only_beyond_its_interval(
    store: Store,
) -> None:
    campaign = make_campaign(sizes=SIZES, repetitions=8, protections=(PLAINTEXT, CONTROL, CBC))
    grown = found(store, stored(store, campaign))
    assert list(grown) == [(each, name) for each in ("plaintext", CBC.name) for name in OPERATIONS]
    update = grown["plaintext", "UPDATE"]
    assert update.exponent == pytest.approx(1.4) and 1.3 < update.low < 1.4 < update.high < 1.5
    assert str(update.message) == (
        "UPDATE on pg, plaintext: grows as records^1.40 (1.37 to 1.43), faster than linear"
    )
    assert str(grown["plaintext", "DELETE"].message).endswith("slower than linear")
    assert grown["plaintext", "SELECT"].linear
    assert str(grown["plaintext", "SELECT"].message).endswith("which may be linear")


@pytest.mark.slow
def test_that_two_sizes_tell_no_growth(store: Store) -> None:
    assert found(store, stored(store, make_campaign(sizes=SIZES[:2], repetitions=4))) == {}


@pytest.mark.slow
def test_that_a_size_that_nobody_measured_yet_is_left_out(store: Store) -> None:
    campaign = make_campaign(sizes=(*SIZES, 8000), repetitions=4)
    campaign_id = stored(store, campaign, largest=8000)
    assert not found(store, campaign_id)["plaintext", "UPDATE"].linear


@pytest.mark.parametrize(
    "without_blocks",
    [{"repetitions": 8, "order": Order.SEQUENTIAL}, {"repetitions": 1}],
    ids=["one cell after another", "one repetition"],
)
def test_that_without_mirror_blocks_the_distance_from_one_line_is_the_doubt(
    store: Store, without_blocks: dict[str, object]
) -> None:
    """Here the machine slowed down by a fifth between one size and the next."""

    def drifting(size: int, repetition: int, operation: str) -> float:
        return seconds(size, repetition, operation) * 1.2 ** SIZES.index(size) * (size != 2000 or 2)

    campaign = replace(make_campaign(sizes=SIZES), **without_blocks)  # type: ignore[arg-type]
    grown = found(store, stored(store, campaign, drifting))
    assert grown["plaintext", "UPDATE"].linear, "three means far off one line prove nothing"


@pytest.mark.slow
def test_that_every_output_tells_growth(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign_id = stored(store, make_campaign("grown", sizes=SIZES, repetitions=4))
    output = str(found(store, campaign_id)["plaintext", "UPDATE"].message)
    document = json.loads(export(store, campaign_id, "json", tmp_path / "a.json").read_text())
    [update] = [
        each
        for each in document["growth"]
        if (each["protection"], each["operation"]) == ("plaintext", "UPDATE")
    ]
    assert list(update) == [
        *("server", "protection", "operation", "exponent", "low", "high"),
        *("case", "text"),
    ]
    assert update["text"] == output and update["low"] < update["exponent"] < update["high"]
    markdown = export(store, campaign_id, "md", tmp_path / "a.md").read_text()
    assert "## Growth" in markdown
    assert any(
        line.startswith("| pg | plaintext | UPDATE | 1.4") and line.endswith("| faster |")
        for line in markdown.splitlines()
    )
    assert run(["compare", "grown", "--store", str(store.url)]) == 0
    report = capsys.readouterr().out
    assert output in report and "may be linear" not in report
