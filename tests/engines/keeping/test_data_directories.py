"""Where the data of servers that we start lie: in a folder of the user's choice, or beside them.

That they are gone after a crash, wherever they lay, is in test_servers.py.
"""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from app.processes.isolated_engine import open_isolated
from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.keeping import home as homes
from engines.keeping import signatures
from engines.keeping.server_folder import new_server_folder
from engines.keeping.service_user import SERVICE_USER
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.platform.users import is_root
from engines.servers.server import Server, ServerSpec

every_kind = pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite", "duckdb")


@every_kind
def test_that_data_lie_where_the_user_wants_them_and_go_with_the_server(
    server: Server, disk: Path
) -> None:
    # Firebird's library is set up for one server's folder, so that each has a process of its own.
    own = open_isolated(replace(server.spec, name="elsewhere", data_directory=str(disk)))
    try:
        [folder] = disk.iterdir()
        assert folder.name.startswith("cipherbench-")
        assert own.endpoint.data == str(folder)
        assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0
        own.engine.catalogue.create_database(own.endpoint, "placed")
        assert any(folder.iterdir())
        assert own.log is not None and own.log.parent.parent == homes.servers_folder()
    finally:
        own.close()
    assert list(disk.iterdir()) == []


@every_kind
def test_that_an_endpoint_tells_where_the_data_of_our_own_servers_lie(server: Server) -> None:
    assert server.endpoint.data and Path(server.endpoint.data).is_dir()


def test_that_tidying_never_follows_a_note_to_what_is_not_ours(disk: Path) -> None:
    precious, decoy = disk / "precious", disk / "cipherbench-decoy"
    precious.mkdir()
    decoy.symlink_to(precious)
    for named in (precious, decoy, disk / "not-there"):
        left = new_server_folder("left")
        left.note_data(named)
        left.close()
        remove_leftovers()
        assert not left.path.exists()
        assert precious.is_dir()
        assert decoy.is_symlink()


@every_kind
def test_that_a_folder_that_is_not_there_is_reported(server: Server, disk: Path) -> None:
    missing = disk / "not-mounted"
    assert "does not exist" in refusal(server, missing)


@every_kind
def test_that_a_folder_the_serving_user_cannot_enter_is_reported(
    server: Server, disk: Path
) -> None:
    if not is_root() or server.endpoint.in_process:
        pytest.skip("only root's servers run as somebody else")
    closed = disk / "closed"
    closed.mkdir(mode=0o700)
    output = refusal(server, closed)
    assert SERVICE_USER in output and str(closed) in output
    assert list(closed.iterdir()) == []


@every_kind
def test_that_a_folder_that_is_too_full_is_reported(server: Server, tiny: Path) -> None:
    output = refusal(server, tiny)
    assert "4 MB free" in output
    assert list(tiny.iterdir()) == []


@pytest.mark.parametrize("name", ["postgresql", "firebird"])
def test_that_a_home_without_room_for_a_servers_programs_is_reported(
    name: str, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CIPHERBENCH_HOME", str(tiny))
    with pytest.raises(ServerUnavailable) as caught:
        open_server(ServerSpec("homeless", Source.EMBEDDED, name))
    assert (
        "No space left on device" in str(caught.value) and "CIPHERBENCH_HOME" in caught.value.hint
    )
    left = {path.name for path in tiny.rglob("*") if path.is_file() and path.stat().st_size}
    assert left <= {signatures.KEY_NAME}


def refusal(server: Server, folder: Path) -> str:
    before = set(homes.servers_folder().iterdir())
    with pytest.raises(ServerUnavailable) as caught:
        open_server(replace(server.spec, name="refused", data_directory=str(folder)))
    assert caught.value.hint
    assert set(homes.servers_folder().iterdir()) <= before
    return str(caught.value)
