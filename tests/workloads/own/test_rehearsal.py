"""Each protection gives what plaintext gives, on real servers, or is refused before any clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from app.campaign.trial import OperationTrial, TrialOutcome, try_in_process
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from engines.sql.statement import Encryptor
from tests.conftest import Servers
from tests.workloads.own.pairs import IN_FULL, on_each_server
from workloads.contract import Case, Options, Profile, Refusal
from workloads.own.workload import OwnParameters, OwnWorkload

SHOP = Path(__file__).parents[3] / "assets/workloads/shop.toml"
WORK = OwnWorkload()
NATIVE = Protection("native", ProtectionKind.NATIVE, "aes", 128)
GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
SIV = Protection("siv", ProtectionKind.CLIENT, "aes", 256, "siv")
FORM = Protection("form", ProtectionKind.STORED_FORM, "aes", 256, "gcm")


@contextmanager
def database_on(server: Server) -> Iterator[str]:
    engine, endpoint = server.engine, server.endpoint
    made = engine.catalogue.create_database(endpoint, f"own_{os.urandom(3).hex()}")
    try:
        yield made
    finally:
        engine.catalogue.drop_database(endpoint, made)


def options_of(file: Path, profile: Profile) -> Options[OwnParameters]:
    return Options(OwnParameters(file=str(file), sizes=(30,), profile=profile), Case(30), 7)


def refusals(
    server: Server, options: Options[OwnParameters], protection: Protection
) -> tuple[Refusal, ...]:
    return WORK.refusals(options.parameters, options.case, protection, server.engine.name)


def encryptor_of(
    server: Server, options: Options[OwnParameters], protection: Protection
) -> Encryptor:
    keying = WORK.keying(protection.bits or 256, options.sound)
    return server.engine.encryption.encryptor(protection, keying)


def tried(
    server: Server, options: Options[OwnParameters], protection: Protection
) -> dict[str, OperationTrial]:
    """Each operation under a protection, all of them having worked in plaintext."""
    where = server.engine.name, server.endpoint, options
    plain = try_in_process(*where, PLAINTEXT, f"own_{os.urandom(3).hex()}", {})
    assert {each.outcome for each in plain.operations} == {TrialOutcome.WORKS}, plain.operations
    found = try_in_process(*where, protection, f"own_{os.urandom(3).hex()}", plain.digests)
    return {each.operation: each for each in found.operations}


def rehearsed(server: Server, options: Options[OwnParameters], protection: Protection) -> None:
    owned = set(server.engine.catalogue.owned_databases(server.endpoint))
    found = tried(server, options, protection).values()
    assert {each.outcome for each in found} == {TrialOutcome.WORKS}, found
    assert set(server.engine.catalogue.owned_databases(server.endpoint)) == owned


WAYS = tuple(product((NATIVE, GCM, SIV, FORM), Profile))


def _is_seldom(engine: str, way: tuple[Protection, Profile]) -> bool:
    """What a profile changes, fixed IVs and keys, is the server's own business under the native one
    alone, and asked of each in test_corpus.py and test_types.py, as GCM is."""
    protection, profile = way
    if profile is Profile.STUDY:
        return protection is not NATIVE or engine not in IN_FULL
    return protection is GCM and engine not in IN_FULL


@on_each_server({f"{each.name}-{profile}": (each, profile) for each, profile in WAYS}, _is_seldom)
def test_that_the_shop_gives_what_it_gives_in_plaintext(
    server: Server, way: tuple[Protection, Profile]
) -> None:
    protection, profile = way
    options = options_of(SHOP, profile)
    if why := server.probe().why_not(protection, server.engine.default_mode):
        pytest.skip(str(why))
    assert not refusals(server, options, protection)
    rehearsed(server, options, protection)


def test_that_without_a_blind_index_the_application_finds_the_same(servers: Servers) -> None:
    server, options = servers["sqlite"], options_of(SHOP, Profile.SOUND)
    native = replace(NATIVE, blind_index=False)
    assert not WORK.refusals(options.parameters, options.case, native, "postgresql")
    protection = replace(GCM, blind_index=False)
    encryptor = encryptor_of(server, options, protection)
    schema = WORK.schema(options, encryptor)
    assert not [each for table in schema.tables for each in table.columns if "_index" in each.name]
    assert ("customer", "email") not in [(each.table, each.column) for each in schema.late]
    rehearsed(server, options, protection)


UPPER = """
format = 1
name = "Upper"
dialect = "postgresql"
[table.person]
rows = 60
[table.person.column]
id = { type = "integer", make = "serial" }
name = { type = "text", make = "name.pt_BR", size = 80, seal = true }
[[operation]]
name = "in capitals"
times = 40
sql = "select upper(name), id from person where id <= :id order by name, id"
parameters.id = { from = "person.id" }
"""


def test_that_a_server_works_with_an_opened_text_as_with_the_plain_one(
    servers: Servers, tmp_path: Path
) -> None:
    """`convert_from` gives a text whose collation is “C”: upper('é') would be 'é'."""
    postgresql, file = servers["postgresql"], tmp_path / "upper.toml"
    file.write_text(UPPER)
    options = options_of(file, Profile.SOUND)
    rehearsed(postgresql, options, NATIVE)


def test_that_other_rows_than_those_of_plaintext_are_refused(
    servers: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgresql, file = servers["postgresql"], tmp_path / "upper.toml"
    file.write_text(UPPER)
    options = options_of(file, Profile.SOUND)
    encryptor = encryptor_of(postgresql, options, NATIVE)
    monkeypatch.setattr(
        type(encryptor), "decrypt_sql", lambda self, column, size=255: "'another'::text"
    )
    assert tried(postgresql, options, NATIVE)["in capitals"].outcome is TrialOutcome.DIFFERS


REFERENCED = """
format = 1
name = "Referenced"
dialect = "postgresql"
[table.customer]
rows = 40
[table.customer.column]
id = { type = "integer", make = "serial" }
city = { type = "text", make = "city.pt_BR", index = true }
note = { type = "text", make = "words" }
[table.debt]
rows = 80
[table.debt.column]
customer = { type = "integer", to = "customer.id", draw = "sequential" }
[[operation]]
name = "indexed"
sql = "update customer set city = :city where id = :id"
parameters.city = { from = "customer.city", value = "Elsewhere" }
parameters.id = { from = "customer.id" }
[[operation]]
name = "not indexed"
sql = "update customer set note = :note where id = :id"
parameters.note = { from = "customer.note", value = "paid" }
parameters.id = { from = "customer.id" }
"""


@pytest.mark.parametrize("engine", ["sqlite", "duckdb"])
def test_that_a_trial_has_the_indexes_that_a_campaign_has(
    servers: Servers, engine: str, tmp_path: Path
) -> None:
    """DuckDB cannot change an indexed column of a row that a foreign key points to."""
    server, file = servers[engine], tmp_path / "referenced.toml"
    file.write_text(REFERENCED)
    options = options_of(file, Profile.SOUND)
    found = try_in_process(
        engine, server.endpoint, options, PLAINTEXT, f"own_{os.urandom(3).hex()}", {}
    )
    outcomes = {each.operation: each.outcome for each in found.operations}
    indexed = TrialOutcome.REFUSED if engine == "duckdb" else TrialOutcome.WORKS
    assert outcomes == {"indexed": indexed, "not indexed": TrialOutcome.WORKS}
