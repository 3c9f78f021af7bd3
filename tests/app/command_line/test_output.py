"""Output is secondary to what is measured: nobody need read it, and nothing need take it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.store.store import open_store
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.results.making import make_campaign, store_campaign
from tests.app.streams import LONG, Said, led
from tests.app.typed import Started, saved
from workloads.hospital.workload import HospitalParameters

PROGRAM = f"{sys.executable} -m app"


@pytest.fixture
def plan(spec_for: Callable[..., ServerSpec], tmp_path: Path) -> Path:
    planned = quick_campaign(
        "secondary", (spec_for("sqlite"),), (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(5,)), repetitions=3, warmups=0,
    )  # fmt: skip
    return saved(planned, tmp_path)


def statuses(store: Path) -> list[Status]:
    with open_store(str(store), write=False) as opened:
        assert opened.summary(1).status is Status.DONE
        return [run.status for run in opened.runs(1)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "streams",
    [
        ">/dev/full 2>/dev/full",
        "<&- >&- 2>&-",
        pytest.param("2>&1 | head -1", marks=pytest.mark.exhaustive),  # a failed one's, below
        pytest.param("2>&1 >/dev/null | true", marks=pytest.mark.exhaustive),
        pytest.param("| head -c 1", marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_campaign_is_stored_whatever_its_output_leads_to(
    streams: str, plan: Path, tmp_path: Path
) -> None:
    """That nobody reads stderr from the start is the same as that nobody does after a line."""
    store = tmp_path / "s.sqlite"
    code, came, report = led(streams, "run", plan, "--store", store, "--json")
    message = came.decode() + report
    assert code == 0, message
    assert statuses(store) == [Status.DONE] * 3
    assert "Traceback" not in message and "Exception ignored" not in message
    assert "Errno" not in message and "BrokenPipe" not in message


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_a_failed_campaign_is_stored_and_its_exit_code_the_same_unread(
    plan: Path, tmp_path: Path
) -> None:
    text = plan.read_text()
    away = '\n[[server]]\nname = "away"\nsource = "address"\nengine = "postgresql"\nport = 1\n'
    plan.write_text(text + away + 'user = "x"\n')
    store = tmp_path / "s.sqlite"
    code, message, _ = led("2>&1 | head -1", "run", plan, "--store", store, "--json")
    assert code == 1
    assert b"Traceback" not in message and b"Exception ignored" not in message
    assert b"Errno" not in message and b"BrokenPipe" not in message
    with open_store(str(store), write=False) as opened:
        ends = [(run.server, run.status) for run in opened.runs(1)]
    assert ends.count(("sqlite", Status.DONE)) == ends.count(("away", Status.FAILED)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "streams"),
    [
        ("campaigns", (">/dev/full", ">&-", "| true")),
        ("campaigns --json", (">/dev/full",)),
        ("--help", ("| true",)),
        ("--version", (">/dev/full",)),
        pytest.param("campaigns --json", (">&-", "| true"), marks=pytest.mark.exhaustive),
        pytest.param("--help", (">/dev/full", ">&-"), marks=pytest.mark.exhaustive),
        pytest.param("--version", (">&-", "| true"), marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_list_that_cannot_be_written_is_no_error(
    words: str, streams: tuple[str, ...], tmp_path: Path
) -> None:
    store = tmp_path / "s.sqlite"
    with open_store(str(store), write=True) as opened:
        store_campaign(opened, make_campaign("listed"))
    option = () if words.startswith("--") else ("--store", store)
    for each in streams:
        code, _, message = led(each, *words.split(), *option)
        assert (code, message) == (0, ""), each


def test_that_a_bad_plan_is_still_exit_2_when_nobody_listens(tmp_path: Path) -> None:
    line = f"{PROGRAM} run {tmp_path}/none --store {tmp_path}/s.sqlite 2>&-"
    assert subprocess.run(["bash", "-c", line], check=False, timeout=LONG).returncode == 2


@pytest.mark.slow
def test_that_a_terminal_that_hangs_up_ends_no_campaign(plan: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    ours, theirs = pty.openpty()
    program = Started(
        *("run", plan, "--store", store),
        terminal=True,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    while b"[0 of" not in seen:
        seen += os.read(ours, 1000)
    os.close(ours)
    assert program.wait(LONG) == 0
    assert statuses(store) == [Status.DONE] * 3


@pytest.mark.slow
def test_that_a_pipe_that_nobody_reads_holds_up_no_campaign(plan: Path, tmp_path: Path) -> None:
    """As a terminal that was halted with Ctrl+S."""
    store = tmp_path / "s.sqlite"
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writes, bytes(512))
    os.set_blocking(writes, True)
    program = Started("run", plan, "--store", store, stderr=writes)
    os.close(writes)
    assert program.wait(LONG) == 0
    os.close(reads)
    assert statuses(store) == [Status.DONE] * 3


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_what_waited_for_a_reader_is_read_in_order(plan: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    with Started("run", plan, "--store", store, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        time.sleep(1)
        message = program.stderr.read().splitlines()
    assert program.returncode == 0
    assert message[-1] == "Campaign 1 done"
    assert [line[:5] for line in message if line.startswith("[")] == ["[0 of", "[1 of", "[2 of"]


@pytest.mark.slow
@pytest.mark.parametrize("stderr", ["full", pytest.param("closed", marks=pytest.mark.exhaustive)])
def test_that_a_signal_still_cancels_with_no_output(
    stderr: str, plan: Path, tmp_path: Path
) -> None:
    store = tmp_path / "s.sqlite"
    plan.write_text(plan.read_text().replace("repetitions = 3", "repetitions = 500"))
    program: subprocess.Popen[Any]
    if stderr == "full":
        with Path("/dev/full").open("wb") as full:
            program = Started("run", plan, "--store", store, stderr=full, start_new_session=True)
    else:
        line = f"exec {PROGRAM} run {plan} --store {store} 2>&-"
        program = subprocess.Popen(["bash", "-c", line], start_new_session=True)
    deadline = time.monotonic() + LONG
    while time.monotonic() < deadline:
        time.sleep(0.3)
        if store.exists() and runs_done(store):
            break
    os.killpg(program.pid, signal.SIGINT)
    assert program.wait(LONG) == 1
    with open_store(str(store), write=False) as opened:
        assert opened.summary(1).status is Status.CANCELLED


def runs_done(store: Path) -> int:
    try:
        with open_store(str(store), write=False) as opened:
            return opened.summary(1).runs_done
    except Exception:  # noqa: BLE001 it is being made
        return 0


@pytest.mark.slow
def test_that_an_export_goes_through_a_pipe_as_into_a_file(tmp_path: Path) -> None:
    store, file = tmp_path / "s.sqlite", tmp_path / "a.csv"
    with open_store(str(store), write=True) as opened:
        store_campaign(opened, make_campaign())

    def exported(kind: str, output: object, stdout: int = subprocess.PIPE) -> Said:
        words = ["export", "1", "--store", store, "--format", kind, "-o", output]
        with Started(*words, stdout=stdout, stderr=subprocess.PIPE) as program:
            written, message = program.communicate(timeout=LONG)
        return program.returncode, written, message.decode()

    assert exported("csv", file)[0] == 0
    assert exported("csv", "-") == (0, file.read_bytes(), "")
    with Path("/dev/full").open("wb") as full:
        code, _, message = exported("csv", "-", full.fileno())
    assert code == 2 and "stdout cannot be written: No space left on device" in message
    code, nothing, message = exported("study", "-")
    assert (code, nothing) == (2, b"") and "two files" in message
    ours, theirs = pty.openpty()
    code, _, message = exported("csv", "-", theirs)
    os.close(theirs)
    os.close(ours)
    assert code == 2 and "could change how the terminal works" in message
