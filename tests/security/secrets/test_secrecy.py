"""A planted password is found nowhere: plan, store, log, exports, saved connections, process list.

Most programs are forked here, and show the command line of the process that forks them; the command
lines and environments of all that one starts that was started anew, and that the window starts, are
looked at in `test_children_environment.py`.

What is not claimed: `/proc/PID/environ` of a process that its user gave the password by a variable,
and `docker inspect` of a container of ours, since official images take it from their environment.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from app.campaign.executor import CampaignExecutor
from app.campaign.servers.server_pool import ServerPool
from app.campaign.workers.worker import run_worker
from app.campaign.workers.worker_messages import RunOrder
from app.evidence.gathering import gather_evidence
from app.execution.campaign_process import CampaignProcess, CampaignRequest
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import write_plan
from app.plan.status import Status
from app.processes.live_counters import LiveCounters
from app.report.files.chart_files import CHART_FORMATS, export_charts
from app.report.files.export import export, export_archive, export_formats
from app.results.events import OperationStarted, RunFinished
from app.results.store.store import Store, open_store
from app.servers.jobs import Jobs
from app.servers.saved_connections import connections_file, save_connection
from app.system import child_process
from app.system.child_process import ProcessEnded
from app.system.folders import log_file, log_to_file
from app.system.password_sources import account_of, variable_of
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.key_source import DataKey
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keys.kms import KmsKey
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from engines.keys.vault import VaultKey, VaultSecret
from engines.opening import open_server
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.report.document.reading import pdf_words
from tests.app.stage import Stage
from tests.app.typed import cipherbench, cipherbench_anew
from tests.app.typing_process import ALSO_IMPORTED
from tests.engines.containers import ENGINES, container_spec
from tests.engines.tcp_servers import Reachable, serve_maria, serve_postgres, set_password
from tests.key_services import local_kms, soft_token
from tests.patience import wait_until
from tests.vault_server import vault_server
from tests.workloads.ward import hospital_options
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters

# Of this session alone: the eavesdropper hears other sessions on this machine as well.
PASSWORD = "p'a\"s;s %w@ö\\x{0}-Gr3p" + secrets.token_hex(4)
WRONG = "n'o\"t;t %h@ö\\x{0}-Wr0ng" + secrets.token_hex(4)
KEEPER_PASSWORD = "k'e\"p;t %k@ö\\x{0}-K3pt" + secrets.token_hex(4)
USER, KEEPER = "maker", "odd"
"""`odd` is let in with what only the keyring has: what one way has hidden no other way needs."""


def forms(password: str) -> list[bytes]:
    """A password as files and other programs write it. Its last sign, which every form keeps as it
    is, finds those that nobody thought of."""
    quoted = {
        password,
        quote(password),
        quote(password, safe=""),
        quote_plus(password),
        json.dumps(password)[1:-1],
        json.dumps(password, ensure_ascii=False)[1:-1],
        repr(password)[1:-1],
        password.replace("'", "''"),
        password.replace("\\", "\\\\").replace("'", "\\'"),
        password.rpartition("-")[2],
    }
    raw = [each.encode() for each in quoted]
    return [*raw, password.encode("utf-16-le"), base64.b64encode(password.encode())]


def found_in(data: bytes, passwords: list[str]) -> list[bytes]:
    return [form for each in passwords for form in forms(each) if form in data]


_LOOKS = 10
_YOUNG, _SELDOM = 20, 10
"""Looks: a second, and half of one."""


def processes() -> set[str]:
    return set(filter(str.isdigit, os.listdir("/proc")))  # noqa: PTH208 twenty times a second


@dataclass
class Eavesdropper:
    """Reads the command line of every process that begins, and files that are being written, all
    the time."""

    files: list[Path] = field(default_factory=list)
    heard: set[bytes] = field(default_factory=set)
    seen: dict[str, int] = field(default_factory=dict)
    """Processes by their numbers, and at which look each was there first: all become what they are
    to be soon, and are looked at less often from then on."""
    before: frozenset[str] = field(default_factory=lambda: frozenset(processes()))
    looks: int = 0

    @contextmanager
    def listening(self) -> Iterator[None]:
        over = threading.Event()

        def listen() -> None:
            while not over.is_set():
                self._look()
                over.wait(0.05)

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _look(self) -> None:
        self.looks += 1
        for process in processes() - self.before:
            first = self.seen.setdefault(process, self.looks)
            if self.looks - first > _YOUNG and (self.looks - first) % _SELDOM:
                continue
            with suppress(OSError), open(f"/proc/{process}/cmdline", "rb", 0) as line:  # noqa: PTH123
                self.heard.add(line.read())
        if self.looks % 10 == 0:
            for path in self.files:
                with suppress(OSError):
                    self.heard.add(path.read_bytes())

    def betrayed(self, passwords: list[str]) -> list[bytes]:
        assert self.looks > _LOOKS and any(b"python" in each for each in self.heard)
        return found_in(b"\n".join(self.heard), passwords)


@pytest.fixture
def ear(tmp_path: Path) -> Eavesdropper:
    store = tmp_path / "s.sqlite"
    return Eavesdropper([store, store.with_name("s.sqlite-wal"), log_file()])


def stored(file: Path) -> bytes:
    """Every value of a store as SQLite reads it: in the file a long one may lie in two places, and
    what a deleted row had is there still."""
    with closing(sqlite3.connect(file)) as store:
        tables = [row[1] for row in store.execute("PRAGMA table_list")]
        rows = [row for each in tables for row in store.execute(f'select * from "{each}"')]
        [(left,)] = store.execute("PRAGMA freelist_count")
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert len(rows) > 20
    pages = file.read_bytes() if left else b""
    cells = (cell for row in rows for cell in row)
    return b"\n".join((pages, *(c if isinstance(c, bytes) else str(c).encode() for c in cells)))


def everything(*folders: Path) -> bytes:
    """All that lies in folders, but for the servers' own files."""
    found = []
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not {"servers", "runtime", "vault.json"} & set(path.parts):
                found.append(path.read_bytes())
    return b"\n".join(found)


@pytest.fixture(scope="module")
def reachable(home: Path) -> Iterator[dict[str, Reachable]]:
    """A PostgreSQL and a MariaDB whose users have planted passwords."""
    folder = Path(tempfile.mkdtemp(prefix="planted-", dir=home))
    folder.chmod(0o711)
    with (
        serve_postgres(folder, {}) as postgres,
        serve_maria(["--skip-ssl"]) as maria,
    ):
        for user, password in ((USER, PASSWORD), (KEEPER, KEEPER_PASSWORD)):
            for each in (postgres, maria):
                set_password(each, user, password)
            with maria.admin() as admin:
                admin.execute(rf"grant all on `cipherbench\_%`.* to '{user}'@'%'")
            with postgres.admin() as admin:
                admin.execute(f"alter role {user} createdb")
        yield {"postgresql": postgres, "mariadb": maria}


@pytest.fixture
def specs(reachable: dict[str, Reachable]) -> list[ServerSpec]:
    """Both servers by TCP and by socket."""
    made = []
    for engine, each in reachable.items():
        end = each.server.endpoint
        by_port = replace(each.spec(user=USER), name=f"{engine}-tcp", database=end.database)
        by_socket = replace(by_port, name=f"{engine}-socket", host=None, socket=end.socket)
        made += [by_port, replace(by_socket, port=end.port)]
    return made


AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)


def campaign(*specs: ServerSpec, protection: Protection = PLAINTEXT) -> Campaign:
    return quick_campaign(
        "planted",
        specs,
        (PlannedProtection(protection),),
        HospitalParameters(sizes=(3,)),
        repetitions=1,
        warmups=0,
    )


def export_all(store: Store, folder: Path) -> None:
    """Every export of the first campaign, its charts and its archive; what is packed also bare."""
    exported = folder / "exported"
    exported.mkdir()
    for kind in export_formats():
        export(store, 1, kind, exported / f"as-{kind}.{kind}")
    export_archive(store, 1, exported / "as-zip.zip")
    for kind in CHART_FORMATS:
        export_charts(store, 1, kind, exported, dpi=30)
    assert all(path.stat().st_size for path in exported.iterdir())
    for kind in ("xlsx", "zip"):
        with zipfile.ZipFile(exported / f"as-{kind}.{kind}") as packed:
            packed.extractall(exported / kind)
    drawn = list(exported.glob("*.pdf"))
    assert len(drawn) > 1, "the report and charts"
    for path in drawn:
        path.with_suffix(".txt").write_text(pdf_words(path.read_bytes()))


KEY = b"Pl4nted" + secrets.token_bytes(9)


def keys_in(data: bytes) -> list[bytes]:
    """The planted key in each form that a database, a text or JSON may have it in."""
    text = KEY.hex()
    forms_of_key = (KEY, text.encode(), text.upper().encode(), base64.b64encode(KEY),
                    repr(KEY)[2:-1].encode(), KEY[:7])  # fmt: skip
    return [form for form in forms_of_key if form in data]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "anew"),
    [((0, 3), False), pytest.param((2, 1), True, marks=pytest.mark.exhaustive)],
    ids=["PostgreSQL by TCP, MariaDB by socket", "the other way round, started anew"],
)
def test_that_passwords_from_the_environment_and_the_keyring_and_a_planted_key_are_found_nowhere(
    places: tuple[int, int],
    anew: bool,
    specs: list[ServerSpec],
    tmp_path: Path,
    home: Path,
    ear: Eavesdropper,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One server is entered with what the environment has, one with what the keyring has. A program
    that is started anew shows its own command line, and starts a fork server."""
    refused = [replace(spec, name=f"{spec.engine}-refused") for spec in specs if not spec.socket]
    given, saved = (specs[each] for each in places)
    saved = replace(saved, name="kept", user=KEEPER)
    for spec in (given, saved):
        save_connection(spec)
    monkeypatch.setenv(variable_of(given.name), PASSWORD)
    for spec in refused:
        monkeypatch.setenv(variable_of(spec.name), WRONG)
    (tmp_path / "vault.json").write_text(json.dumps({account_of(saved): KEEPER_PASSWORD}))
    monkeypatch.setenv(ALSO_IMPORTED, "tests.security.secrets.planted")
    monkeypatch.setenv("PLANTED", str(tmp_path))
    monkeypatch.setenv("PLANTED_KEY", KEY.hex())
    plan, store = tmp_path / "plan.toml", tmp_path / "s.sqlite"
    sound = HospitalParameters(sizes=(3,), profile=Profile.SOUND)
    encrypted = PlannedProtection(AES, (given.name, saved.name))
    both = (PlannedProtection(PLAINTEXT), encrypted)
    planned = campaign(given, *refused, saved)
    plan.write_text(write_plan(replace(planned, protections=both, workload=sound, evidence=True)))
    if anew:
        plant_in_all_programs(tmp_path, monkeypatch)
    with ear.listening():
        output = (cipherbench_anew if anew else cipherbench)(
            "run", plan, "--store", store, "--json"
        )
    assert output.code == 1, f"two servers have refused us: {output.err}"
    with open_store(str(store), write=False) as opened:
        export_all(opened, tmp_path)
        ends = [(run.server, run.status) for run in opened.runs(1)]
    expected = {s.name: Status.DONE for s in (given, saved)}
    expected |= {s.name: Status.FAILED for s in refused}
    assert dict(ends) == expected and all(expected[name] == status for name, status in ends)
    assert connections_file().is_relative_to(tmp_path) and connections_file().exists()
    assert (tmp_path / "drawn").exists(), "the runs were given the planted key"
    report = f"{output.out}{output.err}".encode() + stored(store) + everything(tmp_path, home)
    assert found_in(report, [PASSWORD, WRONG, KEEPER_PASSWORD]) == [] and keys_in(report) == []
    key = (home / "identity.key").read_bytes()
    exported = everything(tmp_path / "exported")
    assert exported and key not in exported and key.hex().encode() not in exported
    assert ear.betrayed([PASSWORD, WRONG, KEEPER_PASSWORD]) == []
    assert any(b"forkserver" in each for each in ear.heard) or not anew


@pytest.mark.slow
def test_that_the_pin_of_a_token_is_found_nowhere(
    tmp_path: Path, home: Path, ear: Eavesdropper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One campaign is let in; the other, whose key is not there, is refused in words."""
    soft_token(tmp_path / "token", PASSWORD)
    module = str(softhsm())
    source = Pkcs11Key(module=module, data_key=DataKey.NONE)
    gcm = Protection("let in", ProtectionKind.CLIENT, "aes", 256, "gcm", key_source=source)
    protections = PLAINTEXT, gcm
    absent = replace(gcm, key_source=Pkcs11Key(module=module, key="absent"))
    sqlite = ServerSpec("sqlite", Source.EMBEDDED, "sqlite")
    planned = replace(
        campaign(sqlite), protections=tuple(map(PlannedProtection, protections)), evidence=True
    )
    plan, store = tmp_path / "plan.toml", tmp_path / "s.sqlite"
    plan.write_text(write_plan(planned))
    refused = tmp_path / "refused.toml"
    refused.write_text(write_plan(replace(planned, protections=(PlannedProtection(absent),))))
    monkeypatch.setenv("SOFTHSM2_CONF", str(tmp_path / "token" / "softhsm2.conf"))
    monkeypatch.setenv(source.secret_variable, PASSWORD)
    with ear.listening():
        output = cipherbench("run", plan, "--store", store, "--json")
        stopped = cipherbench("run", refused, "--store", store)
    with open_store(str(store), write=False) as opened:
        export_all(opened, tmp_path)
        ends = {each.protection: each.status for each in opened.runs(1)}
        assert len(opened.campaigns()) == 1
    assert ends["let in"] is Status.DONE and "absent" in stopped.err, output.err
    written = f"{output.out}{output.err}{stopped.out}{stopped.err}"
    report = written.encode() + stored(store) + everything(tmp_path, home)
    assert found_in(report, [PASSWORD]) == []
    assert ear.betrayed([PASSWORD]) == []


@pytest.mark.slow
def test_that_tokens_and_credentials_of_key_services_are_found_nowhere(
    tmp_path: Path, home: Path, ear: Eavesdropper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let in, and then refused. A key that Vault gives away is one, too."""
    token = f"hvs.CAESI-{secrets.token_hex(12)}"
    secret, session = f"wJalr/+-{secrets.token_hex(12)}", f"IQoJb3-{secrets.token_hex(12)}"
    sqlite = ServerSpec("sqlite", Source.EMBEDDED, "sqlite")
    plan, store = tmp_path / "plan.toml", tmp_path / "s.sqlite"
    monkeypatch.setenv(ALSO_IMPORTED, "tests.security.secrets.few_records")
    with ExitStack() as undone:
        served = undone.enter_context(vault_server())
        served.tokens = {token: True}
        address = local_kms(tmp_path / "kms", undone).access.address
        sources = (
            VaultKey(address=served.address),
            VaultSecret(address=served.address, data_key=DataKey.NONE),
            KmsKey(address=address, data_key=DataKey.NONE),
        )
        protections = [
            Protection(each.source, ProtectionKind.CLIENT, "aes", 256, "gcm", key_source=each)
            for each in sources
        ]
        planned = tuple(map(PlannedProtection, (PLAINTEXT, *protections)))
        plan.write_text(write_plan(replace(campaign(sqlite), protections=planned, evidence=True)))
        monkeypatch.setenv(sources[0].secret_variable, token)
        monkeypatch.setenv(sources[-1].secret_variable, f"AKIDEXAMPLE:{secret}:{session}")
        with ear.listening():
            output = cipherbench("run", plan, "--store", store, "--json")
            monkeypatch.setenv(sources[-1].secret_variable, f"ID:{secret}:{session}")
            served.tokens = {}
            refused = cipherbench("run", plan, "--store", store)
    with open_store(str(store), write=False) as opened:
        export_all(opened, tmp_path)
        ends = {each.protection: each.status for each in opened.runs(1)}
    assert {ends[each.source] for each in sources} == {Status.DONE}, output.err
    assert "rejects the token" in refused.err and served.headers["X-Vault-Token"] == token
    written = f"{output.out}{output.err}{refused.out}{refused.err}".encode()
    report = written + stored(store) + everything(tmp_path, home)
    given_away = base64.b64encode(served.key).decode()
    assert any("/secret/data/" in each for each in served.calls)
    assert found_in(report, [token, secret, session, given_away, served.key.hex()]) == []
    assert served.key not in report
    assert ear.betrayed([token, secret, session, given_away]) == []


def plant_in_all_programs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each of Python's that is started begin with what is planted."""
    monkeypatch.delenv(ALSO_IMPORTED)
    (folder / "sitecustomize.py").write_text("import tests.security.secrets.planted\n")
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{Path(__file__).parents[3]}")


@pytest.mark.slow
@pytest.mark.usefixtures("children_forked")
def test_that_a_password_given_in_the_window_is_found_nowhere(
    specs: list[ServerSpec], tmp_path: Path, home: Path, ear: Eavesdropper
) -> None:
    chosen = [specs[1], specs[2]]
    passwords = {spec.name: PASSWORD for spec in chosen}
    request = CampaignRequest(
        campaign(*chosen), store_url=str(tmp_path / "s.sqlite"), passwords=passwords
    )
    assert found_in(repr(request).encode(), [PASSWORD]) == []
    with ear.listening():
        process = CampaignProcess(request)
        events: list[Any] = []
        deadline = time.monotonic() + 60
        while not any(isinstance(event, ProcessEnded) for event in events):
            assert time.monotonic() < deadline
            events += process.receive()
            time.sleep(0.05)
        process.close()
    finished = [event.status for event in events if isinstance(event, RunFinished)]
    assert finished == [Status.DONE] * 2
    assert found_in(repr(events).encode() + everything(tmp_path, home), [PASSWORD]) == []
    assert ear.betrayed([PASSWORD]) == []


@pytest.mark.slow
def test_that_the_password_of_a_container_is_found_nowhere(
    tmp_path: Path, home: Path, ear: Eavesdropper
) -> None:
    stage = Stage(str(tmp_path / "s.sqlite"))
    passwords: set[str] = set()

    def overhear(event: object) -> None:
        if isinstance(event, OperationStarted):
            assert stage.runner is not None
            ends = [server.endpoint for server in stage.runner.pool.servers.values()]
            passwords.update(end.password for end in ends if end.password)

    stage.watch = overhear
    engines = [each for each in ENGINES if each != "firebird"]
    planned = campaign(*(container_spec(each) for each in engines))
    with ear.listening():
        outcome = stage.run(planned)
    assert outcome.failed == 0
    assert len(passwords) == len(engines) and all(len(each) == 32 for each in passwords)
    left = repr(stage.events).encode() + write_plan(planned).encode() + everything(tmp_path, home)
    assert found_in(left, list(passwords)) == []
    assert ear.betrayed(list(passwords)) == []


@pytest.mark.slow
@pytest.mark.usefixtures("children_forked")
def test_that_a_traceback_in_the_log_holds_no_password(
    specs: list[ServerSpec], reachable: dict[str, Reachable]
) -> None:
    end = replace(reachable["postgresql"].server.endpoint, user=USER, password=PASSWORD)
    order = RunOrder(
        run_id=7,
        endpoint=end,
        protection=PLAINTEXT,
        workload="hospital",
        options=hospital_options(20),
        identifier="planted",
    )
    assert found_in(repr(order).encode(), [PASSWORD]) == []
    broken = replace(order, options=None)  # type: ignore[arg-type]
    logged = log_file().stat().st_size if log_file().exists() else 0
    ours, theirs = child_process.CONTEXT.Pipe()
    board = LiveCounters()
    process = child_process.CONTEXT.Process(target=run_worker, args=(broken, theirs, board))
    process.start()
    theirs.close()
    finished = ours.recv()
    process.join(20)
    ours.close()
    board.close()
    assert finished.status is Status.FAILED and "Internal error" in finished.reason
    log = log_file().read_bytes()[logged:]
    assert b"Traceback" in log, "there is something to look through"
    assert found_in(log + finished.reason.encode(), [PASSWORD]) == []


def test_that_the_log_of_a_fault_in_a_job_holds_no_password() -> None:
    """A job of the servers page is given the password, and breaks."""
    jobs = Jobs()
    errors: list[CipherbenchError] = []
    log_to_file()
    logged = log_file().stat().st_size if log_file().exists() else 0
    jobs.run(partial(_break, PASSWORD), lambda _: None, errors.append)
    jobs.settle()
    log = log_file().read_bytes()[logged:]
    assert b"Traceback" in log and b"job _break" in log
    assert found_in(log + str(errors[0]).encode(), [PASSWORD]) == []


def _break(password: str) -> None:
    raise RuntimeError("a fault of ours")


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_a_firebird_elsewhere_takes_the_password_and_nothing_tells_it(
    tmp_path: Path, home: Path, ear: Eavesdropper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its server comes in a container, and is entered as any other at an address. Nor is found
    what the container's own administrator has."""
    with ear.listening():
        box = open_server(container_spec("firebird"))
    try:
        password = box.endpoint.password or ""
        assert len(password) == 32
        quoted = PASSWORD.replace("'", "''")
        database = box.engine.catalogue.create_database(box.endpoint, "users")
        with box.engine.driver.connect(box.endpoint, database) as admin:
            admin.execute(f"create user {USER} password '{quoted}'")
            admin.execute(f"grant create database to user {USER}")
        end = box.endpoint
        spec = ServerSpec(
            "fb", Source.ADDRESS, "firebird", port=end.port, user=USER, directory=end.directory
        )
        monkeypatch.setenv(variable_of("fb"), PASSWORD)
        (tmp_path / "plan.toml").write_text(write_plan(campaign(spec)))
        with ear.listening():
            output = cipherbench("run", tmp_path / "plan.toml", "--store", tmp_path / "s.sqlite")
        assert output.code == 0, output.err
        with pytest.raises(ServerUnavailable) as refused:
            open_server(spec, WRONG)
        report = f"{output.out}{output.err}{refused.value}".encode()
        assert found_in(report + everything(tmp_path, home), [PASSWORD, WRONG, password]) == []
        assert ear.betrayed([PASSWORD, password]) == []
    finally:
        box.close()


def test_that_no_server_shows_its_password() -> None:
    end = Endpoint("postgresql", user="u", password=PASSWORD)
    pool = ServerPool((), {"x": PASSWORD})
    for shown in (
        end,
        [end],
        pool,
        CampaignExecutor(passwords={"x": PASSWORD}, gather=gather_evidence),
    ):
        assert found_in(f"{shown!r} {shown}".encode(), [PASSWORD]) == []


@pytest.mark.slow
def test_that_the_eavesdropper_would_hear_it(ear: Eavesdropper, tmp_path: Path) -> None:
    """The search itself is proved by a process and a file that do give the password away."""
    with ear.listening():
        for form in (PASSWORD, quote(PASSWORD)):
            ear.heard.clear()
            loud = subprocess.Popen([sys.executable, "-c", "input()", form],
                                    stdin=subprocess.PIPE)  # fmt: skip
            ear.seen.clear()
            ear.looks = 0
            wait_until(lambda: ear.looks > _LOOKS + 1)  # one may have begun before it was there
            loud.communicate(b"\n")
            assert ear.betrayed([PASSWORD])
    (tmp_path / "told.json").write_text(json.dumps({"url": quote_plus(PASSWORD)}))
    assert found_in(everything(tmp_path), [PASSWORD])
