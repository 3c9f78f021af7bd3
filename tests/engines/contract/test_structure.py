"""What every engine's catalogue tells of tables, on real servers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engines.contract.errors import CipherbenchError, StatementFailed
from engines.contract.session import Session
from engines.contract.structure import A_VIEW, Queries, StoredKind, Structure, TableFacts, TableName
from engines.registry import engine_names
from engines.servers.server import Server

# A newer MariaDB is asked as Debian's.
pytestmark = pytest.mark.in_every_run(*engine_names())

MARKER = "MARKER"
TABLES = (
    "create table customer (id integer not null primary key, email varchar(80) not null unique, "
    "city varchar(40), balance decimal(12, 2), born date)",
    "create table orders (id integer not null primary key, customer_id integer, "
    "amount integer, "
    "foreign key (customer_id) references customer (id))",
    "create table item (order_id integer not null, line integer not null, amount integer, "
    "primary key (order_id, line))",
    "create view seen as select id from customer",
)
_FAMILY = ("analyze table customer", "analyze table orders")
ANALYSES = {
    "postgresql": ("analyze",),
    "mariadb": _FAMILY,
    "mysql": _FAMILY,
    "sqlite": ("analyze",),
    "firebird": (),
    "duckdb": ("analyze",),
}
LENGTHLESS = ("duckdb",)
"""Engines that keep no length of a text."""
ROWS = 200


@pytest.fixture(scope="module")
def shop(server: Server) -> Iterator[str]:
    engine = server.engine
    name = engine.catalogue.create_database(server.endpoint, "structure")
    with engine.driver.connect(server.endpoint, name) as session:
        for statement in TABLES:
            session.execute(statement)
        session.begin()
        for statement in _rows():
            session.fetch(statement)
        session.commit()
        for statement in ANALYSES[engine.name] or _count_again(session):
            session.execute(statement)
    yield name
    engine.catalogue.drop_database(server.endpoint, name)


def _rows() -> Iterator[str]:
    for n in range(1, ROWS + 1):
        city = f"'{MARKER} big'" if n % 4 else "null"
        yield f"insert into customer values ({n}, '{MARKER}{n}', {city}, 1.5, '1990-01-02')"
    for n in range(1, ROWS + 1):
        yield f"insert into orders values ({n}, {1 + n % 10}, {n})"


def _count_again(session: Session) -> list[str]:
    names = session.fetch(
        "select trim(rdb$index_name) from rdb$indices where coalesce(rdb$system_flag, 0) = 0"
    )
    session.commit()
    return [f'set statistics index "{name}"' for name in (str(row[0]) for row in names)]


@contextmanager
def asking(server: Server, database: str) -> Iterator[tuple[Structure, Queries]]:
    structure = server.engine.catalogue.structure
    assert structure is not None
    with server.engine.catalogue.open_session(server.endpoint, database) as session:
        asked = Queries(session)
        structure.begin(asked)
        yield structure, asked


def facts(server: Server, database: str, table: str) -> TableFacts:
    with asking(server, database) as (structure, asked):
        names = {each.name.name.lower(): each.name for each in structure.tables(asked)}
        found = structure.table(asked, names[table])
        assert found is not None
        return found


def test_that_ordinary_tables_are_offered_and_no_views(server: Server, shop: str) -> None:
    with asking(server, shop) as (structure, asked):
        offers = {each.name.name.lower(): each.rows for each in structure.tables(asked)}
        others = {each.name.name.lower(): each.what for each in structure.relations(asked)}
    assert {"customer", "orders", "item"} <= set(offers)
    assert "seen" not in offers
    assert others == {"seen": A_VIEW}
    assert offers["customer"] == pytest.approx(ROWS, rel=0.1)


def test_that_columns_keys_and_references_are_reported(server: Server, shop: str) -> None:
    customer, orders = facts(server, shop, "customer"), facts(server, shop, "orders")
    report = {each.name.lower(): each for each in customer.columns}
    assert list(report) == ["id", "email", "city", "balance", "born"]
    assert [each.kind for each in customer.columns] == [
        StoredKind.INTEGER,
        StoredKind.TEXT,
        StoredKind.TEXT,
        StoredKind.DECIMAL,
        StoredKind.DATE,
    ]
    length = 0 if server.engine.name in LENGTHLESS else 80
    assert report["email"].size == length
    assert (report["email"].nullable, report["city"].nullable) == (False, True)
    assert (report["balance"].size, report["balance"].scale) == (12, 2)
    assert _low(customer.key) == ["id"]
    assert [_low(each) for each in customer.unique] == [["email"]]
    assert _low(facts(server, shop, "item").key) == ["order_id", "line"]
    (reference,) = orders.references
    assert (_low(reference.columns), reference.table.name.lower(), _low(reference.to)) == (
        ["customer_id"],
        "customer",
        ["id"],
    )


def test_that_statistics_and_counting_tell_spreads_and_no_value(server: Server, shop: str) -> None:
    customer = facts(server, shop, "customer")
    with asking(server, shop) as (structure, asked):
        by_statistics = structure.statistics(asked, customer)
        rows, counted = structure.count_in_server(asked, customer)
    email = next(each.name for each in customer.columns if each.name.lower() == "email")
    city = next(each.name for each in customer.columns if each.name.lower() == "city")
    assert by_statistics[email].distinct == pytest.approx(ROWS, rel=0.1)
    assert rows == ROWS
    assert counted[city].nulls == 0.25
    assert counted[city].frequencies == (0.75,)
    assert counted[email].frequencies == ()
    assert counted[email].distinct == ROWS
    assert MARKER not in f"{by_statistics}{counted}{asked.sent}"


def test_that_the_transaction_cannot_write(server: Server, shop: str) -> None:
    with asking(server, shop) as (_, asked), pytest.raises(StatementFailed):
        asked.session.fetch("update customer set city = 'x'")


def test_that_a_view_is_no_table(server: Server, shop: str) -> None:
    name = facts(server, shop, "customer").name
    view = "SEEN" if name.name.isupper() else "seen"
    with asking(server, shop) as (structure, asked):
        assert structure.table(asked, TableName(name.schema, view)) is None


def test_that_a_table_that_is_gone_is_an_error_when_it_is_counted(
    server: Server, shop: str
) -> None:
    gone = TableFacts(TableName(facts(server, shop, "item").name.schema, "gone"), 0, ())
    with asking(server, shop) as (structure, asked), pytest.raises(CipherbenchError):
        structure.count_in_server(asked, gone)


def _low(names: tuple[str, ...]) -> list[str]:
    return [each.lower() for each in names]
