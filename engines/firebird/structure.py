"""Reads the structure of a user's Firebird tables from its system tables, from which similar
benchmark tables are made.

An index's statistics are one number: 1 over how many different keys it has. Defaults and checks,
whose source holds literals, are never asked for. Firebird keeps no statistics of
statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from engines.contract.errors import StatementFailed
from engines.contract.message import phrase
from engines.contract.session import Session
from engines.contract.structure import (
    A_VIEW,
    ON_EXPRESSION,
    QUERY_SECONDS,
    SINGLE,
    TIME_FORM,
    CheckFacts,
    Collation,
    ColumnFacts,
    CopiedType,
    IndexFacts,
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

_ORDINARY = """
    coalesce(r.rdb$system_flag, 0) = 0 and r.rdb$view_blr is null
    and coalesce(r.rdb$relation_type, 0) = 0 and r.rdb$external_file is null"""

_TABLES = f"select trim(r.rdb$relation_name) from rdb$relations r where {_ORDINARY}"

_RELATIONS = """
    select trim(r.rdb$relation_name), case when r.rdb$view_blr is not null then 'view'
        when r.rdb$external_file is not null then 'external' else 'temporary' end
    from rdb$relations r where coalesce(r.rdb$system_flag, 0) = 0 and (r.rdb$view_blr is not null
        or r.rdb$external_file is not null or coalesce(r.rdb$relation_type, 0) <> 0) order by 1"""

_COLUMNS = """
    select trim(c.rdb$field_name), f.rdb$field_type, coalesce(f.rdb$field_sub_type, 0),
        coalesce(f.rdb$character_length, f.rdb$field_length, 0), coalesce(f.rdb$field_precision, 0),
        -coalesce(f.rdb$field_scale, 0),
        coalesce(c.rdb$null_flag, f.rdb$null_flag, 0), iif(c.rdb$identity_type is null, 0, 1),
        iif(c.rdb$default_source is null and f.rdb$default_source is null, 0, 1),
        iif(f.rdb$computed_blr is null, 0, 1),
        iif(f.rdb$validation_blr is null, '', trim(f.rdb$field_name)),
        coalesce(f.rdb$dimensions, 0), coalesce((select trim(k.rdb$collation_name)
            from rdb$collations k where k.rdb$character_set_id = f.rdb$character_set_id
            and k.rdb$collation_id = coalesce(c.rdb$collation_id, f.rdb$collation_id)
            and k.rdb$collation_id > 0 and k.rdb$collation_name <> 'UCS_BASIC'), '')
    from rdb$relation_fields c join rdb$fields f on f.rdb$field_name = c.rdb$field_source
    where c.rdb$relation_name = ?
    order by c.rdb$field_position"""

_INDEXES = """
    select trim(i.rdb$index_name), coalesce(i.rdb$unique_flag, 0), trim(s.rdb$field_name),
        coalesce(trim(k.rdb$constraint_type), ''), s.rdb$statistics,
        trim(o.rdb$relation_name), trim(t.rdb$field_name), coalesce(i.rdb$index_type, 0),
        lower(trim(a.rdb$delete_rule)), lower(trim(a.rdb$update_rule))
    from rdb$indices i
    join rdb$index_segments s on s.rdb$index_name = i.rdb$index_name
    left join rdb$relation_constraints k on k.rdb$index_name = i.rdb$index_name
    left join rdb$ref_constraints a on a.rdb$constraint_name = k.rdb$constraint_name
    left join rdb$indices o on o.rdb$index_name = i.rdb$foreign_key
    left join rdb$index_segments t on t.rdb$index_name = o.rdb$index_name
        and t.rdb$field_position = s.rdb$field_position
    where i.rdb$relation_name = ? and i.rdb$expression_blr is null
    and coalesce(i.rdb$index_inactive, 0) = 0
    order by i.rdb$index_name, s.rdb$field_position"""

_CHECKS = """
    select cast(substring(t.rdb$trigger_source from 1 for 4000) as varchar(4000)), ''
    from rdb$relation_constraints k
    join rdb$check_constraints c on c.rdb$constraint_name = k.rdb$constraint_name
    join rdb$triggers t on t.rdb$trigger_name = c.rdb$trigger_name and t.rdb$trigger_type = 1
    where k.rdb$relation_name = ? and k.rdb$constraint_type = 'CHECK'
    union all
    select cast(substring(f.rdb$validation_source from 1 for 4000) as varchar(4000)),
        trim(c.rdb$field_name)
    from rdb$relation_fields c join rdb$fields f on f.rdb$field_name = c.rdb$field_source
    where c.rdb$relation_name = ? and f.rdb$validation_source is not null"""

_OMITTED_PARTS = """
    select (select count(*) from rdb$triggers t
            where t.rdb$relation_name = ? and coalesce(t.rdb$system_flag, 0) = 0),
        (select count(*) from rdb$indices i
            where i.rdb$relation_name = ? and i.rdb$expression_blr is not null)
    from rdb$database"""

_RELATION_KINDS = {
    "view": A_VIEW,
    "external": phrase("an external table"),
    "temporary": phrase("a temporary table"),
}

_KINDS = {
    7: StoredKind.INTEGER,
    8: StoredKind.INTEGER,
    10: StoredKind.REAL,
    12: StoredKind.DATE,
    24: StoredKind.DECIMAL,
    25: StoredKind.DECIMAL,
    26: StoredKind.INTEGER,
    14: StoredKind.TEXT,
    16: StoredKind.INTEGER,
    23: StoredKind.BOOLEAN,
    27: StoredKind.REAL,
    29: StoredKind.TIMESTAMP,
    35: StoredKind.TIMESTAMP,
    37: StoredKind.TEXT,
    261: StoredKind.BYTES,
}
"""Of `rdb$field_type`; a scale makes a whole number a decimal."""
_TYPE_NAMES = {
    7: "smallint",
    8: "integer",
    10: "float",
    12: "date",
    13: "time",
    14: "char",
    16: "bigint",
    23: "boolean",
    24: "decfloat(16)",
    25: "decfloat(34)",
    26: "int128",
    27: "double precision",
    29: "timestamp with time zone",
    35: "timestamp",
    37: "varchar",
    261: "blob",
}
_BLOB, _TEXT = 261, 1


class FirebirdStructure(Structure[Session]):
    uncounted = frozenset({StoredKind.OTHER, StoredKind.BYTES})
    mean_bytes = "avg(cast(octet_length({name}) as double precision))"
    first_counts, last_counts = "first 50", ""

    def begin(self, queries: Queries, seconds: int = QUERY_SECONDS) -> None:
        with suppress(StatementFailed):  # known since Firebird 4
            queries.run(f"set statement timeout {seconds} second")
        queries.session.begin_reading()

    def tables(self, queries: Queries) -> list[TableSummary]:
        rows = queries.rows(f"{_TABLES} order by 1")
        return [
            TableSummary(TableName("", str(name)), _estimated_rows(_indexes(queries, str(name))))
            for (name,) in rows
        ]

    def relations(self, queries: Queries) -> list[Relation]:
        return [
            Relation(TableName("", str(name)), _RELATION_KINDS[str(kind).strip()])
            for name, kind in queries.rows(_RELATIONS)
        ]

    def table(self, queries: Queries, name: TableName) -> TableFacts | None:
        if not queries.rows(f"{_TABLES} and r.rdb$relation_name = ?", name.name):
            return None
        columns = tuple(map(_column, queries.rows(_COLUMNS, name.name)))
        indexes = _indexes(queries, name.name)
        keys = [each.columns for each in indexes if each.constraint == "PRIMARY KEY"]
        return TableFacts(
            name,
            _estimated_rows(indexes),
            columns,
            keys[0] if keys else (),
            tuple(i.columns for i in indexes if i.unique and i.constraint != "PRIMARY KEY"),
            tuple(i.columns for i in indexes if not i.unique and not i.is_descending),
            tuple(
                ReferenceFacts(i.columns, TableName("", i.table), i.referenced_columns, *i.rules)
                for i in indexes
                if i.referenced_columns
            ),
            special_indexes=tuple(
                IndexFacts("descending", tuple((name, "") for name in i.columns))
                for i in indexes
                if i.is_descending and not i.unique
            ),
            omitted=tuple(_omitted_parts(*queries.rows(_OMITTED_PARTS, *[name.name] * 2)[0])),
        )

    def checks(self, queries: Queries, name: TableName) -> list[CheckFacts]:
        rows = queries.rows(_CHECKS, name.name, name.name)
        return [CheckFacts(str(text), str(column)) for text, column in rows]

    def statistics(self, queries: Queries, table: TableFacts) -> dict[str, ValueDistribution]:
        """For the first column of an index: one over its selectivity."""
        return {
            each.columns[0]: ValueDistribution(distinct=1 / each.selectivity)
            for each in _indexes(queries, table.name.name)
            if each.selectivity
        }

    def count_in_server(
        self, queries: Queries, table: TableFacts
    ) -> tuple[int, dict[str, ValueDistribution]]:
        if not queries.rows(f"{_TABLES} and r.rdb$relation_name = ?", table.name.name):
            raise no_such_table("Firebird", table.name)
        quoted = self.quoted(table.name.name)
        rows = int(str(queries.rows(f"select count(*) from {quoted}")[0][0]))
        return rows, self.distributions(queries, table, quoted, rows)


class _Index:
    """An index on columns; `selectivity` is that of its first column, 0 if it was not counted."""

    def __init__(self, unique: bool, constraint: str, table: str) -> None:
        self.unique, self.constraint, self.table = unique, constraint, table
        self.columns: tuple[str, ...] = ()
        self.referenced_columns: tuple[str, ...] = ()
        self.selectivity = 0.0
        self.is_descending = False
        self.rules: tuple[str, ...] = ()


def _indexes(queries: Queries, table: str) -> list[_Index]:
    found: dict[str, _Index] = {}
    for row in queries.rows(_INDEXES, table):
        name, unique, column, constraint, selectivity, other, referenced, descending, *rules = row
        known = found.setdefault(str(name), _Index(bool(unique), str(constraint), str(other or "")))
        if not known.columns:
            known.selectivity = float(str(selectivity or 0))
            known.is_descending = bool(descending)
            known.rules = tuple(map(str, rules)) if rules[0] else ()
        known.columns = (*known.columns, str(column))
        if referenced is not None:
            known.referenced_columns = (*known.referenced_columns, str(referenced))
    return list(found.values())


def _omitted_parts(triggers: object, expressions: object) -> Iterator[OmittedPart]:
    yield from [ON_EXPRESSION] * int(str(expressions))
    yield from OmittedPart.triggers(int(str(triggers)))


def _estimated_rows(indexes: list[_Index]) -> int | None:
    """By a unique index of one column, as it was when its statistics were last counted."""
    known = [i.selectivity for i in indexes if i.unique and len(i.columns) == 1 and i.selectivity]
    return round(1 / min(known)) if known else None


def _column(row: tuple[object, ...]) -> ColumnFacts:
    name, field_type, sub_type, length, precision, scale, required, *flags = row
    auto_increment, default, computed, domain, dimensions, collation = flags
    code, sub = int(str(field_type)), int(str(sub_type))
    kind = _KINDS.get(code, StoredKind.OTHER)
    size, scale_digits = int(str(length)), int(str(scale))
    if kind is StoredKind.INTEGER and sub in (1, 2):
        kind, size = StoredKind.DECIMAL, int(str(precision))
    elif code in _FLOATING:
        size, scale_digits = _FLOATING[code], 2
    elif code == _BLOB and sub == _TEXT:
        kind, size = StoredKind.TEXT, 0
    sized = kind in (StoredKind.TEXT, StoredKind.DECIMAL)
    copy = _copied_type(code, sub, kind, size, scale_digits)
    sql_type = _sql_type(code, kind, size, scale_digits)
    if dimensions:
        kind, copy, sql_type = StoredKind.OTHER, None, f"{sql_type} []"
    return ColumnFacts(
        str(name),
        kind,
        sql_type,
        size if sized else 0,
        scale_digits if kind is StoredKind.DECIMAL else 0,
        not required,
        auto_increment=bool(auto_increment),
        default=bool(default),
        copied_type=copy,
        computed=bool(computed),
        domain=str(domain or "").strip(),
        collation=_collation(str(collation)),
    )


def _collation(name: str) -> Collation | None:
    if not name:
        return None
    case_matters = phrase("a and A are two values here")
    return Collation(name, case_matters if "_CI" in name else phrase("another order"))


def _sql_type(code: int, kind: StoredKind, size: int, scale_digits: int) -> str:
    if kind is StoredKind.DECIMAL and code not in _FLOATING:
        return f"numeric({size},{scale_digits})"
    if code in (14, 37):
        return f"{_TYPE_NAMES[code]}({size})"
    return _TYPE_NAMES.get(code, "other")


def _copied_type(
    code: int, sub: int, kind: StoredKind, size: int, scale_digits: int
) -> CopiedType | None:
    if kind is StoredKind.DECIMAL and code not in _FLOATING:
        return CopiedType(_sql_type(code, kind, size, scale_digits))
    if code == _BLOB and sub == _TEXT:
        return CopiedType("blob sub_type text", long=True)
    if code == 14:
        return CopiedType(_sql_type(code, kind, size, scale_digits), padded=True)
    return _COPIED_TYPES.get(code)


_FLOATING = {24: 16, 25: 34}
"""Digits of DECFLOAT."""
_COPIED_TYPES = {
    7: CopiedType("smallint", most=32_767),
    10: replace(SINGLE, native="float"),
    13: CopiedType("time", TIME_FORM),
    16: CopiedType("bigint"),
    24: CopiedType("decfloat(16)"),
    25: CopiedType("decfloat(34)"),
    26: CopiedType("int128"),
    29: CopiedType(changes=phrase("without a time zone")),
    35: CopiedType("timestamp"),
    261: CopiedType("blob", long=True),
}
"""Of `rdb$field_type`."""
