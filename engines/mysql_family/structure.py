"""What the information schema says of tables.

A table is held open by HANDLER while it is asked: COLUMNS, STATISTICS and KEY_COLUMN_USAGE then
open that table alone, and nobody can put a view in its place, whose functions would be run.
`mysql.column_stats`, which holds least and greatest values, is never asked; neither are defaults
and the words of an ENUM.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from engines.contract.errors import StatementFailed
from engines.contract.message import Message, phrase
from engines.contract.session import Session
from engines.contract.structure import (
    A_VIEW,
    ADDRESS_FORM,
    JSON_FORM,
    OWN_MARK,
    QUERY_SECONDS,
    TIME_FORM,
    UUID_FORM,
    Asking,
    ColumnFacts,
    Counted,
    CountedStatement,
    ReferenceFacts,
    Relation,
    Spread,
    StoredKind,
    Structure,
    TableFacts,
    TableName,
    TableOffer,
    TypeCopy,
    counted_spread,
    no_such_table,
)

_BEGIN = (
    "set session lock_wait_timeout = 2",
    "set session transaction isolation level repeatable read",
    "start transaction read only",
)

_TABLES = """
    select table_name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE'
    and engine in ('InnoDB', 'MyISAM', 'Aria', 'MEMORY')"""

_RELATIONS = """
    select table_name, table_type, engine from information_schema.tables
    where table_schema = database() and table_type in ('VIEW', 'SYSTEM VERSIONED', 'BASE TABLE')
    and (table_type <> 'BASE TABLE' or coalesce(engine, '') not in
        ('InnoDB', 'MyISAM', 'Aria', 'MEMORY')) order by table_name"""

_ROWS = """
    select table_rows from information_schema.tables
    where table_schema = database() and table_name = ?"""

_COLUMNS = """
    select column_name, data_type, case when data_type in ('enum', 'set') then data_type
            else column_type end,
        character_maximum_length, numeric_precision, numeric_scale, is_nullable = 'YES',
        extra like '%auto_increment%', column_default is not null
    from information_schema.columns
    where table_schema = database() and table_name = ? and coalesce(generation_expression, '') = ''
    order by ordinal_position"""

_INDEXES = """
    select index_name, non_unique, column_name, cardinality, sub_part, index_type
    from information_schema.statistics
    where table_schema = database() and table_name = ? order by index_name, seq_in_index"""

_REFERENCES = """
    select constraint_name, column_name, referenced_table_schema = database(),
        referenced_table_name, referenced_column_name
    from information_schema.key_column_usage
    where table_schema = database() and table_name = ? and referenced_table_name is not null
    order by constraint_name, ordinal_position"""

_KEEPS_DIGESTS = "select @@performance_schema"
_DIGESTS = """
    select case when digest_text regexp '^ *(select|insert|update|delete|with) '
            and digest_text not like '%{mark}%' and ({names}) then digest_text end,
        sum(count_star), sum(sum_timer_wait) / 1e12
    from performance_schema.events_statements_summary_by_digest
    where schema_name = database() group by 1 order by 3 desc limit {most}"""

_KINDS = {
    **dict.fromkeys(("tinyint", "smallint", "mediumint", "int", "bigint"), StoredKind.INTEGER),
    "year": StoredKind.INTEGER,
    **dict.fromkeys(("float", "double"), StoredKind.REAL),
    "decimal": StoredKind.DECIMAL,
    **dict.fromkeys(
        (
            "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "uuid",
            "inet4", "inet6",
        ),
        StoredKind.TEXT,
    ),
    "date": StoredKind.DATE,
    **dict.fromkeys(("datetime", "timestamp"), StoredKind.TIMESTAMP),
    **dict.fromkeys(
        ("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob"), StoredKind.BYTES
    ),
}  # fmt: skip
_LONG = 65_535
"""Characters from which on a text's limit says nothing of it."""
_MOST_COUNTED = 200
"""Tables up to which each is asked for its rows."""


class FamilyStructure(Structure[Session]):
    """Ordinary tables of the storage engines that keep their data themselves.

    `title` is what the engine is called, `deadline` the variable that ends a query after so many
    {seconds} or {milliseconds}; `settings` are set beside it.
    """

    quote = "`"

    def __init__(self, title: str, deadline: str, *settings: str) -> None:
        self._title = title
        self._settings = (deadline, *settings)

    def begin(self, asking: Asking, seconds: int = QUERY_SECONDS) -> None:
        for setting in self._settings:
            reported = setting.format(seconds=seconds, milliseconds=1000 * seconds)
            asking.run(f"set session {reported}")
        for statement in _BEGIN:
            asking.run(statement)

    def tables(self, asking: Asking) -> list[TableOffer]:
        names = [str(name) for (name,) in asking.rows(f"{_TABLES} order by table_name")]
        few = len(names) <= _MOST_COUNTED
        return [
            TableOffer(TableName("", name), self._rows(asking, name) if few else None)
            for name in names
        ]

    def _rows(self, asking: Asking, name: str) -> int | None:
        with suppress(StatementFailed), self._held(asking, name):
            found = asking.rows(_ROWS, name)
            return None if not found or found[0][0] is None else int(str(found[0][0]))
        return None

    def relations(self, asking: Asking) -> list[Relation]:
        return [
            Relation(TableName("", str(name)), _relation(str(kind), str(engine or "–")))
            for name, kind, engine in asking.rows(_RELATIONS)
        ]

    def table(self, asking: Asking, name: TableName) -> TableFacts | None:
        if not asking.rows(f"{_TABLES} and table_name = ?", name.name):
            return None
        with self._held(asking, name.name):
            columns = tuple(map(_column, asking.rows(_COLUMNS, name.name)))
            parts = asking.rows(_INDEXES, name.name)
            indexes = _indexes(parts)
            references = _references(asking.rows(_REFERENCES, name.name))
            rows = asking.rows(_ROWS, name.name)
        known = rows[0][0] if rows else None
        return TableFacts(
            name,
            None if known is None else int(str(known)),
            columns,
            indexes.get("PRIMARY", ((), True))[0],
            tuple(names for at, (names, unique) in indexes.items() if unique and at != "PRIMARY"),
            tuple(names for names, unique in indexes.values() if not unique),
            references,
            others=tuple(
                phrase("an index {name} of another kind", name=each)
                for each in sorted({str(part[0]) for part in parts} - set(indexes))
            ),
        )

    @contextmanager
    def _held(self, asking: Asking, table: str) -> Iterator[None]:
        asking.run(f"handler {self.quoted(table)} open as looked_at")
        try:
            yield
        finally:
            with suppress(StatementFailed):
                asking.run("handler looked_at close")

    def statistics(self, asking: Asking, table: TableFacts) -> dict[str, Spread]:
        """For the first column of an index: its cardinality."""
        with self._held(asking, table.name.name):
            rows = asking.rows(_INDEXES, table.name.name)
        found: dict[str, Spread] = {}
        begun: set[object] = set()
        for index, _, column, cardinality, *_ in rows:
            if index not in begun and column is not None and cardinality is not None:
                found[str(column)] = Spread(distinct=float(str(cardinality)))
            begun.add(index)
        return found

    def counted_inside(self, asking: Asking, table: TableFacts) -> tuple[int, dict[str, Spread]]:
        if not asking.rows(f"{_TABLES} and table_name = ?", table.name.name):
            raise no_such_table(self._title, table.name)
        with self._held(asking, table.name.name):
            quoted = self.quoted(table.name.name)
            rows = int(str(asking.rows(f"select count(*) as {OWN_MARK} from {quoted}")[0][0]))
            spreads = {
                each.name: self._counted(asking, quoted, each, rows)
                for each in table.columns
                if each.kind is not StoredKind.OTHER
            }
        return rows, spreads

    def _counted(self, asking: Asking, table: str, column: ColumnFacts, rows: int) -> Spread:
        name = self.quoted(column.name)
        long = column.kind in (StoredKind.TEXT, StoredKind.BYTES)
        width = f"avg(length({name}))" if long else "0"
        return counted_spread(asking, table, name, width, rows)

    def statements(self, asking: Asking, tables: Sequence[TableName], most: int) -> Counted:
        if str(asking.rows(_KEEPS_DIGESTS)[0][0]) in ("0", "OFF"):
            return Counted(why_not=phrase("performance_schema is off"))
        try:
            names = " or ".join("digest_text like ?" for _ in tables)
            patterns = (f"%{each.name}%" for each in tables)
            rows = asking.rows(
                _DIGESTS.format(most=most + 1, names=names, mark=OWN_MARK), *patterns
            )
        except StatementFailed as error:
            return Counted(
                why_not=phrase("performance_schema cannot be read: {words}", words=error.message)
            )
        reported = tuple(
            CountedStatement(str(text), int(str(calls)), float(str(seconds)))
            for text, calls, seconds in rows
            if text is not None
        )
        others = sum(float(str(seconds)) for text, _, seconds in rows if text is None)
        return Counted(reported[:most], others, digests=True)


def _relation(kind: str, engine: str) -> Message:
    if kind == "VIEW":
        return A_VIEW
    if kind == "SYSTEM VERSIONED":
        return phrase("a system-versioned table")
    return phrase("a table of the engine {engine}", engine=engine)


def _column(row: tuple[object, ...]) -> ColumnFacts:
    name, base, written, length, precision, scale, nullable, numbered, default = row
    kind = _KINDS.get(str(base), StoredKind.OTHER)
    if str(written).startswith("tinyint(1)"):
        kind = StoredKind.BOOLEAN
    size = int(str(length or 0))
    if kind is StoredKind.DECIMAL:
        size = int(str(precision or 0))
    return ColumnFacts(
        str(name),
        kind,
        str(written),
        size if size < _LONG else 0,
        int(str(scale or 0)) if kind is StoredKind.DECIMAL else 0,
        bool(nullable),
        numbered=bool(numbered),
        default=bool(default),
        copy=None if kind is StoredKind.BOOLEAN else _copy(str(base), str(written), size),
    )


_BINARY = " collate utf8mb4_bin"
_MOST_DIGITS = 18
_COPIES = {
    "tinyint": TypeCopy("{written}", most=127),
    "smallint": TypeCopy("{written}", most=32_767),
    "mediumint": TypeCopy("{written}", most=8_388_607),
    "int": TypeCopy("{written}"),
    "bigint": TypeCopy("{written}"),
    "year": TypeCopy("year", least=1901, most=2155),
    "decimal": TypeCopy("{written}"),
    "float": TypeCopy(changes=phrase("8 bytes in place of 4")),
    "char": TypeCopy("{written}" + _BINARY),
    "tinytext": TypeCopy("tinytext" + _BINARY, long=True),
    "text": TypeCopy("text" + _BINARY, long=True),
    "mediumtext": TypeCopy("mediumtext" + _BINARY, long=True),
    "longtext": TypeCopy("longtext" + _BINARY, long=True),
    "enum": TypeCopy("enum", words=True),
    "set": TypeCopy("set", words=True),
    "binary": TypeCopy("{written}"),
    "varbinary": TypeCopy("{written}"),
    "tinyblob": TypeCopy("tinyblob", long=True),
    "blob": TypeCopy("blob", long=True),
    "mediumblob": TypeCopy("mediumblob", long=True),
    "longblob": TypeCopy("longblob", long=True),
    "inet6": TypeCopy(changes=phrase("as text")),
    "json": TypeCopy("json", JSON_FORM, long=True),
    "uuid": TypeCopy("uuid", UUID_FORM),
    "inet4": TypeCopy("inet4", ADDRESS_FORM),
    "time": TypeCopy("time", TIME_FORM),
    "datetime": TypeCopy(changes=phrase("with milliseconds, and no zero dates")),
    "timestamp": TypeCopy(changes=phrase("a datetime with milliseconds")),
    "bit": TypeCopy(changes=phrase("text of its width")),
}
"""By `data_type`; one that is not here has the general type of its kind, or is a text."""


def _copy(base: str, written: str, size: int) -> TypeCopy | None:
    known = _COPIES.get(base)
    if known is None:
        return None
    if base == "decimal" and size > _MOST_DIGITS:
        return TypeCopy(changes=phrase("{n} digits at most", n=_MOST_DIGITS))
    counted = f"{written} auto_increment" if base in ("int", "bigint") else ""
    return replace(known, native=known.native.replace("{written}", written), counted=counted)


def _indexes(rows: Sequence[tuple[object, ...]]) -> dict[str, tuple[tuple[str, ...], bool]]:
    """Columns of each index and whether they are unique; those of expressions and of beginnings of
    columns are left out."""
    found: dict[str, tuple[tuple[str, ...], bool]] = {}
    partly = {
        str(index)
        for index, _, column, _, part, kind in rows
        if column is None or part or kind not in ("BTREE", "HASH")
    }
    for index, repeats, column, *_ in rows:
        if str(index) not in partly:
            names = found.get(str(index), ((), False))[0]
            found[str(index)] = (*names, str(column)), not int(str(repeats))
    return found


def _references(rows: Sequence[tuple[object, ...]]) -> tuple[ReferenceFacts, ...]:
    found: dict[str, ReferenceFacts] = {}
    for constraint, column, here, table, to in rows:
        if here:
            known = found.get(str(constraint))
            columns = (*(known.columns if known else ()), str(column))
            targets = (*(known.to if known else ()), str(to))
            found[str(constraint)] = ReferenceFacts(columns, TableName("", str(table)), targets)
    return tuple(found.values())
