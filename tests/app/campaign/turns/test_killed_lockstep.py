"""A program that is killed in the middle of a set of sides, and what is made of what it left."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil
import pytest

from app.findings.compare import Comparisons
from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.status import Status
from app.results.store.store import open_store
from app.system.folders import spool_folder
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.quick import quick_campaign
from tests.app.typed import Started, cipherbench, saved
from tests.families import below
from tests.patience import wait_until
from tests.requirements import spec_of
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

SIDES, SETS, OPERATIONS = 3, 2, 4
ENCRYPTED = Protection("sealed", ProtectionKind.CLIENT, "aes", 256, "gcm")


class Killed:
    """What a program left that was killed as one side of the second set had finished its INSERT:
    `store` and `spool`, which `restore` makes what they were then."""

    def __init__(self, folder: Path, engine: str, size: int) -> None:
        self._stored, self._whole = folder / "kept", folder / "whole.sqlite"
        self.store = folder / "left" / "store.sqlite"
        self.store.parent.mkdir()
        forget_spools()
        words = ("run", saved(_planned(engine, size), folder), "--store", self.store)
        program = Started(*words, stderr=subprocess.DEVNULL)
        wait_until(lambda: _is_in_second_set() or program.poll() is not None, 60)
        assert program.poll() is None
        family = below(program.pid)
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        wait_until(lambda: not any(map(_goes_on, family)), 30)
        [self.spool] = spool_folder().glob("*.jsonl")
        shutil.copytree(self.store.parent, self._stored)
        shutil.copy2(self.spool, folder)
        self._saved_spool = folder / self.spool.name

    def restore(self) -> None:
        shutil.rmtree(self.store.parent)
        shutil.copytree(self._stored, self.store.parent)
        shutil.copy2(self._saved_spool, self.spool)

    def whole(self) -> Path:
        """A copy of the store as it is once the campaign was resumed."""
        if not self._whole.exists():
            self.restore()
            resume(self.store)
            assert not self.spool.exists()
            shutil.copy2(self.store, self._whole)
        return self._whole


def _planned(engine: str, size: int) -> Campaign:
    return quick_campaign(
        "small",
        (spec_of(engine),),
        (PlannedProtection(PLAINTEXT), PlannedProtection(ENCRYPTED)),
        HospitalParameters(sizes=(size,)),
        repetitions=SETS,
        warmups=0,
        control=True,
        order=Order.LOCKSTEP,
    )


def forget_spools() -> None:
    for each in spool_folder().glob("*.jsonl"):
        each.unlink()


@pytest.fixture(scope="module")
def each_killed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Killed]:
    """By engine and number of records; once for all tests."""
    return cache(lambda engine, size: Killed(tmp_path_factory.mktemp(engine), engine, size))


@pytest.fixture
def killed(
    request: pytest.FixtureRequest, each_killed: Callable[[str, int], Killed]
) -> Iterator[Killed]:
    """None of its workers is left."""
    made = each_killed(*getattr(request, "param", ("sqlite", 200)))
    forget_spools()
    made.restore()
    yield made
    forget_spools()


def _is_in_second_set() -> bool:
    written = "".join(each.read_text() for each in spool_folder().glob("*.jsonl"))
    ends, done = (written.count(f'"{each}"') for each in ("RunFinished", "OperationFinished"))
    return ends == SIDES and done > SIDES * OPERATIONS


def _goes_on(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def check(store: Path, replaced: int = 0) -> None:
    """Every set is there, and counts once."""
    with open_store(str(store), write=False) as opened:
        runs = opened.runs(1)
        operations = [each for each in opened.operations(1) if each.is_counted]
        rows = Comparisons(opened.snapshot(1)).rows
    assert {each.status for each in runs} == {Status.DONE}
    assert len([each for each in runs if each.replaced]) == replaced
    counting = sorted((each.repetition, each.protection) for each in runs if not each.replaced)
    sides = ("control", "plaintext", "sealed")
    assert counting == [(n, side) for n in range(1, SETS + 1) for side in sides]
    assert len(operations) == SETS * SIDES * OPERATIONS and all(each.turns for each in operations)
    assert {row.cost.blocks for row in rows if row.cost.percent is not None} == {SETS}
    for n in range(1, SETS + 1):
        set_of = [each for each in runs if each.repetition == n and not each.replaced]
        starts = [each.started_at or 0.0 for each in set_of]
        assert max(starts) - min(starts) < 5, "all sides of a set side by side"


def resume(store: Path) -> None:
    resumed = cipherbench("resume", "small", "--store", store)
    assert resumed.code == 0, resumed.err


@pytest.mark.parametrize(
    "killed",
    [("sqlite", 200), pytest.param(("postgresql", 100), marks=pytest.mark.exhaustive)],
    indirect=True,
)
def test_that_a_set_that_was_cut_short_is_done_again_whole_and_nothing_counts_twice(
    killed: Killed, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere.sqlite"
    taken = cipherbench("import", killed.spool, "--store", elsewhere)
    assert taken.code == 0, taken.err
    with open_store(str(elsewhere), write=False) as opened:
        assert opened.summary(1).runs_done == SIDES
    check(killed.whole())


@pytest.mark.exhaustive  # a set is cut short above
def test_that_a_set_of_which_one_side_was_stored_is_done_again_whole(
    killed: Killed, tmp_path: Path
) -> None:
    """What was written when the program was killed ends with the first of the ends of a set."""
    lines = killed.spool.read_text().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if '"RunFinished"' in line]
    cut, store = tmp_path / "cut.jsonl", tmp_path / "cut.sqlite"
    cut.write_text("".join(lines[: ends[0] + 1]))
    assert cipherbench("import", cut, "--store", store).code == 0
    with open_store(str(store), write=False) as opened:
        assert opened.summary(1).runs_done == 1
    killed.spool.unlink()  # it would complete the set
    resume(store)
    check(store, replaced=1)


def test_that_an_archive_of_turns_comes_back_as_it_was(killed: Killed, tmp_path: Path) -> None:
    store = killed.whole()
    archive, other = tmp_path / "small.zip", tmp_path / "other.sqlite"
    assert cipherbench("archive", "small", "-o", archive, "--store", store).code == 0
    assert cipherbench("import", archive, "--store", other).code == 0
    written = []
    for number, each in enumerate((store, other)):
        file = tmp_path / f"{number}.json"
        assert (
            cipherbench("export", "small", "--format", "json", "-o", file, "--store", each).code
            == 0
        )
        written.append(json.loads(file.read_text()))
    assert written[0] == written[1]
    assert written[0]["order"] == "lockstep"
    done = [each for run in written[0]["runs"] for each in run["operations"]]
    assert done and all(each["turn_seconds"] for each in done)
