"""Encrypted folders that we make for servers' data: what lies below, and who removes it."""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import cast

import psutil
import pytest

from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.errors import ServerUnavailable
from engines.keeping import keeper
from engines.keeping.home import servers_folder
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.platform.volumes import mounts_below
from engines.servers import encrypted_folders, launched
from engines.servers.luks_volume import IMAGE, VOLUME
from engines.servers.server import Server, ServerSpec
from tests.gocryptfs import run, unmounting
from tests.patience import wait_until
from tests.requirements import lacking

GOCRYPTFS, LUKS = EncryptedFolder.GOCRYPTFS, EncryptedFolder.LUKS
LIES_ON = {GOCRYPTFS: "gocryptfs (AES-256-GCM);gocryptfs", LUKS: "luks (aes-xts-plain64);ext4"}
KEY = secrets.token_hex(32).encode()


def spec(kind: EncryptedFolder) -> ServerSpec:
    return ServerSpec("sealed", Source.EMBEDDED, "sqlite", encrypted_folder=kind)


@pytest.fixture(params=[GOCRYPTFS, LUKS])
def kind(request: pytest.FixtureRequest) -> EncryptedFolder:
    return EncryptedFolder(request.param)


_MAKES_ONE = """#!/bin/sh
whole={whole}
if [ -e "$whole" ]; then
    shift $(($# - 2))
    exec cp --sparse=always "$whole" "$1"
fi
{program} "$@" || exit
shift $(($# - 2))
cp --sparse=always "$1" "$whole"
"""


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first container with KEY is kept, for which qemu-img computes 2 s: it times
    PBKDF2."""
    return tmp_path_factory.mktemp("container") / IMAGE


@pytest.fixture
def made_once(container: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Containers with KEY are copies of the first that was made here."""
    if (program := encrypted_folders.program_path("qemu-img")) is None:
        return  # which `encrypted` tells
    folder = tmp_path / "once"
    folder.mkdir()
    once = folder / "qemu-img"
    once.write_text(_MAKES_ONE.format(whole=container, program=program))
    once.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@pytest.fixture
def encrypted(
    home: Path, kind: EncryptedFolder, made_once: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    del home, made_once
    monkeypatch.setattr(launched, "new_key", lambda: KEY)
    try:
        server = open_server(spec(kind))
    except ServerUnavailable as error:
        lacking(kind.value, f"{kind} does not mount here: {error}")
    yield server
    server.close()


only_gocryptfs = pytest.mark.parametrize("kind", [GOCRYPTFS])


def places(server: Server) -> tuple[Path, Path]:
    """The data of a server, and the folder with what its encrypted folder writes."""
    assert server.endpoint.data is not None
    data = Path(server.endpoint.data)
    return data, data.parents[1] / "cipher"


def written(cipher: Path) -> Iterator[bytes]:
    """Names and contents of what an encrypted folder has written, without holes; the file that
    shows a volume opened is none of it."""
    shown = cipher / VOLUME
    for each in cipher.rglob("*"):
        yield os.fsencode(each.name)
        if each.is_symlink() or not each.is_file() or (each == shown and os.path.ismount(shown)):
            continue
        with each.open("rb") as file:
            end = 0
            while (begin := _data_from(file.fileno(), end)) is not None:
                end = os.lseek(file.fileno(), begin, os.SEEK_HOLE)
                yield os.pread(file.fileno(), end - begin, begin)


def _data_from(handle: int, place: int) -> int | None:
    with suppress(OSError):  # a hole up to the end
        return os.lseek(handle, place, os.SEEK_DATA)
    return None


def test_that_data_lie_in_a_fresh_encrypted_folder_and_go_with_the_server(
    encrypted: Server, kind: EncryptedFolder
) -> None:
    data, cipher = places(encrypted)
    marker = secrets.token_bytes(24)
    before = sum(map(len, written(cipher)))
    with (data / "a file").open("wb") as file:
        file.write(1000 * marker)
        os.fsync(file.fileno())
    pieces = list(written(cipher))
    assert sum(map(len, pieces)) - before >= 24_000
    assert not any(marker in each or b"a file" in each for each in pieces)
    assert encrypted.probe().lies_on.startswith(LIES_ON[kind])

    folder = psutil.Process(encrypted.endpoint.encryption_pid)
    assert encrypted._keeper is not None and encrypted.log is not None
    report = [encrypted.log.read_bytes(), *pieces]
    report += [each.read_bytes() for each in cipher.parent.iterdir() if each.is_file()]
    helpers = [each.pid for each in folder.children()]
    for pid in (folder.pid, encrypted._keeper.pid, *helpers):
        report += [Path(f"/proc/{pid}/{each}").read_bytes() for each in ("cmdline", "environ")]
    assert len(report) > 5 and not any(KEY in each for each in report)
    encrypted.close()
    assert not any(map(alive, (folder.pid, *helpers))) and not cipher.parent.exists()
    assert not mounts_below(str(cipher.parent))


def alive(pid: int) -> bool:
    """Whether a process works still; in a container nobody may wait for one that has ended."""
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    return False


_HOLDS_ONE = """
import sys
from engines.contract.endpoint import EncryptedFolder, Source
from engines.opening import open_server
from engines.servers import launched
from engines.servers.server import ServerSpec
key = sys.stdin.readline().strip().encode()
launched.new_key = lambda: key
folder = EncryptedFolder(sys.argv[1])
server = open_server(ServerSpec("sealed", Source.EMBEDDED, "sqlite", encrypted_folder=folder))
print(server._keeper.pid, server.endpoint.encryption_pid, server.endpoint.data, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("kind", "too"),
    [
        (LUKS, "the program"),
        (LUKS, "its keeper"),
        (LUKS, "what has mounted it"),
        # LUKS has this mount, and one more.
        pytest.param(GOCRYPTFS, "the program", marks=pytest.mark.exhaustive),
        pytest.param(GOCRYPTFS, "its keeper", marks=pytest.mark.exhaustive),
        (GOCRYPTFS, "what has mounted it"),
    ],
)
def test_that_a_killed_programs_encrypted_folder_is_unmounted_and_removed(
    encrypted: Server, kind: EncryptedFolder, too: str
) -> None:
    """By its keeper; or by the next start, if that was killed, too."""
    program = subprocess.Popen(
        [sys.executable, "-c", _HOLDS_ONE, kind],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert program.stdin and program.stdout
    program.stdin.write(f"{KEY.decode()}\n")
    program.stdin.flush()
    stored_by, folder, data = program.stdout.readline().split(maxsplit=2)
    directory = Path(data.strip()).parents[1]
    assert mounts_below(str(directory))
    if too == "its keeper":
        psutil.Process(int(stored_by)).kill()
        wait_until(lambda: not alive(int(folder)))
    elif too == "what has mounted it":
        psutil.Process(int(folder)).kill()
    program.kill()
    program.wait()
    program.stdin.close()
    program.stdout.close()
    if too == "its keeper":
        assert mounts_below(str(directory))
        remove_leftovers()
    wait_until(lambda: not directory.exists())
    assert not mounts_below(str(directory))
    places(encrypted)[0].joinpath("still there").touch()


@only_gocryptfs
def test_that_what_others_have_mounted_in_its_place_is_left_alone(
    encrypted: Server, tmp_path: Path
) -> None:
    """A mark of ours on the folder is no proof that the mount is. Its name may have any bytes."""
    data, cipher = places(encrypted)
    point, key = data.parent, tmp_path / "key"
    foreign = tmp_path / os.fsdecode(b"of others\xff")
    assert encrypted._keeper is not None
    encrypted._keeper.kill()
    folder = encrypted.endpoint.encryption_pid
    assert folder is not None
    wait_until(lambda: not alive(folder))
    unmount = unmounting()
    run(unmount, "-u", "-z", point)
    foreign.mkdir()
    key.write_text(secrets.token_hex())
    run("gocryptfs", "-init", "-q", "-scryptn", "10", "-passfile", key, foreign)
    run("gocryptfs", "-q", "-passfile", key, foreign, point)
    assert b"\xff" in Path("/proc/self/mountinfo").read_bytes()
    try:
        (point / "precious").write_text("theirs")
        remove_leftovers()
        assert (point / "precious").read_text() == "theirs"
        assert cipher.exists()
    finally:
        run(unmount, "-u", point)
    remove_leftovers()
    assert not cipher.parent.exists()
    assert any(foreign.iterdir())


_WRITES = """
import os, sys, threading
def write(number):
    with open(f"{sys.argv[1]}/{number}", "wb", buffering=0) as file:
        while True:
            file.write(bytes(100_000))
            file.seek(0)
for number in range(8):
    threading.Thread(target=write, args=(number,)).start()
print(flush=True)
"""


@only_gocryptfs
@pytest.mark.slow
def test_that_a_server_whose_encrypted_folder_stands_still_ends(encrypted: Server) -> None:
    """It waits for a file there, from which no signal wakes it."""
    folder = psutil.Process(encrypted.endpoint.encryption_pid)
    with subprocess.Popen(
        [sys.executable, "-c", _WRITES, places(encrypted)[0]],
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None
        server.stdout.readline()
        folder.suspend()
        keeper._stop(server, signal.SIGTERM, cast("subprocess.Popen[bytes]", folder), 0.1)
    assert server.returncode == -signal.SIGTERM or not alive(folder.pid)


_STANDS_IN = """#!/bin/sh
echo "$@" >> {calls}
if [ "$(wc -l < {calls})" -le {failures} ]; then
    if [ "$1" = create ]; then
        shift $(($# - 2))
        echo "half a container" > "$1"
    fi
    echo "error: Unable to get accurate CPU usage" >&2
    exit 1
fi
{program} "$@" || {{ status=$?; echo "$status" >> {by_chance}; exit "$status"; }}
"""


def stand_in(
    name: str, failures: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], int]:
    """Put a program into the way of another that fails so many times first; how often it was
    called, without what the other failed itself by chance."""
    program, calls, put = encrypted_folders.program_path(name), folder / "calls", folder / name
    by_chance = folder / "by chance"
    if program is None:
        lacking(name, f"{name} is missing")
    words = {"calls": calls, "by_chance": shlex.quote(str(by_chance)), "program": program}
    put.write_text(_STANDS_IN.format(failures=failures, **words))
    put.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return lambda: _lines_of(calls) - _lines_of(by_chance)


def _lines_of(file: Path) -> int:
    return len(file.read_text().splitlines()) if file.exists() else 0


def test_that_a_container_is_made_again_where_its_program_failed_by_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path, made_once: None
) -> None:
    del home, made_once
    monkeypatch.setattr(launched, "new_key", lambda: KEY)
    called = stand_in("qemu-img", 2, tmp_path, monkeypatch)
    try:
        server = open_server(spec(LUKS))
    except ServerUnavailable as error:
        if not called():
            lacking("luks", f"LUKS does not mount here: {error}")
        raise
    with closing(server):
        assert called() == 3
        (places(server)[0] / "a file").write_text("held")


@pytest.mark.parametrize(
    ("kind", "program", "calls"), [(LUKS, "qemu-img", 5), (GOCRYPTFS, "gocryptfs", 1)]
)
def test_that_a_folder_that_cannot_be_made_is_reported_with_its_reason_and_leaves_nothing(
    kind: EncryptedFolder,
    program: str,
    calls: int,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is half made is not made once more by gocryptfs, which refuses it."""
    del home
    before = set(servers_folder().iterdir())
    called = stand_in(program, 100, tmp_path, monkeypatch)
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec(kind))
    if not called():
        lacking(kind.value, f"{kind} does not mount here: {caught.value}")
    assert "Unable to get accurate CPU usage" in caught.value.message
    assert called() == calls
    assert set(servers_folder().iterdir()) == before


@pytest.mark.parametrize(
    ("kind", "text", "hint"),
    [
        (
            GOCRYPTFS,
            "The server's encrypted folder needs gocryptfs, which is not installed.",
            "Install the package gocryptfs, or choose a plain folder.",
        ),
        (
            LUKS,
            "The server's encrypted folder needs qemu-img, qemu-storage-daemon.",
            "Install the packages qemu-utils qemu-system-common, or choose a plain folder.",
        ),
    ],
)
def test_that_a_machine_without_its_programs_says_what_to_install(
    kind: EncryptedFolder, text: str, hint: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for each in ("mkfs.ext4", "losetup", "umount"):
        (tmp_path / each).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(encrypted_folders, "_SBIN", "")
    monkeypatch.setattr(encrypted_folders, "is_root", lambda: True)
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec(kind))
    assert [str(each) for each in caught.value.messages[1:]] == [text, hint]


def test_that_who_is_not_root_is_informed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encrypted_folders, "is_root", lambda: False)
    with pytest.raises(ServerUnavailable, match="Only root can mount an encrypted volume"):
        open_server(spec(LUKS))
