"""A process and its descendants, read again and again by files that stay open."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.campaign.machine.process_group import ProcessGroup
from engines.platform import proc_files
from engines.platform.proc_files import NewProcesses, ProcFile
from engines.platform.process_counters import processes_under

PARENT = """
import subprocess, sys
children = []
for line in sys.stdin:
    if line.startswith("begin"):
        burn = "import time\\nwhile time.process_time() < 0.3: pass\\nimport sys; sys.stdin.read()"
        child = subprocess.Popen([sys.executable, "-c", burn], stdin=subprocess.PIPE)
        children.append(child)
        print(child.pid, flush=True)
    else:
        child = children.pop()
        child.stdin.close()
        child.wait()
        print(0, flush=True)
"""


class Parent:
    """A process that begins and ends children when it is told to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.pid = self._process.pid

    def tell(self, word: str) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture
def parent() -> Iterator[Parent]:
    made = Parent()
    yield made
    made.close()


def cpu_after(group: ProcessGroup, seconds: float) -> float:
    """How much more a group has used when it is looked at a few times within so many seconds."""
    before = group.reading().cpu
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        group.reading()
        time.sleep(0.02)
    return group.reading().cpu - before


def open_files() -> list[str]:
    """What this process has open."""
    found = []
    for each in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # that of the listing itself is closed again
            found.append(str(each.readlink()))
    return found


def test_that_a_child_that_begins_later_is_counted_from_its_beginning(parent: Parent) -> None:
    group = ProcessGroup(parent.pid)
    parent.tell("begin")
    used = 0.0
    deadline = time.monotonic() + 30
    while used < 0.29:
        assert time.monotonic() < deadline, f"{used} s of 0.3 were seen"
        used += cpu_after(group, 0.2)
    assert used < 1.0


def test_that_a_thread_that_came_and_went_between_two_readings_is_counted() -> None:
    group = ProcessGroup(os.getpid())
    before = group.reading()

    def burn() -> None:
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass

    thread = threading.Thread(target=burn)
    thread.start()
    thread.join()
    assert group.reading().cpu - before.cpu >= 0.19  # clocks of threads and processes differ


def test_that_of_a_process_that_rests_no_thread_is_asked(
    parent: Parent, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = parent.tell("begin")
    group = ProcessGroup(parent.pid)
    while cpu_after(group, 0.1) > 0:  # until both wait for a word
        pass
    asked: list[str] = []
    read = ProcFile.read

    def noting(file: ProcFile) -> bytes:
        asked.append(file._path)
        return read(file)

    monkeypatch.setattr(ProcFile, "read", noting)
    group.reading()
    assert asked and not any(f"/{pid}/" in each for each in asked for pid in (parent.pid, child))


def test_that_who_has_ended_is_let_go(parent: Parent) -> None:
    group = ProcessGroup(parent.pid)
    child = parent.tell("begin")
    cpu_after(group, 0.2)
    held = open_files()
    assert any(f"/proc/{child}/" in each for each in held)
    parent.tell("end")
    before = group.reading()
    for _ in range(3):
        after = group.reading()
    assert after.cpu >= before.cpu and after.read >= before.read
    assert child not in processes_under(parent.pid)
    held = open_files()
    assert not any(f"/proc/{child}/" in each for each in held)


def test_that_nothing_stays_open_of_a_group_that_goes() -> None:
    before = len(open_files())
    group = ProcessGroup(os.getpid())
    assert len(open_files()) > before
    del group
    assert len(open_files()) == before


def test_that_a_thread_that_begins_is_expected_and_then_no_more() -> None:
    new_processes = NewProcesses()
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    assert new_processes.possible()
    # Others begin processes meanwhile: of many readings at once, some see none.
    assert any(not new_processes.possible() for _ in range(1_000))


def test_that_one_looks_always_where_a_system_tells_no_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proc_files, "_numbers_are_readable", lambda: False)
    new_processes = NewProcesses()
    assert all(new_processes.possible() for _ in range(10))


def test_that_a_file_that_stays_open_says_what_is_so_now_and_that_its_process_is_gone() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    file = ProcFile(f"/proc/{child.pid}/stat")
    assert file.read().split()[0] == str(child.pid).encode()
    assert file.read() and Path(f"/proc/{child.pid}/stat").exists()
    child.communicate(b"\n")
    with pytest.raises(ProcessLookupError):
        file.read()
