"""Reads the schema of a user's SQLite tables, from which similar benchmark tables are made.

`sqlite_stat1` holds counts alone; `sqlite_stat4`, whose samples are keys of the index, is never
read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.contract.message import NOTHING, phrase
from engines.contract.session import Row, Session
from engines.contract.structure import (
    A_VIEW,
    JSON_FORM,
    NO_INDEX,
    ON_EXPRESSION,
    QUERY_SECONDS,
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

_BEGIN = ("pragma trusted_schema = off", "pragma query_only = on", "begin")

_SHADOW = """
    exists (select 1 from sqlite_schema v where v.type = 'table' and v.rootpage = 0
        and s.name in (v.name || '_data', v.name || '_idx', v.name || '_content',
            v.name || '_docsize', v.name || '_config', v.name || '_segments', v.name || '_segdir',
            v.name || '_stat', v.name || '_node', v.name || '_rowid', v.name || '_parent'))"""
"""What FTS3, FTS4, FTS5 and R-trees store their rows in."""
_ORDINARY = f"""
    select name from sqlite_schema s where type = 'table' and rootpage > 0
    and name not like 'sqlite\\_%' escape '\\' and not {_SHADOW}"""
"""Virtual tables have no root page."""
_RELATIONS = f"""
    select name, case when type = 'view' then 'view' when rootpage = 0 then 'virtual'
        else 'shadow' end from sqlite_schema s
    where type = 'view' or type = 'table' and (rootpage = 0 or {_SHADOW}) order by name"""

_COLUMNS = """
    select name, type, "notnull", pk, dflt_value is not null, hidden
    from pragma_table_xinfo(?) where hidden in (0, 2, 3) order by cid"""
"""2 and 3 are computed columns; 1 is of a virtual table."""

_REFERENCES = """
    select id, "table", "from", "to", lower(on_delete), lower(on_update)
    from pragma_foreign_key_list(?) order by id, seq"""

_INDEXES = """
    select l.name, l."unique", l.origin, l.partial, i.name, i.desc, lower(i.coll)
    from pragma_index_list(?) l, pragma_index_xinfo(l.name) i
    where i.key order by l.seq, i.seqno"""

_OMITTED_PARTS = """
    select wr, strict, (select count(*) from sqlite_schema t
            where t.type = 'trigger' and lower(t.tbl_name) = lower(l.name))
    from pragma_table_list(?) l where l.schema = 'main'"""

_TEXT = "select sql from sqlite_schema where type = 'table' and name = ?"
_TOKENS = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|\s+|.",
    re.DOTALL,
)

_HAS_STATISTICS = "select 1 from sqlite_schema where name = 'sqlite_stat1'"
_STATISTICS = "select idx, stat from sqlite_stat1 where tbl = ?"

_RELATION_KINDS = {
    "view": A_VIEW,
    "virtual": phrase("a virtual table"),
    "shadow": phrase("rows of a virtual table"),
}

_TYPE = re.compile(r"\s*([A-Za-z][A-Za-z0-9_ ]*?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*$")


class SqliteStructure(Structure[Session]):
    """Ordinary tables; computed columns are hidden ones."""

    mean_bytes = "avg(length(cast({name} as blob)))"

    def begin(self, queries: Queries, seconds: int = QUERY_SECONDS) -> None:
        del seconds  # the process that asks is ended in time
        for statement in _BEGIN:
            queries.rows(statement)

    def tables(self, queries: Queries) -> list[TableSummary]:
        names = [str(name) for (name,) in queries.rows(f"{_ORDINARY} order by name")]
        return [TableSummary(TableName("", name), self._rows(queries, name)) for name in names]

    def relations(self, queries: Queries) -> list[Relation]:
        return [
            Relation(TableName("", str(name)), _RELATION_KINDS[str(kind)])
            for name, kind in queries.rows(_RELATIONS)
        ]

    def _rows(self, queries: Queries, table: str) -> int | None:
        """Rows as ANALYZE has counted them."""
        known = _statistics(queries, table)
        return max((numbers[0] for _, numbers in known), default=None)

    def table(self, queries: Queries, name: TableName) -> TableFacts | None:
        if not queries.rows(f"{_ORDINARY} and name = ?", name.name):
            return None
        described = queries.rows(_COLUMNS, name.name)
        keyed = sorted((_int(row[3]), str(row[0])) for row in described if row[3])
        key = tuple(each for _, each in keyed)
        columns = tuple(
            replace(
                _column(str(each), str(kind), bool(required), key),
                default=bool(default),
                computed=bool(hidden),
                collation=_collation(queries.session.collation(name.name, str(each))),
            )
            for each, kind, required, _, default, hidden in described
        )
        indexes = self._indexes(queries, name.name)
        return TableFacts(
            name,
            self._rows(queries, name.name),
            columns,
            key,
            tuple(
                each.names
                for each in indexes
                if each.is_plain and each.unique and not each.is_primary
            ),
            tuple(each.names for each in indexes if each.is_plain and not each.unique),
            tuple(self._references(queries, name.name)),
            special_indexes=tuple(
                each.facts for each in indexes if not each.is_plain and not each.omitted
            ),
            omitted=(
                *(each.omitted for each in indexes if each.omitted),
                *_omitted_parts(queries.rows(_OMITTED_PARTS, name.name)),
            ),
        )

    def checks(self, queries: Queries, name: TableName) -> list[CheckFacts]:
        """SQLite has no catalogue of them: they are parsed from the table's CREATE TABLE."""
        return [
            CheckFacts(each) for (sql,) in queries.rows(_TEXT, name.name) for each in _checks(sql)
        ]

    def _indexes(self, queries: Queries, table: str) -> list[_Index]:
        found: dict[str, _Index] = {}
        for row in queries.rows(_INDEXES, table):
            name, unique, origin, partial, column, descending, collation = row
            known = found.get(str(name), _Index(str(name), bool(unique), origin == "pk"))
            if column is None:
                known = replace(known, omitted=ON_EXPRESSION)
            else:
                ending = "" if collation == "binary" else f" collate {collation!s}"
                place = str(column), ending + " desc" * bool(descending)
                known = replace(known, columns=(*known.columns, place))
            if partial:
                what = phrase("a partial index on {columns}", columns=", ".join(known.names))
                known = replace(known, omitted=OmittedPart(what, NO_INDEX))
            elif collation not in ("binary", "nocase", "rtrim"):
                what = phrase("an index with the collation {name}", name=collation)
                known = replace(known, omitted=OmittedPart(what, NO_INDEX))
            found[str(name)] = known
        return list(found.values())

    def _references(self, queries: Queries, table: str) -> list[ReferenceFacts]:
        """A reference without columns is to the other table's key."""
        found: dict[object, ReferenceFacts] = {}
        for number, other, column, to, *actions in queries.rows(_REFERENCES, table):
            before = found.get(number)
            columns = (*(before.columns if before else ()), str(column))
            targets = (*(before.to if before else ()), *([str(to)] if to else []))
            known = map(str, actions)
            found[number] = ReferenceFacts(columns, TableName("", str(other)), targets, *known)
        return [self._with_key_columns(queries, each) for each in found.values()]

    def _with_key_columns(self, queries: Queries, each: ReferenceFacts) -> ReferenceFacts:
        if each.to:
            return each
        rows = queries.rows(_COLUMNS, each.table.name)
        keyed = sorted((_int(row[3]), str(row[0])) for row in rows if row[3])
        return replace(each, to=tuple(name for _, name in keyed))

    def statistics(self, queries: Queries, table: TableFacts) -> dict[str, ValueDistribution]:
        """For the first column of an index: rows over the mean number of rows with one value."""
        indexes = {each.name: each.names for each in self._indexes(queries, table.name.name)}
        found = {}
        for index, numbers in _statistics(queries, table.name.name):
            columns = indexes.get(index, ())
            if columns and len(numbers) > 1 and numbers[1]:
                found[columns[0]] = ValueDistribution(distinct=numbers[0] / numbers[1])
        return found

    def count_in_server(
        self, queries: Queries, table: TableFacts
    ) -> tuple[int, dict[str, ValueDistribution]]:
        if not queries.rows(f"{_ORDINARY} and name = ?", table.name.name):
            raise no_such_table("SQLite", table.name)
        quoted = f"main.{self.quoted(table.name.name)}"
        rows = _int(queries.rows(f"select count(*) from {quoted}")[0][0])
        return rows, self.distributions(queries, table, quoted, rows)


@dataclass(frozen=True)
class _Index:
    """An index of `_INDEXES`: its columns, each with what follows its name, and why the copied
    table does not have it (`omitted`)."""

    name: str
    unique: bool
    is_primary: bool
    columns: tuple[tuple[str, str], ...] = ()
    omitted: OmittedPart | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.columns)

    @property
    def is_plain(self) -> bool:
        return not self.omitted and (self.unique or not any(ending for _, ending in self.columns))

    @property
    def facts(self) -> IndexFacts:
        return IndexFacts("btree", self.columns)


def _collation(name: str) -> Collation | None:
    name = name.upper()
    if name == "BINARY":
        return None
    case_matters = phrase("a and A are two values here")
    return Collation(name, case_matters if name == "NOCASE" else phrase("another order"))


def _checks(sql: object) -> Iterator[str]:
    """The conditions in brackets after CHECK in a CREATE TABLE."""
    words = [" " if each[:2] in ("--", "/*") else each for each in _TOKENS.findall(str(sql))]
    begins = [place for place, word in enumerate(words) if word.lower() == "check"]
    for place in begins:
        start = next((x for x in range(place + 1, len(words)) if words[x].strip()), len(words))
        depth = 0
        for end in range(start, len(words)):
            depth += {"(": 1, ")": -1}.get(words[end], 0)
            if not depth:
                yield "".join(words[start + 1 : end])
                break


def _omitted_parts(rows: Sequence[Row]) -> Iterator[OmittedPart]:
    for without_rowid, strict, triggers in rows:
        if without_rowid:
            what = phrase("WITHOUT ROWID")
            yield OmittedPart(what, phrase("the key is an index of its own, besides the rows"))
        if strict:
            yield OmittedPart(phrase("STRICT"), phrase("a column takes values of any type"))
        yield from OmittedPart.triggers(_int(triggers))


def _statistics(queries: Queries, table: str) -> list[tuple[str, list[int]]]:
    """By index (the table's own name for none): rows, and for each prefix of its columns the
    mean number of rows with one value of it."""
    if not queries.rows(_HAS_STATISTICS):
        return []
    statistics = queries.rows(_STATISTICS, table)
    return [
        (str(index), [int(each) for each in str(stat).split() if each.isdigit()])
        for index, stat in statistics
        if str(stat)[:1].isdigit()
    ]


def _column(name: str, declared: str, required: bool, key: tuple[str, ...]) -> ColumnFacts:
    """By common type names first, else by SQLite's affinity rules."""
    match = _TYPE.match(declared)
    word = match[1].lower() if match else ""
    kind = next((kind for part, kind in _KINDS if part in word), StoredKind.DECIMAL)
    if not word:
        kind = StoredKind.BYTES
    size = int(match[2]) if match and match[2] else 0
    scale = int(match[3]) if match and match[3] else 0
    auto_increment = key == (name,) and word == "integer"
    return ColumnFacts(
        name,
        kind,
        word or "blob",
        size,
        scale,
        not (required or name in key),
        auto_increment=auto_increment,
        copied_type=_copied_type(kind, word, size, scale),
    )


def _copied_type(kind: StoredKind, word: str, size: int, scale: int) -> CopiedType | None:
    """By the declared type, which decides how SQLite converts values."""
    if word == "json":
        return CopiedType("json", JSON_FORM, long=True)
    lengths = f"({size}, {scale})" if scale else f"({size})" if size else ""
    native = " ".join(word.split()) + lengths
    changes = NOTHING
    if kind in (StoredKind.DATE, StoredKind.TIMESTAMP):
        changes = phrase("a text, whatever the source stores")
    return CopiedType(native, changes=changes) if word else None


_KINDS = (
    ("bool", StoredKind.BOOLEAN),
    ("datetime", StoredKind.TIMESTAMP),
    ("timestamp", StoredKind.TIMESTAMP),
    ("date", StoredKind.DATE),
    ("int", StoredKind.INTEGER),
    ("char", StoredKind.TEXT),
    ("clob", StoredKind.TEXT),
    ("json", StoredKind.TEXT),
    ("text", StoredKind.TEXT),
    ("blob", StoredKind.BYTES),
    ("real", StoredKind.REAL),
    ("floa", StoredKind.REAL),
    ("doub", StoredKind.REAL),
)


def _int(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]
