"""Looking for columns on real servers, and reading them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.base.ownership import MARKER_TABLE
from engines.contract.errors import CipherbenchError
from engines.contract.structure import TableColumn
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Unencrypted, ValueType


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    name = server.engine.catalogue.create_database(server.endpoint, "catalogue")
    yield name
    server.engine.catalogue.drop_database(server.endpoint, name)


def make_table(server: Server, database: str) -> None:
    """A shelf of three rows, with a column of numbers that is not looked at."""
    columns = (
        Column("title"),
        Column("number", ValueType.INTEGER),
        Column("sealed", ValueType.BYTES, size=20),
    )
    schema = Schema((Table("shelf", columns),))
    with server.engine.driver.connect(server.endpoint, database) as session:
        for statement in server.engine.driver.schema_statements(schema, Unencrypted()):
            session.execute(statement)
        for number in range(3):
            session.execute(f"insert into shelf (title, number) values ('v{number}', {number})")


def test_that_columns_of_text_and_bytes_are_found_and_read(server: Server, database: str) -> None:
    engine, endpoint = server.engine, server.endpoint
    make_table(server, database)
    assert database in engine.catalogue.databases(endpoint)
    found = [
        each
        for each in engine.catalogue.columns(endpoint, database)
        if each.table.lower() == "shelf"
    ]
    assert [each.column.lower() for each in found] == ["title", "sealed"]
    assert {each.database for each in found} == {database}
    assert engine.catalogue.values(endpoint, found[0], 10) == ["v0", "v1", "v2"]
    assert engine.catalogue.values(endpoint, found[0], 2) == ["v0", "v1"]
    assert engine.catalogue.values(endpoint, found[1], 10) == [None] * 3
    tables = {each.table.lower() for each in engine.catalogue.columns(endpoint, database)}
    assert MARKER_TABLE in tables


def test_that_a_column_there_is_not_is_an_error_that_names_the_server(
    server: Server, database: str
) -> None:
    sly = TableColumn(database, "", 'x" or `1', "y")
    with pytest.raises(CipherbenchError, match=server.engine.title):
        server.engine.catalogue.values(server.endpoint, sly, 1)
