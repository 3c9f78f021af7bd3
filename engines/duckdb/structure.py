"""Reads the structure of a user's DuckDB tables from the catalogue, from which similar benchmark
tables are made. Its statistics of a column tell its least and greatest value with the rest, and are
never asked. No module of the engine itself is imported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engines.contract.message import phrase
from engines.contract.session import Session
from engines.contract.structure import (
    A_VIEW,
    FILL,
    JSON_FORM,
    ON_EXPRESSION,
    QUERY_SECONDS,
    SINGLE,
    TIME_FORM,
    UUID_FORM,
    CheckFacts,
    ColumnFacts,
    CopiedType,
    OmittedPart,
    Queries,
    ReferenceFacts,
    Relation,
    StoredKind,
    Structure,
    TableFacts,
    TableName,
    TableSummary,
    ValueDistribution,
    no_such_table,
)

_USUAL = "main"
"""The schema that is left unnamed."""

_ORDINARY = """
    select schema_name, table_name, estimated_size from duckdb_tables()
    where database_name = current_database() and not internal and not temporary
    and sql not ilike '%generated always%'"""
"""A table with computed columns is none: the catalogue does not say which they are."""

_RELATIONS = """
    select schema_name, view_name, true from duckdb_views()
    where database_name = current_database() and not internal and not temporary
    union all select schema_name, table_name, false from duckdb_tables()
    where database_name = current_database() and not internal and not temporary
    and sql ilike '%generated always%' order by 1, 2"""

_COLUMNS = """
    select column_name, case when data_type like 'ENUM(%' then 'ENUM' else data_type end,
        is_nullable, coalesce(column_default, '') like 'nextval(%', column_default is not null,
        case when data_type like 'ENUM(%' then
            (length(data_type) - length(replace(data_type, ''', ''', ''))) // 4 + 1 else 0 end
    from duckdb_columns() where database_name = current_database()
    and schema_name = ? and table_name = ? order by column_index"""

_CONSTRAINTS = """
    select constraint_type, constraint_column_names, referenced_table, referenced_column_names
    from duckdb_constraints() where database_name = current_database()
    and schema_name = ? and table_name = ? order by constraint_index"""

_CHECKS = """
    select expression from duckdb_constraints() where database_name = current_database()
    and schema_name = ? and table_name = ? and constraint_type = 'CHECK'"""

_INDEXES = """
    select expressions, is_unique from duckdb_indexes() where database_name = current_database()
    and schema_name = ? and table_name = ? order by index_name"""

_COMPUTED = phrase("a table with computed columns")
_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")
_NAMES = re.compile(r"\[([^'()]*)\]")


class DuckStructure(Structure[Session]):
    """Ordinary tables. A text is of any length, whatever was declared."""

    uncounted = frozenset()
    mean_bytes = "avg(octet_length({name}::blob))"

    def begin(self, queries: Queries, seconds: int = QUERY_SECONDS) -> None:
        del seconds  # the process that asks is ended in time
        queries.rows("begin transaction read only")

    def tables(self, queries: Queries) -> list[TableSummary]:
        rows = queries.rows(f"{_ORDINARY} order by 1, 2")
        return [TableSummary(_named(*where), _int(size)) for *where, size in rows]

    def relations(self, queries: Queries) -> list[Relation]:
        return [
            Relation(_named(schema, name), A_VIEW if view else _COMPUTED)
            for schema, name, view in queries.rows(_RELATIONS)
        ]

    def table(self, queries: Queries, name: TableName) -> TableFacts | None:
        where = name.schema or _USUAL, name.name
        found = queries.rows(f"{_ORDINARY} and schema_name = ? and table_name = ?", *where)
        if not found:
            return None
        columns = tuple(
            _column(
                str(column),
                str(kind),
                bool(nullable),
                bool(auto_increment),
                bool(default),
                _int(words),
            )
            for column, kind, nullable, auto_increment, default, words in queries.rows(
                _COLUMNS, *where
            )
        )
        keyed: dict[str, list[tuple[str, ...]]] = {}
        references = []
        for kind, names, other, to in queries.rows(_CONSTRAINTS, *where):
            keyed.setdefault(str(kind), []).append(_texts(names))
            if kind == "FOREIGN KEY":
                target = _named(where[0], other)
                references.append(ReferenceFacts(_texts(names), target, _texts(to)))
        indexes = [
            (tuple(match[1].split(", ")), bool(unique))
            for sql, unique in queries.rows(_INDEXES, *where)
            if (match := _NAMES.fullmatch(str(sql)))
        ]
        return TableFacts(
            name,
            _int(found[0][2]),
            columns,
            next(iter(keyed.get("PRIMARY KEY", ())), ()),
            (*keyed.get("UNIQUE", ()), *(names for names, unique in indexes if unique)),
            tuple(names for names, unique in indexes if not unique),
            tuple(references),
            omitted=tuple(_omitted_parts(queries, where)),
        )

    def checks(self, queries: Queries, name: TableName) -> list[CheckFacts]:
        rows = queries.rows(_CHECKS, name.schema or _USUAL, name.name)
        return [CheckFacts(str(text)) for (text,) in rows]

    def statistics(self, queries: Queries, table: TableFacts) -> dict[str, ValueDistribution]:
        """Of columns whose values must differ: as many as rows."""
        del queries
        alone = (each[0] for each in (table.key, *table.unique) if len(each) == 1)
        return {name: ValueDistribution(distinct=float(table.rows or 0)) for name in alone}

    def count_in_server(
        self, queries: Queries, table: TableFacts
    ) -> tuple[int, dict[str, ValueDistribution]]:
        where = table.name.schema or _USUAL, table.name.name
        if not queries.rows(f"{_ORDINARY} and schema_name = ? and table_name = ?", *where):
            raise no_such_table("DuckDB", table.name)
        quoted = self.quoted(*where)
        rows = _int(queries.rows(f"select count(*) from {quoted}")[0][0])
        return rows, self.distributions(queries, table, quoted, rows)


def _omitted_parts(queries: Queries, where: tuple[str, str]) -> Iterator[OmittedPart]:
    for sql, _ in queries.rows(_INDEXES, *where):
        if not _NAMES.fullmatch(str(sql)):
            yield ON_EXPRESSION


def _named(schema: object, name: object) -> TableName:
    return TableName("" if schema == _USUAL else str(schema), str(name))


def _column(
    name: str, declared: str, nullable: bool, auto_increment: bool, default: bool, words: int
) -> ColumnFacts:
    if match := _DECIMAL.fullmatch(declared):
        size, scale = int(match[1]), int(match[2])
        written = f"decimal({size},{scale})"
        copy = CopiedType(written)
        return ColumnFacts(
            name,
            StoredKind.DECIMAL,
            written,
            size,
            scale,
            nullable,
            default=default,
            copied_type=copy,
        )
    kind = _KINDS.get(declared.partition(" ")[0], StoredKind.OTHER)
    return ColumnFacts(
        name,
        kind,
        declared.lower(),
        nullable=nullable,
        auto_increment=auto_increment,
        default=default and not auto_increment,
        copied_type=_COPIED_TYPES.get(declared),
        words=words,
    )


_COPIED_TYPES = {
    "TINYINT": CopiedType("tinyint", most=127),
    "UTINYINT": CopiedType("utinyint", most=255),
    "SMALLINT": CopiedType("smallint", most=32_767),
    "USMALLINT": CopiedType("usmallint", most=65_535),
    "BIGINT": CopiedType("bigint"),
    "UINTEGER": CopiedType("uinteger"),
    "UBIGINT": CopiedType("ubigint"),
    "HUGEINT": CopiedType("hugeint"),
    "UHUGEINT": CopiedType("uhugeint"),
    "FLOAT": replace(SINGLE, native="float"),
    "TIMESTAMP": CopiedType("timestamp"),
    "TIMESTAMP_S": CopiedType("timestamp_s", step=1.0),
    "TIMESTAMP_NS": CopiedType("timestamp_ns"),
    "TIMESTAMP WITH TIME ZONE": CopiedType(
        changes=phrase("with milliseconds, without a time zone")
    ),
    "INTERVAL": CopiedType("interval", TIME_FORM),
    "JSON": CopiedType("json", JSON_FORM, long=True),
    "BIT": CopiedType("bit", "~" * 8),
    "ENUM": CopiedType("enum", words=True),
    "VARCHAR[]": CopiedType("varchar[]", f"[{FILL}]", long=True),
    "INTEGER[]": CopiedType("integer[]", "[1##, 2##]", long=True),
    "BIGINT[]": CopiedType("bigint[]", "[1##, 2##]", long=True),
    "UUID": CopiedType("uuid", UUID_FORM),
    "TIME": CopiedType("time", TIME_FORM),
}


_KINDS = {
    **dict.fromkeys(
        ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER",
         "UBIGINT", "UHUGEINT"),
        StoredKind.INTEGER,
    ),
    **dict.fromkeys(("FLOAT", "DOUBLE"), StoredKind.REAL),
    **dict.fromkeys(
        ("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"), StoredKind.TIMESTAMP
    ),
    "BOOLEAN": StoredKind.BOOLEAN,
    "VARCHAR": StoredKind.TEXT,
    "DATE": StoredKind.DATE,
    "BLOB": StoredKind.BYTES,
    "UUID": StoredKind.TEXT,
    "ENUM": StoredKind.TEXT,
}  # fmt: skip
"""DuckDB's name of a type, without what stands behind a space (“WITH TIME ZONE”)."""


def _texts(names: object) -> tuple[str, ...]:
    assert isinstance(names, Iterable)
    return tuple(map(str, names))


def _int(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]
