"""Columns of every type and key, sealed and plain, give the same rows on real servers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.errors import Unfit
from engines.contract.protection import Protection, ProtectionKind
from engines.servers.server import Server
from engines.sql.statement import Unsealed
from tests.workloads.own.test_rehearsal import (
    FORM,
    GCM,
    NATIVE,
    SIV,
    WORK,
    database_on,
    options_of,
    rehearsed,
    sealer_of,
    why_not,
)
from workloads.contract import Profile, Setting, UntimedClock
from workloads.own.filling import Fill, contents
from workloads.own.making import Made
from workloads.own.model import Dialect
from workloads.own.comparing import sorted_rows
from workloads.own.reading import parse_work, read_work
from workloads.own.statements import statements_of

TABLES = """
format = 1
name = "Types"
dialect = "postgresql"
[table.customer]
rows = 60
key = "code"
[table.customer.column]
code = { type = "text", make = "cpf", size = 14, unique = true }
note = { type = "text", make = "words", size = 40 }
number = { type = "integer", least = 1000, unique = true }
born = { type = "date", seal = true, search = "equal", nulls = 0.1 }
seen = { type = "timestamp", seal = true, search = "equal" }
credit = { type = "decimal", precision = 9, scale = 2, least = -500, seal = true, search = "equal" }
visits = { type = "integer", distribution = "zipf", most = 50, seal = true, search = "equal" }
weight = { type = "real", distribution = "normal", least = 30, most = 150, nulls = 0.2, seal = true, search = "equal" }
active = { type = "boolean", seal = true, search = "equal" }
joined = { type = "date" }
moment = { type = "timestamp" }
price = { type = "decimal", precision = 15, scale = 3 }
share = { type = "real", least = 0, most = 1 }
paid = { type = "boolean", nulls = 0.2 }
[table.line]
rows = 120
key = ["owner", "place"]
[table.line.column]
owner = { type = "text", size = 14, to = "customer.code", draw = "sequential" }
place = { type = "integer", make = "serial" }
customer = { type = "integer", to = "customer.number", draw = "zipf" }
amount = { type = "decimal", precision = 7, scale = 2, seal = true }
[table.event]
rows = 90
[table.event.column]
line = { type = "integer", least = 1, most = 120 }
said = { type = "text", make = "words", seal = true }
[table.person]
rows = 40
[table.person.column]
id = { type = "integer", make = "serial" }
boss = { type = "integer", to = "person.id" }
name = { type = "text", make = "name.en", size = 60, seal = true }
"""
EVERYWHERE = """
[[operation]]
name = "listed"
sql = '''select code, born, seen, credit, visits, weight, active, joined, moment, price, share, paid
from customer where code = :code'''
parameters.code = { from = "customer.code", missing = 0.2 }
[[operation]]
name = "plain ranges"
sql = ["select count(*) from customer where joined < :day", "select code from customer where moment >= :moment and price > :price"]
parameters.day = { from = "customer.joined" }
parameters.moment = { from = "customer.moment" }
parameters.price = { from = "customer.price" }
[[operation]]
name = "equal"
sql = [
  "select code from customer where born = :born", "select code from customer where seen = :seen",
  "select code from customer where credit in (:credit, :other)", "select code from customer where visits = :visits",
  "select code from customer where weight = :weight", "select count(*) from customer where active = :active",
]
parameters.born = { from = "customer.born" }
parameters.seen = { from = "customer.seen" }
parameters.credit = { from = "customer.credit" }
parameters.other = { from = "customer.credit", missing = 0.5 }
parameters.visits = { from = "customer.visits" }
parameters.weight = { from = "customer.weight" }
parameters.active = { from = "customer.active" }
[[operation]]
name = "written"
sql = [
  "insert into line (owner, place, customer, amount) values (:code, :next, :number, :amount)",
  "update customer set born = :born, credit = :credit, active = :active where code = :code",
  "insert into person (boss, name) values (:boss, :name)",
  "delete from event where line = :line",
]
parameters.code = { from = "customer.code", draw = "sequential" }
parameters.next = { from = "line.place", missing = 1 }
parameters.number = { from = "customer.number" }
parameters.amount = { from = "line.amount" }
parameters.born = { from = "customer.born" }
parameters.credit = { from = "customer.credit" }
parameters.active = { from = "customer.active", value = true }
parameters.boss = { from = "person.id" }
parameters.name = { from = "person.name", value = "Ann Other" }
parameters.line = { from = "event.line" }
"""
OPENED = """
[[operation]]
name = "ranges"
sql = [
  "select code from customer where born between :from and :to", "select code from customer where seen > :seen",
  "select code, credit from customer where credit < :credit order by credit, code",
  "select code from customer where visits >= :visits and weight < :weight",
  "select active, count(*), sum(visits), min(born), max(seen), sum(credit) from customer group by active",
  "select c.code, sum(l.amount) from customer c join line l on l.owner = c.code group by c.code",
]
parameters.from = { from = "customer.born", value = 1950-01-01 }
parameters.to = { from = "customer.joined" }
parameters.seen = { from = "customer.moment" }
parameters.credit = { from = "customer.credit" }
parameters.visits = { from = "customer.visits" }
parameters.weight = { from = "customer.weight" }
"""
RSA = Protection("rsa", ProtectionKind.NATIVE, "rsa", 2048, "oaep")
PGP = Protection("pgp", ProtectionKind.NATIVE, "aes", 256, "pgp")


@pytest.mark.parametrize("profile", Profile)
@pytest.mark.parametrize(
    "protection", [NATIVE, GCM, SIV, FORM, RSA, PGP], ids=lambda each: each.name
)
def test_that_every_type_gives_what_it_gives_in_plaintext(
    server: Server, protection: Protection, profile: Profile, tmp_path: Path
) -> None:
    if server.ask().why_not(protection, server.engine.default_mode):
        pytest.skip("this server has no such protection")
    if profile is Profile.STUDY and protection not in (NATIVE,):
        pytest.skip("its keys are all that differ")
    file = tmp_path / "types.toml"
    opened = protection.kind is ProtectionKind.NATIVE
    file.write_text(TABLES + EVERYWHERE + (OPENED if opened else ""))
    options = options_of(file, profile)
    assert not why_not(server, options, protection)
    rehearsed(server, options, sealer_of(server, options, protection))


def test_that_tables_hold_what_was_made(server: Server, tmp_path: Path) -> None:
    """Each value comes back as it was made, whatever an engine has in its place."""
    file = tmp_path / "types.toml"
    file.write_text(TABLES + EVERYWHERE)
    options = options_of(file, Profile.SOUND)
    made = Made(read_work(file), options.seed, options.size)
    for sealer in (Unsealed(), sealer_of(server, options, GCM)):
        with (
            database_on(server) as database,
            server.engine.connect(server.endpoint, database) as session,
        ):
            schema = WORK.schema(options, sealer)
            server.engine.create_schema(session, schema, sealer)
            setting = Setting(session, sealer, WORK.records(options), options, index_key=b"k" * 32)
            session.begin()
            Fill(made).run(setting, UntimedClock())
            session.commit()
            server.engine.finish_schema(session, schema, sealer)
            session.begin()
            for table in made.work.table:
                assert contents(made, table, setting) == sorted_rows(made.rows(table)), table
            WORK.check_kept(setting)
            session.rollback()


def test_that_what_only_a_server_can_open_is_refused_to_the_application(tmp_path: Path) -> None:
    work = parse_work(TABLES + OPENED, "types.toml")
    for sealer in (Opening(False, False), Opening(True, False)):
        with pytest.raises(Unfit, match="encrypted in the application"):
            statements_of(work, 0, Dialect.POSTGRESQL, sealer)
    text = statements_of(work, 0, Dialect.POSTGRESQL, Opening(True, True))[0].statement.text
    assert "between :from and :to" in text


def test_that_columns_of_one_domain_have_equal_ciphertexts(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "domain.toml"
    file.write_text("""
format = 1
name = "Domain"
dialect = "postgresql"
[table.person]
rows = 60
[table.person.column]
id = { type = "integer", make = "serial" }
cpf = { type = "text", make = "cpf", size = 40, unique = true, seal = true, search = "equal", domain = "cpf" }
[table.debt]
rows = 60
[table.debt.column]
id = { type = "integer", make = "serial" }
owner = { type = "text", make = "cpf", size = 40, distinct = 60, seal = true, search = "equal", domain = "cpf" }
[[operation]]
name = "found"
sql = "select id from debt where owner = :cpf"
parameters.cpf = { from = "person.cpf" }
""")
    options = options_of(file, Profile.SOUND)
    sealer = sealer_of(server, options, SIV)
    person, debt = (read_work(file).column(each) for each in ("person.cpf", "debt.owner"))
    assert person is not None
    assert debt is not None
    seal = sealer.all_to_store  # type: ignore[attr-defined]
    one, other = person.target("person", "cpf"), debt.target("debt", "owner")
    assert seal([b"1"], one) == seal([b"1"], other)
    assert seal([b"1"], replace(one, domain="")) != seal([b"1"], other)
    rehearsed(server, options, sealer)


class Opening(Unsealed):
    """A sealer that seals, as far as writing statements needs it."""

    changes_values = True

    def __init__(self, deterministic: bool, in_server: bool) -> None:
        super().__init__()
        self.deterministic, self.opens_in_server = deterministic, in_server
