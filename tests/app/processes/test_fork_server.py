"""A worker is there at once: what it needs has been imported, and is no work for its collector."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import signal
import subprocess
import sys
from multiprocessing import current_process
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.processes import fork_server
from app.processes.errands import Errand, HelperProcess
from app.processes.fork_server import fork_server_pid, new_pipe, no_resources_error, start_worker
from engines.contract.message import phrase
from engines.registry import engine_modules
from tests.patience import wait_until
from workloads.registry import workload_named, workload_names

pytestmark = pytest.mark.slow


def tell(theirs: Connection) -> None:
    """Send the modules of a new worker, and how many objects are left out of its collections, and
    how many are not."""
    theirs.send((set(sys.modules), gc.get_freeze_count(), len(gc.get_objects())))
    theirs.close()


def test_that_a_new_worker_has_all_it_needs_and_collects_none_of_it() -> None:
    ours, theirs = new_pipe()
    worker = start_worker(tell, theirs)
    wait_until(ours.poll)
    modules, frozen, collected = ours.recv()
    worker.join(60)
    workloads = {type(workload_named(name)).__module__ for name in workload_names()}
    assert workloads | {*engine_modules()} <= modules
    assert frozen > 20_000 > collected


def test_that_a_terminal_s_keys_and_end_reach_neither_the_fork_server_nor_a_worker() -> None:
    """They go to all processes of a terminal: the program decides who ends."""
    ours, theirs = new_pipe()
    worker = start_worker(answer, theirs, True)
    wait_until(ours.poll)
    server = ours.recv()
    for process in (server, worker.pid):
        assert process is not None
        for each in (signal.SIGINT, signal.SIGHUP):
            assert deaf_to(process) >> (each - 1) & 1, (process, each)
            os.kill(process, each)
    ours.send(None)
    worker.join(60)
    assert worker.exitcode == 0 and forked_from() == server


def deaf_to(process: int) -> int:
    """The signals that a process blocks or ignores, a bit each."""
    status = Path(f"/proc/{process}/status").read_text().splitlines()
    masks = dict(each.split(":\t") for each in status)
    return int(masks["SigBlk"], 16) | int(masks["SigIgn"], 16)


def folder_for_sockets() -> Path:
    return Path(current_process()._config["tempdir"])  # type: ignore[attr-defined]


def answer(theirs: Connection, waits: bool = False) -> None:
    theirs.send(os.getppid())
    if waits:
        theirs.recv()
    theirs.close()


def forked_from() -> int:
    """Which process a new worker is forked from."""
    ours, theirs = new_pipe()
    worker = start_worker(answer, theirs)
    wait_until(ours.poll)
    parent = ours.recv()
    worker.join(60)
    assert isinstance(parent, int) and parent == fork_server_pid()
    return parent


def test_that_a_lost_folder_is_made_anew_and_what_was_under_way_goes_on() -> None:
    """Again and again, as whatever tidies such folders does."""
    seen, helper = [forked_from()], HelperProcess("test")
    for _ in range(2):
        assert helper.carry_out(Errand(phrase("it was asked"), 30), os.getpid)
        shutil.rmtree(folder_for_sockets())
        seen.append(forked_from())
        assert helper.carry_out(Errand(phrase("it was asked"), 30), os.getpid)
    helper.stop()
    assert len(set(seen)) == 3 and len(fork_server._left) <= 2
    assert sum(alive is not None for alive in fork_server._left.values()) == 1


@pytest.mark.exhaustive
def test_that_a_program_whose_parents_folder_is_lost_makes_its_own() -> None:
    """As the campaign's process has that of the window."""
    folder = folder_for_sockets() if forked_from() else None
    assert folder is not None
    shutil.rmtree(folder)
    program = (
        "from multiprocessing import current_process\n"
        f"current_process()._config['tempdir'] = {str(folder)!r}\n"
        "from app.processes.fork_server import open_fork_server, fork_server_pid\n"
        "open_fork_server(); print(fork_server_pid())"
    )
    report = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(report.stdout)


_ENDED_BY_A_SIGNAL = """
import os, signal
from app.processes.fork_server import new_lock
from app.system import interruption

interruption.install_signal_handlers()
lock = new_lock()
try:
    os.kill(os.getpid(), signal.SIGTERM)
except KeyboardInterrupt:
    interruption.exit_if_signalled(1)
"""


def test_that_an_end_by_a_signal_leaves_no_semaphore_to_pythons_tracker() -> None:
    """The tracker is the last to end, and would report it as leaked."""
    command = [sys.executable, "-c", _ENDED_BY_A_SIGNAL]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_that_what_is_short_is_stated_only_of_what_may_be_short(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as lost:
        (tmp_path / "missing" / "listener").touch()
    error = no_resources_error(lost.value)
    assert str(tmp_path / "missing" / "listener") in error.message and not error.hint
    assert "memory" in no_resources_error(OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))).hint
    assert "ulimit -n" in no_resources_error(OSError(errno.EMFILE, os.strerror(errno.EMFILE))).hint
