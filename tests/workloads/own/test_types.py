"""Columns of every type and key, encrypted and plain, give the same rows on real servers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.errors import Unfit
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from tests.workloads.own.pairs import IN_FULL, on_each_server
from tests.workloads.own.test_rehearsal import (
    FORM,
    GCM,
    NATIVE,
    SIV,
    WORK,
    database_on,
    encryptor_of,
    options_of,
    refusals,
    rehearsed,
)
from workloads.contract import Profile, Setting, UntimedClock
from workloads.own.file_reading import parse_work, read_work
from workloads.own.filling import Fill, contents
from workloads.own.result_comparison import sorted_rows
from workloads.own.rewriting import statements_of
from workloads.own.table_generation import GeneratedTables

ASSETS = Path(__file__).parent / "assets"
TYPES = (ASSETS / "types.toml").read_text()
OPENED = (ASSETS / "opened.toml").read_text()
TABLES = TYPES.partition("[[operation]]")[0]
PGP = Protection("pgp", ProtectionKind.NATIVE, "aes", 256, "pgp")


WAYS = (
    (NATIVE, Profile.STUDY),
    *((each, Profile.SOUND) for each in (NATIVE, GCM, SIV, FORM, PGP)),
)


def _is_seldom(engine: str, way: tuple[Protection, Profile]) -> bool:
    """What a client stores is of the same types under any scheme and as a form, and the server's
    functions are asked with one IV in test_corpus.py. PGP is PostgreSQL's."""
    protection, profile = way
    if protection is PGP:
        return engine != "postgresql"
    return engine not in IN_FULL and (protection not in (NATIVE, GCM) or profile is Profile.STUDY)


@on_each_server({f"{each.name}-{profile}": (each, profile) for each, profile in WAYS}, _is_seldom)
def test_that_every_type_gives_what_it_gives_in_plaintext(
    server: Server, way: tuple[Protection, Profile], tmp_path: Path
) -> None:
    protection, profile = way
    if server.probe().why_not(protection, server.engine.default_mode):
        pytest.skip("this server has no such protection")
    file = tmp_path / "types.toml"
    opened = protection.kind is ProtectionKind.NATIVE
    file.write_text(TYPES + (OPENED if opened else ""))
    options = options_of(file, profile)
    assert not refusals(server, options, protection)
    rehearsed(server, options, protection)


@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
def test_that_tables_hold_what_was_made(server: Server, tmp_path: Path) -> None:
    """Each value comes back as it was made, whatever an engine has in its place."""
    file = tmp_path / "types.toml"
    file.write_text(TYPES)
    options = options_of(file, Profile.SOUND)
    made = GeneratedTables(read_work(file), options.seed, options.size)
    for encryptor in (Unencrypted(), encryptor_of(server, options, GCM)):
        with (
            database_on(server) as database,
            server.engine.driver.connect(server.endpoint, database) as session,
        ):
            schema = WORK.schema(options, encryptor)
            server.engine.driver.create_schema(session, schema, encryptor)
            setting = Setting(
                session, encryptor, WORK.records(options), options, index_key=b"k" * 32
            )
            session.begin()
            Fill(made).run(setting, UntimedClock())
            session.commit()
            server.engine.driver.finish_schema(session, schema, encryptor)
            session.begin()
            for table in made.work.table:
                assert contents(made, table, setting) == sorted_rows(made.rows(table)), table
            WORK.check_reused(setting)
            session.rollback()


def test_that_what_only_a_server_can_open_is_refused_to_the_application(tmp_path: Path) -> None:
    work = parse_work(TABLES + OPENED, "types.toml")
    for encryptor in (Opening(False, False), Opening(True, False)):
        with pytest.raises(Unfit, match="encrypted in the application"):
            statements_of(work, 0, "postgresql", encryptor)
    text = statements_of(work, 0, "postgresql", Opening(True, True))[0].statement.text
    assert "BETWEEN :from AND :to" in text


@pytest.mark.in_every_run(*IN_FULL)  # the client encrypts them, and the server compares bytes
def test_that_columns_of_one_domain_have_equal_ciphertexts(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "domain.toml"
    text = """
format = 1
name = "Domain"
dialect = "postgresql"
[table.person]
rows = 60
[table.person.column]
id = { type = "integer", make = "serial" }
cpf = { type = "text", make = "cpf", distinct = 60, SEALED }
[table.debt]
rows = 60
[table.debt.column]
id = { type = "integer", make = "serial" }
owner = { type = "text", make = "cpf", distinct = 60, SEALED }
[[operation]]
name = "found"
sql = "select id from debt where owner = :cpf"
parameters.cpf = { from = "person.cpf" }
"""
    file.write_text(text.replace("SEALED", 'seal = true, search = "equal", domain = "cpf"'))
    options = options_of(file, Profile.SOUND)
    encryptor = encryptor_of(server, options, SIV)
    person, debt = (read_work(file).column(each) for each in ("person.cpf", "debt.owner"))
    assert person is not None
    assert debt is not None
    seal = encryptor.encrypt_column  # type: ignore[attr-defined]
    one, other = person.target("person", "cpf"), debt.target("debt", "owner")
    assert seal([b"1"], one) == seal([b"1"], other)
    assert seal([b"1"], replace(one, domain="")) != seal([b"1"], other)
    rehearsed(server, options, SIV)


class Opening(Unencrypted):
    """An encryptor that encrypts, as far as writing statements needs it."""

    changes_values = True

    def __init__(self, deterministic: bool, in_server: bool) -> None:
        super().__init__()
        self.deterministic, self.decrypts_in_server = deterministic, in_server
