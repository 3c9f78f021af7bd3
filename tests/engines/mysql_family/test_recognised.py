"""MySQL where a MariaDB is expected, and the other way round: each is called what it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import ServerUnavailable
from engines.mysql_family.handshake import MARIADB, announced_server
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from tests.app.typed import cipherbench
from tests.conftest import Servers
from tests.engines.mysql_family.fake_mysql import mysql
from tests.engines.tcp_servers import USER, serve_maria


@pytest.mark.parametrize("plugin", ["caching_sha2_password", "mysql_native_password"])
def test_that_mysql_is_reported_by_its_name_and_version(plugin: str) -> None:
    """It lets nobody in who has no plugin for its login, or lets everybody in."""
    with mysql("9.7.4-2", plugin) as port:
        spec = ServerSpec("my", Source.ADDRESS, "mariadb", host="127.0.0.1", port=port, user="u")
        with pytest.raises(ServerUnavailable) as caught:
            open_server(spec, "pw")
    assert caught.value.title == "MySQL, not MariaDB"
    assert caught.value.message == f"127.0.0.1:{port} is MySQL 9.7.4, not MariaDB."
    assert caught.value.hint == 'Choose MySQL as its engine (`engine = "mysql"` in a plan).'


def test_that_a_plan_for_mysql_ends_with_that_sentence(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    with mysql("9.7.4", "caching_sha2_password") as port:
        plan.write_text(
            '[campaign]\nname = "x"\n[[server]]\nname = "my"\nsource = "address"\n'
            f'engine = "mariadb"\nhost = "127.0.0.1"\nport = {port}\nuser = "u"\n'
            '[[protection]]\nname = "plaintext"\n[workload]\nname = "hospital"\nsizes = [10]\n'
        )
        output = cipherbench("run", plan, "--store", tmp_path / "store.sqlite")
    assert output.code == 2
    assert "is MySQL 9.7.4, not MariaDB." in output.err


def test_that_a_mariadb_of_another_name_is_one_to_both() -> None:
    with serve_maria(["--skip-ssl", "--version=9.7.4"]) as served:
        open_server(served.spec(), "pw-9d2e").close()
        end = Endpoint("mariadb", host="127.0.0.1", port=served.port, user=USER)
        found = announced_server(end)
        assert found is not None and found.product is MARIADB
        assert_called(served.spec(), "mysql", "MariaDB, not MySQL", "pw-9d2e")


@pytest.mark.parametrize(
    ("engine", "other", "title"),
    [("mysql", "mariadb", "MySQL, not MariaDB"), ("mariadb", "mysql", "MariaDB, not MySQL")],
)
def test_that_a_server_of_ours_is_recognised(
    servers: Servers, engine: str, other: str, title: str
) -> None:
    server: Server = servers[engine]
    end = server.endpoint
    spec = ServerSpec("it", Source.ADDRESS, engine, socket=end.socket, user=end.user)
    assert_called(spec, other, title)


def assert_called(spec: ServerSpec, engine: str, title: str, password: str | None = None) -> None:
    """What a server is called whose engine is said to be another."""
    with pytest.raises(ServerUnavailable) as caught:
        open_server(replace(spec, engine=engine), password)
    assert caught.value.title == title
