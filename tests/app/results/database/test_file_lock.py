"""Who has an SQLite store open, and whether it is still the same file."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.results.database.file_lock import (
    StoreFileLock,
    check_is_file,
    file_id,
    in_use_error,
    trusted_path,
    writer_of,
)
from engines.contract.errors import InputError
from tests.app.typed import Started

_HOLDER = """
import sys
from pathlib import Path
from app.results.database.file_lock import StoreFileLock
held = StoreFileLock.for_writing(Path(sys.argv[1]))
print("holds", flush=True)
sys.stdin.readline()
held.release()
print("left", flush=True)
sys.stdin.readline()
"""
_TRY = """
import sys
from pathlib import Path
from app.results.database.file_lock import StoreFileLock
from engines.contract.errors import InputError
try:
    StoreFileLock.for_writing(Path(sys.argv[1]))
    print("held")
except InputError as error:
    print(error.title, error.message)
"""


@contextmanager
def held_elsewhere(file: Path) -> Iterator[tuple[int, Callable[[], None]]]:
    """Another process that has the right to write: its number, and what has it leave."""
    pipe = subprocess.PIPE
    with Started("-c", _HOLDER, file, stdin=pipe, stdout=pipe, text=True) as program:
        assert program.stdin is not None and program.stdout is not None
        stdin, stdout = program.stdin, program.stdout
        assert stdout.readline() == "holds\n"

        def leave() -> None:
            stdin.write("\n")
            stdin.flush()
            assert stdout.readline() == "left\n"

        try:
            yield program.pid, leave
        finally:
            program.kill()


def tried_elsewhere(file: Path) -> str:
    """What another process is told that wants to write."""
    with Started("-c", _TRY, file, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        return str(program.stdout.read()).strip()


def open_files(file: Path) -> int:
    """How many descriptors of this process are of a file."""
    found = file.stat()
    count = 0
    for each in Path("/proc/self/fd").iterdir():
        try:
            there = each.stat()
        except OSError:
            continue
        count += (there.st_dev, there.st_ino) == (found.st_dev, found.st_ino)
    return count


def test_that_the_writer_is_named_and_lets_go(file: Path) -> None:
    assert writer_of(file) is None
    with held_elsewhere(file) as (pid, leave):
        assert writer_of(file) == pid
        with pytest.raises(InputError) as caught:
            StoreFileLock.for_writing(file)
        assert f"is being written by another Cipherbench (process {pid})." in str(caught.value)
        assert open_files(file) == 0
        leave()
        assert writer_of(file) is None
        StoreFileLock.for_writing(file).release()
    assert writer_of(file.with_name("none")) is None


def test_that_another_file_s_writer_is_not_this_one_s(file: Path) -> None:
    other = file.with_name("other.sqlite")
    held = StoreFileLock.for_writing(other)
    file.touch()
    assert writer_of(file) is None and writer_of(other) == os.getpid()
    held.release()


def test_that_a_process_holds_a_file_once_and_again_when_it_has_left(file: Path) -> None:
    held = StoreFileLock.for_writing(file)
    with pytest.raises(InputError, match=rf"\(process {os.getpid()}\)"):
        StoreFileLock.for_writing(file)
    assert "is being written" in tried_elsewhere(file), "being refused gave up the lock"
    held.release()
    again = StoreFileLock.for_writing(file)
    held.release()  # twice
    assert "is being written" in tried_elsewhere(file), "to leave twice gave up another's lock"
    again.release()
    assert open_files(file) == 0


def test_that_a_reader_keeps_nobody_out_and_its_descriptors_stay_until_it_leaves(
    file: Path,
) -> None:
    held = StoreFileLock.for_writing(file)
    reader = StoreFileLock.for_reading(file)
    assert open_files(file) == 1
    held.release()
    assert open_files(file) == 1, "closing it would cost the reader SQLite's locks"
    assert tried_elsewhere(file) == "held"
    reader.release()
    reader.release()
    assert open_files(file) == 0


def test_that_a_reader_of_nothing_leaves_nothing(file: Path) -> None:
    StoreFileLock.for_reading(file).release()
    assert not file.exists() and file_id(file) is None


def test_that_a_file_that_is_removed_or_replaced_is_seen(file: Path) -> None:
    held = StoreFileLock.for_writing(file)
    assert not held.fault()
    file.rename(file.with_name("away"))
    assert str(held.fault()) == "the file was removed"
    file.touch()
    assert str(held.fault()) == "another file replaced it"
    file.with_name("away").replace(file)
    assert not held.fault()
    held.release()


def test_that_a_log_that_is_removed_or_replaced_is_seen(file: Path) -> None:
    log = Path(f"{file}-wal")
    held = StoreFileLock.for_writing(file)
    assert not held.fault()
    log.write_bytes(b"1")
    assert not held.fault(), "a log that begins is none that was replaced"
    stored = log.with_name("kept")
    log.rename(stored)
    assert "its log (-wal) was removed or replaced" in str(held.fault())
    log.write_bytes(b"2")
    assert "its log (-wal) was removed or replaced" in str(held.fault())
    held.forget_log()
    assert not held.fault()
    held.release()


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_that_a_link_next_to_a_store_is_refused(file: Path, end: str) -> None:
    Path(f"{file}{end}").symlink_to(file.with_name("elsewhere"))
    with pytest.raises(InputError, match=f"{end} next to it is a link"):
        StoreFileLock.for_writing(file)
    assert not file.exists()
    Path(f"{file}{end}").unlink()
    StoreFileLock.for_writing(file).release()


def test_that_a_new_file_is_private_and_an_old_one_stays_as_it_is(file: Path) -> None:
    before = os.umask(0o777)
    try:
        held = StoreFileLock.for_writing(file)
    finally:
        os.umask(before)
    held.release()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o640)
    StoreFileLock.for_writing(file).release()
    assert file.stat().st_mode & 0o777 == 0o640


def test_that_a_file_with_two_names_gives_up_what_was_taken(file: Path) -> None:
    file.touch()
    other = file.with_name("other.sqlite")
    other.hardlink_to(file)
    with pytest.raises(InputError, match="2 names"):
        StoreFileLock.for_writing(file)
    assert open_files(file) == 0 and writer_of(file) is None
    other.unlink()
    StoreFileLock.for_writing(file).release()


def test_that_what_cannot_be_looked_at_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    check_is_file(tmp_path / "none")
    check_is_file(tmp_path / "plain")
    for path in (tmp_path / "plain" / "x", tmp_path / ("x" * 300)):
        with pytest.raises(InputError) as caught:
            check_is_file(path)
        assert caught.value.title == "Store not writable"
    assert trusted_path(tmp_path / "plain") == tmp_path / "plain"


def test_that_a_writer_that_is_not_known_is_no_number(file: Path) -> None:
    for process in (None, 0):
        assert "(process" not in str(in_use_error(file, process))
    assert "(process 7)" in str(in_use_error(file, 7))
