"""A default of any signs is one literal on every engine."""

from __future__ import annotations

from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Unencrypted
from tests.workloads.own.test_rehearsal import database_on

SIGNS = "it's \\' \\\\ -- \" ` # \\"


def test_that_a_default_comes_back_as_it_was_written(server: Server) -> None:
    table = Table("given", (Column("nome", size=60, default=SIGNS), Column("other", size=20)))
    driver = server.engine.driver
    with database_on(server) as name, driver.connect(server.endpoint, name) as session:
        driver.create_schema(session, Schema((table,)), Unencrypted())
        session.begin()
        session.execute("insert into given (other) values ('x')")
        session.commit()
        assert [tuple(row) for row in session.fetch("select nome from given")] == [(SIGNS,)]
