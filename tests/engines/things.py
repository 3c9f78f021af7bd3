"""One table with a column of every type, on any engine."""

from __future__ import annotations

from engines.contract.session import Session
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Value, ValueType
from engines.sql.statement_text import select, statement


def make_table(server: Server, database: str, encryptor: Encryptor) -> None:
    columns = (
        Column("word", protected=True),
        Column("number", ValueType.INTEGER),
        Column("flag", ValueType.BOOLEAN),
        Column("raw", ValueType.BYTES, size=64),
    )
    with server.engine.driver.connect(server.endpoint, database) as session:
        schema = Schema((Table("thing", columns),))
        server.engine.driver.create_schema(session, schema, encryptor)


def insert(session: Session, encryptor: Encryptor, *rows: tuple[Value, ...]) -> None:
    prepared = session.prepare(
        statement(
            "insert into thing (word, number, flag, raw) "
            "values (seal(:word, thing.word), :number, :flag, :raw)",
            {
                "number": ValueType.INTEGER,
                "flag": ValueType.BOOLEAN,
                "raw": ValueType.BYTES,
            },
        ),
        encryptor,
    )
    session.begin()
    for row in rows:
        assert prepared.affected(prepared.execute(*row)) == 1
    session.commit()
    prepared.close()


def read(session: Session, encryptor: Encryptor, *columns: str) -> list[tuple[Value, ...]]:
    prepared = session.prepare(select(columns, "from thing order by id"), encryptor)
    session.begin()
    try:
        return [tuple(row) for row in prepared.rows(prepared.execute())]
    finally:
        prepared.close()
        session.commit()
