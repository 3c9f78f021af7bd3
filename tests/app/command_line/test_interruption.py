"""Ctrl+C and SIGTERM at any moment: the program ends within two seconds, and in order."""

from __future__ import annotations

import os
import pty
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from PIL import Image

from app.plan.campaign import Order
from app.plan.status import Status
from app.results.records import CampaignSummary
from app.results.store.store import open_store
from engines.keeping.home import servers_folder
from engines.servers.server import ServerSpec
from tests.app.reachable import Listening, listening
from tests.app.typed import Started, plan_of
from tests.app.workers import workers_of
from tests.families import below
from tests.patience import wait_until, within
from tests.proxies import Proxy
from workloads.hospital.data import _COLUMNS
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.slow

SECONDS = 2.0
PATIENCE = 15.0
"""Seconds, beside other tests: what the program waits for there comes in a minute or never, or it
would end with another code."""
QUICK_AND_LONG: dict[str, Any] = {
    "workload": HospitalParameters(sizes=(20, 600)),
    "repetitions": 1,
    "order": Order.SEQUENTIAL,
}
"""A campaign whose second run takes more than a second, so that it can be met in its middle."""


@dataclass
class Program:
    """The program as a terminal runs it: its processes are one group, which Ctrl+C goes to."""

    process: subprocess.Popen[bytes]
    message: Path
    family: list[psutil.Process]

    def words(self) -> str:
        return self.message.read_text()

    def wait_for(self, words: str) -> None:
        wait_until(lambda: words in self.words() or self.process.poll() is not None)
        assert words in self.words()

    def wait_for_child(self, word: str) -> None:
        """Until it has a child, or a child's child, with that word on its command line."""
        wait_until(lambda: any(word in " ".join(_words_of(each)) for each in self.children()))

    def children(self) -> list[psutil.Process]:
        self.family = below(self.process.pid) or self.family
        return self.family

    def interrupt(self, number: int = signal.SIGINT) -> float:
        """Seconds that it took to end."""
        self.children()
        began = time.monotonic()
        os.killpg(self.process.pid, number)
        self.process.wait(60)
        return time.monotonic() - began


def _words_of(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return list(process.cmdline())
    return []


def anew(*words: object, **more: Any) -> subprocess.Popen[bytes]:
    """The program, interpreter and all, where the signal may come before everything is there."""
    return subprocess.Popen([sys.executable, "-m", "app", *map(str, words)], **more)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the program; afterwards nothing of it may be left."""
    before = set(servers_folder().iterdir())
    made: list[Program] = []

    def start(*words: object, how: Callable[..., Any] = Started, **more: Any) -> Program:
        output = tmp_path / f"said-{len(made)}.txt"
        with output.open("wb") as into:
            streams = {"stdout": into, "stderr": into, "stdin": subprocess.DEVNULL}
            process = how(*words, **{**streams, **more}, start_new_session=True)
        made.append(Program(process, output, []))
        return made[-1]

    yield start
    for each in made:
        each.process.kill()
        each.process.wait()
        wait_until(partial(_all_gone, each.family), 30)
    wait_until(lambda: not set(servers_folder().iterdir()) - before, 30)
    for each in made:
        assert "Traceback" not in each.words()


def _all_gone(family: list[psutil.Process]) -> bool:
    return not any(map(_goes_on, family))


def _goes_on(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "s.sqlite"


def check_store(store: Path, done: int) -> CampaignSummary:
    """It is whole, and holds the runs that had finished."""
    with closing(sqlite3.connect(store)) as file:
        assert file.execute("pragma integrity_check").fetchall() == [("ok",)]
    with open_store(str(store), write=False) as opened:
        [campaign] = opened.campaigns()
        assert campaign.runs_done >= done
    return campaign


def test_that_a_run_is_cut_short_and_what_is_finished_retained(
    started: Callable[..., Program],
    spec_for: Callable[..., ServerSpec],
    store: Path,
    tmp_path: Path,
) -> None:
    plan = plan_of(tmp_path, spec_for("postgresql"), **QUICK_AND_LONG)
    program = started("run", plan, "--store", store)
    program.wait_for("[1 of 2")
    time.sleep(0.3)
    assert program.interrupt() < within(SECONDS)
    assert program.process.returncode == 1
    assert "Stopped." in program.words() and "Traceback" not in program.words()
    assert check_store(store, done=1).status is Status.CANCELLED


@pytest.mark.parametrize(
    ("engine", "number"), [("postgresql", signal.SIGTERM), ("mariadb", signal.SIGINT)]
)
def test_that_starting_servers_is_cut_short(
    engine: str,
    number: int,
    started: Callable[..., Program],
    spec_for: Callable[..., ServerSpec],
    store: Path,
    tmp_path: Path,
) -> None:
    program = started("run", plan_of(tmp_path, spec_for(engine)), "--store", store, how=anew)
    program.wait_for_child("keeper.py")
    assert program.interrupt(number) < within(SECONDS)
    assert program.process.returncode == 1
    assert program.words().count("Stopped.") == 1


@pytest.mark.parametrize("seconds", [0.15, pytest.param(0.3, marks=pytest.mark.exhaustive), 0.4])
def test_that_the_first_moments_are_cut_short(
    seconds: float, started: Callable[..., Program]
) -> None:
    """Everything is being imported, the fork server too. Seconds of CPU time: beside others Python
    itself may not have come to the program's first line by the clock on the wall."""
    program = started("engines", how=anew)
    spent = psutil.Process(program.process.pid).cpu_times
    wait_until(lambda: sum(spent()[:2]) >= seconds)
    assert program.interrupt() < PATIENCE
    assert program.process.returncode == 1


@pytest.fixture(scope="module")
def there() -> Iterator[Listening]:
    with listening("postgresql") as found:
        yield found


@pytest.fixture
def proxy(there: Listening) -> Iterator[Proxy]:
    made = Proxy(there.port)
    yield made
    made.close()


@pytest.mark.parametrize("turns", [0, 1])
def test_that_waiting_for_a_silent_server_is_cut_short(
    turns: int,
    there: Listening,
    proxy: Proxy,
    started: Callable[..., Program],
    store: Path,
    tmp_path: Path,
) -> None:
    proxy.client_turns = turns
    plan = plan_of(tmp_path, there.spec(proxy.port, connect_seconds=60))
    program = started("run", plan, "--store", store)
    wait_until(lambda: proxy.clients > 0)
    assert program.interrupt() < PATIENCE
    assert program.process.returncode == 1 and "Stopped." in program.words()


def test_that_a_run_on_a_silent_server_is_cut_short_and_what_stays_there_is_named(
    there: Listening,
    proxy: Proxy,
    started: Callable[..., Program],
    store: Path,
    tmp_path: Path,
) -> None:
    program = started("run", plan_of(tmp_path, there.spec(proxy.port)), "--store", store)
    program.wait_for("[0 of 3")
    wait_until(lambda: len(there.databases()) == 1)
    time.sleep(0.3)
    proxy.fall_silent()
    time.sleep(0.1)
    assert program.interrupt() < within(SECONDS)
    assert program.process.returncode == 1
    [left] = there.databases()
    assert left in program.words() and "stays on behind" in program.words()
    check_store(store, done=0)
    proxy.speak()
    there.server.engine.catalogue.drop_database(there.server.endpoint, left)


def test_that_a_second_ctrl_c_ends_at_once(
    there: Listening,
    proxy: Proxy,
    started: Callable[..., Program],
    store: Path,
    tmp_path: Path,
) -> None:
    plan = plan_of(tmp_path, there.spec(proxy.port), **QUICK_AND_LONG)
    program = started("run", plan, "--store", store)
    program.wait_for("[1 of 2")
    proxy.fall_silent()
    program.children()
    os.killpg(program.process.pid, signal.SIGINT)
    time.sleep(0.3)
    began = time.monotonic()
    with suppress(ProcessLookupError):
        os.killpg(program.process.pid, signal.SIGINT)
    program.process.wait(60)
    assert time.monotonic() - began < within(0.9)
    assert program.process.returncode == 1
    check_store(store, done=1)
    proxy.speak()
    for left in there.databases():
        there.server.engine.catalogue.drop_database(there.server.endpoint, left)


@pytest.mark.usefixtures("data_prepared_once")
def test_that_evidence_is_cut_short(
    started: Callable[..., Program],
    spec_for: Callable[..., ServerSpec],
    store: Path,
    tmp_path: Path,
) -> None:
    plan = plan_of(tmp_path, spec_for("postgresql"), size=20, repetitions=1, evidence=True)
    program = started("run", plan, "--store", store)
    program.wait_for("[evidence")
    assert program.interrupt() < PATIENCE
    assert program.process.returncode == 1
    check_store(store, done=1)


def test_that_a_large_picture_is_cut_short(started: Callable[..., Program], tmp_path: Path) -> None:
    picture = tmp_path / "large.png"
    Image.effect_noise((500, 500), 50).resize((6000, 6000)).save(picture, compress_level=0)
    program = started("pattern", picture, "--server", "firebird", "--mode", "cbc")
    wait_until(lambda: any(_is_busy(each, 0.4) for each in workers_of(program.process.pid)))
    assert program.interrupt() < within(SECONDS)
    assert program.process.returncode == 1 and "Stopped." in program.words()


def _is_busy(process: psutil.Process, seconds: float) -> bool:
    """Whether a core has worked for it so long."""
    with suppress(psutil.Error):
        return bool(process.cpu_times().user > seconds)
    return False


def test_that_reading_a_large_file_is_cut_short(
    started: Callable[..., Program],
    spec_for: Callable[..., ServerSpec],
    store: Path,
    tmp_path: Path,
) -> None:
    data = tmp_path / "beds.csv"
    head = list(_COLUMNS.values())
    line = ",".join("1" if name in ("excluido", "validado") else "x" for name in head)
    with data.open("w") as file:
        file.write(",".join(head) + "\n")
        file.write(f"{line}\n" * 1_000_000)
    work = HospitalParameters(data=str(data), sizes=(1_000_000,))
    plan = plan_of(tmp_path, spec_for("sqlite"), workload=work)
    program = started("run", plan, "--store", store)
    process = psutil.Process(program.process.pid)
    wait_until(lambda: _is_busy(process, 0.4))
    assert program.interrupt() < within(SECONDS)
    assert program.process.returncode == 1 and "Stopped." in program.words()
    assert not store.exists()


def test_that_a_locked_store_is_not_waited_for(
    started: Callable[..., Program],
    spec_for: Callable[..., ServerSpec],
    store: Path,
    tmp_path: Path,
) -> None:
    plan = plan_of(tmp_path, spec_for("sqlite"), size=20)
    locked = sqlite3.connect(store, isolation_level=None)
    locked.execute("create table t (a)")
    locked.execute("begin exclusive")
    try:
        program = started("run", plan, "--store", store)
        process = psutil.Process(program.process.pid)
        wait_until(lambda: program.process.poll() is not None or _has_open(process, store))
        if program.process.poll() is None:
            assert program.interrupt() < within(SECONDS)
    finally:
        locked.close()
    assert program.process.returncode in (1, 2)


def _has_open(process: psutil.Process, file: Path) -> bool:
    with suppress(psutil.Error):
        return any(each.path == str(file) for each in process.open_files())
    return False


def test_that_a_prompt_is_cut_short(
    there: Listening, started: Callable[..., Program], store: Path, tmp_path: Path
) -> None:
    """As in a terminal: a password is asked for."""
    ours, theirs = pty.openpty()
    plan = plan_of(tmp_path, there.spec(there.port))
    program = started("run", plan, "--store", store, stdin=theirs, stderr=theirs)
    os.close(theirs)
    report = b""
    while b"Password of" not in report:
        report += os.read(ours, 1000)
    assert program.interrupt() < PATIENCE
    assert program.process.returncode == 1
    with suppress(OSError):
        report += os.read(ours, 1000)
    os.close(ours)
    assert b"Stopped." in report and b"Traceback" not in report
