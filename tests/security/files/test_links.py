"""Links that another user has put in the way lead nothing of ours elsewhere; the user's own do."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.patterns.pictures.sheet import SheetPanel, write_panels
from app.report.files.export import export
from app.results.store.store import open_store
from app.servers.saved_connections import save_connection
from app.window.pages.campaign.page import PlanFiles
from engines.contract.endpoint import Source
from engines.contract.errors import InputError, ServerUnavailable
from engines.keeping.home import home
from engines.platform.private_files import private_folder, resolve_trusted, write_atomically
from engines.servers.server import ServerSpec
from tests.app.results.making import make_campaign, store_campaign
from tests.security.people import nobody, root_only, run_as
from tests.workloads.own.test_table_generation import FILE
from workloads.own.file_reading import parse_work
from workloads.own.table_generation import GeneratedTables

LINKS = "become(); os.symlink(sys.argv[3], sys.argv[4])"


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder that is everybody's, as /tmp is, which others reach."""
    above = [each for each in tmp_path.parents if not each.stat().st_mode & stat.S_IXOTH]
    modes = [each.stat().st_mode for each in above]
    for each in (tmp_path, *above):
        each.chmod(0o711)
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    yield folder
    for each, mode in zip(above, modes, strict=True):
        each.chmod(stat.S_IMODE(mode))


@pytest.fixture
def precious(tmp_path: Path) -> Iterator[Path]:
    """A file of ours that somebody else would like to have overwritten."""
    path = tmp_path / "kept" / "precious"
    path.parent.mkdir()
    path.write_text("# precious")
    before = path.stat()
    yield path
    after = path.stat()
    assert path.read_text() == "# precious"
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert list(path.parent.iterdir()) == [path]


def link_of_nobody(link: Path, target: Path) -> None:
    run_as(nobody(), LINKS, str(target), str(link))
    assert link.lstat().st_uid == nobody().number


def an_export(path: Path) -> None:
    elsewhere = next(each for each in path.parents if each.name == "shared").parent
    with open_store(str(elsewhere / "s.sqlite"), write=True) as store:
        export(store, store_campaign(store, make_campaign()), "csv", path)


def a_picture(path: Path) -> None:
    from PIL import Image

    panel = SheetPanel(Image.new("RGB", (8, 8)), "Title", ("a line",))
    write_panels(path.with_suffix(".png"), [panel])


def a_connection(path: Path) -> None:
    save_connection(ServerSpec("there", Source.ADDRESS, "postgresql", user="me"))


def a_store(path: Path) -> None:
    open_store(str(path), write=True).close()


WRITERS: dict[str, tuple[str, Callable[[Path], None]]] = {
    "export": ("out.csv", an_export),
    "picture": ("out.png", a_picture),
    "connections": ("connections.toml", a_connection),
    "store": ("r.sqlite", a_store),
}


@root_only
@pytest.mark.parametrize("through", ["file", "folder"])
@pytest.mark.parametrize("what", WRITERS)
def test_that_a_link_of_somebody_else_leads_nothing_of_ours_elsewhere(
    what: str, through: str, shared: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, write = WRITERS[what]
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(shared / "in" if through == "folder" else shared))
    if through == "folder":
        link_of_nobody(shared / "in", precious.parent)
        path = shared / "in" / name
    else:
        path = shared / name
        link_of_nobody(path, precious)
    with pytest.raises(InputError, match="link that is not yours") as caught:
        write(path)
    assert str(path) in caught.value.message
    assert [each.name for each in shared.iterdir()] == [path.name if through == "file" else "in"]


@root_only
def test_that_a_plan_is_not_saved_through_a_link_of_somebody_else(
    shared: Path, precious: Path, qtbot: object
) -> None:
    from PySide6.QtWidgets import QWidget

    link_of_nobody(shared / "plan.toml", precious)
    page = QWidget()
    files = PlanFiles(page)
    output: list[InputError] = []
    files.failed.connect(output.append)
    files.save(make_campaign(), shared / "plan.toml")
    assert "link that is not yours" in output[0].message


@root_only
def test_that_a_store_is_not_made_where_somebody_elses_link_leads(
    shared: Path, tmp_path: Path
) -> None:
    link_of_nobody(shared / "r.sqlite", tmp_path / "nologin")
    for write in (True, False):
        with pytest.raises(InputError, match="link that is not yours"):
            open_store(str(shared / "r.sqlite"), write=write)
    assert not (tmp_path / "nologin").exists()


@root_only
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_that_no_link_next_to_a_store_leads_what_sqlite_writes_elsewhere(
    shared: Path, tmp_path: Path, end: str
) -> None:
    link_of_nobody(shared / f"r.sqlite{end}", tmp_path / "victim")
    with pytest.raises(InputError, match="next to it is a link"):
        open_store(str(shared / "r.sqlite"), write=True)
    assert not (tmp_path / "victim").exists() and not (shared / "r.sqlite").exists()


@root_only
def test_that_no_folder_is_made_where_somebody_elses_link_leads(
    shared: Path, tmp_path: Path
) -> None:
    link_of_nobody(shared / "in", tmp_path)
    with pytest.raises(PermissionError, match="link that is not yours"):
        private_folder(shared / "in" / "made")
    assert not (tmp_path / "made").exists()


@root_only
def test_that_no_home_is_made_where_somebody_elses_link_leads(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link_of_nobody(shared / "in", tmp_path)
    monkeypatch.setenv("CIPHERBENCH_HOME", str(shared / "in" / "home"))
    with pytest.raises(ServerUnavailable, match="link that is not yours"):
        home()
    assert not (tmp_path / "home").exists()


FOLLOWS = """
from pathlib import Path
from engines.platform.private_files import resolve_trusted
become()
for path in sys.argv[3:]:
    try:
        print(resolve_trusted(Path(path)))
    except OSError as error:
        print(error.strerror)
"""


@root_only
def test_that_roots_link_is_followed_only_where_no_other_could_have_put_it(
    shared: Path, tmp_path: Path
) -> None:
    somebodys, groups = tmp_path / "somebodys", tmp_path / "groups"
    for folder, owner, group, mode in ((somebodys, 1, 0, 0o755), (groups, 0, 4, 0o775)):
        folder.mkdir()
        os.chown(folder, owner, group)
        folder.chmod(mode)
    links = [folder / "link" for folder in (tmp_path, shared, somebodys, groups)]
    for each in links:
        each.symlink_to("/etc/passwd")
    output = run_as(nobody(), FOLLOWS, *map(str, links)).splitlines()
    refused = "It leads through a link that is not yours"
    assert output == ["/etc/passwd", refused, refused, refused]


def test_that_the_users_own_links_and_the_systems_lead_where_they_lead(
    tmp_path: Path, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (tmp_path / "results").symlink_to(data)
    (shared / "relative").symlink_to("../results/../results")
    (data / "last.csv").symlink_to("run.csv")
    for folder in (tmp_path / "results", shared / "relative"):
        assert resolve_trusted(folder / "last.csv") == data / "run.csv"
        write_atomically(folder / "last.csv", str(folder))
        assert (data / "run.csv").read_text() == str(folder)
    assert (data / "last.csv").is_symlink()
    a_store(tmp_path / "results" / "deep" / "s.sqlite")
    assert (data / "deep" / "s.sqlite").is_file()
    monkeypatch.chdir(data)
    assert resolve_trusted(Path("x")) == data / "x"
    for path in ("/proc/self/status", "/", "/usr/..", "/usr/bin/../lib", "/nowhere/x/../y"):
        assert resolve_trusted(Path(path)) == Path(os.path.realpath(path))


def test_that_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        write_atomically(tmp_path / "a", "text")


def test_that_the_data_of_a_workload_file_are_no_link_out_of_its_folder(tmp_path: Path) -> None:
    """Lines of a key would go to the server that a plan names, which came with the file."""
    (tmp_path / "sent").mkdir()
    (tmp_path / "key").write_text("-----BEGIN PRIVATE KEY-----\nTOPSECRET\n")
    (tmp_path / "sent" / "real.csv").write_text("-----BEGIN PRIVATE KEY-----\ngiven\n")
    (tmp_path / "sent" / "out.csv").symlink_to("../key")
    (tmp_path / "sent" / "within.csv").symlink_to("real.csv")
    columns = 'a = {{ type = "text", file = "{}", column = "-----BEGIN PRIVATE KEY-----" }}'
    for name in ("real.csv", "within.csv"):
        work = parse_work(FILE.format(columns=columns.format(name)), "w.toml", tmp_path / "sent")
        assert GeneratedTables(work, 1, 2).column("person", "a") == ["given", "given"]
    work = parse_work(FILE.format(columns=columns.format("out.csv")), "w.toml", tmp_path / "sent")
    with pytest.raises(InputError, match="a link out of the workload file's folder"):
        GeneratedTables(work, 1, 2).column("person", "a")
