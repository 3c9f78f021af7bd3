"""The folder that CIPHERBENCH_HOME names: refused where it is not fit, and never changed; below it
only what carries our own mark is."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.keeping import home as homes
from engines.keeping.server_folder import INNER, LOCK, MARK, PID, new_server_folder
from engines.keeping.service_user import SERVICE_USER
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.platform.users import account_named
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from tests.app.typed import cipherbench
from tests.places import new_home
from tests.requirements import spec_of
from tests.security.people import root_only, run_as

_AN_HOUR = 3600.0


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a folder can be made that the servers' user may enter; CIPHERBENCH_HOME names it."""
    above = new_home()
    folder = above / "named"
    monkeypatch.setenv("CIPHERBENCH_HOME", str(folder))
    yield folder
    shutil.rmtree(above)


def state_of(folder: Path) -> list[tuple[object, ...]]:
    """All that could be changed of a folder and what is in it."""
    found = [folder, *sorted(folder.rglob("*"))]
    seen = [(path, path.lstat()) for path in found]
    return [(path, s.st_mode, s.st_uid, s.st_gid, s.st_mtime, s.st_size) for path, s in seen]


def folder_of_mode(mode: int) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        folder.mkdir()
        (folder / "file").write_text("precious")
        folder.chmod(mode)

    return make


def somebody_elses(folder: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a folder away")
    folder.mkdir(mode=0o755)
    os.chown(folder, 65534, 65534)


def link(folder: Path) -> None:
    target = folder.with_name("target")
    target.mkdir(mode=0o711)
    folder.symlink_to(target)


def file(folder: Path) -> None:
    folder.write_text("precious")


UNFIT = {
    "as /tmp": (folder_of_mode(0o1777), "other users"),
    "for all": (folder_of_mode(0o777), "other users"),
    "for the group": (folder_of_mode(0o770), "other users"),
    "somebody else's": (somebody_elses, "belongs to another user"),
    "a link": (link, "is a link"),
    "a file": (file, "is not a folder"),
}


@pytest.mark.parametrize("case", UNFIT)
def test_that_a_home_that_is_not_fit_is_refused_and_left_as_it_is(place: Path, case: str) -> None:
    make, output = UNFIT[case]
    make(place)
    before = state_of(place.parent)
    with pytest.raises(ServerUnavailable, match=output) as caught:
        open_server(ServerSpec("x", Source.EMBEDDED, "postgresql"))
    assert str(place) in str(caught.value) and "CIPHERBENCH_HOME" in caught.value.hint
    assert remove_leftovers() >= 0
    assert state_of(place.parent) == before


@pytest.mark.parametrize("case", ["as /tmp", "a link"])
def test_that_the_program_writes_neither_store_nor_log_into_such_a_home(
    place: Path, case: str
) -> None:
    make, words = UNFIT[case]
    make(place)
    before = state_of(place.parent)
    for command in (["campaigns"], ["run", "missing.toml"], []):
        output = subprocess.run(
            [sys.executable, "-m", "app", *command], capture_output=True, text=True, check=False
        )
        assert output.returncode == 2
        assert words in output.stderr and "Traceback" not in output.stderr
    assert state_of(place.parent) == before


def test_that_a_home_that_somebody_may_put_another_in_the_place_of_is_refused(place: Path) -> None:
    place.mkdir(mode=0o711)
    place.parent.chmod(0o777)
    with pytest.raises(ServerUnavailable, match="through"):
        homes.home()
    place.parent.chmod(0o1777)
    assert homes.home() == place


OF_MORE, OF_THE_USER = 50, 0
"""Debian's group staff, to whom /usr/local and /var/local are, and root's own."""


@root_only
@pytest.mark.parametrize(
    ("group", "mode", "is_fit"),
    [(OF_MORE, 0o2775, False), (OF_MORE, 0o3775, True), (OF_THE_USER, 0o775, True)],
)
def test_that_a_group_that_may_put_another_in_the_place_of_a_home_makes_it_unfit(
    place: Path, group: int, mode: int, is_fit: bool
) -> None:
    os.chown(place.parent, 0, group)
    place.parent.chmod(mode)
    if is_fit:
        assert homes.home() == place
    else:
        with pytest.raises(ServerUnavailable, match=f"through {place.parent}"):
            homes.home()


ASKS_OF_GROUPS = """
import os
from engines.platform.users import others_may_write
become()
for folder in sys.argv[3:]:
    print(others_may_write(os.stat(folder)))
"""


@root_only
def test_that_the_group_of_a_user_alone_is_no_other(place: Path) -> None:
    alone, own, shared = account_named("games"), place.parent / "own", place.parent / "shared"
    for folder, group in ((own, alone.group), (shared, OF_MORE)):
        folder.mkdir()
        os.chown(folder, alone.number, group)
        folder.chmod(0o775)
    assert run_as(alone, ASKS_OF_GROUPS, str(own), str(shared)).split() == ["False", "True"]


@pytest.mark.slow
@root_only
def test_that_a_home_that_servers_cannot_enter_says_so_and_serves_what_has_none(
    place: Path,
) -> None:
    folder_of_mode(0o700)(place)
    with pytest.raises(ServerUnavailable, match=SERVICE_USER) as caught:
        open_server(spec_of("mariadb"))
    assert f"chmod o+x {place}`" in caught.value.hint
    assert list((place / "servers").iterdir()) == []
    open_server(ServerSpec("x", Source.EMBEDDED, "sqlite")).close()
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    place.chmod(0o711)
    open_server(spec_of("mariadb")).close()


def test_that_a_home_that_is_not_there_is_made_with_those_above_it(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_HOME", str(place / "a" / "b"))
    before = os.umask(0)
    try:
        folder = homes.home()
        homes.servers_folder()
    finally:
        os.umask(before)
    made = [path for path in (place, *place.rglob("*")) if path.is_dir()]
    assert folder in made and len(made) == 4
    assert not [path for path in made if path.stat().st_mode & 0o022]


def old(path: Path) -> Path:
    """As if nobody had touched it for an hour."""
    then = time.time() - _AN_HOUR
    for each in (*path.rglob("*"), path):
        os.utime(each, (then, then), follow_symlinks=False)
    return path


def empty(path: Path) -> None:
    path.mkdir()


def with_a_lock(path: Path) -> None:
    """As servers of earlier versions had one, which nobody holds."""
    path.mkdir()
    (path / LOCK).touch()
    (path / PID).write_text(f"{os.getpid()} 1")
    (path / "file").write_text("precious")


def with_a_copied_mark(path: Path) -> None:
    folder = new_server_folder("other")
    folder.close()
    shutil.copytree(folder.path, path)
    remove_leftovers()
    assert not folder.path.exists()


def with_a_mark_of_its_name(path: Path) -> None:
    """A mark of ours, in another folder that has got the name of the one it was made for."""
    folder = new_server_folder("other")
    folder.close()
    shutil.copytree(folder.path, path)
    shutil.rmtree(folder.path)
    path.rename(folder.path)


def with_a_damaged_mark(path: Path) -> None:
    path.mkdir()
    (path / MARK).write_bytes(b"\xff\x00[")


def with_a_mark_that_waits(path: Path) -> None:
    path.mkdir()
    os.mkfifo(path / MARK, 0o600)


def with_a_folder_for_a_mark(path: Path) -> None:
    (path / MARK).mkdir(parents=True)


def a_link_to_one_of_ours(path: Path) -> None:
    folder = new_server_folder("ours")
    moved = path.parent.parent / "elsewhere"
    folder.path.rename(moved)
    folder.close()
    path.symlink_to(moved)


def a_file(path: Path) -> None:
    path.write_text("precious")


@pytest.mark.parametrize(
    "make",
    [empty, with_a_lock, with_a_copied_mark, with_a_mark_of_its_name, with_a_damaged_mark,
     with_a_mark_that_waits, with_a_folder_for_a_mark, a_link_to_one_of_ours, a_file],
)  # fmt: skip
def test_that_what_lacks_our_mark_stays_in_the_folder_of_servers_whatever_its_age(
    place: Path, make: Callable[[Path], None]
) -> None:
    new_server_folder("ours").close()  # there is a key, as containers of other programs ask for one
    assert remove_leftovers() >= 1
    make(homes.servers_folder() / "foreign")
    for path in homes.servers_folder().iterdir():
        old(path)
    before = state_of(place)
    assert remove_leftovers() >= 0
    assert state_of(place) == before


def test_that_what_is_ours_goes_though_another_next_to_it_is_damaged(place: Path) -> None:
    with_a_damaged_mark(homes.servers_folder() / "aaa")
    (homes.servers_folder() / "zzz").write_text("no folder")
    ours = new_server_folder("left")
    remove_leftovers()
    assert ours.path.exists(), "its lock is held"
    ours.close()
    remove_leftovers()
    assert [path.name for path in sorted(homes.servers_folder().iterdir())] == ["aaa", "zzz"]


def test_that_without_the_key_nothing_is_removed(place: Path) -> None:
    ours = new_server_folder("left")
    ours.close()
    key = place / "identity.key"
    key.write_bytes(b"damaged")
    remove_leftovers()
    assert (ours.path / INNER).is_dir()


def unpack(folder: Path) -> None:
    (folder / "lib").mkdir()
    (folder / "lib" / "library.so").write_text("a library")
    (folder / "program").write_text("a program")
    (folder / "program").chmod(0o700)
    (folder / "link").symlink_to("program")


def test_that_what_is_unpacked_is_its_owners_alone_to_write_whatever_the_umask(place: Path) -> None:
    for mask in (0, 0o077):
        before = os.umask(mask)
        try:
            folder = homes.unpacked_runtime(f"tool-{mask}", unpack)
        finally:
            os.umask(before)
        modes = {path.name: stat.S_IMODE(path.lstat().st_mode) for path in folder.rglob("*")}
        assert modes == {"lib": 0o755, "library.so": 0o644, "program": 0o755, "link": 0o777}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o755
        assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o755


@pytest.mark.parametrize("where", [".", "lib", "lib/library.so", "program"])
@pytest.mark.parametrize("mode", [0o775, 0o757])
def test_that_programs_that_others_may_have_changed_are_not_loaded(
    place: Path, where: str, mode: int
) -> None:
    folder = homes.unpacked_runtime("tool", unpack)
    assert homes.unpacked_runtime("tool", unpack) == folder
    (folder / where).chmod(mode)
    with pytest.raises(ServerUnavailable, match=r"Remove .*tool"):
        homes.unpacked_runtime("tool", unpack)
    shutil.rmtree(folder)
    assert homes.unpacked_runtime("tool", unpack) == folder


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def cut_short(path: Path) -> None:
    os.truncate(path, 1)


@pytest.mark.parametrize(
    ("harm", "lost"),
    [
        *((remove, each) for each in ("lib/library.so", "program", "lib", "link")),
        *((cut_short, each) for each in ("lib/library.so", "program")),
    ],
)
def test_that_programs_that_are_not_whole_are_unpacked_anew(
    place: Path, harm: Callable[[Path], None], lost: str
) -> None:
    folder = homes.unpacked_runtime("tool", unpack)
    whole = {path.relative_to(folder) for path in folder.rglob("*")}
    (folder / "log").touch()  # what has come in addition is no fault
    inode = folder.stat().st_ino
    assert homes.unpacked_runtime("tool", unpack).stat().st_ino == inode
    harm(folder / lost)
    assert homes.unpacked_runtime("tool", unpack) == folder
    assert {path.relative_to(folder) for path in folder.rglob("*")} == whole
    assert (folder / "lib" / "library.so").read_text() == "a library"
    assert sorted(each.name for each in folder.parent.iterdir()) == [
        ".unpacking",
        "tool",
        "tool.files",
    ]


def test_that_what_a_killed_program_began_to_unpack_goes_with_the_next(place: Path) -> None:
    begun = homes.unpacked_runtime("tool", unpack).parent / ".new-begun"
    begun.mkdir()
    homes.unpacked_runtime("another", unpack)
    assert not begun.exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["postgresql", "firebird"])
def test_that_an_embedded_server_starts_from_programs_that_lost_their_libraries(
    place: Path, name: str
) -> None:
    spec = spec_of(name, "mine")
    launcher = engine_named(name).servers.launcher(spec.source)
    assert launcher is not None
    launcher.launch(launcher.find(None), place / "servers" / "none")
    (runtime,) = [each for each in (place / "runtime").iterdir() if each.is_dir()]
    inode = runtime.stat().st_ino
    launcher.launch(launcher.find(None), place / "servers" / "none")
    assert runtime.stat().st_ino == inode, "what is whole stays"
    removed = [path for path in runtime.rglob("*.so*") if path.is_file()]
    for each in removed:
        each.unlink()
    again = open_server(spec)
    again.close()
    assert removed and all(each.exists() for each in removed)


@root_only
def test_that_programs_of_somebody_else_are_not_loaded(place: Path) -> None:
    folder = homes.unpacked_runtime("tool", unpack)
    os.chown(folder / "lib" / "library.so", 65534, 65534)
    with pytest.raises(ServerUnavailable, match="library"):
        homes.unpacked_runtime("tool", unpack)


def test_that_a_folder_of_programs_that_is_a_link_is_refused(place: Path) -> None:
    homes.home()
    elsewhere = place.with_name("elsewhere")
    elsewhere.mkdir()
    (place / "runtime").symlink_to(elsewhere)
    with pytest.raises(ServerUnavailable, match="is a link"):
        homes.unpacked_runtime("tool", unpack)


_OPENS_ALL = """
import sys
from engines.contract.endpoint import Source
from engines.opening import found_servers, open_server
from engines.servers.server import ServerSpec
from pathlib import Path
from tests.security.files.ill_modes import ill_modes
for spec, reason in found_servers():
    if reason is None:
        server = open_server(spec)
        server.engine.catalogue.create_database(server.endpoint, "umask")
        print(spec.engine, *ill_modes(Path(sys.argv[1])))
        server.close()
"""


@pytest.mark.slow
def test_that_no_umask_opens_what_servers_and_databases_keep(place: Path) -> None:
    before = os.umask(0)
    try:
        output = cipherbench("-c", _OPENS_ALL, place, seconds=100)
    finally:
        os.umask(before)
    assert output.code == 0, output.err
    lines = [line.split() for line in output.out.splitlines()]
    assert {"postgresql", "firebird", "sqlite"} <= {engine for engine, *_ in lines}
    assert {engine: ill for engine, *ill in lines if ill} == {}
