"""What is left when something is killed, and what removes it."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from app.campaign.servers.server_pool import ServerPool
from engines.keeping import locked_folders
from engines.keeping.home import home
from engines.keeping.locked_folders import new_short_folder, tidy_short_folders
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.postgresql.shared_memory import remove_segments
from engines.servers.launched import wait_until_ready
from engines.servers.server import Server
from tests.app.typed import Started, plan_of
from tests.families import family, goes_on, send
from tests.patience import PATIENCE, slowness, wait_until
from tests.requirements import mount, spec_of

pytestmark = pytest.mark.slow


def kill_the_server(server: Server) -> None:
    assert server.endpoint.pid is not None
    os.kill(server.endpoint.pid, signal.SIGKILL)


def kill_its_keeper(server: Server) -> None:
    assert server._keeper is not None
    server._keeper.kill()  # the kernel takes the server along


def kill_both(server: Server) -> None:
    kill_the_server(server)
    kill_its_keeper(server)


def until_gone(server: Server) -> None:
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(server.endpoint.pid)
        wait_until(lambda: not goes_on(process), 20)


@pytest.mark.parametrize(
    "killed",
    [pytest.param(kill_the_server, marks=pytest.mark.exhaustive), kill_its_keeper, kill_both],
)
def test_that_shared_memory_of_a_killed_server_is_removed(killed: Callable[[Server], None]) -> None:
    server = open_server(spec_of("postgresql"))
    assert server.endpoint.data is not None
    segment, files = shared_by(Path(server.endpoint.data))
    assert segment in segments() and all(file.exists() for file in files) and files
    killed(server)
    until_gone(server)
    server.close()
    remove_leftovers()
    assert segment not in segments()
    assert [file for file in files if file.exists()] == []
    assert not Path(server.endpoint.data).exists()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    "killed", [pytest.param(kill_the_server, marks=pytest.mark.exhaustive), kill_both]
)
def test_that_a_killed_server_that_could_not_write_to_dev_shm_leaves_no_segment(
    killed: Callable[[Server], None],
) -> None:
    """initdb chooses this setting where /dev/shm refuses."""
    server = open_server(spec_of("postgresql"))
    server.stop()
    server.start_again(("-c", "dynamic_shared_memory_type=sysv"))
    wait_until_ready(server)
    assert server.endpoint.data is not None
    ours = segments_mapped_by(Path(server.endpoint.data))
    assert len(ours) >= 2 and ours <= segments()
    killed(server)
    until_gone(server)
    server.close()
    remove_leftovers()
    assert not ours & segments()


def segments_mapped_by(data: Path) -> set[int]:
    pid = (data / "postmaster.pid").read_text().splitlines()[0]
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    return {int(line.split()[4]) for line in maps if "/SYSV" in line}


def test_that_shared_memory_of_another_data_directory_stays(
    servers: Mapping[str, Server], tmp_path: Path
) -> None:
    """A note that names somebody else's segment, or a link to somebody else's data, is no proof."""
    server = servers["postgresql"]
    assert server.endpoint.data is not None
    data = Path(server.endpoint.data)
    segment, _ = shared_by(data)
    (tmp_path / "postmaster.pid").write_text((data / "postmaster.pid").read_text())
    link = tmp_path / "link"
    link.symlink_to(data)
    assert (remove_segments(tmp_path), remove_segments(link)) == (0, 0)
    assert segment in segments()
    server.engine.servers.check_connection(server.endpoint)


def segments() -> set[int]:
    """Numbers of the System V segments that there are and that nobody has given up."""
    lines = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
    return {int(line.split()[1]) for line in lines}


def shared_by(data: Path) -> tuple[int, list[Path]]:
    """The System V segment of a running server, and the files that it shares."""
    noted = (data / "postmaster.pid").read_text().splitlines()
    mapped = Path(f"/proc/{noted[0]}/maps").read_text()
    files = {Path(line.split(maxsplit=5)[5]) for line in mapped.splitlines() if "/dev/shm/" in line}
    return int(noted[6].split()[1]), [file for file in files if file.name.startswith("PostgreSQL.")]


_HOLDS_A_FOLDER = """
import sys
from engines.keeping import locked_folders
folder = getattr(locked_folders, sys.argv[1])()
print(folder.path, flush=True)
sys.stdin.read()
"""


def close_a_pool() -> None:
    ServerPool(()).close()


@pytest.mark.parametrize(
    ("made", "cleared"),
    [
        ("new_short_folder", remove_leftovers),
        ("new_backup_folder", remove_leftovers),
        ("new_backup_folder", close_a_pool),
    ],
)
def test_that_a_killed_programs_folder_goes_with_the_next_start_or_campaign(
    made: str, cleared: Callable[[], object]
) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", _HOLDS_A_FOLDER, made],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdin and program.stdout
    folder = Path(program.stdout.readline().strip())
    (folder / "listener").touch()
    cleared()
    assert folder.is_dir(), "its program still lives"
    program.kill()
    program.communicate()
    assert folder.is_dir()
    cleared()
    assert not folder.exists()


def free_lock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system that grants a lock twice."""
    monkeypatch.setattr(fcntl, "flock", lambda *_: None)


def no_lock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there are no locks."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    held = fcntl.flock
    above = (folder.parent / ".all").stat().st_ino
    monkeypatch.setattr(
        fcntl,
        "flock",
        lambda handle, how: held(handle, how) if os.fstat(handle).st_ino == above else refuse(),
    )


def lost_lock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "lock").unlink()


def no_owner(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that names a program of another machine, whose lock is not seen here."""
    (folder / "lock").write_text("0123456789abcdef 00000000-0000-0000-0000-000000000000 1 1")
    free_lock(folder, monkeypatch)


@pytest.mark.parametrize("how", [free_lock, no_lock, lost_lock, no_owner])
def test_that_the_folder_of_a_program_that_cannot_be_asked_stays(
    how: Callable[[Path, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = new_short_folder()
    (held.path / "listener").touch()
    try:
        how(held.path, monkeypatch)
        tidy_short_folders()
        assert (held.path / "listener").exists()
    finally:
        monkeypatch.undo()
        held.remove()


def test_that_a_killed_program_leaves_nothing_in_the_temporary_folder(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    plan = plan_of(tmp_path, spec_of("sqlite"), size=2000)
    program = Started(
        *("run", plan, "--store", tmp_path / "s.sqlite"),
        env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr
    next(line for line in program.stderr if "repetition 1" in line)
    everybody = family(program.pid)
    send(signal.SIGKILL, everybody)
    program.communicate()
    psutil.wait_procs(everybody, timeout=20)
    assert list(temporary.iterdir()) == []
    remove_leftovers()


@pytest.mark.exhaustive
def test_that_a_campaign_whose_folder_for_sockets_is_taken_away_goes_on(tmp_path: Path) -> None:
    """Before the second of its runs."""
    both = spec_of("sqlite"), spec_of("firebird")
    plan = plan_of(tmp_path, *both, size=20, repetitions=1)
    words = "run", plan, "--store", f"sqlite:///{tmp_path}/s.sqlite"
    before = set(locked_folders._folder().iterdir())
    program = Started(*words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert program.stderr
    removed, output = 0, ""
    for line in program.stderr:
        output += line
        due = "repetition" in line and not removed
        for each in set(locked_folders._folder().iterdir()) - before if due else ():
            if each.is_dir() and str(program.pid) in (each / "lock").read_text().split():
                shutil.rmtree(each)
                removed += 1
    program.stderr.close()
    assert program.wait(60) == 0 and "failed" not in output, output
    assert removed


@contextmanager
def a_full_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "none", folder)
    try:
        with suppress(OSError):
            (folder / "full").write_bytes(b"x" * 2_000_000)
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def a_missing_folder(folder: Path) -> Iterator[Path]:
    yield folder


@pytest.mark.exhaustive
@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
@pytest.mark.parametrize("temporary", [a_full_disk, a_missing_folder])
def test_that_a_server_s_folder_goes_with_an_interrupted_program_whatever_tmpdir_is(
    temporary: Callable[[Path], AbstractContextManager[Path]],
    engine: str,
    tmp_path: Path,
) -> None:
    """The keeper, which clears up, may outlive the program by a moment."""
    plan = plan_of(tmp_path, spec_of(engine), size=2000)
    shared = set((home() / "servers").glob("*"))
    with temporary(tmp_path / "temporary") as named:
        program = Started(
            *("run", plan, "--store", tmp_path / "s.sqlite"),
            env={**os.environ, "TMPDIR": str(named)},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert program.stderr
        next(line for line in program.stderr if "repetition 1" in line)
        own = set((home() / "servers").glob(f"{engine}*")) - shared
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=20 * PATIENCE)
        assert own
        wait_until(lambda: not any(each.exists() for each in own), 2 * slowness())
        assert sorted(each.name for each in named.glob("*")) in ([], ["full"])
