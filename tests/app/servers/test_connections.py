"""Saved connections: a small private file without passwords, and what a run does
with them. What is listed of them is in test_inventory.py."""

from __future__ import annotations

import os
import stat
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from app.servers.saved_connections import (
    connections_file,
    forget_connection,
    save_connection,
    saved_connections,
)
from engines.contract.endpoint import Source, TlsMode
from engines.contract.errors import InputError
from engines.servers.server import Server, ServerSpec
from tests.app.typed import cipherbench

FULL = ServerSpec(
    "prod “pg”", Source.ADDRESS, "postgresql", host="db.example", port=6543, user="d'ba",
    database="ä b", tls=TlsMode.VERIFY_FULL, tls_ca="/ca.pem", tls_certificate="/c.pem",
    tls_key="/k.pem", connect_seconds=9,
)  # fmt: skip
LOCAL = ServerSpec("mine", Source.LOCAL, "mariadb", binaries="/opt/m", data_directory="/mnt/luks")
SOUND = '[[server]]\nname = "x"\nsource = "address"\nengine = "mariadb"\n'
BOX = ServerSpec("box", Source.CONTAINER, "postgresql", image="postgres:15", cpus=1, memory_mb=4000)


def test_that_what_was_saved_is_read_again() -> None:
    assert saved_connections() == []
    for spec in (FULL, LOCAL, BOX):
        save_connection(spec)
    assert saved_connections() == [FULL, LOCAL, BOX]
    save_connection(replace(LOCAL, binaries="/opt/n"))
    assert saved_connections() == [FULL, BOX, replace(LOCAL, binaries="/opt/n")]
    forget_connection("prod “pg”")
    forget_connection("never there")
    assert [spec.name for spec in saved_connections()] == ["box", "mine"]


def test_that_the_file_is_the_users_alone_and_lies_where_the_environment_says() -> None:
    save_connection(FULL)
    path = connections_file()
    assert str(path.parent) == os.environ["CIPHERBENCH_CONFIG"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["connections.toml"]


def test_that_no_field_of_a_saved_server_is_a_password() -> None:
    assert not [each.name for each in fields(ServerSpec) if "password" in each.name]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[server", "TOML"),
        ('[[server]]\nname = "x"\nport = = 3', r"TOML: .* \(at line 3, column 8\)"),
        (f'{SOUND}word = "p"', "line 5: unknown key “word”"),
        ('# mine\n\n[[server]]\nname = "x"\nsource = "moon"\nengine = "mariadb"', "line 5: .*moon"),
        (f'{SOUND}\n[[server]]\nname = "y"\n', r"line 6: server\.2\.source is missing"),
        (f"{SOUND}port = 99999", r"line 1: server\.1: port must be 65535 or less"),
        (f"{SOUND}\n# again\n{SOUND}", "line 7: two servers are named “x”"),
        ("server = 3", "cannot be read: server: 3 is not a list"),
        ("server = [{}]", "cannot be read: server"),
    ],
)
def test_that_a_file_that_is_not_understood_is_reported_and_left_alone(
    text: str, words: str
) -> None:
    path = connections_file()
    path.parent.mkdir()
    path.write_text(text)
    for act in (saved_connections, lambda: save_connection(FULL), lambda: forget_connection("x")):
        with pytest.raises(InputError, match=words) as caught:
            act()
        assert str(path) in caught.value.message
        assert caught.value.title == "Saved connections not read"
    assert path.read_text() == text


def test_that_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    connections_file().parent.parent.mkdir(exist_ok=True)
    connections_file().parent.write_text("in the way")
    with pytest.raises(InputError):
        save_connection(FULL)


@pytest.mark.slow
def test_that_a_run_that_cannot_ask_for_a_password_names_its_variable(
    servers: Any, tmp_path: Path
) -> None:
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create or replace user 'asked'@'%' identified by 'pw'")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[campaign]\nname = "x"\n[[server]]\nname = "prod db-2"\nsource = "address"\n'
        f'engine = "mariadb"\nuser = "asked"\nsocket = "{server.endpoint.socket}"\n'
        '[[protection]]\nname = "plaintext"\n[workload]\nname = "hospital"\nsizes = [20]\n'
    )
    output = cipherbench("run", plan, "--store", tmp_path / "store.sqlite")
    assert output.code == 2
    assert "Set CIPHERBENCH_PASSWORD_PROD_DB_2 to the password" in output.err


@pytest.mark.slow
def test_that_odd_passwords_reach_a_plans_servers_from_the_environment_and_stay_secret(
    servers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    password = "plänted '\"; %s @\\ word"
    server: Server = servers["mariadb"]
    with server.engine.driver.connect(server.endpoint) as admin:
        quoted = password.replace("\\", "\\\\").replace("'", "''")
        admin.execute(f"create or replace user 'runner'@'%' identified by '{quoted}'")
        admin.execute(r"grant all on `cipherbench\_%`.* to 'runner'@'%'")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[campaign]\nname = "odd"\nrepetitions = 1\nwarmups = 0\n'
        '[[server]]\nname = "by-socket"\nsource = "address"\nengine = "mariadb"\nuser = "runner"\n'
        f'socket = "{server.endpoint.socket}"\n'
        '[[protection]]\nname = "plaintext"\n'
        '[workload]\nname = "hospital"\nsizes = [20]\n'
    )
    store = tmp_path / "store.sqlite"
    monkeypatch.setenv("CIPHERBENCH_PASSWORD_BY_SOCKET", password)
    output = cipherbench("run", plan, "--store", store)
    assert output.code == 0, output.err
    left = store.read_bytes() + plan.read_bytes() + (output.out + output.err).encode()
    assert "plänted".encode() not in left
