"""The end of what a keeper keeps, whenever it comes: in order, and with nothing left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engines.keeping import keeper
from engines.keeping.home import servers_folder
from engines.keeping.keeper_process import start_keeper
from engines.keeping.server_folder import ServerFolder, new_server_folder
from tests.patience import wait_until

STARTS_AND_IS_INTERRUPTED = """
import sys, threading, time
from app.system import interruption
interruption.install_signal_handlers()
from app.processes import errands
from engines.contract.endpoint import Source
from engines.keeping import server_folder
from engines.opening import open_server
from engines.servers.server import ServerSpec

furnished = server_folder._furnished

def slowly(path):
    print(path, flush=True)
    time.sleep(0.05)
    return furnished(path)

server_folder._furnished = slowly
spec = ServerSpec("mine", Source(sys.argv[2]), sys.argv[1], binaries=sys.argv[3] or None)
threading.Thread(target=open_server, args=(spec,), daemon=True).start()
try:
    time.sleep(600)
except KeyboardInterrupt:
    interruption.exit_if_signalled(130)
"""


WRITES_ON = """
import itertools, os, signal, time
for each in range(3000):
    os.close(os.open(f"early-{each}", os.O_CREAT))
serves = os.getpid()
if os.fork():
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    os.close(os.open("here", os.O_CREAT))
    signal.pause()
while os.getppid() == serves:
    time.sleep(0.001)
until = time.monotonic() + 0.3
for each in itertools.count():
    if time.monotonic() > until:
        break
    os.close(os.open(f"late-{each}", os.O_CREAT))
"""
"""Has a child that makes files for a while after its end, as one of a server's that has been killed
and had just begun to."""


@pytest.fixture
def folder(home: Path) -> Iterator[ServerFolder]:
    made = new_server_folder("kept")
    yield made
    wait_until(lambda: not made.path.exists())


AUTOGROUP = Path("/proc/self/autogroup")


def keep_and_end(
    folder: ServerFolder,
    serve: list[str],
    stop_signal: str = "SIGTERM",
    prepare: Sequence[list[str]] = (),
) -> None:
    """Have a keeper start something for a server, and end it once that has made a file `here`."""
    process = start_keeper(keeper.__file__, hand_down=folder.handed_down)
    order: dict[str, Any] = {
        "directory": str(folder.path), "inner": str(folder.inner), "data": None, "short": None,
        "environment": {}, "prepare": list(prepare), "prepare_input": "",
        "serve": serve, "user": None, "encrypted_mount": None,
        "group": None, "cores": None, "memory": 0, "stop_signal": stop_signal, "sweep": [],
        "log": folder.log, "pid": folder.pid,
    }  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()
    folder.close()
    wait_until((folder.inner / "here").exists)
    process.communicate(timeout=60)


def test_that_what_prepares_lets_others_go_first_and_the_server_does_not(
    folder: ServerFolder, tmp_path: Path
) -> None:
    report = tmp_path / "told"
    serve = ["sh", "-c", f"nice >> {report}; touch here; sleep 60"]
    keep_and_end(folder, serve, prepare=[["sh", "-c", f"nice > {report}"]])
    usual = os.nice(0)
    assert report.read_text().split() == [str(min(usual + 5, 19)), str(usual)]


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="sessions are not weighed by themselves")
def test_that_a_keeper_lets_other_sessions_go_first_and_its_server_does_not(
    folder: ServerFolder, tmp_path: Path
) -> None:
    report, ends = tmp_path / "told", tmp_path / "ends"
    weighed = "sed s/.*nice// /proc/{}/autogroup"
    at_end = f"trap '{weighed.format('$PPID')} > {ends}; exit' TERM"
    serve = (
        f"{weighed.format('self')} > {report}; {weighed.format('$PPID')} >> {report}; {at_end}; "
        "touch here; while :; do sleep 0.02; done"
    )
    keep_and_end(folder, ["bash", "-c", serve])
    assert report.read_text().split() == ["0", "5"]
    assert ends.read_text().split() == ["10"], "a dozen that end are no hindrance"


@pytest.mark.parametrize("number", ["SIGINT", "SIGHUP", "SIGTERM"])
def test_that_a_server_hears_its_signal(folder: ServerFolder, tmp_path: Path, number: str) -> None:
    """A shell cannot listen to one that is ignored as it begins, nor does a server that has yet to
    say what it listens to."""
    heard = tmp_path / "heard"
    listens = f"trap 'touch {heard}; exit' {number}; touch here; while :; do sleep 0.02; done"
    keep_and_end(folder, ["bash", "-c", listens], number)
    assert heard.exists()


def test_that_a_server_that_missed_its_signal_is_reported_again(
    folder: ServerFolder, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    second = f"trap 'touch {heard}; exit' TERM"
    misses = f'trap "{second}" TERM; touch here; while :; do sleep 0.02; done'
    keep_and_end(folder, ["bash", "-c", misses])
    assert heard.exists()


def test_that_what_still_writes_does_not_leave_its_folder(folder: ServerFolder) -> None:
    keep_and_end(folder, [sys.executable, "-IS", "-c", WRITES_ON])
    assert not folder.path.exists()


def test_that_a_folder_is_removed_that_was_just_being_made(home: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", STARTS_AND_IS_INTERRUPTED, "postgresql", "embedded", ""],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    made = Path(program.stdout.readline().strip())
    program.send_signal(signal.SIGINT)
    program.wait(60)
    program.stdout.close()
    assert made.parent == servers_folder()
    wait_until(lambda: not made.exists())
