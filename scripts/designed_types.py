"""`python -m scripts.designed_types` writes docs/workloads/types.md: what becomes of each type of
each engine in a designed workload, by asking real servers for tables that have them.

`tests/app/designing/test_types.py` does the same and compares.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from app.designing.design import Design
from app.designing.design_writing import workload_text
from app.designing.inspecting import InspectionResult
from app.designing.proposing import propose
from engines.contract.errors import StatementFailed
from engines.contract.structure import Queries, TableFacts
from engines.opening import open_server
from engines.registry import engine_named, engine_names
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from tests.requirements import spec_of
from workloads.own.file_reading import parse_work
from workloads.own.schema import schema_of

PAGE = Path(__file__).parent.parent / "docs" / "workloads" / "types.md"
_FAMILY = """tinyint; tinyint unsigned; smallint; mediumint; int; int unsigned; bigint; bigint
    unsigned; float; double; decimal(12,2); decimal(30,4); boolean; bit(8); char(10);
    varchar(40); tinytext; text; mediumtext; longtext; enum('a','b'); set('a','b'); json;
    binary(16); varbinary(40); blob; mediumblob; longblob; date; time; datetime; timestamp
    null; datetime(6); timestamp(3) null; year; bit(1); float unsigned; geometry; point;
    char(0); varchar(0)"""
TYPES: Mapping[str, tuple[str, ...]] = {
    engine: tuple(" ".join(each.split()) for each in types.split(";"))
    for engine, types in {
        "postgresql": """smallint; integer; bigint; real; double precision; numeric(12,2);
    numeric(30,4); money;
    boolean; char(10); varchar(40); text; bytea; date; time; time with time zone; timestamp;
    timestamp with time zone; interval; uuid; json; jsonb; xml; inet; cidr; macaddr; bit(8);
    bit varying(8); text[]; integer[]; bigint[]; uuid[]; numeric[]; point; int4range;
    tsvector; mood; positive; citext; macaddr8; lseg; box; circle; polygon; path; int8range;
    numrange; daterange; tsrange; tstzrange; varchar(10)[]; smallint[]; double precision[];
    boolean[]; date[]; jsonb[]; timestamp(0); interval year to month; int4multirange;
    name; numeric(3,-2); oid""",
        "mariadb": f"{_FAMILY}; uuid; inet4; inet6",
        "mysql": _FAMILY,
        "sqlite": """integer; bigint; real; double; numeric; decimal(12,2); boolean;
    varchar(40); text; clob;
    blob; date; datetime; timestamp; json""",
        "duckdb": """tinyint; utinyint; smallint; usmallint; integer; uinteger; bigint;
    ubigint; hugeint;
    float; double; decimal(12,2); decimal(30,4); boolean; varchar; blob; bit; date; time;
    timestamp; timestamp with time zone; interval; uuid; json; enum('a', 'b'); varchar[];
    struct(a integer); map(varchar, integer); uhugeint; timestamp_s; timestamp_ms; timestamp_ns;
    integer[]; bigint[]; double[]; time with time zone""",
        "firebird": """smallint; integer; bigint; int128; float; double precision;
    numeric(9,2); numeric(18,4);
    decimal(34,2); decfloat(16); decfloat(34); boolean; char(10);
    varchar(40); blob sub_type text; blob; date; time; timestamp;
    timestamp with time zone; positive""",
    }.items()
}
"""Types as CREATE TABLE has them; those that a server's release does not know are left out."""
BEFORE = {
    "postgresql": (
        "create type mood as enum ('calm', 'loud')",
        "create domain positive as integer check (value > 0)",
        "create extension if not exists citext",
    ),
    "firebird": ("create domain positive as integer check (value > 0)",),
}
SHOWN_AS = {"mood": "enum", "positive": "domain over integer"}


@dataclass(frozen=True)
class Fate:
    """What a type was and is in a table of ours, both in the server's words, and what the design
    says of that. `here` is empty where the column is left out."""

    source: str
    before: str
    here: str
    message: str

    @property
    def differs(self) -> bool:
        return self.here != self.before


def fates_on(server: Server) -> list[Fate]:
    """What becomes of each type that a server knows, in the order of the list."""
    engine = server.engine
    names = [
        engine.catalogue.create_database(server.endpoint, f"types_{part}")
        for part in ("of", "here")
    ]
    try:
        known = _declared(server, names[0])
        design = _designed(server, names[0], known)
        facts = {table.facts.name.name.lower(): table.facts for table in design.tables}
        work = parse_work(workload_text(design), "types")
        with engine.driver.connect(server.endpoint, names[1]) as session:
            engine.driver.create_schema(session, schema_of(work, Unencrypted()), Unencrypted())
        made = {
            name: _written(each, engine.name) for name, each in _facts(server, names[1]).items()
        }
        message = {
            table.facts.name.name.lower(): str(table.column("v").note)  # type: ignore[union-attr]
            for table in design.tables
        }
        return [
            Fate(
                SHOWN_AS.get(kind, kind),
                _written(facts[name], engine.name),
                made.get(name, ""),
                message[name],
            )
            for name, kind in known.items()
        ]
    finally:
        for name in names:
            engine.catalogue.drop_database(server.endpoint, name)


def design_of_types(server: Server) -> Design:
    """A table with each type that a server knows, as it is designed."""
    name = server.engine.catalogue.create_database(server.endpoint, "types_tried")
    try:
        return _designed(server, name, _declared(server, name))
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)


def _designed(server: Server, database: str, known: Collection[str]) -> Design:
    facts = _facts(server, database)
    rows = (replace(each, rows=20) for name, each in facts.items() if name in known)
    return propose(InspectionResult(server.engine.name, "types", tuple(rows)))


def _declared(server: Server, database: str) -> dict[str, str]:
    """The types that it knows, by the name of a table that has it."""
    known = {}
    with server.engine.driver.connect(server.endpoint, database) as session:
        for text in BEFORE.get(server.engine.name, ()):
            session.execute(text)
        for number, each in enumerate(TYPES[server.engine.name]):
            with suppress(StatementFailed):
                session.execute(
                    f"create table t{number} (id integer not null primary key, v {each})"
                )
                known[f"t{number}"] = each
    return known


def _facts(server: Server, database: str) -> dict[str, TableFacts]:
    structure = server.engine.catalogue.structure
    assert structure is not None
    with server.engine.catalogue.open_session(server.endpoint, database) as session:
        queries = Queries(session)
        structure.begin(queries)
        found = (structure.table(queries, each.name) for each in structure.tables(queries))
        return {each.name.name.lower(): each for each in found if each is not None}


def _written(table: TableFacts, engine: str) -> str:
    """The type of the column, empty where there is none; of SQLite its affinity, which is all that
    SQLite makes of it."""
    known = next((each.declared_type for each in table.columns if each.name.lower() == "v"), "")
    if engine != "sqlite":
        return re.sub(r"^(public\.)?(mood|enum_\w+)$", "enum", known)
    return next((affinity for part, affinity in _AFFINITIES if part in known), "numeric")


_AFFINITIES = (
    *(("int", "integer"), ("char", "text"), ("clob", "text"), ("text", "text"), ("blob", "blob")),
    *(("real", "real"), ("floa", "real"), ("doub", "real")),
)


def row_of(fates: Iterable[Fate]) -> tuple[str, str, str]:
    """The types of an engine that are kept, changed (how), and left out (why)."""
    stored: list[str] = []
    changed: dict[str, list[str]] = defaultdict(list)
    out: dict[str, list[str]] = defaultdict(list)
    for each in fates:
        message = each.message.replace(f"a {each.before} ", "").replace("left out: ", "")
        if not each.here:
            out[message].append(f"`{each.source}`")
        elif message or each.differs:
            here = f" → `{each.here}`" if each.differs else ""
            changed[message].append(f"`{each.source}`{here}")
        else:
            stored.append(f"`{each.source}`")
    return ", ".join(stored), _grouped(changed), _grouped(out)


def _grouped(notes: Mapping[str, list[str]]) -> str:
    return "<br>".join(f"{', '.join(names)}: {note}" for note, names in notes.items()) or "–"


def page(rows: Mapping[str, tuple[str, str, str]]) -> str:
    lines = [
        "# Types in a designed workload",
        "",
        "What `cipherbench design` makes of each type, on the engine that it was read from.",
        "On another engine, and where a column is encrypted, the general type stands.",
        "Made by `python -m scripts.designed_types` from real servers; a test compares it.",
        "",
        "| engine | kept | changed | left out |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {engine_named(engine).title} | {' | '.join(row)} |" for engine, row in rows.items()
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    rows = {}
    for engine in engine_names():
        with closing(open_server(spec_of(engine))) as server:
            rows[engine] = row_of(fates_on(server))
    PAGE.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
