"""What other users' processes can do to servers that root starts, that of the servers' own user
above all: neither enter them nor make root write, trust, kill or remove anything by them."""

from __future__ import annotations

import os
import pickle
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from engines.keeping.removal import remove
from engines.keeping.server_folder import (
    DATA,
    INNER,
    LOCK,
    LOG,
    MARK,
    PID,
    TOKEN_VARIABLE,
    ServerFolder,
    new_server_folder,
)
from engines.keeping.service_user import service_account
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.platform.processes import boot_id, start_time_of
from engines.registry import engine_named
from engines.servers.launched import start
from engines.servers.server import Server
from tests.app.prepared_servers import prepared_once
from tests.conftest import Servers
from tests.patience import wait_until
from tests.requirements import NEWER, spec_of
from tests.security.people import OTHERS, root_only, run_as

pytestmark = root_only

CONTROL = (LOCK, LOG, PID, MARK, DATA)
SERVING = ("postgresql", "mariadb", NEWER)

_ENTER = """
import pickle
from dataclasses import replace
from engines.registry import engine_named
endpoint = pickle.loads(bytes.fromhex(sys.argv[3]))
engine = engine_named(endpoint.engine)
engine.driver.connect(endpoint).close()  # as ourselves; this loads what the driver needs, too
become()
for user in (endpoint.user, "root", "cipherbench", "mariadb.sys", ""):
    try:
        with engine.driver.connect(replace(endpoint, user=user)) as session:
            print("entered as", user, session.fetch("select 1"))
    except Exception as error:
        print(str(error).splitlines()[0])
"""


@pytest.mark.parametrize("who", OTHERS)
@pytest.mark.parametrize("engine", SERVING)
@pytest.mark.in_every_run("postgresql", "mariadb")  # whom a newer one knows is asked below
def test_that_no_other_user_enters_a_server_of_ours(
    servers: Servers, engine: str, who: str
) -> None:
    end = servers[engine].endpoint
    output = run_as(OTHERS[who](), _ENTER, pickle.dumps(end).hex())
    assert "entered" not in output
    assert output.count("\n") == 5
    if who == "service user":  # who does reach the socket
        refusal = {"postgresql": "Peer authentication failed", "mariadb": "Access denied"}
        assert refusal[end.engine] in output


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["mariadb", NEWER])
def test_that_mariadb_has_no_account_without_a_proof(engine: str) -> None:
    with prepared_once():
        server = open_server(spec_of(engine))  # in the session's own other tests make accounts
    with closing(server), server.engine.driver.connect(server.endpoint) as session:
        accounts = session.fetch(
            "select user, json_value(priv, '$.plugin'), json_value(priv, '$.authentication_string')"
            " from mysql.global_priv where not json_value(priv, '$.account_locked') <=> true"
        )
    assert accounts
    assert {(plugin, proof or "invalid") for _, plugin, proof in accounts} <= {
        ("unix_socket", "invalid"),
        ("mysql_native_password", "invalid"),  # … OR unix_socket, and no password gives that hash
    }


_PLANT = """
from contextlib import closing
from pathlib import Path
folder, victim, names = Path(sys.argv[3]), sys.argv[4], sys.argv[5:]
become()
for place in (folder, folder / "run"):
    for name in names:
        try:
            (place / name).unlink(missing_ok=True)
            (place / name).symlink_to(victim)
            print("planted", place / name)
        except OSError as error:
            print("refused", place / name, error.strerror)
"""


_EXCHANGE = """
become()
os.rename(sys.argv[3], sys.argv[3] + "-moved")
os.symlink(sys.argv[4], sys.argv[3])
"""


@pytest.fixture
def victim(home: Path) -> Iterator[Path]:
    """A file of root's that everybody can name."""
    path = home / "victim"
    path.write_text("precious")
    yield path
    path.unlink()


def plant(folder: Path, victim: Path, *names: str) -> str:
    return run_as(service_account(), _PLANT, str(folder), str(victim), *names)


@pytest.mark.slow
def test_that_links_planted_before_a_start_get_no_file_of_roots_written(victim: Path) -> None:
    spec = spec_of("postgresql")
    engine = engine_named("postgresql")
    launcher = engine.servers.launcher(spec.source)
    assert launcher is not None
    folder = new_server_folder("postgresql")
    launch = launcher.launch(launcher.find(None), folder.inner)
    output = plant(folder.path, victim, *CONTROL, *launch.files)
    assert "planted" not in output
    server = start(spec, engine, launch, folder)
    server.close()
    assert victim.read_text() == "precious"
    assert not folder.path.exists()


@pytest.mark.slow
def test_that_links_planted_next_to_a_running_server_get_nothing_written_or_removed(
    servers: Servers, home: Path, victim: Path
) -> None:
    spec = servers["postgresql"].spec
    precious = home / "precious"
    precious.mkdir(mode=0o777)
    (precious / "file").write_text("precious")
    server = open_server(spec)
    assert server.log is not None
    folder = server.log.parent
    output = plant(folder, victim, *CONTROL)
    assert all(f"refused {folder / name} " in output for name in CONTROL)
    assert output.count("planted") == len(CONTROL), "in the folder that is the server's own"
    plant(folder, precious, "gone")
    run_as(service_account(), _EXCHANGE, str(folder / INNER / "data"), str(precious))
    assert (folder / INNER / "data").is_symlink()
    server.close()
    remove_leftovers()
    assert victim.read_text() == "precious"
    assert (precious / "file").read_text() == "precious"
    assert not folder.exists()
    (precious / "file").unlink()
    precious.rmdir()


@pytest.fixture
def left() -> Iterator[ServerFolder]:
    """What a server leaves behind whose keeper was killed."""
    folder = new_server_folder("left")
    folder.close()
    yield folder
    remove(folder.path, folder.inner, None)


type Somebody = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def somebody() -> Iterator[Somebody]:
    """Starts a process of a user's that waits."""
    begun: list[subprocess.Popen[bytes]] = []

    def begin(token: str, user: int, group: int) -> subprocess.Popen[bytes]:
        surroundings = {"PATH": os.defpath, TOKEN_VARIABLE: token}
        rights: Any = {"user": user, "group": group, "extra_groups": []}
        begun.append(subprocess.Popen(["sleep", "60"], env=surroundings, cwd="/", **rights))
        return begun[-1]

    yield begin
    for each in begun:
        each.kill()
        each.wait()


def claim(left: ServerFolder, output: bytes) -> None:
    (left.path / PID).write_bytes(output)


def truth_of(process: subprocess.Popen[bytes]) -> bytes:
    return f"{process.pid} {start_time_of(process.pid)} {boot_id()}".encode()


def test_that_a_server_that_outlived_its_keeper_is_killed(
    left: ServerFolder, somebody: Somebody
) -> None:
    account = service_account()
    process = somebody(left.token, account.number, account.group)
    claim(left, truth_of(process))
    assert remove_leftovers() >= 1
    assert process.wait(10) == -9
    assert not left.path.exists()


@pytest.mark.parametrize("case", ["root's", "root's with the token", "another server's", "later"])
def test_that_a_process_that_is_not_that_server_is_not_killed(
    left: ServerFolder, somebody: Somebody, case: str
) -> None:
    """A number with the right start is not enough, nor is a process of the serving user."""
    account = service_account()
    user, group = (0, 0) if "root" in case else (account.number, account.group)
    token = left.token if case in ("root's with the token", "later") else "another"
    process = somebody(token, user, group)
    number, began, boot = truth_of(process).split()
    claim(left, b" ".join([number, b"1" if case == "later" else began, boot]))
    remove_leftovers()
    assert not left.path.exists()
    assert process.poll() is None


@pytest.mark.parametrize(
    "output",
    [b"", b"garbage", b"\xff\xfe\x00\x01", b"-1 5 x", b"0 0 0", b"1", b"9" * 5000, b"1 " * 500_000,
     b"-1 1 " + boot_id().encode(), b"9999999999 1 " + boot_id().encode(),
     b"18446744073709551617 1 " + boot_id().encode()],
    ids=lambda output: repr(output[:12]),
)  # fmt: skip
def test_that_a_damaged_number_ends_no_start_and_kills_nobody(
    left: ServerFolder, output: bytes
) -> None:
    claim(left, output)
    remove_leftovers()
    assert not left.path.exists()
    assert psutil.pid_exists(1)


@pytest.mark.in_every_run("postgresql", "mariadb")  # MySQL: a relative
def test_that_a_servers_process_tells_by_its_surroundings_that_it_is_ours(server: Server) -> None:
    """What the next start knows a leftover by: engines overwrite what their processes show."""
    if server.endpoint.pid is None:
        pytest.skip("it runs inside the program")
    surroundings = Path(f"/proc/{server.endpoint.pid}/environ").read_bytes()
    assert f"{TOKEN_VARIABLE}=".encode() in surroundings
    assert psutil.Process(server.endpoint.pid).uids() == (service_account().number,) * 3


def test_that_tidying_waits_for_nobody_who_holds_the_lock(servers: Servers) -> None:
    running = servers["postgresql"]
    assert running.log is not None
    remove_leftovers()
    assert running.log.exists()
    wait_until(lambda: running.engine.driver.connect(running.endpoint).close() is None)
