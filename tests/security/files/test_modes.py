"""What is written is its user's alone, whatever the umask, and lands where it is meant to."""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.report.files.export import export
from app.results.store.store import open_store
from app.servers.saved_connections import connections_file, save_connection
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.platform.private_files import open_private, write_atomically
from engines.servers.server import ServerSpec
from tests.app.results.making import make_campaign, store_campaign
from tests.app.typed import Started, plan_of
from tests.places import new_home
from tests.requirements import spec_of

pytestmark = pytest.mark.slow

UMASKS = ["000", pytest.param("022", marks=pytest.mark.exhaustive), "277"]
"""What is open under the second one is so under the first."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def under(umask: str, *words: object, home: Path) -> Started:
    """The program under this umask, or one of Python's."""
    before = os.umask(int(umask, 8))
    try:
        return Started(
            *words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"CIPHERBENCH_HOME": str(home)},
        )
    finally:
        os.umask(before)


@pytest.fixture
def fresh_home() -> Iterator[Path]:
    """A folder for CIPHERBENCH_HOME that is not there yet, below one that everybody may enter."""
    folder = new_home()
    folder.chmod(0o755)
    yield folder / "home"
    shutil.rmtree(folder)


@pytest.mark.parametrize("umask", UMASKS)
def test_that_store_log_and_lock_are_their_users_alone_whatever_the_umask(
    fresh_home: Path, tmp_path: Path, umask: str
) -> None:
    """Another user can then neither read store and log nor write to them, in a home that is open to
    all."""
    if umask == "277" and os.geteuid() != 0:
        pytest.skip("with this umask only root can write what servers need")
    plan = plan_of(tmp_path, spec_of("sqlite"), size=20, repetitions=1)
    running = under(umask, "run", plan, home=fresh_home)
    store = fresh_home / "cipherbench.sqlite"
    seen: dict[str, set[int]] = {}
    deadline = time.monotonic() + 120
    while running.poll() is None:
        assert time.monotonic() < deadline
        for path in fresh_home.glob("cipherbench*"):
            try:
                seen.setdefault(path.name, set()).add(mode(path))
            except FileNotFoundError:
                continue
        time.sleep(0.005)
    _, output = running.communicate()
    assert running.returncode == 0, output
    database_files = {f"{store.name}{end}" for end in ("", "-wal", "-shm")}
    assert database_files <= set(seen)
    wide = {path: modes for path, modes in seen.items() if any(each & ~0o600 for each in modes)}
    assert wide == {}  # an odd umask may make them narrower still, for a moment
    assert mode(store) == 0o600
    assert mode(fresh_home) & 0o066 == 0, "nobody lists it, nobody writes in it"
    if umask == "000" and os.geteuid() == 0:
        assert under(umask, "-c", LOGS, home=fresh_home).communicate() == ("", "")
        fresh_home.chmod(0o755)
        check_that_another_user_can_do_nothing_to(store, fresh_home / "cipherbench.log")


def check_that_another_user_can_do_nothing_to(*files: Path) -> None:
    other = pwd.getpwnam("games")
    for file in files:
        assert file.exists()
        for words in (["cat"], ["sh", "-c", 'echo x >> "$1"', "sh"]):
            tried = subprocess.run(
                [*words, file],
                user=other.pw_uid,
                group=other.pw_gid,
                extra_groups=[],
                cwd="/",
                capture_output=True,
                check=False,
            )
            assert tried.returncode and not tried.stdout


LOGS = "import logging, app.system.process_setup as p; p.begin_child(); logging.error('something')"


@pytest.mark.parametrize("umask", UMASKS)
def test_that_log_and_its_folders_are_their_users_alone(fresh_home: Path, umask: str) -> None:
    home = fresh_home / "above" / "home"
    done = under(umask, "-c", LOGS, home=home)
    assert done.communicate() == ("", "")
    assert mode(home / "cipherbench.log") == 0o600
    assert mode(home) == mode(home.parent) == mode(fresh_home) == 0o700


SAVES = """
from app.servers.saved_connections import save_connection
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
save_connection(ServerSpec("there", Source.ADDRESS, "postgresql", user="me"))
"""


def test_that_saved_connections_are_their_users_alone(
    fresh_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(fresh_home / "deep" / "config"))
    for _ in range(2):
        done = under("000", "-c", SAVES, home=fresh_home)
        assert done.communicate() == ("", "")
        assert mode(connections_file()) == 0o600
    assert mode(connections_file().parent) == mode(fresh_home / "deep") == 0o700
    assert [each.name for each in connections_file().parent.iterdir()] == ["connections.toml"]


def test_that_an_export_is_nobody_elses_to_change_and_keeps_a_mode_that_was_chosen(
    tmp_path: Path,
) -> None:
    store = tmp_path / "s.sqlite"
    with open_store(str(store), write=True) as opened:
        store_campaign(opened, make_campaign("kept"))
    for umask, expected in (("000", 0o644), ("027", 0o640), ("077", 0o600)):
        out = tmp_path / f"{umask}.csv"
        words = ("export", "kept", "--format", "csv", "-o", out, "--store", store)
        done = under(umask, *words, home=tmp_path)
        assert done.wait(60) == 0, done.communicate()
        done.communicate()
        assert mode(out) == expected
    out.chmod(0o400)
    with open_store(str(store), write=False) as opened:
        export(opened, 1, "json", out)
    assert mode(out) == 0o400


def test_that_a_store_that_somebody_shares_keeps_its_mode(tmp_path: Path) -> None:
    """Who has opened it to a group did so for a reason; what SQLite puts beside it follows."""
    path = tmp_path / "shared.sqlite"
    open_store(str(path), write=True).close()
    path.chmod(0o664)
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign())
        assert mode(path) == mode(path.with_name("shared.sqlite-wal")) == 0o664


# Links that somebody has put in the way.


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Path]:
    """A file of ours that nobody is to touch."""
    path = tmp_path / "victim"
    path.write_text("untouched")
    path.chmod(0o640)
    yield path
    assert path.read_text() == "untouched" and mode(path) == 0o640


def test_that_a_link_for_a_log_is_not_followed(victim: Path, fresh_home: Path) -> None:
    fresh_home.mkdir()
    (fresh_home / "cipherbench.log").symlink_to(victim)
    done = under("022", "-c", LOGS, home=fresh_home)
    assert done.communicate() == ("", "") and done.returncode == 0


def test_that_a_log_that_is_another_file_of_ours_as_well_is_left_alone(
    victim: Path, tmp_path: Path
) -> None:
    (tmp_path / "log").hardlink_to(victim)
    with pytest.raises(OSError, match="several names"):
        open_private(tmp_path / "log", os.O_WRONLY | os.O_APPEND)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else as well")
def test_that_an_export_takes_over_no_mode_of_somebody_elses_file(tmp_path: Path) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    for path in (theirs, ours):
        path.touch()
    os.chown(theirs, 65534, 65534)
    theirs.chmod(0o4777)
    ours.chmod(0o4750)
    before = os.umask(0o022)
    try:
        for path in (theirs, ours):
            write_atomically(path, "new")
    finally:
        os.umask(before)
    assert (mode(theirs), mode(ours)) == (0o644, 0o750)
    assert theirs.stat().st_uid == os.geteuid()


def test_that_a_link_for_a_lock_is_not_followed(victim: Path, tmp_path: Path) -> None:
    store = tmp_path / "s.sqlite"
    store.with_name("s.sqlite.lock").symlink_to(victim)
    with suppress(InputError):  # whether the store can then be used is no matter here
        open_store(str(store), write=True).close()


def test_that_a_link_for_the_part_of_an_export_is_not_followed(
    victim: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out" / "campaign.csv"
    out.parent.mkdir()
    out.with_name(f".campaign.csv.{os.getpid()}.part").symlink_to(victim)
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        export(store, store_campaign(store, make_campaign()), "csv", out)
    assert out.read_text().startswith("server,")


def test_that_two_parts_never_have_one_name_and_none_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for number in range(20):
        write_atomically(folder / "one", str(number))
    assert [each.name for each in folder.iterdir()] == ["one"]
    with pytest.raises(OSError, match="directory"):
        write_atomically(folder, "a folder is no file")
    assert [each.name for each in folder.iterdir()] == ["one"]
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_that_a_link_for_saved_connections_is_the_users_own(tmp_path: Path) -> None:
    """Some keep their settings elsewhere and link to them."""
    stored = tmp_path / "kept.toml"
    stored.touch()
    connections_file().parent.mkdir()
    connections_file().symlink_to(stored)
    save_connection(ServerSpec("there", Source.ADDRESS, "postgresql", user="me"))
    assert connections_file().is_symlink() and "there" in stored.read_text()
    assert mode(stored) == 0o600


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_that_no_pipe_and_no_device_is_replaced_by_a_file(kind: str, tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    if kind == "pipe":
        os.mkfifo(odd)
    else:
        odd.symlink_to("/dev/zero")
    before = odd.stat()
    with pytest.raises(OSError, match="not an ordinary file"):
        write_atomically(odd, "text")
    assert (odd.stat().st_mode, odd.stat().st_ino) == (before.st_mode, before.st_ino)
    assert [each.name for each in tmp_path.iterdir()] == ["odd"]
