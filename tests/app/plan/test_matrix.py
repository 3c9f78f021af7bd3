"""Cells and the order of their runs."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.estimate import planned_seconds
from app.plan.matrix import (
    Cell,
    cells_of,
    passes_of,
    schedule,
    simultaneous_sides,
    why_not_interleaved,
)
from engines.base.capability import Capabilities
from engines.contract.endpoint import Source
from engines.contract.message import Message
from engines.contract.protection import PLAINTEXT, Cipher, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.contract import Case
from workloads.hospital.workload import HospitalParameters
from workloads.web_users.parameters import LoadKind, WebUsersParameters

AES = Protection("aes", ProtectionKind.NATIVE, "aes", 128)
CTR = Protection("ctr", ProtectionKind.NATIVE, "aes", 128, "ctr")
CAMPAIGN = quick_campaign(
    "c",
    (
        ServerSpec("pg", Source.EMBEDDED, "postgresql"),
        ServerSpec("ma", Source.LOCAL, "mariadb"),
        ServerSpec("away", Source.LOCAL, "mariadb", optional=True),
    ),
    (PlannedProtection(PLAINTEXT), PlannedProtection(AES), PlannedProtection(CTR, ("pg",))),
    HospitalParameters(sizes=(10, 20)),
    repetitions=4,
    warmups=1,
)
CAPABILITIES = {
    "pg": Capabilities(
        "18",
        frozenset({Cipher("aes", 128, "cbc")}),
        {Cipher("aes", 128, "ctr"): Message("Cannot use")},
    ),
    "ma": Capabilities("10", frozenset({Cipher("aes", 128, "ecb")})),
}


def test_that_a_mode_left_open_is_the_engine_s_own_and_an_impossible_one_says_why() -> None:
    cells = cells_of(CAMPAIGN, CAPABILITIES)
    assert [(c.server, c.size, c.protection.name, c.reason) for c in cells if c.size == 10] == [
        ("pg", 10, "plaintext", ""),
        ("pg", 10, "aes", ""),
        ("pg", 10, "ctr", "The server refused aes-128-ctr: Cannot use"),
        ("ma", 10, "plaintext", ""),
        ("ma", 10, "aes", ""),
    ]


def blocks(campaign: Campaign, cells: list[Cell]) -> list[list[tuple[str, int]]]:
    """The measured runs, four at a time, as (protection, repetition)."""
    runs = [run for run in schedule(campaign, cells) if not run.warmup]
    flat = [(cells[run.cell].protection.name, run.repetition) for run in runs]
    return [flat[i : i + 4] for i in range(0, len(flat), 4)]


def test_that_sides_that_take_turns_stand_side_by_side_in_a_drawn_order() -> None:
    cells = cells_of(CAMPAIGN, CAPABILITIES)
    runs = [run for run in schedule(replace(CAMPAIGN, repetitions=8), cells) if not run.warmup]
    sets = [
        list(some) for _, some in groupby(runs, lambda run: (cells[run.cell].group, run.repetition))
    ]
    assert all({run.repetition for run in some} == {some[0].repetition} for some in sets)
    groups = {cell.group for cell in cells}
    assert len(sets) == 8 * len(groups)
    for group in groups:
        firsts = {some[0].cell for some in sets if cells[some[0].cell].group == group}
        assert len(firsts) > 1, "somebody always goes first"


def test_that_every_block_runs_forwards_and_then_backwards() -> None:
    cells = cells_of(CAMPAIGN, CAPABILITIES)
    for first, second, third, fourth in blocks(replace(CAMPAIGN, order=Order.ABBA), cells):
        assert first[0] == fourth[0] != second[0] == third[0]
        assert (first[1], second[1]) in {(1, 1), (3, 3)}
        assert third[1] == fourth[1] == first[1] + 1


def test_that_every_able_cell_gets_its_repetitions_and_warm_ups_come_first() -> None:
    cells = cells_of(CAMPAIGN, CAPABILITIES)
    for repetitions in (1, 3, 4):
        runs = schedule(replace(CAMPAIGN, repetitions=repetitions), cells)
        able = [index for index, cell in enumerate(cells) if not cell.reason]
        assert [run.cell for run in runs if run.warmup] == able
        assert all(run.warmup for run in runs[: len(able)])
        for index in able:
            numbers = sorted(r.repetition for r in runs if r.cell == index and not r.warmup)
            assert numbers == list(range(1, repetitions + 1))


def test_that_the_seed_alone_decides_the_order() -> None:
    cells = cells_of(CAMPAIGN, CAPABILITIES)
    assert schedule(CAMPAIGN, cells) == schedule(CAMPAIGN, cells)
    orders = {tuple(schedule(replace(CAMPAIGN, seed=seed), cells)) for seed in range(8)}
    assert len(orders) > 4


def test_that_the_study_s_order_goes_one_cell_after_another() -> None:
    cells = cells_of(CAMPAIGN, CAPABILITIES)
    runs = schedule(replace(CAMPAIGN, order=Order.SEQUENTIAL, warmups=0), cells)
    assert [run.cell for run in runs] == sorted(run.cell for run in runs)


def test_that_requests_of_all_protections_come_at_once_where_they_arrive() -> None:
    """A case for requests in turn, one for arrivals: of three protections with the control."""
    users = WebUsersParameters(
        loads=(LoadKind.BASELINE, LoadKind.MIXED), baseline_seconds=5, seconds=30
    )
    planned = replace(
        CAMPAIGN, workload=users, control=True, protections=CAMPAIGN.protections[:2], warmups=0
    )
    cells = {cell.case: cell for cell in cells_of(planned, CAPABILITIES) if cell.server == "pg"}
    in_turn, arriving = sorted(cells, key=lambda case: "turn" not in case.name)
    assert "waits for the previous answer" in str(why_not_interleaved(planned, in_turn))
    assert not why_not_interleaved(planned, arriving)
    assert (simultaneous_sides(planned, in_turn), simultaneous_sides(planned, arriving)) == (1, 3)
    assert (passes_of(planned)(in_turn), passes_of(planned)(arriving)) == (2, 1)
    seconds, whole = (
        planned_seconds(replace(planned, order=order))(cells[arriving])
        for order in (Order.LOCKSTEP, Order.ABBA)
    )
    assert seconds and whole and seconds * 3 == whole
    assert simultaneous_sides(replace(planned, order=Order.ABBA), arriving) == 1
    assert simultaneous_sides(CAMPAIGN, Case(10)) == 1
