"""Tables as a workload describes them; each engine writes them in its own SQL."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from zlib import crc32

from engines.sql.statement import Encryptor, Value, ValueType
from engines.sql.value_encoding import value_text, width_of

# Which functions a statement from a workload file may call on an engine.
#
# `functions.toml` in an engine's folder has every function of its catalogue under a class. Those
# under `allowed` compute a value from their arguments and do nothing else; of those under `bounded`
# an argument says how long the result is, and must be a small number. All others are refused, as is
# whatever stands nowhere.

FILE = "functions.toml"
LONGEST = 10_000
"""Characters that a bounded function may give."""


@dataclass(frozen=True)
class Functions:
    """Names in small letters. `bounded` has the number, from 1, of the argument that bounds the
    result; `refused` the class of each name that is refused."""

    scalars: frozenset[str]
    aggregates: frozenset[str]
    bounded: Mapping[str, int]
    refused: Mapping[str, str]

    def allows(self, name: str) -> bool:
        """Whether a statement may call it, if its bounds hold."""
        return name in self.scalars or name in self.aggregates or name in self.bounded


def read_functions(folder: Path) -> Functions:
    """Those of the engine in a folder."""
    document = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
    allowed = document["allowed"]
    return Functions(
        frozenset(allowed["scalars"]),
        frozenset(allowed["aggregates"]),
        document["bounded"],
        {name: kind for kind, names in document["refused"].items() for name in names},
    )


@dataclass(frozen=True)
class Column:
    """A column. A `protected` one is encrypted by the protection, as bytes where it is no text;
    `size` is the most bytes of UTF-8 of a text, or the digits of a decimal, `scale` of them behind
    the point. A `binary` text is compared by its code points.

    `references` names a table, or a `table.column` that is unique, which the column points to with
    ON DELETE and ON UPDATE CASCADE, where the engine knows them; of a table it is the key `id`. It
    has no index of its own unless it is `indexed`, or the engine makes one.
    """

    name: str
    type: ValueType = ValueType.TEXT
    protected: bool = False
    size: int = 255
    references: str | None = None
    late: bool = False
    """Whether that is checked once all tables have been filled."""
    scale: int = 0
    indexed: bool = True
    unique: bool = False
    binary: bool = False
    required: bool = False
    """Whether it is NOT NULL, as what is a key or unique is on some engines at least."""
    native: tuple[str, str] | None = None
    """An engine and the type that it has there, in its own words, unless it is encrypted."""
    conditions: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    """What a CHECK demands of it, unless it is encrypted: an operator, and what it compares
    with."""
    default: Value = None
    """What a row has that gives it no value; nothing where it is encrypted."""

    @property
    def target(self) -> tuple[str, str]:
        """Table and column that it points to."""
        table, _, column = (self.references or "").partition(".")
        return table, column or _KEY


_KEY = "id"


@dataclass(frozen=True)
class Table:
    """A table. Where it is `keyed` the server counts its rows in an integer key, in front of its
    columns or, as `counted` names it, at its place among them; else `key` are the columns of its
    key, if it has one."""

    name: str
    columns: tuple[Column, ...]
    keyed: bool = True
    key: tuple[str, ...] = ()
    counted: str = _KEY
    unique: tuple[tuple[str, ...], ...] = ()
    """Columns of which no two rows have the same together."""
    references: tuple[ForeignKey, ...] = ()
    """Those that stand at no column."""

    @property
    def all_references(self) -> Iterator[ForeignKey]:
        """Those of its columns, and its own."""
        for column in self.columns:
            if column.references:
                table, to = column.target
                yield ForeignKey((column.name,), table, (to,), column.late)
        yield from self.references


@dataclass(frozen=True)
class ForeignKey:
    """Columns that point to those of a table, which are unique together. A `late` one is checked
    once all tables have been filled."""

    columns: tuple[str, ...]
    table: str
    to: tuple[str, ...]
    late: bool = False


@dataclass(frozen=True)
class Schema:
    """Tables in the order they must be made, and whether foreign keys get an index.

    `index_foreign_keys` None leaves it to the engine: MariaDB and Firebird make one by
    themselves, PostgreSQL does not.
    """

    tables: tuple[Table, ...]
    index_foreign_keys: bool | None = None
    indexes: tuple[tuple[str, str], ...] = field(default=())
    """Additional indexes, as (table, column)."""
    late: tuple[Index, ...] = ()
    """Indexes that are made when the tables have been filled."""


@dataclass(frozen=True)
class Index:
    """An index on a column; with `opened` on what a server opens of it, an expression."""

    table: str
    column: str
    type: ValueType = ValueType.TEXT
    size: int = 255
    opened: bool = False
    more: tuple[str, ...] = ()
    """Columns behind it in the index."""
    kind: tuple[str, str] | None = None
    """An engine and one of its `index_kinds`: no other engine has the index."""
    endings: tuple[str, ...] = ()
    """What stands behind each of its columns: ` desc`, say."""


@dataclass(frozen=True)
class Dialect:
    """What engines write differently in a schema.

    `key` is the `{type}` and the rest of a key of a `{table}` that the server counts,
    `before_keyed` a statement before that table, such as a sequence; `types` gives the type of any
    other column, with `{size}` for its most bytes, or its digits, and `{scale}`;
    `indexes_foreign_keys` says that the engine indexes foreign keys by itself, `cascades` that they
    know ON DELETE and ON UPDATE CASCADE, `checks_self_references` that a row may point to itself or
    to one of its own INSERT. `late_reference` adds a {reference} to a {table} once all are filled;
    where it is empty, `deferred` stands behind one that waits for the end of the transaction, and
    there is none without either. `expression_index`
    makes an index `{name}` on an `{expression}` over the columns of a `{table}`, `statistics` has
    the server look at what a table holds; empty where there is no such thing. `binary` makes of
    a type of text one that is compared by its code points, where the engine does not do so anyway.
    `prerequisites` are statements that words of a native type or index need first; `enum` makes a
    type `{name}` of a list of `{words}`, where that is no type by itself; `index_kinds`
    are those of the engine's facts. Signs that are `doubled` would end a literal or change what
    follows in it. `table_options` stand behind every table, `unkeyed` is the
    column that one without a key gets.
    Where a transaction may `make_tables`, many are made in one: each costs a flush of the log.
    """

    key: str
    types: Mapping[ValueType, str]
    indexes_foreign_keys: bool
    doubled: str = "'"
    expression_index: str = ""
    statistics: str = ""
    binary: str = ""
    before_keyed: str = ""
    cascades: bool = True
    checks_self_references: bool = True
    late_reference: str = "alter table {table} add {reference}"
    deferred: str = ""
    prerequisites: Mapping[str, str] = field(default_factory=dict)
    enum: str = ""
    index_kinds: Mapping[str, str] = field(default_factory=dict)
    table_options: str = ""
    unkeyed: str = ""
    make_tables: bool = False


LONGEST_NAME = 31
"""Characters of a name in Firebird 3; later ones and other engines know twice as many."""


def index_name(table: str, *columns: str) -> str:
    """The name of an index, with a checksum: without one that on `partner.title` is called as a
    table `partner_title` may be, and engines keep both in one list."""
    name = re.sub(r"\W+", "_", "_".join((table, *columns)))  # also of operator classes
    checksum = crc32(".".join((table, *columns)).encode())
    return f"{name[: LONGEST_NAME - 9]}_{checksum:08x}"


def create_statements(
    schema: Schema, dialect: Dialect, encryptor: Encryptor, engine: str = ""
) -> list[str]:
    """The SQL that makes a schema on an engine, encrypted columns wide enough for `encryptor`."""
    indexes = list(schema.indexes)
    if schema.index_foreign_keys and not dialect.indexes_foreign_keys:
        indexes += [
            (table.name, column.name)
            for table in schema.tables
            for column in table.columns
            if column.references and column.indexed and (column.name,) != table.key
        ]
    before = [dialect.before_keyed.format(table=each.name) for each in schema.tables if each.keyed]
    before += prerequisites(schema, dialect, engine)
    before += _named_types(schema, dialect, engine)
    tables = (_create_table(table, dialect, encryptor, engine) for table in schema.tables)
    options = dialect.table_options, encryptor.table_options
    return [
        *filter(None, before),
        *(" ".join(filter(None, (table, *options))) for table in tables),
        *(
            f"create index {index_name(table, column)} on {table} ({column})"
            for table, column in indexes
        ),
    ]


def prerequisites(schema: Schema, dialect: Dialect, engine: str) -> list[str]:
    """What native types and indexes of a schema need first, each once."""
    late = (each for each in schema.late if _exists(each, engine))
    texts = {*_natives(schema, engine), *(ending for each in late for ending in each.endings)}
    words = {word for text in texts for word in text.split()}
    found = (text for word, text in dialect.prerequisites.items() if word in words)
    return list(dict.fromkeys(found))


def _named_types(schema: Schema, dialect: Dialect, engine: str) -> Iterator[str]:
    for native in sorted(_natives(schema, engine)) if dialect.enum else ():
        if native.startswith(_ENUM):
            listed = native.removeprefix(_ENUM).removesuffix(")")
            yield dialect.enum.format(name=named_type(native), words=listed)


def _natives(schema: Schema, engine: str) -> set[str]:
    return {
        column.native[1]
        for table in schema.tables
        for column in table.columns
        if column.native is not None and column.native[0] == engine
    }


_ENUM = "enum("


def named_type(native: str) -> str:
    """The name of a native type where a list of words is a type that has one."""
    return f"enum_{crc32(native.encode()):08x}" if native.startswith(_ENUM) else native


def finishing_statements(
    schema: Schema, dialect: Dialect, encryptor: Encryptor, engine: str = ""
) -> list[str]:
    """The SQL that ends the filling of a schema: late indexes, and a look at each table."""
    known = (each for each in schema.late if _exists(each, engine))
    indexes = [_create_index(each, dialect, encryptor) for each in known]
    for table in schema.tables if dialect.late_reference else ():
        indexes += (
            dialect.late_reference.format(table=table.name, reference=_reference(each, dialect))
            for each in table.all_references
            if each.late
        )
    looks = [dialect.statistics.format(table=table.name) for table in schema.tables]
    return [*indexes, *filter(None, looks)]


def _exists(index: Index, engine: str) -> bool:
    return index.kind is None or index.kind[0] == engine


def _create_index(index: Index, dialect: Dialect, encryptor: Encryptor) -> str:
    if index.kind is not None:
        return _create_index_of_kind(index, dialect.index_kinds[index.kind[1]])
    name = index_name(index.table, index.column, *index.more)
    if not index.opened or not encryptor.changes_values:
        columns = ", ".join((index.column, *index.more))
        return f"create index {name} on {index.table} ({columns})"
    expression = encryptor.decrypt_bytes_sql(index.column, width_of(index.type, index.size))
    return dialect.expression_index.format(name=name, table=index.table, expression=expression)


def _create_index_of_kind(index: Index, template: str) -> str:
    columns = index.column, *index.more
    name = index_name(index.table, *columns, *(index.kind or ()), *index.endings)
    known = zip_longest(columns, index.endings, fillvalue="")
    listed = ", ".join(f"{column}{ending}" for column, ending in known)
    return template.format(name=name, table=index.table, columns=listed)


def _create_table(table: Table, dialect: Dialect, encryptor: Encryptor, engine: str) -> str:
    named = [column.name for column in table.columns]
    key = next((each for each in table.columns if each.name == table.counted), Column(""))
    kind = native_type(key, dialect, engine) or dialect.types[ValueType.INTEGER]
    counted = f"{table.counted} {dialect.key.format(table=table.name, type=kind)}"
    parts = [] if not table.keyed or table.counted in named else [counted]
    parts += [
        counted
        if table.keyed and column.name == table.counted
        else _column(column, dialect, encryptor, engine)
        for column in table.columns
    ]
    if dialect.unkeyed and not table.keyed and not table.key:
        parts.append(dialect.unkeyed)
    if table.key and not table.keyed:
        parts.append(f"primary key ({', '.join(table.key)})")
    alone = tuple((column.name,) for column in table.columns if column.unique)
    unique = dict.fromkeys((*alone, *table.unique))
    parts += [f"unique ({', '.join(names)})" for names in unique if names != table.key]
    parts += filter(None, (_check(column, dialect, encryptor) for column in table.columns))
    parts += [
        _reference(each, dialect) + dialect.deferred * each.late
        for each in table.all_references
        if not each.late or dialect.deferred
        if dialect.checks_self_references or each.table != table.name
    ]
    return f"create table {table.name} ({', '.join(parts)})"


def _reference(each: ForeignKey, dialect: Dialect) -> str:
    cascade = " on delete cascade on update cascade" if dialect.cascades else ""
    columns, to = ", ".join(each.columns), ", ".join(each.to)
    return f"foreign key ({columns}) references {each.table} ({to}){cascade}"


def _check(column: Column, dialect: Dialect, encryptor: Encryptor) -> str:
    if not column.conditions or (column.protected and encryptor.changes_values):
        return ""
    parts = []
    for operator, constants in column.conditions:
        listed = ", ".join(_literal(each, dialect) for each in constants)
        parts.append(f"{column.name} {operator} " + (f"({listed})" if operator == "in" else listed))
    return f"check ({' and '.join(parts)})"


def _column(column: Column, dialect: Dialect, encryptor: Encryptor, engine: str) -> str:
    required = " not null" if column.required else ""
    encrypted = column.protected and encryptor.changes_values
    given = column.default is not None and not encrypted
    default = f" default {_literal(column.default, dialect)}" if given else ""
    return f"{column.name} {_type(column, dialect, encryptor, engine)}{default}{required}"


def _literal(value: Value, dialect: Dialect) -> str:
    if isinstance(value, (bool, int, float, Decimal)):
        return f"{value.normalize():f}" if isinstance(value, Decimal) else str(value).lower()
    text = value_text(value)
    for sign in dialect.doubled:
        text = text.replace(sign, 2 * sign)
    return f"'{text}'"


def _type(column: Column, dialect: Dialect, encryptor: Encryptor, engine: str) -> str:
    kind, size = column.type, column.size
    encrypted = column.protected and encryptor.changes_values
    if not encrypted and (native := native_type(column, dialect, engine)):
        return native
    if column.protected and encryptor.changes_values:
        kind = ValueType.TEXT if encryptor.stores_text else ValueType.BYTES
        size = encryptor.encrypted_size(width_of(column.type, column.size))
    binary = dialect.binary if column.binary and kind is ValueType.TEXT else ""
    return dialect.types[kind].format(size=size, scale=column.scale) + binary


def native_type(column: Column, dialect: Dialect, engine: str) -> str:
    """The type that a column has on an engine of its own; empty where it has none there."""
    if column.native is None or column.native[0] != engine:
        return ""
    return named_type(column.native[1]) if dialect.enum else column.native[1]
