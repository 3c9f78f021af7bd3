"""Processes, locks and memory as every system's body of the seam has to have them."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.keeping.owning_program import has_program_ended, program_identity
from engines.platform.file_access import open_file, opened, stored_ranges
from engines.platform.locks import byte_locker, lock_byte, try_lock, unlock_byte
from engines.platform.processes import (
    boot_id,
    end_group,
    exit_status,
    has_ended,
    process_handle,
    start_time_of,
)
from engines.platform.shared_memory import Gate, Opener, SharedMemory
from engines.platform.streams import wait_readable

_WAITS = "import sys; print('there', flush=True); sys.stdin.read()"


@pytest.fixture
def child() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", _WAITS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "there\n"
        yield process
        process.kill()


def test_that_a_process_is_known_by_its_start_until_it_ends(child: subprocess.Popen[str]) -> None:
    start = start_time_of(child.pid)
    assert start and start == start_time_of(child.pid) and start != start_time_of(os.getpid())
    assert not has_ended(child.pid) and exit_status(child.pid) is None
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert has_ended(child.pid) and exit_status(child.pid) == 9
    child.wait()
    assert has_ended(child.pid) and not start_time_of(child.pid)


@pytest.mark.parametrize(
    ("program", "gone"),
    [
        ("{machine} {boot} {pid} {start}", False),
        ("{machine} {boot} {pid} 1", True),
        ("{machine} another-boot {pid} {start}", True),
        ("another {boot} 99999999 1", False),
        ("{machine} {boot} 99999999 1", True),
        ("nonsense", False),
    ],
)
def test_that_only_a_program_of_this_machine_is_taken_for_gone(program: str, gone: bool) -> None:
    machine, since, pid, start = program_identity().split()
    assert since == boot_id()
    assert (
        has_program_ended(program.format(machine=machine, boot=since, pid=pid, start=start)) is gone
    )


def test_that_a_group_ends_with_what_it_has_started() -> None:
    inner = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {_WAITS!r}])"
    outer = f"{inner}; print(p.pid, flush=True); p.wait()"
    with subprocess.Popen(
        [sys.executable, "-c", outer],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as group:  # fmt: skip
        assert group.stdout is not None
        below = int(group.stdout.readline())
        handle = process_handle(below)
        end_group(group.pid)
        group.wait()
        ended = wait_readable([handle], 10.0)  # its pipes end before it does
        os.close(handle)
    assert ended and has_ended(below)


def test_that_a_lock_is_one_open_file_s(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    one, other = (open_file(file, os.O_RDWR | os.O_CREAT, 0o600) for _ in range(2))
    try_lock(one)
    with pytest.raises(BlockingIOError):
        try_lock(other)
    lock_byte(one, 1 << 62)
    with pytest.raises(BlockingIOError):
        lock_byte(other, 1 << 62)
    assert byte_locker(file, 1 << 62) == os.getpid()
    unlock_byte(one, 1 << 62)
    assert byte_locker(file, 1 << 62) is None
    os.close(one)
    try_lock(other)
    os.close(other)


def test_that_no_link_is_opened(tmp_path: Path) -> None:
    (tmp_path / "true").write_text("x")
    (tmp_path / "link").symlink_to("true")
    (tmp_path / "folder").mkdir()
    (tmp_path / "way").symlink_to("folder")
    with pytest.raises(OSError, match=r"link|symbolic"):
        open_file(tmp_path / "link")
    with opened(tmp_path) as folder, pytest.raises(OSError, match=r"link|symbolic"):
        folder.open("link")
    with pytest.raises(OSError), opened(tmp_path / "way"):  # noqa: PT011 of several kinds
        pass


def test_that_holes_of_a_file_are_left_out(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb+") as file:
        file.write(b"x" * 4096)
        file.truncate(1 << 22)
        file.seek(1 << 21)
        file.write(b"y" * 4096)
        file.flush()
        os.fsync(file.fileno())
        found = list(stored_ranges(file.fileno()))
    assert found[0][0] == 0 and any(begin <= 1 << 21 < end for begin, end in found)
    assert sum(end - begin for begin, end in found) < 1 << 21


def _answers(memory: SharedMemory, mine: Gate, other: Opener) -> None:
    mine.wait()
    memory.map[0] += 1
    other.open()


def test_that_a_process_shares_memory_and_gates_with_what_it_starts() -> None:
    memory, ours, theirs = SharedMemory(4096), Gate(), Gate()
    memory.map[0] = 41
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_answers, args=(memory, theirs, ours.opener()))
    process.start()
    theirs.open()
    ours.wait()
    assert memory.map[0] == 42
    process.join()
    for each in (memory, ours, theirs):
        each.close()
