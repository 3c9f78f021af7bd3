"""Searches and writes under every kind of protection and index, compared with the plaintext."""

from __future__ import annotations

import hmac
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.contract.session import Prepared, RawResult
from engines.servers.server import Server
from engines.sql.statement import Value, ValueType
from engines.sql.value_encoding import to_bytes
from workloads.contract import Operation, Options, Setting, UntimedClock, VerificationFailed
from workloads.predicate.blind_indexes import COLUMNS, LEAKS, BlindIndex, IndexKind
from workloads.predicate.operations import BYTES_RECEIVED, SearchOperation, SelectEqual, SelectRange
from workloads.predicate.parameters import PredicateParameters
from workloads.predicate.rows import COLUMN_TYPES, ENCRYPTED, TABLE, Rows
from workloads.predicate.workload import Predicate, slowdown_remarks
from workloads.registry import case_label
from workloads.workload import MeanOfRuns

WORK = Predicate()
ROWS = 240
PARAMETERS = PredicateParameters(rows=(ROWS,), searches=4, scans=2, writes=5)
PROTECTIONS = (
    PLAINTEXT,
    Protection("native", ProtectionKind.NATIVE, "aes", 128),
    Protection("pgp", ProtectionKind.NATIVE, "aes", 128, "pgp"),
    Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"),
    Protection("siv", ProtectionKind.CLIENT, "aes", 256, "siv"),
    Protection("form", ProtectionKind.STORED_FORM, "aes", 256, "gcm"),
)
OF_CLIENTS = {("gcm", IndexKind.BLIND), ("siv", IndexKind.DETERMINISTIC), ("form", IndexKind.NONE)}
"""What every engine is asked for of what the client does, which is the same on all: SQLite, the
quickest, is asked for all of it."""


def options_of(index: IndexKind) -> Options[PredicateParameters]:
    case = next(each for each in PARAMETERS.cases() if each.name == index)
    return Options(PARAMETERS, case, 7)


def cells(engine: str, knows_native: bool) -> Iterator[tuple[Protection, IndexKind]]:
    for protection in PROTECTIONS:
        native = protection.kind is ProtectionKind.NATIVE
        if native and (not knows_native or (protection.mode and engine != "postgresql")):
            continue
        slow = protection.mode == "pgp"
        by_client = protection.kind in (ProtectionKind.CLIENT, ProtectionKind.STORED_FORM)
        for case in PARAMETERS.cases():
            if slow and case.name in (IndexKind.BTREE, IndexKind.BLIND):
                continue
            if by_client and engine != "sqlite" and (protection.name, case.name) not in OF_CLIENTS:
                continue
            if not WORK.why_not(PARAMETERS, case, protection, engine):
                yield protection, IndexKind(case.name)


@contextmanager
def database_on(server: Server) -> Iterator[str]:
    engine, endpoint = server.engine, server.endpoint
    made = engine.catalogue.create_database(endpoint, f"predicate_{os.urandom(3).hex()}")
    try:
        yield made
    finally:
        engine.catalogue.drop_database(endpoint, made)


@contextmanager
def filled(server: Server, protection: Protection, index: IndexKind) -> Iterator[Setting]:
    """A table as a run finds it, in a database of its own."""
    with (
        database_on(server) as database,
        filled_in(database, server, protection, index) as setting,
    ):
        yield setting


@contextmanager
def filled_in(
    database: str, server: Server, protection: Protection, index: IndexKind
) -> Iterator[Setting]:
    """The same in a database that is there, each time by a connection of its own."""
    engine, endpoint, options = server.engine, server.endpoint, options_of(index)
    encryptor = engine.encryption.encryptor(protection, WORK.keying(protection.bits or 256, False))
    schema = WORK.schema(options, encryptor)
    with engine.driver.connect(endpoint, database) as session:
        engine.driver.create_schema(session, schema, encryptor)
        setting = Setting(session, encryptor, WORK.records(options), options, b"k" * 32)
        session.begin()
        clock = UntimedClock()
        WORK.filling.run(setting, clock)
        session.commit()
        if protection.kind is ProtectionKind.NATIVE:  # each statement is a sign of life
            assert clock.statements == -(-ROWS // session.rows_at_once)
    with engine.driver.connect(endpoint, database) as session:
        engine.driver.finish_schema(session, schema, encryptor)
    with engine.driver.connect(endpoint, database) as session:
        yield replace(setting, session=session)


def carried_out(setting: Setting, part: Operation) -> int:
    """As a worker does it."""
    setting.session.begin()
    done = part.run(setting, UntimedClock())
    if part.is_rolled_back:
        part.verify(setting)
    setting.session.rollback()
    return done


@pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite")
@pytest.mark.slow
def test_that_every_answer_is_that_of_the_plaintext_and_writes_leave_nothing(
    server: Server,
) -> None:
    engine, endpoint = server.engine, server.endpoint
    native = bool(engine.servers.probe(endpoint).native)
    seen = set()
    with database_on(server) as database:
        for protection, index in cells(engine.name, native):
            with filled_in(database, server, protection, index) as setting:
                WORK.filling.verify(setting)
                for part in WORK.parts(setting.options):
                    assert isinstance(part, Operation)
                    assert carried_out(setting, part) > 0, (protection.name, index, part.name)
                WORK.check_reused(setting)
                WORK.filling.verify(setting)
            with engine.driver.connect(endpoint, database) as session:
                session.execute(f"drop table {TABLE}")  # the next cell finds none
            seen.add((protection.name, index))
    assert seen >= OF_CLIENTS
    assert (("native", IndexKind.EXPRESSION) in seen) is (server.engine.name == "postgresql")


def test_that_what_is_changed_behind_our_back_is_seen(servers: dict[str, Server]) -> None:
    with filled(servers["sqlite"], PLAINTEXT, IndexKind.BTREE) as setting:
        for change in (
            f"delete from {TABLE} where code = {ROWS - 1}",
            f"update {TABLE} set amount = amount + 1 where code = 3",
        ):
            setting.session.begin()
            setting.session.fetch(change)
            with pytest.raises(VerificationFailed):
                WORK.check_reused(setting)
            setting.session.rollback()
        WORK.check_reused(setting)
        query = _ranges(setting)._query(setting, "number", 0)
        hit = min(query.matching_codes(setting.records))  # type: ignore[arg-type]
        setting.session.fetch(f"update {TABLE} set number = {query.high} + 1 where code = {hit}")
        with pytest.raises(VerificationFailed, match="SELECT range found"):
            _ranges(setting).run(setting, UntimedClock())


def test_that_indexes_are_used_and_bytes_are_counted_where_the_client_opens(
    servers: dict[str, Server],
) -> None:
    """A statement's plan names the index; without one every row comes to the client."""
    server, gcm = servers["sqlite"], PROTECTIONS[3]
    with filled(server, gcm, IndexKind.BLIND) as setting:
        assert {*COLUMNS} <= set(_columns(setting))
        assert "item_number_index" in _plan(setting, _equals(setting))
        assert "item_number_bucket" in _plan(setting, _ranges(setting))
        _equals(setting).run(setting, UntimedClock())
        few = setting.measures[BYTES_RECEIVED]
    with filled(server, gcm, IndexKind.BTREE) as setting:
        assert "item_number" not in _plan(setting, _equals(setting))
        _equals(setting).run(setting, UntimedClock())
        nonce_and_tag, code = 28, 8
        widths = {"number": 8, "amount": 8, "name": 10, "flag": 1}
        every = sum(ROWS * (code + nonce_and_tag + widths[name]) for name in ENCRYPTED)
        assert setting.measures[BYTES_RECEIVED] == PARAMETERS.scans * every > 10 * few


class _Bound(UntimedClock):
    """Keeps what is bound before a clock would start."""

    def __init__(self) -> None:
        super().__init__()
        self.stored: list[object] = []

    def run(self, prepared: Prepared, values: Sequence[Value]) -> RawResult:
        self.stored += prepared.bind(values)
        return super().run(prepared, values)


def test_that_values_in_blind_indexes_are_made_inside_the_clock(servers: dict[str, Server]) -> None:
    with filled(servers["sqlite"], PROTECTIONS[3], IndexKind.BLIND) as setting:
        for part in WORK.parts(setting.options):
            clock = _Bound()
            assert isinstance(part, Operation)
            setting.session.begin()
            part.run(setting, clock)
            setting.session.rollback()
            assert clock.stored and not any(isinstance(each, bytes) for each in clock.stored), (
                part.name
            )


def test_that_the_expression_index_answers_by_what_the_server_opens(
    servers: dict[str, Server],
) -> None:
    with filled(servers["postgresql"], PROTECTIONS[1], IndexKind.EXPRESSION) as setting:
        setting.session.fetch("select set_config('enable_seqscan', 'off', false)")
        for part in (_equals(setting), _ranges(setting)):
            assert "item_number" in _plan(setting, part)
            assert "Cond: (decrypt" in _plan(setting, part).replace("((", "(")


def _equals(setting: Setting) -> SearchOperation:
    return SelectEqual(PARAMETERS, IndexKind(setting.options.case.name))


def _ranges(setting: Setting) -> SearchOperation:
    return SelectRange(PARAMETERS, IndexKind(setting.options.case.name))


def _plan(setting: Setting, part: SearchOperation) -> str:
    setting.session.begin()
    report = [each.prepared.explain(each.values) for each in part.explained_statements(setting)]
    setting.session.rollback()
    return "\n".join(report)


def _columns(setting: Setting) -> list[str]:
    return [str(row[1]) for row in setting.session.fetch(f"pragma table_info({TABLE})")]


def test_that_reasons_are_true_and_leaks_are_reported() -> None:
    cases = {IndexKind(case.name): case for case in PARAMETERS.cases()}

    def why(index: IndexKind, protection: Protection, engine: str = "postgresql") -> str:
        return str(WORK.why_not(PARAMETERS, cases[index], protection, engine))

    plain, native, pgp, gcm, siv, form = PROTECTIONS
    assert "different bytes" in why(IndexKind.DETERMINISTIC, gcm)
    assert "different bytes" in why(IndexKind.DETERMINISTIC, pgp)
    assert not any(why(IndexKind.DETERMINISTIC, each) for each in (plain, native, siv, form))
    assert not any(why(IndexKind.EXPRESSION, each) for each in (plain, native, pgp))
    assert "cannot decrypt" in why(IndexKind.EXPRESSION, gcm)
    assert "cannot index a decrypted value" in why(IndexKind.EXPRESSION, native, "mariadb")
    assert not any(why(index, gcm) for index in (IndexKind.NONE, IndexKind.BTREE, IndexKind.BLIND))
    assert "key" in str(LEAKS[IndexKind.EXPRESSION]) and len(LEAKS) == len(IndexKind)
    assert str(case_label("predicate", cases[IndexKind.BLIND])) == "240 rows, blind index"


def test_that_factors_are_reported_for_each_index_that_answers() -> None:
    def reading(index: IndexKind, protection: str, mean: float) -> MeanOfRuns:
        case = next(each for each in PARAMETERS.cases() if each.name == index)
        return MeanOfRuns("pg", protection, case, "SELECT =", "seconds", mean)

    found = [
        reading(index, protection, mean)
        for index, encrypted in (
            (IndexKind.BLIND, 0.3),
            (IndexKind.BTREE, 9.0),
            (IndexKind.NONE, 9.0),
        )
        for protection, mean in (("plaintext", 0.2), ("gcm", encrypted))
    ]
    slower, blind, *leaks = map(str, slowdown_remarks(found))
    assert "by a column encrypted with gcm takes 45 times as long" in slower
    assert "by a blind index, with gcm, takes 1.5 times as long" in blind
    assert leaks == [
        str(LEAKS[each]) for each in (IndexKind.NONE, IndexKind.BTREE, IndexKind.BLIND)
    ]


def test_that_blind_indexes_are_the_same_whichever_way_they_are_made() -> None:
    rows = list(Rows(3, 300, 5_000))
    blind = BlindIndex(b"k" * 32, 5_000)
    columns = dict(zip(COLUMN_TYPES, zip(*rows, strict=True), strict=True))
    made = dict(zip(COLUMNS, blind.column_digests(columns), strict=True))
    assert [*zip(*made.values(), strict=True)] == [
        tuple(each) for each in map(blind.row_digests(tuple(COLUMN_TYPES)), rows)
    ]
    _, number, _, name, _ = rows[7]
    assert isinstance(name, str)
    assert blind.row_digests(("number", "name"))((number, name, 99)) == [
        made[each][7] for each in ("number_index", "name_index", "number_bucket", "name_prefix")
    ]
    assert blind.digest_for("number_bucket")(number) == made["number_bucket"][7]
    report = {
        "number_index": to_bytes(number, ValueType.INTEGER),
        "name_index": name.encode(),
        "name_prefix": name[:3].encode(),
    }
    for column, value in report.items():
        whole = hmac.digest(b"k" * 32, column.encode() + b"\0" + value, "sha256")
        assert made[column][7] == whole[:16]


def test_that_rows_are_the_same_whichever_way_they_are_taken() -> None:
    rows = Rows(3, 500, 500)
    every = list(rows)
    assert every[17] == rows[17] == next(iter(Rows(3, 1, 500, 17))) and every[-1] == rows[-1]
    assert every != list(Rows(4, 500, 500)) and rows[:2] == every[:2]
    assert [type(value) for value in every[0]] == [int, int, float, str, bool]
    draw = random.Random(1)
    for column, place in (("number", 1), ("amount", 2), ("name", 3)):
        low, high = sorted(str(draw.choice(every)[place]) for _ in range(2))
        if column != "name":
            low, high = sorted(float(each) for each in (low, high))  # type: ignore[assignment]
        expected = {row[0] for row in every if low <= row[place] <= high}  # type: ignore[operator]
        assert rows.codes_between(column, low, high) == expected
    million = Rows(3, 1_000_000, 1_000_000)
    assert sum(each.nbytes for each in million.columns.values()) < 30_000_000
    assert 20 < np.count_nonzero(million.columns["flag"]) < 90
