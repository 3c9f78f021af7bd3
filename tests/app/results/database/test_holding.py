"""One program at a time writes to an SQLite store, by whatever path; only a file can be one."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.results.store.store import open_store
from engines.contract.errors import InputError
from tests.app.results.making import make_campaign, store_campaign
from tests.app.typed import Started, cipherbench
from tests.requirements import lacking

WRITER = """
import sys, time
from app.results.store.store import open_store
with open_store(sys.argv[1], write=True):
    print("writes", flush=True)
    time.sleep(100)
"""


@contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that has the store open to write."""
    with Started("-c", WRITER, path, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None and program.stdout.readline() == "writes\n"
        try:
            yield program
        finally:
            program.kill()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store that another program writes to for as long as these tests take."""
    file = tmp_path_factory.mktemp("written") / "results.sqlite"
    open_store(str(file), write=True).close()
    with writing(file):
        yield file


def by_symlink(file: Path) -> Path:
    link = file.with_name("link.sqlite")
    link.symlink_to(file)
    return link


def by_folder(file: Path) -> Path:
    link = file.parent.with_name("folder")
    link.symlink_to(file.parent)
    return link / file.name


def by_hard_link(file: Path) -> Path:
    link = file.with_name("other.sqlite")
    link.hardlink_to(file)
    return link


def by_a_way_round(file: Path) -> Path:
    return file.parent / ".." / file.parent.name / file.name


def without_its_lock_file(file: Path) -> Path:
    Path(f"{file}.lock").unlink(missing_ok=True)
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [by_symlink, by_folder, by_hard_link, by_a_way_round, without_its_lock_file]
)
def test_that_no_other_path_lets_a_second_writer_in(
    path: Callable[[Path], Path], written: Path
) -> None:
    other = path(written)
    try:
        with pytest.raises(InputError, match="being written by another Cipherbench"):
            open_store(str(other), write=True)
        with open_store(str(written), write=False) as reader:
            assert reader.campaigns() == []
    finally:
        if path is by_hard_link:  # a file with two names is refused for that reason as well
            other.unlink()


@pytest.mark.slow
def test_that_a_bind_mount_lets_no_second_writer_in(written: Path, tmp_path: Path) -> None:
    other = tmp_path / "bound"
    other.mkdir()
    bound = subprocess.run(
        ["mount", "--bind", str(written.parent), str(other)], check=False, capture_output=True
    )
    if bound.returncode:
        lacking("tmpfs", "nothing can be mounted here")
    try:
        with pytest.raises(InputError, match="another Cipherbench"):
            open_store(str(other / written.name), write=True)
    finally:
        subprocess.run(["umount", str(other)], check=True)


@pytest.mark.slow
def test_that_the_lock_of_a_killed_writer_is_void_and_nothing_lies_next_to(file: Path) -> None:
    with writing(file) as program:
        program.kill()
        program.wait()
    open_store(str(file), write=True).close()
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_that_a_file_with_two_names_is_not_written_to(file: Path) -> None:
    """SQLite keeps a log beside each name: what one leaves the other does not see."""
    open_store(str(file), write=True).close()
    by_hard_link(file)
    with pytest.raises(InputError, match="one file with 2 names"):
        open_store(str(file), write=True)
    with open_store(str(file), write=False) as reader:
        assert reader.campaigns() == []


@pytest.mark.slow
def test_that_being_refused_costs_a_reader_of_the_same_process_no_lock(written: Path) -> None:
    """Closing a descriptor of the file would give up SQLite's own locks of this process."""
    with open_store(str(written), write=False) as reader, reader.transaction() as session:
        session.connection().exec_driver_sql("SELECT count(*) FROM runs")
        with pytest.raises(InputError):
            open_store(str(written), write=True)
        locks = Path("/proc/locks").read_text().splitlines()
        inode = str(written.stat().st_ino)
        ours = [each for each in locks if f":{inode} " in each and f" {os.getpid()} " in each]
        assert any("POSIX" in each for each in ours), "SQLite's shared lock"


def test_that_a_new_store_is_its_users_alone(file: Path) -> None:
    before = os.umask(0)
    try:
        with open_store(str(file), write=True) as store:
            store_campaign(store, make_campaign())
            modes = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}, modes


def pipe(path: Path) -> None:
    os.mkfifo(path)


def socket_file(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def device(path: Path) -> None:
    path.symlink_to("/dev/null")


def terminal(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "word"),
    [(pipe, "a pipe"), (socket_file, "a socket"), (device, "a device"), (terminal, "a device"),
     (Path.mkdir, "a folder")],
)  # fmt: skip
def test_that_what_is_no_file_is_refused_in_one_sentence_at_once(
    make: Callable[[Path], None], word: str, tmp_path: Path
) -> None:
    place = tmp_path / "odd"
    make(place)
    others = (("resume", "x"), ("check",)) if make is pipe else ()
    for words in (("run", "demo"), ("campaigns",), *others):  # what writes, and what reads
        began = time.monotonic()
        done = cipherbench(*words, "--store", place, seconds=60)
        assert done.code == 2, done.err
        assert f"is {word}, not a file" in done.sentence and len(done.err.splitlines()) == 1
        assert time.monotonic() - began < 30


@pytest.mark.slow
def test_that_a_spool_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    for make in (pipe, socket_file, device, Path.mkdir):
        place = tmp_path / make.__name__
        make(place)
        done = cipherbench("import", place, "--store", tmp_path / "s.sqlite", seconds=60)
        assert done.code == 2 and len(done.err.splitlines()) == 1
