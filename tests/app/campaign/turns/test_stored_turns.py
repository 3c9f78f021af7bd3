"""Turns as they are kept."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from app.plan.campaign import Placement, PlannedProtection
from app.results.turns import BadTurns, Turns, others_share, trimmed_ratio, turns_json
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import cipherbench, saved
from workloads.hospital.workload import HospitalParameters

NUMBERS = st.floats(0, 1e6, allow_nan=False)
TURN = st.tuples(NUMBERS, NUMBERS, NUMBERS, st.integers(0, 2**32 - 1))


@given(st.lists(TURN, max_size=50))
def test_that_turns_come_back_as_they_were(report: list[tuple[float, float, float, int]]) -> None:
    turns = Turns(*zip(*report, strict=True)) if report else Turns((), (), (), ())
    assert Turns.from_bytes(turns.to_bytes()) == turns
    assert turns_json(turns.to_bytes())["turn_statements"] == turns.statements


def test_that_cpu_nobody_could_see_is_none_in_json() -> None:
    turns = Turns((0.1, 0.2), (0.1, 0.2), (0.05, math.nan), (3, 4))
    report = turns_json(turns.to_bytes())
    assert report == {
        "turn_seconds": (0.1, 0.2),
        "turn_cpu_s": None,
        "turn_statements": (3, 4),
        "turn_elapsed_s": (0.1, 0.2),
    }
    assert set(turns_json(None).values()) == {None}


@pytest.mark.parametrize("packed", [b"", b"\x01\0\0\0", b"\xff" * 40, b"\0\0\0\0\0"])
def test_that_other_bytes_are_refused(packed: bytes) -> None:
    with pytest.raises(BadTurns, match="turns"):
        Turns.from_bytes(packed)


@pytest.mark.parametrize("count", [1, 4, 5, 9, 60])
def test_that_the_trimmed_ratio_is_scipy_s(count: int) -> None:
    draw = np.random.default_rng(count)
    protected, baseline = draw.lognormal(-5, 0.4, (2, count))
    theirs = scipy.stats.trim_mean(np.log(protected / baseline), 0.2)
    assert trimmed_ratio(protected.tolist(), baseline.tolist()) == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize(
    ("protected", "baseline"),
    [((), ()), ((0.1,), (0.1, 0.1)), ((0.1, 0.0), (0.1, 0.1)), ((math.nan,), (0.1,))],
)
def test_that_turns_that_tell_nothing_have_no_ratio(
    protected: tuple[float, ...], baseline: tuple[float, ...]
) -> None:
    assert trimmed_ratio(protected, baseline) is None


def test_that_others_share_leaves_out_the_turn_that_commits() -> None:
    turns = Turns((0.1, 0.9), (0.1, 0.9), (0.08, 0.1), (3, 4))
    assert others_share(turns, commit_seconds=0.7) == pytest.approx(0.2)


def test_that_others_share_of_a_single_turn_is_known_but_for_its_commit() -> None:
    """SQLite does 200 records in one turn: nothing was known of it, and that counted as quiet."""
    busy = Turns((0.12,), (0.12,), (0.02,), (200,))
    assert others_share(busy, commit_seconds=0.02) == pytest.approx(0.8)
    assert others_share(busy, commit_seconds=0.1) == pytest.approx(0.0)
    assert others_share(busy, commit_seconds=0.12) is None


def test_that_others_share_of_cpu_that_nobody_saw_is_unknown() -> None:
    assert others_share(Turns((0.1,), (0.1,), (math.nan,), (1,)), 0.0) is None
    assert others_share(Turns((), (), (), ()), 0.0) is None


@pytest.mark.parametrize(
    ("seconds", "elapsed", "cpu"),
    [(-1.0, 1.0, 1.0), (math.nan, 1.0, 1.0), (1.0, math.inf, 1.0), (1.0, 1.0, -1.0), (1e300, 1, 1)],
)
def test_that_times_which_no_clock_tells_are_refused(
    seconds: float, elapsed: float, cpu: float
) -> None:
    with pytest.raises(BadTurns, match="impossible times"):
        Turns.from_bytes(Turns((seconds,), (elapsed,), (cpu,), (1,)).to_bytes())


@pytest.mark.slow
def test_that_a_store_whose_turns_are_damaged_is_reported_in_a_sentence(tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    plan = quick_campaign(
        "damaged",
        (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(5,)),
        repetitions=2,
        control=True,
        placement=Placement.ONE_CORE,
    )
    assert cipherbench("run", saved(plan, tmp_path), "--store", store).code == 0
    with closing(sqlite3.connect(store)) as held, held:
        held.execute("update operations set turns = x'0100'")
    for words in (("compare", "1"), ("export", "1", "--format", "json", "-o", tmp_path / "o.json")):
        output = cipherbench(*words, "--store", store)
        assert output.code == 2 and "turns of an operation cannot be read" in output.sentence
