"""A hundred kinds of statements: each gives under a protection what it gives in plaintext, or is
refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engines.contract.protection import PLAINTEXT
from engines.servers.server import Server
from engines.sql.statement import Value
from scripts.own_statements import COLUMNS, CORPUS, WORK, Column
from tests.workloads.own.pairs import on_each_server
from tests.workloads.own.test_rehearsal import database_on
from workloads.contract import Case, Options, Setting, UntimedClock
from workloads.own.operations import OwnOperation
from workloads.own.workload import OwnParameters

type Given = dict[str, list[list[Sequence[Value]]]]
"""What operations give, by their names."""

TIMES = 2
INDEX_KEY = bytes(range(32))
PLAIN = Column("plaintext", PLAINTEXT, COLUMNS[0].profile)


@contextmanager
def filled(server: Server, column: Column, file: Path) -> Iterator[Setting]:
    """A session with the corpus's tables under a protection, of the login of a campaign: it may
    work in its database and do nothing else."""

    file.write_text(column.text())
    parameters = OwnParameters(file=str(file), sizes=(100,), profile=column.profile)
    options = Options(parameters, Case(100), 7)
    keying = WORK.keying(column.protection.bits or 256, options.sound)
    encryptor = server.engine.encryption.encryptor(column.protection, keying)
    with (
        database_on(server) as database,
        server.engine.driver.connect(
            server.engine.catalogue.restricted_login(server.endpoint, database), database
        ) as session,
    ):
        schema = WORK.schema(options, encryptor)
        server.engine.driver.create_schema(session, schema, encryptor)
        setting = Setting(session, encryptor, WORK.records(options), options, INDEX_KEY)
        session.begin()
        WORK.filled_by(options).run(setting, UntimedClock())
        session.commit()
        yield setting


REFUSED_BY_SERVER = {
    "duckdb": {
        "update, returning",
    }
}
"""Statements that change rows which others point to: DuckDB knows no ON DELETE CASCADE, and puts
rows of an indexed table anew where it changes them."""


def given_by(setting: Setting, without: set[str], engine: str) -> Given:
    """What each operation gives, by itself: nothing that one has written is there for another."""
    found: Given = {}
    for each in WORK.parts(setting.options):
        assert isinstance(each, OwnOperation)
        if each.name in without:
            continue
        setting.session.begin()
        try:
            found[each.name] = each.returned_rows(setting, TIMES)
        except Exception as error:
            error.add_note(each.name)
            if each.name not in REFUSED_BY_SERVER.get(engine, ()):
                raise
        finally:
            setting.session.rollback()
    return found


_KNOWN: dict[str, Given] = {}


def in_plaintext(server: Server, file: Path) -> Given:
    """The same for all protections of a server."""
    engine = server.engine.name
    if engine not in _KNOWN:
        with filled(server, PLAIN, file) as setting:
            refused = {each.operation for each in PLAIN.refusals(file, engine)}
            _KNOWN[engine] = given_by(setting, refused, engine)
        assert REFUSED_BY_SERVER.get(engine, set()).isdisjoint(_KNOWN[engine])
    return _KNOWN[engine]


def _is_seldom(engine: str, column: Column) -> bool:
    """Statements are written in an engine's dialect and for a protection: each dialect has one that
    the server encrypts and one that the client encrypts in every run, and each protection an
    engine."""
    if engine == "mysql":  # whose dialect MariaDB has: test_types.py asks for its functions
        return True
    usual = ("native, one IV", "AES-GCM, blind index")
    both = engine == "postgresql" and column.title == "native, fresh IVs"
    return engine != "sqlite" and column.title not in usual and not both


@pytest.mark.slow
@on_each_server({each.title: each for each in COLUMNS}, _is_seldom)
def test_that_what_is_not_refused_gives_the_rows_of_plaintext(
    server: Server, way: Column, tmp_path_factory: pytest.TempPathFactory
) -> None:
    column = way
    if why := server.probe().why_not(column.protection, server.engine.default_mode):
        pytest.skip(str(why))
    folder = tmp_path_factory.getbasetemp()
    plain = in_plaintext(server, folder / "plain.toml")
    file = folder / "corpus.toml"
    with filled(server, column, file) as setting:
        refused = {each.operation for each in column.refusals(file, server.engine.name)}
        given = given_by(setting, refused, server.engine.name)
    assert given.keys() == plain.keys() - refused
    assert [name for name in given if given[name] != plain[name]] == []
    # What gives nothing under either would tell nothing of the other.
    empty = [name for name, rows in plain.items() if not any(rows)]
    assert empty == []


def test_that_all_kinds_are_there() -> None:
    assert CORPUS.read_text().count("[[operation]]") >= 67
