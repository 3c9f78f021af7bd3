"""What an interpreter that is built for old systems lacks, as those that uv fetches: servers start,
memory is shared and files are locked as with any other."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engines.platform import locks
from engines.platform.processes import kill_by_handle, process_handle
from engines.platform.shared_memory import SharedMemory, memory_holding

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these are Linux's calls")


@pytest.fixture(params=[False, True], ids=["as it is", "older"], autouse=True)
def interpreter(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param:
        monkeypatch.delattr(os, "pidfd_open", raising=False)
        monkeypatch.delattr(signal, "pidfd_send_signal", raising=False)
        monkeypatch.delattr(os, "memfd_create", raising=False)


def test_that_a_process_is_held_watched_and_killed() -> None:
    with subprocess.Popen(["sleep", "600"]) as process:
        handle = process_handle(process.pid)
        assert not select.select([handle], [], [], 0)[0]
        kill_by_handle(handle)
        assert select.select([handle], [], [], 60)[0]
        assert process.wait() == -signal.SIGKILL
        with pytest.raises(ProcessLookupError):
            kill_by_handle(handle)
        os.close(handle)


@pytest.mark.parametrize("number", [2**22 + 1, 2**32 + 1, 2**70])
def test_that_nobody_is_held_whose_number_nobody_has(number: int) -> None:
    with pytest.raises((ProcessLookupError, OverflowError)):
        os.close(process_handle(number))


def test_that_memory_is_unnamed_empty_and_not_handed_down() -> None:
    memory = SharedMemory(4096)
    shared = memory._handle
    assert os.fstat(shared).st_size == 4096 and memory.map[:] == bytes(4096)
    assert "memfd:" in str(Path(f"/proc/self/fd/{shared}").readlink())
    assert not os.get_inheritable(shared)
    secret = memory_holding(b"a key")
    assert os.pread(secret, 10, 0) == b"a key"
    assert not os.get_inheritable(secret)
    memory.close()
    os.close(secret)


def test_that_the_lock_of_a_store_has_linux_s_number() -> None:
    assert getattr(fcntl, "F_OFD_SETLK", 37) == locks._OFD_SETLK == 37
