"""The key by which we know our own: made once, whole, and for nobody else to read or plant."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.contract.errors import ServerUnavailable
from engines.keeping import signatures


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the key of a fresh home is going to be."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("CIPHERBENCH_HOME", str(folder))
    return folder / signatures.KEY_NAME


def test_that_a_signature_holds_for_its_purpose_and_parts_alone(key: Path) -> None:
    made = signatures.signature("server", "pg", 7)
    assert signatures.verify(made, "server", "pg", 7)
    others = [("pg", 8), ("pg7",), ("pg", "7"), ("p", "g", 7), ()]
    assert not any(signatures.verify(made, "server", *parts) for parts in others)
    assert not signatures.verify(made, "database", "pg", 7)
    assert not any(
        signatures.verify(claimed, "server", "pg", 7) for claimed in ("", "é", made[:-1])
    )
    key.unlink()
    assert not signatures.verify(made, "server", "pg", 7), "another key, another signature"


def test_that_the_key_is_its_owners_alone_whatever_the_umask(key: Path) -> None:
    before = os.umask(0)
    try:
        signatures.signature("x")
    finally:
        os.umask(before)
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_bytes()) == 32
    assert [path.name for path in key.parent.iterdir()] == [key.name]


@pytest.mark.slow
def test_that_programs_that_start_at_once_have_one_key(key: Path) -> None:
    output = "from engines.keeping.signatures import signature; print(signature('x'))"
    asked = [
        subprocess.Popen([sys.executable, "-c", output], stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    assert len({program.communicate()[0] for program in asked}) == 1


def link(path: Path) -> None:
    target = path.with_name("elsewhere")
    target.write_bytes(bytes(32))
    target.chmod(0o600)
    path.symlink_to(target)


def readable(path: Path) -> None:
    path.write_bytes(bytes(32))
    path.chmod(0o640)


def short(path: Path) -> None:
    path.write_bytes(b"short")
    path.chmod(0o600)


def somebody_elses(path: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a file away")
    path.write_bytes(bytes(32))
    path.chmod(0o600)
    os.chown(path, 65534, 65534)


def fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


def changes(path: Path) -> tuple[int, ...]:
    """What writing to it would change; looking at it may change when it was last read."""
    found = path.lstat()
    return found.st_mode, found.st_ino, found.st_uid, found.st_size, found.st_mtime_ns


@pytest.mark.parametrize("plant", [link, readable, short, somebody_elses, fifo, Path.mkdir])
def test_that_a_planted_key_is_refused_and_left_as_it_is(
    key: Path, plant: Callable[[Path], None]
) -> None:
    plant(key)
    before = changes(key)
    with pytest.raises(ServerUnavailable, match=r"identity\.key"):
        signatures.signature("x")
    assert changes(key) == before
