"""Rows are encrypted while others use them, on real servers."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from types import SimpleNamespace
from typing import NoReturn

import pytest

from engines.contract.errors import StatementFailed
from engines.contract.protection import ProtectionKind
from engines.contract.transition import Transition
from engines.servers.backed_up_server import backed_up
from engines.servers.server import Server
from engines.sql.statement import Encryptor, Unencrypted
from tests.engines.offers import offers, rekeyed
from workloads.change.column_conversion import Conversion
from workloads.change.concurrent_load import RequestThread, concurrent_requests
from workloads.change.measures import CHANGE, FAILED, LOST, UPDATE_LONGEST
from workloads.change.table_choice import PERSON, PERSONS
from workloads.change.ways import COLUMN_WAYS, Way
from workloads.change.workload import OPERATIONS, ChangeParameters, EncryptionChange, SwitchOn
from workloads.contract import Options, Setting, UntimedClock, VerificationFailed

pytestmark = pytest.mark.in_every_run("postgresql", "mariadb")

WORK = EncryptionChange()
ROWS = 400


@contextmanager
def filled(
    server: Server,
    encryptor: Encryptor,
    way: Way,
    rows: int = ROWS,
    transition: Transition = Transition.SWITCH_ON,
    former: Encryptor | None = None,
    *,
    file: str = "",
    search: tuple[str, ...] | None = None,
) -> Iterator[Setting]:
    """A database with persons, or the tables of a file, as they are before a transition, and a
    session in a transaction."""
    parameters = ChangeParameters(
        rows=(rows,),
        transitions=(transition,),
        ways=(way,),
        rates=(0,),
        batch=150,
        file=file,
        search=search,
    )
    options = Options(parameters, WORK.cases(parameters)[0])
    driver, catalogue, endpoint = server.engine.driver, server.engine.catalogue, server.endpoint
    name = catalogue.create_database(endpoint, f"change_{secrets.token_hex(4)}")
    try:
        with driver.connect(endpoint, name) as session:
            driver.create_schema(session, WORK.schema(options, encryptor), encryptor)
            enter = partial(driver.connect, endpoint, name)
            setting = Setting(
                session,
                encryptor,
                WORK.records(options),
                options,
                os.urandom(32),
                enter,
                former_encryptor=former,
                open_admin_session=None if driver.connects_once else enter,
                backups=backed_up(server.engine, lambda: endpoint, name),
                data_places=partial(catalogue.data_places, endpoint, name),
            )
            session.begin()
            WORK.untimed_fill(options).run(setting, UntimedClock())
            session.commit()
            session.begin()
            yield setting
    finally:
        catalogue.drop_database(endpoint, name)


def lets_writers_wait(server: Server) -> bool:
    facts = server.engine.facts
    return facts.writers_wait and not facts.databases_are_files


def encryptors(server: Server) -> Iterator[tuple[str, Encryptor, Encryptor]]:
    """Of some protections the encryptor, and that with another key: plaintext, one in the
    application, and one of the server's that draws a vector for each value, if it has any."""
    yield "plaintext", Unencrypted(), Unencrypted()
    found = offers(server, ProtectionKind.NATIVE, ProtectionKind.CLIENT)
    for mode in ("cbc", "gcm"):
        fresh = (e for e in found if e.protection.mode == mode and e.keying.fresh_iv)
        if (some := next(fresh, None)) is not None:
            yield some.name, some.encryptor, rekeyed(server, some).encryptor


def skip_unless_it_has(server: Server, way: Way) -> None:
    facts = server.engine.facts
    if way is Way.NEW_TABLE and not facts.renames_tables:
        pytest.skip("it renames no table")
    if way is Way.ALTER_TYPE and not facts.retypes_columns:
        pytest.skip("it computes no value as a column's type changes")


@pytest.mark.parametrize("transition", Transition)
@pytest.mark.parametrize("way", COLUMN_WAYS)
def test_that_every_row_opens_to_what_it_was(
    server: Server, way: Way, transition: Transition
) -> None:
    skip_unless_it_has(server, way)
    for name, encryptor, former in encryptors(server):
        conversion = Conversion.of(transition, encryptor, former, PERSONS)
        if conversion.needs_application and not COLUMN_WAYS[way].supports_application:
            continue
        changing = OPERATIONS[transition](way, 150, 0)
        with filled(server, encryptor, way, transition=transition, former=former) as setting:
            with pytest.raises((VerificationFailed, StatementFailed, UnicodeDecodeError)):
                changing.verify(setting)
            setting.session.rollback()
            setting.session.begin()
            changing.run(setting, UntimedClock())
            setting.session.commit()
            changing.verify(setting)
            assert setting.measures[CHANGE.name] > 0, name


def _native(server: Server) -> Encryptor:
    """The server's own function, with which converting twice would lose the values."""
    if not server.engine.facts.renames_tables:
        pytest.skip("it renames no table")
    found = [each for name, *each in encryptors(server) if "native" in name]
    if not found:
        pytest.skip("its values are encrypted by the application, which does so in batches")
    return found[0][0]


def _as_if_copied_in_part(setting: Setting) -> None:
    insert = f"insert into {PERSONS.new_name} (id, key_number, visits) values (1, 1, 0), (7, 1, 0)"
    setting.session.fetch(insert)
    setting.session.commit()


def _up_to_the_swap(setting: Setting) -> None:
    """All is done but dropping the old table."""
    session, swap = setting.session, setting.session.swap_tables

    def swap_and_stop(table: str, new: str, old: str) -> NoReturn:
        swap(table, new, old)
        raise ZeroDivisionError

    vars(session)["swap_tables"] = swap_and_stop
    with pytest.raises(ZeroDivisionError):
        SwitchOn(Way.NEW_TABLE, 150, 0).run(setting, UntimedClock())
    del vars(session)["swap_tables"]
    assert session.fetch(f"select count(*) from {PERSONS.old_name}") == [(ROWS,)]


def _to_the_end(setting: Setting) -> None:
    SwitchOn(Way.NEW_TABLE, 150, 0).run(setting, UntimedClock())


@pytest.mark.parametrize("before", [_as_if_copied_in_part, _up_to_the_swap, _to_the_end])
def test_that_a_new_table_may_be_begun_again(
    server: Server, before: Callable[[Setting], None]
) -> None:
    with filled(server, _native(server), Way.NEW_TABLE) as setting:
        before(setting)
        changing = SwitchOn(Way.NEW_TABLE, 150, 0)
        changing.run(setting, UntimedClock())
        changing.verify(setting)
        with pytest.raises(StatementFailed):
            setting.session.fetch(f"select count(*) from {PERSONS.old_name}")


@pytest.mark.parametrize("transition", Transition)
def test_that_types_are_not_altered_twice(server: Server, transition: Transition) -> None:
    """The second time would encrypt the columns that are empty by then."""
    skip_unless_it_has(server, Way.ALTER_TYPE)
    encryptor, former = next(
        (one, other) for name, one, other in encryptors(server) if "native" in name
    )
    changing = OPERATIONS[transition](Way.ALTER_TYPE, 150, 0)
    filling = filled(server, encryptor, Way.ALTER_TYPE, transition=transition, former=former)
    with filling as setting:
        for _ in range(2):
            changing.run(setting, UntimedClock())
            setting.session.commit()
            changing.verify(setting)


@pytest.mark.parametrize("way", [Way.NEW_TABLE, Way.ALTER_TYPE])
@pytest.mark.parametrize("key", [1, 7])
def test_that_a_table_changed_in_part_is_not_changed_as_a_whole(
    server: Server, key: int, way: Way
) -> None:
    """Rows that are changed already would come out empty."""
    skip_unless_it_has(server, way)
    with filled(server, _native(server), way) as setting:
        setting.session.fetch(f"update {PERSON} set key_number = 1 where id = {key}")
        with pytest.raises(StatementFailed, match="changed already"):
            SwitchOn(way, 150, 0).run(setting, UntimedClock())
        setting.session.rollback()
        assert setting.session.fetch(f"select count(name) from {PERSON}") == [(ROWS,)]


def test_that_what_was_not_changed_is_found(server: Server) -> None:
    with filled(server, Unencrypted(), Way.BATCHES) as setting:
        SwitchOn(Way.BATCHES, 150, 0).run(setting, UntimedClock())
        setting.session.execute(f"update {PERSON} set name_sealed = 'x' where id = 7")
        setting.session.commit()
        with pytest.raises(VerificationFailed, match=f"{ROWS - 1} of {ROWS}"):
            SwitchOn(Way.BATCHES, 150, 0).verify(setting)


def test_that_an_update_waits_as_long_as_its_row_is_locked(server: Server) -> None:
    """A wait counts from the arrival, so that what piles up behind a lock is in it."""
    if not lets_writers_wait(server):
        pytest.skip("one writer locks the whole file, or ends the other's transaction")
    with filled(server, Unencrypted(), Way.UPDATE, rows=1) as setting:
        assert setting.open_session is not None
        updates = RequestThread(setting.open_session, Unencrypted(), PERSONS.update_one, 50)
        reads = RequestThread(setting.open_session, Unencrypted(), PERSONS.read_one, 50)
        with concurrent_requests((reads, updates), 1):
            setting.session.execute(f"update {PERSON} set visits = 0 where id = 1")
            threading.Event().wait(0.8)
            setting.session.commit()
        longest = [max(each.latencies.between(0, inf)) for each in (reads, updates)]
        assert 0.6 < longest[1] < 30
        assert len(updates.latencies.answered) > 30, (
            "those that arrived meanwhile were sent as well"
        )
        assert longest[0] < longest[1]


def test_that_updates_are_lost_with_the_old_table(server: Server) -> None:
    """One that is acknowledged between the copy and the new name is in neither."""
    facts = server.engine.facts
    if not facts.renames_tables or facts.databases_are_files or server.engine.driver.connects_once:
        pytest.skip("it renames no table, or nobody else may write meanwhile")
    with filled(server, Unencrypted(), Way.NEW_TABLE, rows=30_000) as setting:
        SwitchOn(Way.NEW_TABLE, 150, 200).run(setting, UntimedClock())
        setting.session.commit()
        assert setting.measures[LOST.name] + setting.measures[FAILED.name] > 0
        if facts.name == "postgresql":  # others lock what they copy, and lose fewer
            assert setting.measures[LOST.name] > 0
        SwitchOn(Way.NEW_TABLE, 150, 0).verify(setting)


def test_that_a_load_that_breaks_off_fails_its_run(server: Server) -> None:
    """Else its waits would be missing, and the change look harmless."""
    if server.engine.driver.connects_once:
        pytest.skip("it lets nobody else in")

    def broken(answered: object) -> NoReturn:
        raise ZeroDivisionError

    def load(setting: Setting) -> None:
        assert setting.open_session is not None
        reads = RequestThread(setting.open_session, Unencrypted(), PERSONS.read_one, 50)
        with concurrent_requests((reads,), 1):
            vars(reads.latencies)["answered"] = SimpleNamespace(append=broken)
            threading.Event().wait(0.1)

    filling = filled(server, Unencrypted(), Way.UPDATE, rows=1)
    with filling as setting, pytest.raises(ZeroDivisionError):
        load(setting)


def test_that_no_update_is_lost_in_place(server: Server) -> None:
    if not lets_writers_wait(server):
        pytest.skip("one writer locks the whole file, or ends the other's transaction")
    with filled(server, Unencrypted(), Way.BATCHES, rows=3_000) as setting:
        SwitchOn(Way.BATCHES, 150, 100).run(setting, UntimedClock())
        setting.session.commit()
        assert setting.measures[LOST.name] == 0
        assert setting.measures[UPDATE_LONGEST.name] > 0
