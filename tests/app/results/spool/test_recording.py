"""Results are kept whatever befalls the store: it blinks, is locked, full, removed or damaged."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from app.campaign import recorder as recording
from app.campaign.recorder import NotStored
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.status import Status
from app.results.database import store_connection
from app.results.database.ledger import Ledger
from app.results.events import (
    CampaignFinished,
    Event,
    Noted,
    OperationFinished,
    RunFinished,
    Sampled,
)
from app.results.intake.file_import import import_file
from app.results.store.store import Store, open_store
from app.system.folders import spool_folder
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.results.proxies import Proxy
from tests.app.stage import Stage
from tests.app.typed import Started, cipherbench, saved
from tests.conftest import Servers
from tests.patience import wait_until, within
from tests.requirements import lacking
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

DONE = Status.DONE


@pytest.fixture
def plan(spec_for: Callable[..., ServerSpec]) -> Callable[..., Campaign]:
    """A campaign of short runs on SQLite, which needs no server."""

    def make(repetitions: int = 4, size: int = 60, **changes: Any) -> Campaign:
        planned = quick_campaign(
            "kept",
            (spec_for("sqlite"),),
            (PlannedProtection(PLAINTEXT),),
            HospitalParameters(sizes=(size,)),
            repetitions=repetitions,
            warmups=0,
        )
        return replace(planned, **changes)

    return make


@pytest.fixture(params=["postgresql", "mariadb"])
def cable(request: pytest.FixtureRequest, servers: Servers) -> Iterator[tuple[Proxy, str]]:
    """A store that programs share, and the cable that leads there."""
    name = {"postgresql": "new_database", "mariadb": "new_mariadb_database"}[request.param]
    url = make_url(request.getfixturevalue(name)())
    if request.param == "postgresql":
        where = Path(str(url.query["host"])) / f".s.PGSQL.{url.port or 5432}"
    else:
        where = Path(str(url.query["unix_socket"]))
    proxy = Proxy(where)
    through = url.set(host="127.0.0.1", port=proxy.port, query={})
    yield proxy, through.render_as_string(hide_password=False)
    proxy.close()


def spools() -> list[Path]:
    return sorted(spool_folder().glob("*.jsonl"))


@pytest.fixture(autouse=True)
def no_spools() -> Iterator[None]:
    for each in spools():
        each.unlink()
    yield
    for each in spools():
        each.unlink()


def after_runs(count: int, act: Callable[[], None]) -> Callable[[Event], None]:
    ended: list[Event] = []

    def watch(event: Event) -> None:
        if isinstance(event, RunFinished):
            ended.append(event)
            if len(ended) == count:
                act()

    return watch


def report(stage: Stage, words: str) -> list[str]:
    return [event.text for event in stage.of(Noted) if words in event.text]


def check_all_there(stage: Stage, campaign_id: int, url: str | None = None) -> None:
    """Every operation and every sample that was measured is in the store, once."""
    with open_store(url or stage.url, write=False) as store:
        runs = store.runs(campaign_id)
        operations = store.operations(campaign_id)
        samples = {run.id: store.samples(run.id) for run in runs}
    assert {run.status for run in runs} == {DONE}
    stored = [(each.operation, each.seconds, each.started_at) for each in operations]
    seen = [(each.operation, each.seconds, each.started_at) for each in stage.of(OperationFinished)]
    assert sorted(stored) == sorted(seen)
    moments = [sample.at for some in samples.values() for sample in some]
    assert sorted(moments) == sorted(event.sample.at for event in stage.of(Sampled))


@pytest.mark.in_every_run("postgresql")
def test_that_a_store_that_is_lost_for_a_while_loses_nothing(
    cable: tuple[Proxy, str], plan: Callable[..., Campaign]
) -> None:
    proxy, url = cable
    stage = Stage(url)

    def blink() -> None:
        proxy.cut()
        threading.Timer(1.0, proxy.restore).start()

    stage.watch = after_runs(2, blink)
    outcome = stage.run(plan(3))
    assert (outcome.status, outcome.failed) == (DONE, 0)
    check_all_there(stage, outcome.campaign_id)
    assert len(report(stage, "The store does not answer")) == 1
    assert len(report(stage, "The store answers again")) == 1
    assert spools() == [], "nothing is left of the spool"


@pytest.mark.in_every_run("mariadb")
def test_that_a_batch_whose_answer_was_lost_is_stored_once(
    cable: tuple[Proxy, str], plan: Callable[..., Campaign]
) -> None:
    proxy, url = cable
    stage = Stage(url)

    proxy.lose_answers(3)
    outcome = stage.run(plan(2))
    assert outcome.status is DONE
    assert proxy.lost() == 3, "it was tried"
    check_all_there(stage, outcome.campaign_id)


@pytest.mark.in_every_run("postgresql")
def test_that_a_store_that_is_lost_as_it_is_checked_is_checked_again(
    cable: tuple[Proxy, str], plan: Callable[..., Campaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, url = cable
    stage = Stage(url)
    check = Store.verify
    tries: list[bool] = []

    def verify(store: Store, campaign_id: int, ledger: Ledger) -> None:
        tries.append(True)
        if len(tries) == 1:
            proxy.cut()
            threading.Timer(1.0, proxy.restore).start()
        check(store, campaign_id, ledger)

    monkeypatch.setattr(Store, "verify", verify)
    outcome = stage.run(plan(2))
    assert outcome.status is DONE and len(tries) > 1
    assert spools() == []


@pytest.mark.in_every_run("postgresql")
def test_that_a_store_that_stays_away_leaves_a_spool_that_can_be_imported(
    cable: tuple[Proxy, str],
    plan: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recording, "PATIENCE_SECONDS", 1.0)
    proxy, url = cable
    stage = Stage(url)
    stage.watch = after_runs(2, proxy.cut)
    with pytest.raises(NotStored) as caught:
        stage.run(plan(4))
    [spool] = spools()
    assert f"cipherbench import {spool}" in caught.value.hint
    assert not stage.of(CampaignFinished), "done is told of what is not in the store"
    assert spool.stat().st_mode & 0o777 == 0o600
    assert spool.parent.stat().st_mode & 0o777 == 0o700
    elsewhere = str(tmp_path / "elsewhere.sqlite")
    with open_store(elsewhere, write=True) as store:
        first, second = import_file(store, spool), import_file(store, spool)
    assert (first.new, first.added, first.known) == (True, 4, 0)
    assert (second.new, second.added, second.known) == (False, 0, 4)
    check_all_there(stage, first.campaign, elsewhere)
    proxy.restore()
    with open_store(url, write=True) as store:
        back = import_file(store, spool)
    assert not back.new and back.added >= 2
    check_all_there(stage, back.campaign)


@pytest.mark.in_every_run("postgresql")
def test_that_a_claim_outlives_a_blink(
    cable: tuple[Proxy, str], plan: Callable[..., Campaign]
) -> None:
    proxy, url = cable
    stage = Stage(url)
    refused: list[str] = []

    def blink() -> None:
        proxy.cut()
        proxy.restore()

    def intrude(event: Event) -> None:
        """Once the store has answered again: what it says comes by the thread that this is on."""
        silent = len(report(stage, "does not answer")) > len(report(stage, "answers again"))
        if refused or silent or len(stage.of(RunFinished)) < 3:
            return
        time.sleep(1)
        with open_store(url, write=True) as store:
            try:
                with store.locked(1):
                    refused.append("")
            except InputError as error:
                refused.append(error.message)
        assert stage.runner is not None
        stage.runner.cancel()  # what would be run further is not looked at

    blinking = after_runs(1, blink)

    def watch(event: Event) -> None:
        blinking(event)
        intrude(event)

    stage.watch = watch
    stage.run(plan(12))
    assert len(refused) == 1 and "Another program is working on campaign 1" in refused[0]


# An SQLite file.

HOLD = """
import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("begin exclusive")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
held.execute("rollback")
"""


def hold_lock(store: str, seconds: float) -> subprocess.Popen[str]:
    """Another process that locks the database, as a backup or a curious person's shell does."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, store, str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    return holder


@pytest.mark.exhaustive
def test_that_a_lock_that_is_held_longer_than_a_transaction_waits_loses_nothing(
    stage: Stage, plan: Callable[..., Campaign], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_connection, "_BUSY_MS", 1_000)
    holders: list[subprocess.Popen[str]] = []
    stage.watch = after_runs(1, lambda: holders.append(hold_lock(stage.url, 3)))
    outcome = stage.run(plan(2))
    with holders[0] as holder:
        assert holder.wait(60) == 0
    assert (outcome.status, outcome.failed) == (DONE, 0)
    check_all_there(stage, outcome.campaign_id)
    assert len(report(stage, "The store does not answer")) == 1


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(str(tmp_path / "store.sqlite"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """One of 8 MB."""
    made = tmp_path / "disk"
    made.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(made)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        lacking("tmpfs", f"No tmpfs can be mounted here: {done.stderr.strip()}")
    yield made
    subprocess.run(["umount", str(made)], check=True)


def test_that_a_full_disk_under_the_store_is_waited_for(
    small_disk: Path,
    plan: Callable[..., Campaign],
) -> None:
    mounted = small_disk
    stage = Stage(str(mounted / "store.sqlite"))
    ballast = mounted / "ballast"

    def fill() -> None:
        with ballast.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    filling, freeing = after_runs(1, fill), after_runs(4, ballast.unlink)
    stage.watch = lambda event: (filling(event), freeing(event), None)[2]
    outcome = stage.run(plan(5))
    assert outcome.failed == 0
    [output] = report(stage, "The store does not answer")
    assert "full" in output or "I/O" in output
    check_all_there(stage, outcome.campaign_id)


def remove(store: Path) -> None:
    store.unlink()


def replace_by_an_empty_one(store: Path) -> None:
    other = store.with_name("other.sqlite")
    open_store(str(other), write=True).close()
    other.replace(store)


def remove_log(store: Path) -> None:
    Path(f"{store}-wal").unlink()


def replace_by_a_copy(store: Path) -> None:
    """As a restored backup does."""
    other = store.with_name("other.sqlite")
    other.write_bytes(store.read_bytes())
    other.replace(store)


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(remove, marks=pytest.mark.exhaustive),  # as in the next test
        replace_by_an_empty_one,
        pytest.param(replace_by_a_copy, marks=pytest.mark.exhaustive),
        pytest.param(remove_log, marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_store_that_is_taken_away_is_reported_at_once_and_its_results_are_retained(
    act: Callable[[Path], None],
    stage: Stage,
    plan: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recording, "PATIENCE_SECONDS", 1.0)
    at: list[int] = []

    def take_away() -> None:
        act(Path(stage.url))
        at.append(len(stage.of(RunFinished)))

    stage.watch = after_runs(2, take_away)
    with pytest.raises(NotStored):
        stage.run(plan(5, 200))
    output = next(
        index
        for index, event in enumerate(stage.events)
        if isinstance(event, Noted) and "The store does not answer" in event.text
    )
    before = [each for each in stage.events[:output] if isinstance(each, RunFinished)]
    assert len(before) <= at[0] + 2 < 5, "not only at the end"
    [spool] = spools()
    elsewhere = str(tmp_path / "elsewhere.sqlite")
    with open_store(elsewhere, write=True) as store:
        assert import_file(store, spool).added == 5
    check_all_there(stage, 1, elsewhere)


@pytest.mark.exhaustive
def test_that_what_earlier_sessions_measured_is_retained_when_the_store_is_removed(
    stage: Stage,
    plan: Callable[..., Campaign],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recording, "PATIENCE_SECONDS", 1.0)

    def cancel() -> None:
        assert stage.runner is not None
        stage.runner.cancel()

    stage.watch = after_runs(1, cancel)
    first = stage.run(plan(3))
    assert first.status is Status.CANCELLED
    stage.watch = after_runs(1, Path(stage.url).unlink)
    with pytest.raises(NotStored):
        stage.executor().resume("kept")
    [spool] = spools()
    elsewhere = str(tmp_path / "elsewhere.sqlite")
    with open_store(elsewhere, write=True) as store:
        assert import_file(store, spool).added == 3
    check_all_there(stage, 1, elsewhere)


@pytest.mark.parametrize("part", ["-wal", pytest.param("", marks=pytest.mark.exhaustive)])
def test_that_a_store_damaged_in_the_middle_is_noticed_at_the_end(
    part: str, stage: Stage, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    """Somebody writes over the middle of its log, or of the file."""

    def damage() -> None:
        time.sleep(1.0)
        with Path(f"{stage.url}{part}").open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(size // 4)
            file.write(os.urandom(size // 2))

    if not part:  # so that the file holds something
        assert stage.run(plan(1)).failed == 0
        stage.events.clear()
    stage.watch = after_runs(2, damage)
    with pytest.raises(NotStored) as caught:
        stage.run(plan(3))
    assert "not in the store" in caught.value.message
    [spool] = spools()
    with open_store(str(tmp_path / "elsewhere.sqlite"), write=True) as store:
        assert import_file(store, spool).added == 3
    check_all_there(stage, 1, str(tmp_path / "elsewhere.sqlite"))


def test_that_a_store_with_damaged_pages_is_refused_before_anything_is_run(
    stage: Stage, plan: Callable[..., Campaign], tmp_path: Path
) -> None:
    stage.run(plan(1))
    size = Path(stage.url).stat().st_size
    with Path(stage.url).open("r+b") as file:
        file.seek(size - 3 * 4096)
        file.write(os.urandom(3 * 4096))
    done = cipherbench("resume", "kept", "--store", stage.url)
    assert done.code == 2
    assert "is damaged" in done.sentence and "cipherbench check" in done.sentence
    assert len(done.err.splitlines()) == 1
    again = cipherbench("run", saved(plan(1), tmp_path), "--store", stage.url)
    assert again.code == 2 and "is damaged" in again.sentence


def test_that_a_spool_that_cannot_be_written_is_reported_and_the_store_counts(
    stage: Stage, plan: Callable[..., Campaign], home: Path
) -> None:
    folder = spool_folder()
    for each in folder.iterdir():
        each.unlink()
    folder.rmdir()
    folder.symlink_to(tempfile.mkdtemp(dir=home))
    try:
        outcome = stage.run(plan(1))
    finally:
        assert list(folder.iterdir()) == [], "links are not followed"
        folder.unlink()
    assert outcome.failed == 0
    assert len(report(stage, "No spool can be written")) == 1
    check_all_there(stage, outcome.campaign_id)


def test_that_a_killed_program_loses_no_run_that_was_over_and_resume_takes_it_from_the_spool(
    tmp_path: Path, plan: Callable[..., Campaign]
) -> None:
    store = str(tmp_path / "store.sqlite")
    program = Started(
        *("run", saved(plan(40), tmp_path), "--store", store),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr is not None
    holder = None
    for line in program.stderr:
        if line.startswith("[2 of") and holder is None:
            holder = hold_lock(store, 60)
        if line.startswith("[6 of"):
            break
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    program.stderr.close()
    assert holder is not None
    holder.kill()
    holder.communicate()
    with open_store(store, write=False) as opened:
        stored = opened.summary(1).runs_done
    assert stored <= 3, "the others are in the spool alone"
    [spool] = spools()
    lines = spool.read_text().splitlines()
    ends = [line for line in lines if '"RunFinished"' in line]
    assert len(ends) >= 6
    resumed = Started(
        *("resume", "kept", "--store", store),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert resumed.stderr is not None
    output = []
    for line in resumed.stderr:
        output.append(line)
        if line.startswith("["):
            resumed.send_signal(signal.SIGINT)
            break
    output += resumed.stderr.readlines()
    resumed.wait(60)
    resumed.stderr.close()
    assert "runs that an earlier session could not store were imported from" in "".join(output)
    assert next(line for line in output if line.startswith("[")).startswith(f"[{len(ends)} of 40")
    assert spools() == []


def test_that_cancelling_does_not_wait_for_a_store_that_is_away(
    stage: Stage, plan: Callable[..., Campaign]
) -> None:
    asked: list[float] = []
    holders: list[subprocess.Popen[str]] = []

    def lock_and_cancel() -> None:
        holders.append(hold_lock(stage.url, 60))

        def cancel() -> None:
            asked.append(time.monotonic())
            assert stage.runner is not None
            stage.runner.cancel()

        threading.Timer(0.5, cancel).start()

    stage.watch = after_runs(1, lock_and_cancel)
    try:
        with pytest.raises(NotStored):
            stage.run(plan(100))
        assert time.monotonic() - asked[0] < within(2.5)
        assert len(spools()) == 1
    finally:
        holders[0].kill()
        holders[0].communicate()


def test_that_an_exit_code_tells_that_results_are_not_in_the_store(
    tmp_path: Path, plan: Callable[..., Campaign]
) -> None:
    """Somebody asks for the end as the program waits for its store."""
    store = tmp_path / "store.sqlite"
    program = Started(
        *("run", saved(plan(4), tmp_path), "--store", store),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr is not None
    output = []
    for line in program.stderr:
        output.append(line)
        if line.startswith("[1 of"):
            store.unlink()
        if line.startswith("[3 of"):
            wait_until(lambda: '"CampaignFinished"' in spools()[0].read_text())
            program.send_signal(signal.SIGINT)
    program.stderr.close()
    assert program.wait(60) == 1
    [spool] = spools()
    assert f"`cipherbench import {spool}`" in output[-1] and "Traceback" not in "".join(output)
    done = cipherbench("import", spool, "--store", tmp_path / "other.sqlite", "--json")
    assert done.code == 0, done.err
    assert done.json["added"] == 4  # type: ignore[index]
