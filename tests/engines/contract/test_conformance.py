"""What every engine must do, whichever it is."""

from __future__ import annotations

import secrets
import tracemalloc
from pathlib import Path

import pytest

from engines.base.ownership import Gone, NotOwned, Owned, judge_all
from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.protection import PLAINTEXT, Keying, Protection, ProtectionKind
from engines.servers.server import Server
from engines.sql.statement import Unencrypted, Value, ValueType
from engines.sql.statement_text import select, statement
from tests.engines.things import insert, make_table, read
from tests.patience import within

KEY, IV = b"AbcdAbcdAbcdAbcd", b"0123456789123456"


def text(value: Value) -> Value:
    return value.decode() if isinstance(value, bytes) else value


def test_that_values_of_every_type_come_back_as_they_went(server: Server, database: str) -> None:
    plain = Unencrypted()
    make_table(server, database, plain)
    session = server.engine.driver.connect(server.endpoint, database)
    rows = (
        ("Pará", -7, True, b"\x00\xff'"),
        ("", 2_000_000_000, False, b"x"),
        (None, None, None, None),
    )
    insert(session, plain, *rows)
    back = read(session, plain, "word", "number", "flag", "raw")
    session.close()
    assert [(text(w), n, None if f is None else bool(f), r) for w, n, f, r in back] == list(rows)


def test_that_uncommitted_work_is_gone_when_the_session_closes(
    server: Server, database: str
) -> None:
    plain = Unencrypted()
    make_table(server, database, plain)
    session = server.engine.driver.connect(server.endpoint, database)
    prepared = session.prepare(statement("insert into thing (word) values (:word)"), plain)
    session.begin()
    prepared.execute("lost")
    session.close()
    session.close()
    other = server.engine.driver.connect(server.endpoint, database)
    assert other.fetch("select count(*) from thing")[0][0] == 0
    other.close()


def test_that_nothing_keeps_what_was_fetched(server: Server, database: str) -> None:
    """A driver that never lets go of values fills the memory of who opens a million rows."""
    plain, rows = Unencrypted(), 1000
    make_table(server, database, plain)
    columns = {"word": ValueType.TEXT, "raw": ValueType.BYTES}
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.begin()
        session.load("thing", columns, ((f"word {n}", b"raw %d" % n) for n in range(rows)))
        session.commit()
        output = select(("word", "raw"), "from thing where id > :key", {"key": ValueType.INTEGER})
        prepared = session.prepare(output, plain)

        def fetched() -> int:
            return len(prepared.rows(prepared.execute(-1)))

        assert [fetched(), fetched()] == [rows, rows]
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            assert sum(fetched() for _ in range(5)) == 5 * rows
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        prepared.close()
    assert (after - before) / (5 * rows * len(columns)) < 2, "bytes kept of each value"


def test_that_a_refused_statement_carries_the_servers_words(server: Server, database: str) -> None:
    session = server.engine.driver.connect(server.endpoint, database)
    with pytest.raises(StatementFailed, match=r"(?i)nosuchtable"):
        session.fetch("select * from nosuchtable")
    session.close()


def test_that_a_database_without_our_mark_is_never_dropped(
    server: Server, database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine, end = server.engine, server.endpoint
    with monkeypatch.context() as somebody_else:
        somebody_else.setenv("CIPHERBENCH_HOME", str(tmp_path))
        assert isinstance(engine.catalogue.drop_database(end, database), NotOwned)
        assert database not in engine.catalogue.owned_databases(end)
        assert database in judge_all(engine.catalogue, end), "but it is seen"
    engine.driver.connect(end, database).close()
    assert engine.catalogue.owned_databases(end)[database] == database.removeprefix("cipherbench_")


def test_that_names_and_identifiers_with_quotes_stay_what_they_are(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    odd = f"o'd\"`;-- {secrets.token_hex(3)}"
    name = engine.catalogue.create_database(end, odd)
    try:
        assert engine.catalogue.owned_databases(end)[name] == odd
        engine.driver.connect(end, name).close()
    finally:
        assert engine.catalogue.drop_database(end, name) == Owned(odd)
    assert name not in engine.catalogue.owned_databases(end)


def test_that_dropping_ends_whoever_still_works_in_it(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    if end.in_process:
        pytest.skip("nobody but this process can be inside; see the test of cancelling")
    name = engine.catalogue.create_database(end, f"busy_{secrets.token_hex(4)}")
    make_table(server, name, Unencrypted())
    session = engine.driver.connect(end, name)
    session.begin()
    prepared = session.prepare(statement("insert into thing (word) values (:word)"), Unencrypted())
    prepared.execute("x")
    engine.catalogue.drop_database(end, name)
    assert name not in engine.catalogue.owned_databases(end)
    with pytest.raises(StatementFailed):
        session.fetch("select count(*) from thing")
    session.close()


def test_that_dropping_a_database_that_is_gone_is_no_error(server: Server) -> None:
    assert server.engine.catalogue.drop_database(server.endpoint, "cipherbench_never_was") == Gone()


def test_that_probing_takes_less_than_two_seconds_and_leaves_nothing(server: Server) -> None:
    before = server.engine.catalogue.owned_databases(server.endpoint)
    capabilities = server.engine.servers.probe(server.endpoint)
    assert capabilities.probe_seconds < within(2)
    assert capabilities.version
    assert capabilities.settings
    assert server.engine.catalogue.owned_databases(server.endpoint) == before


def test_that_a_refused_cipher_comes_with_the_servers_own_message(server: Server) -> None:
    capabilities = server.engine.servers.probe(server.endpoint)
    assert capabilities.refused or not capabilities.native
    for cipher, output in capabilities.refused.items():
        name = cipher.algorithm, cipher.bits, cipher.mode
        refused = Protection("p", ProtectionKind.NATIVE, *name)
        reason = str(capabilities.why_not(refused, server.engine.default_mode))
        assert output and str(output) in reason, cipher
    untried = Protection("p", ProtectionKind.NATIVE, "rot13", 128, "ecb")
    assert str(capabilities.why_not(untried, "ecb")) == "The server does not support rot13-128-ecb."
    assert capabilities.why_not(PLAINTEXT, server.engine.default_mode) is None


def test_that_a_plan_may_name_every_algorithm_that_a_server_is_asked_for(server: Server) -> None:
    answers, facts = server.engine.servers.probe(server.endpoint), server.engine.facts
    asked = {each.algorithm for each in (*answers.native, *answers.storage, *answers.refused)}
    assert facts.native <= asked <= facts.native | facts.storage


def test_that_an_unknown_algorithm_is_refused_before_it_reaches_the_server(server: Server) -> None:
    with pytest.raises(Unsupported):
        server.engine.encryption.encryptor(
            Protection("p", ProtectionKind.NATIVE, "rot13", 128, "ecb"), Keying(KEY, IV)
        )
