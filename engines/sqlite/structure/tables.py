"""What SQLite's schema says of tables. `sqlite_stat1` holds counts alone; `sqlite_stat4`, whose
samples are keys of the index, is never asked."""

from __future__ import annotations

import re
from dataclasses import replace

from engines.contract.message import phrase
from engines.contract.session import Session
from engines.contract.structure import (
    A_VIEW,
    QUERY_SECONDS,
    Asking,
    ColumnFacts,
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
    select name, type, "notnull", pk, dflt_value is not null
    from pragma_table_xinfo(?) where hidden = 0 order by cid"""

_REFERENCES = """
    select id, "table", "from", "to" from pragma_foreign_key_list(?) order by id, seq"""

_INDEXES = """
    select l.name, l."unique", l.origin, i.name
    from pragma_index_list(?) l, pragma_index_info(l.name) i
    where l.partial = 0 order by l.seq, i.seqno"""

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

    def begin(self, asking: Asking, seconds: int = QUERY_SECONDS) -> None:
        del seconds  # the process that asks is ended in time
        for statement in _BEGIN:
            asking.rows(statement)

    def tables(self, asking: Asking) -> list[TableOffer]:
        names = [str(name) for (name,) in asking.rows(f"{_ORDINARY} order by name")]
        return [TableOffer(TableName("", name), self._rows(asking, name)) for name in names]

    def relations(self, asking: Asking) -> list[Relation]:
        return [
            Relation(TableName("", str(name)), _RELATION_KINDS[str(kind)])
            for name, kind in asking.rows(_RELATIONS)
        ]

    def _rows(self, asking: Asking, table: str) -> int | None:
        """As ANALYZE has counted them."""
        known = _statistics(asking, table)
        return max((numbers[0] for _, numbers in known), default=None)

    def table(self, asking: Asking, name: TableName) -> TableFacts | None:
        if not asking.rows(f"{_ORDINARY} and name = ?", name.name):
            return None
        described = asking.rows(_COLUMNS, name.name)
        keyed = sorted((_whole(place), str(each)) for each, _, _, place, _ in described if place)
        key = tuple(each for _, each in keyed)
        columns = tuple(
            replace(_column(str(each), str(kind), bool(required), key), default=bool(default))
            for each, kind, required, _, default in described
        )
        indexes = self._indexes(asking, name.name)
        return TableFacts(
            name,
            self._rows(asking, name.name),
            columns,
            key,
            tuple(names for names, unique, origin in indexes.values() if unique and origin != "pk"),
            tuple(names for names, unique, _ in indexes.values() if not unique),
            tuple(self._references(asking, name.name)),
        )

    def _indexes(self, asking: Asking, table: str) -> dict[str, tuple[tuple[str, ...], bool, str]]:
        """Columns of each index on columns alone, whether they are unique, and its origin."""
        found: dict[str, tuple[tuple[str, ...], bool, str]] = {}
        expressions = set()
        for index, unique, origin, column in asking.rows(_INDEXES, table):
            names = found.get(str(index), ((), False, ""))[0]
            if column is None:
                expressions.add(str(index))
            found[str(index)] = (*names, str(column)), bool(unique), str(origin)
        return {name: each for name, each in found.items() if name not in expressions}

    def _references(self, asking: Asking, table: str) -> list[ReferenceFacts]:
        """A reference without columns is to the other table's key."""
        found: dict[object, ReferenceFacts] = {}
        for number, other, column, to in asking.rows(_REFERENCES, table):
            before = found.get(number)
            columns = (*(before.columns if before else ()), str(column))
            targets = (*(before.to if before else ()), *([str(to)] if to else []))
            found[number] = ReferenceFacts(columns, TableName("", str(other)), targets)
        return [self._completed(asking, each) for each in found.values()]

    def _completed(self, asking: Asking, each: ReferenceFacts) -> ReferenceFacts:
        if each.to:
            return each
        rows = asking.rows(_COLUMNS, each.table.name)
        keyed = sorted((_whole(place), str(name)) for name, _, _, place, _ in rows if place)
        return ReferenceFacts(each.columns, each.table, tuple(name for _, name in keyed))

    def statistics(self, asking: Asking, table: TableFacts) -> dict[str, Spread]:
        """For the first column of an index: rows over the mean number of rows with one value."""
        indexes = self._indexes(asking, table.name.name)
        found = {}
        for index, numbers in _statistics(asking, table.name.name):
            columns = indexes.get(index, ((), False, ""))[0]
            if columns and len(numbers) > 1 and numbers[1]:
                found[columns[0]] = Spread(distinct=numbers[0] / numbers[1])
        return found

    def counted_inside(self, asking: Asking, table: TableFacts) -> tuple[int, dict[str, Spread]]:
        if not asking.rows(f"{_ORDINARY} and name = ?", table.name.name):
            raise no_such_table("SQLite", table.name)
        quoted = f"main.{self.quoted(table.name.name)}"
        rows = _whole(asking.rows(f"select count(*) from {quoted}")[0][0])
        return rows, {
            each.name: self._counted(asking, quoted, each, rows) for each in table.columns
        }

    def _counted(self, asking: Asking, table: str, column: ColumnFacts, rows: int) -> Spread:
        name = self.quoted(column.name)
        long = column.kind in (StoredKind.TEXT, StoredKind.BYTES)
        width = f"avg(length(cast({name} as blob)))" if long else "0"
        return counted_spread(asking, table, name, width, rows)


def _statistics(asking: Asking, table: str) -> list[tuple[str, list[int]]]:
    """By index (the table's own name for none): rows, and for each beginning of its columns how
    many rows have the same there."""
    if not asking.rows(_HAS_STATISTICS):
        return []
    reported = asking.rows(_STATISTICS, table)
    return [
        (str(index), [int(each) for each in str(stat).split() if each.isdigit()])
        for index, stat in reported
        if str(stat)[:1].isdigit()
    ]


def _column(name: str, declared: str, required: bool, key: tuple[str, ...]) -> ColumnFacts:
    """By SQLite's rules of affinity, after the names that people mean something by."""
    match = _TYPE.match(declared)
    word = match[1].lower() if match else ""
    kind = next((kind for part, kind in _KINDS if part in word), StoredKind.DECIMAL)
    if not word:
        kind = StoredKind.BYTES
    size = int(match[2]) if match and match[2] else 0
    scale = int(match[3]) if match and match[3] else 0
    counts = key == (name,) and word == "integer"
    return ColumnFacts(
        name,
        kind,
        word or "blob",
        size,
        scale,
        not (required or name in key),
        numbered=counts,
        copy=_AS_TEXT if kind in _STORED_AS_TEXT or word == "json" else None,
    )


_STORED_AS_TEXT = (StoredKind.DATE, StoredKind.TIMESTAMP)
_AS_TEXT = TypeCopy(changes=phrase("a text, whatever the source stores"))


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


def _whole(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]
