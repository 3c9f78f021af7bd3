"""A change that is killed in the middle (SIGKILL), with its client or with its server: what the
guide says of each way holds, no row is lost, and the way goes on where it was."""

from __future__ import annotations

import os
import pickle
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from typing import IO

import pytest

from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.contract.session import Session
from engines.contract.storage_change import StorageWork
from engines.contract.transition import EncryptionTransition, StorageWay, Transition
from engines.inspection.file_search import FileGroup, list_files
from engines.opening import open_server
from engines.registry import engine_named, engine_names
from engines.servers.launched import wait_until_ready
from engines.servers.server import Server, ServerSpec
from tests.engines.offers import Offer, offers
from tests.requirements import spec_of
from tests.workloads.change.broken import ColumnOrder, Order, StorageOrder
from tests.workloads.change.test_switching import WORK, filled
from workloads.change.disk import names_in
from workloads.change.measures import Where
from workloads.change.table_choice import PERSON, PERSONS, marked_rows, tag_of
from workloads.change.ways import COLUMN_WAYS, Way
from workloads.change.workload import OPERATIONS, ChangeParameters
from workloads.contract import Options, Setting, UntimedClock
from workloads.own.result_comparison import comparable_rows

ROOT = Path(__file__).parents[3]
EVERY = [engine_named(each) for each in engine_names()]


class Victim(StrEnum):
    CLIENT = "client"
    SERVER = "server"


class State(StrEnum):
    """How the guide calls what is found afterwards."""

    PLAIN = "plain"
    MIXED = "mixed"
    ENCRYPTED = "encrypted"


@dataclass(frozen=True)
class Kill:
    engine: str
    way: Way
    victim: Victim
    expected: frozenset[State]

    def __str__(self) -> str:
        return f"{self.engine}-{self.way}-{self.victim}"


def _kills() -> Iterator[Kill]:
    """Those of the guide's table."""
    page = (ROOT / "docs/workloads/change.md").read_text("utf-8")
    table = page.split("## Broken off", 1)[1].split("\n## ", 1)[0]
    names = {each.title: each.name for each in EVERY}
    for line in re.findall(r"(?m)^\| `.*", table):
        way, engines, *cells = (each.strip() for each in line.strip("|").split("|"))
        for engine in engines.split(", "):
            for victim, cell in zip(Victim, cells, strict=True):
                if cell != "–":
                    states = frozenset(map(State, cell.split(" or ")))
                    yield Kill(names[engine], Way(way.strip("`")), victim, states)


KILLS = tuple(_kills())
IN_EVERY_RUN = {("postgresql", Way.BATCHES), ("sqlite", Way.REKEY)}


def test_that_the_guide_tells_of_every_way_that_an_engine_has() -> None:
    told = {(each.engine, each.way) for each in KILLS}
    for engine in EVERY:
        methods = engine.encryption.storage_methods
        stored = {(engine.name, way) for way in Way if way.storage in methods}
        assert stored | {(engine.name, Way.BATCHES)} <= told
        assert all(
            each.engine != engine.name
            or each.way in COLUMN_WAYS
            or (engine.name, each.way) in stored
            for each in KILLS
        )


@pytest.fixture(scope="module")
def own_server() -> Iterator[Callable[[str], Server]]:
    """A server that may be killed, since nobody else has it."""
    with ExitStack() as stack:

        @cache
        def opened(engine: str) -> Server:
            server = open_server(_spec(engine))
            stack.callback(server.close)
            return server

        yield opened


def _spec(engine: str) -> ServerSpec:
    """Of a process, where the engine has one here."""
    folder = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES")
    if engine != "firebird" or not folder:
        return spec_of(engine)
    return ServerSpec(engine, Source.LOCAL, engine, binaries=folder)


@pytest.mark.parametrize(
    "kill",
    [
        pytest.param(
            each,
            id=str(each),
            marks=() if (each.engine, each.way) in IN_EVERY_RUN else pytest.mark.exhaustive,
        )
        for each in KILLS
    ],
)
def test_that_nothing_is_lost_by_a_kill(kill: Kill, own_server: Callable[[str], Server]) -> None:
    server = own_server(kill.engine)
    state = (_state_of_columns if kill.way in COLUMN_WAYS else _state_of_stored)(server, kill)
    assert state in kill.expected


def _carry_off(server: Server, victim: Victim, program: subprocess.Popen[bytes]) -> None:
    if victim is Victim.CLIENT:
        program.kill()
        program.wait()
        return
    assert server.endpoint.pid is not None
    os.kill(server.endpoint.pid, signal.SIGKILL)
    server.stop()  # waits for its end
    server.start_again()
    wait_until_ready(server)


@contextmanager
def program_of(
    order: Order,
) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """One that has begun a change, and what it says next."""
    command = [sys.executable, "-c", "from tests.workloads.change import broken; broken.main()"]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert program.stdin is not None and program.stdout is not None
    try:
        program.stdin.write(pickle.dumps(order))
        program.stdin.close()
        assert program.stdout.readline() == b"begun\n"
        yield program, program.stdout
    finally:
        program.kill()
        program.wait()
        program.stdout.close()


# Columns.

ROWS, BATCH = 400, 150
"""As `filled` has a batch."""
STATEMENTS = {Way.UPDATE: 1, Way.BATCHES: 2, Way.NEW_TABLE: 1, Way.ALTER_TYPE: 1}
"""After so many, the last of them not committed, it is killed."""
BY_APPLICATION = 1 + BATCH + 1 + BATCH // 3
"""The same where the application reads a batch by one statement, and writes it row by row."""


def _state_of_columns(server: Server, kill: Kill) -> State:
    way, offer = kill.way, _offer(server, kill.way)
    with filled(server, offer.encryptor, way, ROWS) as setting:
        setting.session.commit()
        [database] = [
            each
            for each in server.engine.catalogue.owned_databases(server.endpoint)
            if "change_" in each
        ]
        setting.session.close()  # of some engines one process alone may work in the file
        order = ColumnOrder(
            server.endpoint, database, offer.protection, offer.keying, setting.options, way,
            STATEMENTS[way] if offer.encryptor.can_reencrypt else BY_APPLICATION,
        )  # fmt: skip
        with program_of(order) as (program, _):
            _carry_off(server, kill.victim, program)
        with server.engine.driver.connect(server.endpoint, database) as session:
            again = replace(setting, session=session, open_admin_session=None)
            encrypted = _check_rows(again)
            changing = OPERATIONS[Transition.SWITCH_ON](way, BATCH, 0)
            changing.run(replace(again, data_places=tuple), UntimedClock())
            changing.verify(again)
            session.commit()
    assert encrypted in (0, BATCH, ROWS)
    return {0: State.PLAIN, ROWS: State.ENCRYPTED}.get(encrypted, State.MIXED)


def _offer(server: Server, way: Way) -> Offer:
    """By the server's function, if it can draw a vector for each value, or by the application."""
    native = [
        each
        for each in offers(server, ProtectionKind.NATIVE)
        if each.encryptor.can_reencrypt and each.protection.mode in ("cbc", "ecb")
    ]
    if native:
        return max(native, key=lambda each: (each.protection.mode == "cbc", each.keying.fresh_iv))
    assert COLUMN_WAYS[way].supports_application
    ciphers = offers(server, ProtectionKind.CLIENT)
    return next(each for each in ciphers if each.protection.mode == "gcm")


def _check_rows(setting: Setting) -> int:
    """Each row is there once, plain or encrypted, and reads as it did; how many are encrypted."""
    session, found, encrypted = setting.session, list[tuple[object, ...]](), 0
    session.begin()
    for number in (0, 1):
        text = PERSONS.select_rows(plain=not number, where=f" where key_number = {number}")
        prepared = session.prepare(text, setting.encryptor)
        rows = prepared.rows(prepared.execute())
        prepared.close()
        encrypted += number * len(rows)
        found += comparable_rows(rows)
    session.commit()
    wanted = comparable_rows((key, *values) for key, values in marked_rows(setting))
    assert sorted(found) == wanted
    return encrypted


# What an engine has stored.

STORED_ROWS = 20_000
_FIRST_SECONDS, _LEAST_SECONDS = 0.4, 0.005
"""How long it works until it is killed; the half, where it was done by then. It is killed earlier
where a new file shows that it is at work."""
_LEFT_ALONE_SECONDS = 3.0


def _state_of_stored(server: Server, kill: Kill) -> State:
    """Of one that was killed before it was done."""
    seconds = _FIRST_SECONDS
    while seconds > _LEAST_SECONDS:
        with _plain_rows(server, kill.way) as (work, setting):
            if (state := _killed_within(server, kill, work, setting, seconds)) is not None:
                return state
        seconds /= 2
    pytest.fail("it is always done before it is killed")


def _killed_within(
    server: Server, kill: Kill, work: StorageWork, setting: Setting, seconds: float
) -> State | None:
    """None: it was done by then, or between the end of its work and saying so."""
    endless = kill.way is Way.MASTER_KEY
    before = _files(setting)
    with program_of(StorageOrder(work, sys.maxsize if endless else 1)) as (program, said):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not _files(setting) - before:
            time.sleep(0.001)
        _carry_off(server, kill.victim, program)
        program.kill()
        if b"done" in said.read():
            return None
    changing = OPERATIONS[work.change.transition](kill.way, BATCH, 0)
    with _opened(server, work) as session:
        again = replace(setting, session=session)
        state = _steady_state(work, again)
        if kill.way is Way.BACKGROUND and kill.victim is Victim.SERVER:
            session.rewrite(PERSON)  # else MariaDB may take encrypted pages for plain for ever
        if endless or not work.method.is_encrypted(session, work.change):
            work.method.carry_out(session, work.change)
        changing.verify(again)
    return None if state is State.ENCRYPTED and state not in kill.expected else state


def _files(setting: Setting) -> set[str]:
    """Those in the folders of the database's own."""
    return {
        entry.path
        for place in setting.data_places()
        if place.name == PlaceName.DATA and place.root
        for file in list_files(FileGroup.of(place)).files
        for entry in os.scandir(file.path.parent)
    }


def _steady_state(work: StorageWork, setting: Setting) -> State:
    """As the server says and its files show, once it has ended what a killed client had begun."""
    until = time.monotonic() + _LEFT_ALONE_SECONDS
    while not (encrypted := work.method.is_encrypted(setting.session, work.change)):
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    if setting.session.engine == "duckdb":  # no name is found in what it compresses
        return State.ENCRYPTED if encrypted else State.PLAIN
    names = len(names_in(setting.data_places(), tag_of(setting), STORED_ROWS).get(Where.DATA, ()))
    assert not (encrypted and names)
    if names > 0.9 * STORED_ROWS:
        return State.PLAIN
    return State.MIXED if names else State.ENCRYPTED


def _stored_offer(server: Server, way: StorageWay, transition: Transition) -> Protection:
    method = server.engine.encryption.storage_methods[way]
    return next(
        each.protection
        for each in offers(server, ProtectionKind.STORAGE)
        if not each.protection.below_server and not method.why_not(transition, each.protection)
    )


@contextmanager
def _plain_rows(server: Server, way: Way) -> Iterator[tuple[StorageWork, Setting]]:
    """A database whose rows are as they are before, and what is to become of it."""
    assert way.storage is not None
    engine = server.engine
    transition = Transition.CHANGE_KEY if way is Way.MASTER_KEY else Transition.SWITCH_ON
    protection = _stored_offer(server, way.storage, transition)
    keying = Keying(os.urandom((protection.bits or 256) // 8))
    encryption, catalogue = engine.encryption, engine.catalogue
    change = EncryptionTransition(transition, way.storage, PERSON)
    beginning = encryption.state_before(change, protection, keying)
    before = encryption.endpoint_under(server.endpoint, *beginning)
    after = encryption.endpoint_under(server.endpoint, protection, keying)
    encryptor = encryption.initial_encryptor(change, protection, encryption.encryptor(*beginning))
    parameters = ChangeParameters(
        rows=(STORED_ROWS,), transitions=(transition,), ways=(way,), rates=(0,)
    )
    options = Options(parameters, WORK.cases(parameters)[0])
    name = catalogue.create_database(before, f"change_{secrets.token_hex(4)}")
    work = encryption.storage_work(change, protection, name, before, after)
    assert work is not None
    try:
        with engine.driver.connect(before, name) as session:
            engine.driver.create_schema(session, WORK.schema(options, encryptor), encryptor)
            setting = Setting(
                session, encryptor, WORK.records(options), options, os.urandom(32), storage=work,
                data_places=partial(catalogue.data_places, before, name),
            )  # fmt: skip
            session.begin()
            WORK.untimed_fill(options).run(setting, UntimedClock())
            session.commit()
            session.flush()
        yield work, setting
    finally:
        with _opened(server, work) as session:
            work.method.restore(session, work.change)
        catalogue.drop_database(server.endpoint, name)


def _opened(server: Server, work: StorageWork) -> Session:
    """Entered as it was, or as it is once its file is encrypted."""
    connect, change = server.engine.driver.connect, work.change
    session = None
    try:
        session = connect(change.before, change.database)
        session.fetch(f"select count(*) from {PERSON}")
    except CipherbenchError:
        if session is not None:
            session.close()
        return connect(change.after, change.database)
    return session
