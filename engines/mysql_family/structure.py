"""Reads the structure of a user's MySQL or MariaDB tables from the information schema, from which
similar benchmark tables are made.

A table is held open by HANDLER while it is queried: COLUMNS, STATISTICS and KEY_COLUMN_USAGE then
open that table alone, and nobody can put a view in its place, whose functions would be run.
`mysql.column_stats`, which holds least and greatest values, is never read; neither are defaults
and the words of an ENUM.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from engines.base.ownership import DATABASE_PREFIX
from engines.contract.errors import StatementFailed
from engines.contract.message import Message, phrase
from engines.contract.session import Row, Session
from engines.contract.structure import (
    A_VIEW,
    ADDRESS_FORM,
    JSON_FORM,
    NO_INDEX,
    ON_EXPRESSION,
    OWN_MARK,
    PARTITIONS,
    QUERY_SECONDS,
    SINGLE,
    TIME_FORM,
    UUID_FORM,
    CheckFacts,
    Collation,
    ColumnFacts,
    CopiedType,
    CountedStatement,
    IndexFacts,
    OmittedPart,
    Queries,
    ReferenceFacts,
    Relation,
    StatementCounts,
    StoredKind,
    Structure,
    TableFacts,
    TableName,
    TableSummary,
    ValueDistribution,
    no_such_table,
)
from engines.mysql_family import INDEX_KINDS

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
        extra like '%auto_increment%', coalesce(column_default, 'NULL') <> 'NULL',
        case when data_type in ('enum', 'set') then
            (length(column_type) - length(replace(column_type, "','", ''))) div 3 + 1 else 0 end,
        coalesce(generation_expression, '') <> '',
        case when data_type in ('enum', 'set') then '' else coalesce(collation_name, '') end
    from information_schema.columns
    where table_schema = database() and table_name = ? order by ordinal_position"""
"""The words of an ENUM are counted inside the server. MariaDB writes the default NULL."""

_INDEXES = """
    select index_name, non_unique, column_name, cardinality, sub_part, index_type, collation,
        {ignored}
    from information_schema.statistics
    where table_schema = database() and table_name = ? order by index_name, seq_in_index"""

_REFERENCES = """
    select constraint_name, column_name, referenced_table_schema = database(),
        referenced_table_name, referenced_column_name
    from information_schema.key_column_usage
    where table_schema = database() and table_name = ? and referenced_table_name is not null
    order by constraint_name, ordinal_position"""

_RULES = """
    select constraint_name, lower(delete_rule), lower(update_rule)
    from information_schema.referential_constraints
    where constraint_schema = database() and table_name = ?"""

_MADE_WITH = """
    select engine, trim(replace(coalesce(create_options, ''), 'partitioned', ''))
    from information_schema.tables where table_schema = database() and table_name = ?"""

_MODIFIERS = """
    select column_name, extra like '%INVISIBLE%', column_type like '%COMPRESSED%',
        case when data_type in ('float', 'double') and column_type like '%(%' then column_type end
    from information_schema.columns
    where table_schema = database() and table_name = ? order by ordinal_position"""
"""Columns with what is said beside their type, which ours have not."""

_TRIGGERS = """
    select count(*) from information_schema.triggers
    where event_object_schema = database() and event_object_table = ?"""

_PARTITIONED = """
    select count(*) from information_schema.partitions
    where table_schema = database() and table_name = ? and partition_name is not null"""

_KEEPS_DIGESTS = "select @@performance_schema"
_NOT_WORK = (
    rf"{OWN_MARK}|{DATABASE_PREFIX}[0-9a-f]+_|^ *show "
    "|(from|join) `?(information_schema|performance_schema|mysql|sys)`? [.]"
)
"""Statements of ours, and what asks the catalogues: no part of the server's time."""
_DIGESTS = f"""
    select case when digest_text regexp '^ *(select|insert|update|delete|with|replace) '
            and ({{names}}) then digest_text end,
        sum(count_star), sum(sum_timer_wait) / 1e12
    from performance_schema.events_statements_summary_by_digest
    where schema_name = database() and lower(digest_text) not regexp '{_NOT_WORK}'
    group by 1 order by 3 desc limit {{most}}"""

_KINDS = {
    **dict.fromkeys(("tinyint", "smallint", "mediumint", "int", "bigint"), StoredKind.INTEGER),
    "year": StoredKind.INTEGER,
    "bit": StoredKind.INTEGER,
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
    {seconds} or {milliseconds}; `settings` are set beside it. `checks` asks for a table's checks,
    `json_checks` for the columns whose check makes them JSON, where that is no type; `ignored` is
    whether the optimizer leaves an index alone.
    """

    mean_bytes = "avg(length({name}))"

    quote = "`"

    def __init__(
        self,
        title: str,
        deadline: str,
        *settings: str,
        checks: str,
        ignored: str,
        json_checks: str = "",
    ) -> None:
        self._title, self._checks, self._json_checks = title, checks, json_checks
        self._indexes = _INDEXES.format(ignored=ignored)
        self._settings = (deadline, *settings)

    def begin(self, queries: Queries, seconds: int = QUERY_SECONDS) -> None:
        for setting in self._settings:
            assignment = setting.format(seconds=seconds, milliseconds=1000 * seconds)
            queries.run(f"set session {assignment}")
        for statement in _BEGIN:
            queries.run(statement)

    def tables(self, queries: Queries) -> list[TableSummary]:
        names = [str(name) for (name,) in queries.rows(f"{_TABLES} order by table_name")]
        few = len(names) <= _MOST_COUNTED
        return [
            TableSummary(TableName("", name), self._rows(queries, name) if few else None)
            for name in names
        ]

    def _rows(self, queries: Queries, name: str) -> int | None:
        with suppress(StatementFailed), self._handler_open(queries, name):
            found = queries.rows(_ROWS, name)
            return None if not found or found[0][0] is None else int(str(found[0][0]))
        return None

    def relations(self, queries: Queries) -> list[Relation]:
        return [
            Relation(TableName("", str(name)), _relation(str(kind), str(engine or "–")))
            for name, kind, engine in queries.rows(_RELATIONS)
        ]

    def table(self, queries: Queries, name: TableName) -> TableFacts | None:
        if not queries.rows(f"{_TABLES} and table_name = ?", name.name):
            return None
        with self._handler_open(queries, name.name):
            json = set()
            if self._json_checks:
                json = {str(each) for (each,) in queries.rows(self._json_checks, name.name)}
            rows = queries.rows(_COLUMNS, name.name)
            columns = tuple(_column(_as_json(row) if row[0] in json else row) for row in rows)
            indexes = _indexes(queries.rows(self._indexes, name.name))
            others = [each.omitted for each in indexes if each.omitted]
            others += OmittedPart.triggers(int(str(queries.rows(_TRIGGERS, name.name)[0][0])))
            partitioned = int(str(queries.rows(_PARTITIONED, name.name)[0][0]))
            others += [PARTITIONS] * bool(partitioned)
            others += _modifiers(queries.rows(_MODIFIERS, name.name))
            others += _made_with(*map(str, queries.rows(_MADE_WITH, name.name)[0]))
            references = _references(
                queries.rows(_REFERENCES, name.name), queries.rows(_RULES, name.name)
            )
            rows = queries.rows(_ROWS, name.name)
        known = rows[0][0] if rows else None
        return TableFacts(
            name,
            None if known is None else int(str(known)),
            columns,
            next((each.names for each in indexes if each.name == "PRIMARY"), ()),
            tuple(x.names for x in indexes if x.is_plain and x.unique and x.name != "PRIMARY"),
            tuple(each.names for each in indexes if each.is_plain and not each.unique),
            references,
            special_indexes=tuple(x.facts for x in indexes if not x.is_plain and not x.omitted),
            omitted=tuple(others),
        )

    def checks(self, queries: Queries, name: TableName) -> list[CheckFacts]:
        with self._handler_open(queries, name.name):
            rows = queries.rows(self._checks, name.name)
        return [CheckFacts(str(text)) for (text,) in rows]

    @contextmanager
    def _handler_open(self, queries: Queries, table: str) -> Iterator[None]:
        queries.run(f"handler {self.quoted(table)} open as {OWN_MARK}")
        try:
            yield
        finally:
            with suppress(StatementFailed):
                queries.run(f"handler {OWN_MARK} close")

    def statistics(self, queries: Queries, table: TableFacts) -> dict[str, ValueDistribution]:
        """For the first column of an index: its cardinality."""
        with self._handler_open(queries, table.name.name):
            rows = queries.rows(self._indexes, table.name.name)
        found: dict[str, ValueDistribution] = {}
        begun: set[object] = set()
        for index, _, column, cardinality, *_ in rows:
            if index not in begun and column is not None and cardinality is not None:
                found[str(column)] = ValueDistribution(distinct=float(str(cardinality)))
            begun.add(index)
        return found

    def count_in_server(
        self, queries: Queries, table: TableFacts
    ) -> tuple[int, dict[str, ValueDistribution]]:
        if not queries.rows(f"{_TABLES} and table_name = ?", table.name.name):
            raise no_such_table(self._title, table.name)
        with self._handler_open(queries, table.name.name):
            quoted = self.quoted(table.name.name)
            rows = int(str(queries.rows(f"select count(*) as {OWN_MARK} from {quoted}")[0][0]))
            return rows, self.distributions(queries, table, quoted, rows)

    def statements(
        self, queries: Queries, tables: Sequence[TableName], most: int
    ) -> StatementCounts:
        if str(queries.rows(_KEEPS_DIGESTS)[0][0]) in ("0", "OFF"):
            return StatementCounts(why_not=phrase("performance_schema is off"))
        try:
            names = " or ".join("digest_text like ?" for _ in tables)
            patterns = (f"%{each.name}%" for each in tables)
            rows = queries.rows(_DIGESTS.format(most=most + 1, names=names), *patterns)
        except StatementFailed as error:
            return StatementCounts(
                why_not=phrase("performance_schema cannot be read: {words}", words=error.message)
            )
        counted = tuple(
            CountedStatement(str(text), int(str(calls)), float(str(seconds)))
            for text, calls, seconds in rows
            if text is not None
        )
        others = sum(float(str(seconds)) for text, _, seconds in rows if text is None)
        return StatementCounts(counted[:most], others, digests=True)


def _modifiers(rows: Sequence[Row]) -> Iterator[OmittedPart]:
    for column, invisible, compressed, rounded in rows:
        named = {"column": str(column)}
        if invisible:
            yield OmittedPart(
                phrase("{column}: INVISIBLE", **named), phrase("SELECT * reads it, too")
            )
        if compressed:
            changes = phrase("its values are stored uncompressed")
            yield OmittedPart(phrase("{column}: COMPRESSED", **named), changes)
        if rounded:
            what = phrase("{column}: {type}", type=str(rounded), **named)
            yield OmittedPart(what, phrase("values are not rounded"))


def _made_with(engine: str, options: str) -> Iterator[OmittedPart]:
    if engine != "InnoDB":
        what = phrase("the storage engine {engine}", engine=engine)
        yield OmittedPart(what, phrase("InnoDB has the rows, with transactions and a log"))
    if options:
        yield OmittedPart.options(options)


def _relation(kind: str, engine: str) -> Message:
    if kind == "VIEW":
        return A_VIEW
    if kind == "SYSTEM VERSIONED":
        return phrase("a system-versioned table")
    return phrase("a table of the engine {engine}", engine=engine)


def _as_json(row: Row) -> Row:
    name, _, _, *others = row
    return (name, "json", "json", *others)


def _column(row: tuple[object, ...]) -> ColumnFacts:
    name, base, written, length, precision, scale, nullable, auto_increment, default, *others = row
    words, computed, collation = others
    kind = _KINDS.get(str(base), StoredKind.OTHER)
    if str(written).startswith("tinyint(1)"):
        kind = StoredKind.BOOLEAN
    size = 1 if length == 0 else int(str(length or 0))
    if kind is StoredKind.DECIMAL:
        size = int(str(precision or 0))
    return ColumnFacts(
        str(name),
        kind,
        str(written),
        _WIDTHS.get(str(base), size if size < _LONG else 0),
        int(str(scale or 0)) if kind is StoredKind.DECIMAL else 0,
        bool(nullable),
        auto_increment=bool(auto_increment),
        default=bool(default) and not computed,
        copied_type=None if kind is StoredKind.BOOLEAN else _copied_type(row),
        words=int(str(words)),
        computed=bool(computed),
        collation=_collation(str(collation)),
    )


def _collation(name: str) -> Collation | None:
    if not name or name.endswith("_bin") or name == "binary":
        return None
    case_matters = phrase("a and A are two values here")
    return Collation(name, case_matters if name.endswith("_ci") else phrase("another order"))


_WIDTHS = {"point": 25, "geometry": 25}
"""Bytes of a type without a copy: of geometry, those of a point."""
_BINARY = " collate utf8mb4_bin"
_COPIED_TYPES = {
    "tinyint": CopiedType("{written}", most=127),
    "smallint": CopiedType("{written}", most=32_767),
    "mediumint": CopiedType("{written}", most=8_388_607),
    "int": CopiedType("{written}"),
    "bigint": CopiedType("{written}"),
    "year": CopiedType("year", least=1901, most=2155),
    "decimal": CopiedType("{written}"),
    "float": replace(SINGLE, native="{written}"),
    "char": CopiedType("{written}" + _BINARY),
    "tinytext": CopiedType("tinytext" + _BINARY, long=True),
    "text": CopiedType("text" + _BINARY, long=True),
    "mediumtext": CopiedType("mediumtext" + _BINARY, long=True),
    "longtext": CopiedType("longtext" + _BINARY, long=True),
    "enum": CopiedType("enum", words=True),
    "set": CopiedType("set", words=True),
    "binary": CopiedType("{written}"),
    "varbinary": CopiedType("{written}"),
    "tinyblob": CopiedType("tinyblob", long=True),
    "blob": CopiedType("blob", long=True),
    "mediumblob": CopiedType("mediumblob", long=True),
    "longblob": CopiedType("longblob", long=True),
    "inet6": CopiedType("inet6", "2001:db8::1^^^:1^^^"),
    "json": CopiedType("json", JSON_FORM, long=True),
    "uuid": CopiedType("uuid", UUID_FORM),
    "inet4": CopiedType("inet4", ADDRESS_FORM),
    "time": CopiedType("{written}", TIME_FORM),
    "datetime": CopiedType("{written}", changes=phrase("no zero dates")),
    "timestamp": CopiedType("{written}{null}", changes=phrase("no zero dates")),
    "bit": CopiedType("{written}"),
}
"""By `data_type`; one that is not here has the general type of its kind, or is a text."""


def _copied_type(row: tuple[object, ...]) -> CopiedType | None:
    _, base, written, size, precision, _, nullable, *_ = map(str, row)
    known = _COPIED_TYPES.get(base)
    if size == "0" and base in ("char", "varchar"):
        return CopiedType(f"{base}(1){_BINARY}", changes=phrase("one character"))
    if known is None:
        return None
    counted = f"{written} auto_increment" if base in ("int", "bigint") else ""
    native = known.native.replace("{written}", written)
    native = native.replace("{null}", " null" if nullable == "1" else " not null")
    most = 2 ** min(int(precision), 30) - 1 if base == "bit" else known.most
    whole = base in ("datetime", "timestamp") and not any(f"({n})" in written for n in "3456")
    step = 1.0 if whole else known.step
    return replace(
        known,
        native=native,
        auto_increment_native=counted,
        most=most,
        step=step,
        undefaulted=base == "json" or base.endswith(("text", "blob")),
    )


@dataclass(frozen=True)
class _Index:
    """An index by its rows of `_INDEXES`; `columns` each with what follows its name."""

    name: str
    unique: bool
    kind: str
    columns: tuple[tuple[str, str], ...]
    on_expression: bool
    ignored: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.columns)

    @property
    def is_plain(self) -> bool:
        whole = not any("(" in ending for _, ending in self.columns)
        descending = any(ending for _, ending in self.columns)
        return (
            self.kind == "btree" and whole and not self.omitted and (self.unique or not descending)
        )

    @property
    def facts(self) -> IndexFacts:
        return IndexFacts(self.kind, self.columns)

    @property
    def omitted(self) -> OmittedPart | None:
        listed = ", ".join(self.names)
        if self.on_expression:
            return ON_EXPRESSION
        if self.unique and any("(" in ending for _, ending in self.columns):
            what = phrase("unique: the beginnings of {columns}", columns=listed)
            return OmittedPart(what, phrase("rows may repeat"))
        if self.ignored and not self.unique:
            what = phrase("an index on {columns} that the optimizer ignores", columns=listed)
            return OmittedPart(what, phrase("a change has an index less to write"))
        if self.kind not in INDEX_KINDS:
            what = phrase("a {kind} index on {columns}", kind=self.kind, columns=listed)
            return OmittedPart(what, NO_INDEX)
        return None


def _indexes(rows: Sequence[tuple[object, ...]]) -> list[_Index]:
    found: dict[str, _Index] = {}
    for name, repeats, column, _, part, method, order, ignored in rows:
        kind = {"rtree": "spatial"}.get(str(method).lower(), str(method).lower())
        begun = _Index(str(name), not int(str(repeats)), kind, (), False, bool(ignored))
        known = found.get(str(name), begun)
        if column is None:
            known = replace(known, on_expression=True)
        else:
            length = f"({part})" if part and kind == "btree" else ""
            ending = length + " desc" * (order == "D")
            known = replace(known, columns=(*known.columns, (str(column), ending)))
        found[str(name)] = known
    return list(found.values())


def _references(
    rows: Sequence[tuple[object, ...]], rules: Sequence[tuple[object, ...]]
) -> tuple[ReferenceFacts, ...]:
    actions = {str(name): (str(deleted), str(updated)) for name, deleted, updated in rules}
    found: dict[str, ReferenceFacts] = {}
    for constraint, column, here, table, to in rows:
        if here:
            name = str(constraint)
            known = found.get(name)
            columns = (*(known.columns if known else ()), str(column))
            targets = (*(known.to if known else ()), str(to))
            other = TableName("", str(table))
            found[name] = ReferenceFacts(columns, other, targets, *actions.get(name, ()))
    return tuple(found.values())
