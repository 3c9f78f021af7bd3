"""Reads the structure of a user's PostgreSQL tables from its catalogues, from which similar
benchmark tables are made.

Of `pg_stats` four columns are named, none of which holds a value of a row; `most_common_vals` and
`histogram_bounds` are never asked for. Defaults and checks, whose expressions hold literals, are
looked at inside the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.contract.errors import StatementFailed
from engines.contract.message import phrase, plural
from engines.contract.session import Session
from engines.contract.structure import (
    A_VIEW,
    ADDRESS_FORM,
    FILL,
    JSON_FORM,
    MATERIALIZED,
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
    quoted_identifier,
    reported_frequencies,
)

# How tables of ours keep PostgreSQL's types.

_AS_WRITTEN = "{written}"
_DAY, _NEXT = "2020-01-1#", "2020-02-1#"
_MOMENTS = tuple(f'"{day} 1#:3#:2#' for day in (_DAY, _NEXT))
_LEXEMES = " ".join(f"'{first}???????':{place}" for place, first in enumerate("abcdefgh", 1))


def _range(low: str, high: str) -> str:
    return f"[{low},{high})"


_COPIED_TYPES: Mapping[str, CopiedType] = {
    "int2": CopiedType(
        "smallint",
        most=32_767,
        auto_increment_native="smallserial",
        auto_increment_without_index=True,
    ),
    "int4": CopiedType(auto_increment_native="serial", auto_increment_without_index=True),
    "int8": CopiedType(
        "bigint", auto_increment_native="bigserial", auto_increment_without_index=True
    ),
    "float4": replace(SINGLE, native="real"),
    "numeric": CopiedType(_AS_WRITTEN),
    "money": CopiedType("money", "$1##.##"),
    "varchar": CopiedType(_AS_WRITTEN),
    "bpchar": CopiedType(_AS_WRITTEN, padded=True),
    "name": CopiedType("name"),
    "citext": CopiedType("citext"),
    "enum": CopiedType("enum", words=True),
    "timestamp": CopiedType(_AS_WRITTEN),
    "timestamptz": CopiedType(_AS_WRITTEN),
    "time": CopiedType(_AS_WRITTEN, TIME_FORM),
    "timetz": CopiedType(_AS_WRITTEN, f"{TIME_FORM}+00"),
    "interval": CopiedType("interval", "1# days"),
    "uuid": CopiedType("uuid", UUID_FORM),
    "json": CopiedType("json", JSON_FORM, long=True),
    "jsonb": CopiedType("jsonb", JSON_FORM, long=True),
    "xml": CopiedType("xml", f"<v>{FILL}</v>", long=True),
    "tsvector": CopiedType("tsvector", _LEXEMES, long=True, changes=phrase("8 words")),
    "inet": CopiedType("inet", ADDRESS_FORM),
    "cidr": CopiedType("cidr", f"{ADDRESS_FORM}/32"),
    "macaddr": CopiedType("macaddr", ":".join(["^^"] * 6)),
    "macaddr8": CopiedType("macaddr8", ":".join(["^^"] * 8)),
    "bit": CopiedType(_AS_WRITTEN, "~"),
    "varbit": CopiedType(_AS_WRITTEN, "~"),
    "point": CopiedType("point", "(1#,2#)", long=True),
    "lseg": CopiedType("lseg", "[(1#,1#),(2#,2#)]", long=True),
    "box": CopiedType("box", "(2#,2#),(1#,1#)", long=True),
    "circle": CopiedType("circle", "<(1#,2#),3>", long=True),
    "polygon": CopiedType("polygon", "((1#,1#),(2#,1#),(2#,2#))", long=True),
    "int4range": CopiedType("int4range", _range("1##", "2##")),
    "int8range": CopiedType("int8range", _range("1##", "2##")),
    "numrange": CopiedType("numrange", _range("1##.5", "2##.5")),
    "daterange": CopiedType("daterange", _range(_DAY, _NEXT)),
    "tsrange": CopiedType("tsrange", _range(*(f'{each}"' for each in _MOMENTS))),
    "tstzrange": CopiedType("tstzrange", _range(*(f'{each}+00"' for each in _MOMENTS))),
    "_text": CopiedType("text[]", f"{{{FILL}}}", long=True),
    "_varchar": CopiedType("text[]", f"{{{FILL}}}", long=True, changes=phrase("without a length")),
    "_int2": CopiedType("smallint[]", "{1##,2##}", long=True),
    "_int4": CopiedType("integer[]", "{1##,2##}", long=True),
    "_int8": CopiedType("bigint[]", "{1##,2##}", long=True),
    "_float8": CopiedType("double precision[]", "{1##.5,2##.5}", long=True),
    "_numeric": CopiedType("numeric[]", "{1##.##,2##.##}", long=True),
    "_bool": CopiedType("boolean[]", "{t,f}", long=True),
    "_date": CopiedType("date[]", f"{{{_DAY},{_NEXT}}}", long=True),
    "_uuid": CopiedType("uuid[]", f"{{{UUID_FORM}}}", long=True),
}
"""By `pg_type.typname`; one that is not here has the general type of its kind, or is a text."""

PREREQUISITES = {
    "citext": "create extension if not exists citext",
    "gin_trgm_ops": "create extension if not exists pg_trgm",
    "gist_trgm_ops": "create extension if not exists pg_trgm",
}
"""By a word of a type, or of an index."""


def copied_type_of(base: str, written: str, size: int) -> CopiedType | None:
    """The copy of a type with its length or digits."""
    known = _COPIED_TYPES.get(base)
    if known is None:
        return None
    native = written if known.native == _AS_WRITTEN else known.native
    form = known.form * max(1, size) if known.form == "~" else known.form
    whole = base in ("timestamp", "timestamptz") and "(0)" in written
    if base == "interval" and written != base:  # an interval year to month, say
        return replace(known, changes=phrase("of days"))
    return replace(known, native=native, form=form, step=1.0 if whole else known.step)


# The statements that pg_stat_statements has counted.
#
# Its function is called, and only if it is the extension's own code: a view or a function of that
# name could be anybody's. Texts that read or change no rows of the tables that were chosen stay in
# the server: CREATE ROLE … PASSWORD and DO keep their secrets.

_EXTENSION = """
    select n.nspname::text, 'total_exec_time' = any(p.proargnames)
    from pg_extension x
    join pg_depend d on d.refclassid = 'pg_extension'::regclass and d.refobjid = x.oid
        and d.classid = 'pg_proc'::regclass and d.deptype = 'e'
    join pg_proc p on p.oid = d.objid and p.proname = 'pg_stat_statements'
    join pg_language l on l.oid = p.prolang and l.lanname = 'c'
    join pg_namespace n on n.oid = p.pronamespace
    where x.extname = 'pg_stat_statements' and p.probin like '%/pg_stat_statements'"""

_STATEMENTS = """
    select case when {reads}
            and query ilike any (string_to_array($1, e'\\n')) then query end,
        sum(calls)::bigint as {mark}, sum({time} / 1000)::float8
    from {schema}.pg_stat_statements(true)
    where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%{mark}%' and query !~* '{catalogues}'
    group by 1 order by 3 desc limit {most}"""

_READS = r"query ~* '^\s*(/\*.*?\*/\s*|--[^\n]*\n\s*)*(select|insert|update|delete|with|merge)\M'"

_CATALOGUES = r'\m(from|join)\s+(only\s+)?"?(pg_catalog"?\.|information_schema"?\.|pg_\w)'
"""What asks the catalogues, also for us, is no part of the server's time."""


def counted_statements(queries: Queries, tables: Sequence[str], most: int) -> StatementCounts:
    """Those of the database entered that took most time and speak of these tables."""
    found = queries.rows(_EXTENSION)
    if not found:
        return StatementCounts(why_not=phrase("the extension pg_stat_statements is not installed"))
    schema = quoted_identifier(str(found[0][0]), '"')
    time = "total_exec_time" if found[0][1] else "total_time"
    queries.run("savepoint counted")
    try:
        rows = queries.rows(
            _STATEMENTS.format(
                reads=_READS,
                time=time,
                schema=schema,
                most=most + 1,
                mark=OWN_MARK,
                catalogues=_CATALOGUES,
            ),
            "\n".join(f"%{name}%" for name in tables),
        )
    except StatementFailed as error:
        queries.run("rollback to savepoint counted")
        return StatementCounts(
            why_not=phrase("pg_stat_statements cannot be read: {words}", words=error.message)
        )
    counted = tuple(
        CountedStatement(str(text), int(str(calls)), float(str(seconds)))
        for text, calls, seconds in rows
        if text is not None
    )
    others = sum(float(str(seconds)) for text, _, seconds in rows if text is None)
    return StatementCounts(counted[:most], others)


_BEGIN = (
    "begin isolation level repeatable read read only",
    "set local search_path = pg_catalog, pg_temp",
    "set local row_security = off",
    "set local statement_timeout = '{seconds}s'",
    "set local lock_timeout = '2s'",
)

_ORDINARY = """
    c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)'"""

_TABLES = f"""
    select n.nspname::text, c.relname::text, c.reltuples::bigint
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where {_ORDINARY} and not c.relispartition order by 1, 2"""

_RELATIONS = """
    select n.nspname::text, c.relname::text, c.relkind::text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)' and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1, 2"""
_RELATION_KINDS = {"v": A_VIEW, "m": MATERIALIZED, "f": phrase("a foreign table")}

_TABLE = f"""
    select c.oid::bigint, c.reltuples::bigint, c.relkind = 'p'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where {_ORDINARY} and n.nspname = $1 and c.relname = $2"""

_COLUMNS = """
    select a.attname::text, format_type(b.oid, case t.typtype when 'd' then t.typtypmod
            else a.atttypmod end),
        case b.typtype when 'e' then 'enum' else b.typname end::text,
        case t.typtype when 'd' then t.typtypmod else a.atttypmod end,
        a.attnotnull or t.typnotnull,
        a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false),
        a.atthasdef and coalesce(to_jsonb(a) ->> 'attgenerated', '') = '',
        (select count(*) from pg_enum e where e.enumtypid = b.oid),
        coalesce(to_jsonb(a) ->> 'attgenerated', '') <> '',
        case t.typtype when 'd' then t.typname::text end,
        case when b.typname <> 'citext' then case l.collname when 'default' then (select
                coalesce(to_jsonb(o) ->> 'datlocale', to_jsonb(o) ->> 'daticulocale', o.datcollate)
            from pg_database o where o.datname = current_database()) else l.collname end end::text
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
    where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped order by a.attnum"""

_CONSTRAINTS = """
    select k.contype::text,
        (select string_agg(a.attname::text, e'\\n' order by u.place)
         from unnest(k.conkey) with ordinality u(number, place)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number),
        n.nspname::text, f.relname::text,
        (select string_agg(a.attname::text, e'\\n' order by u.place)
         from unnest(k.confkey) with ordinality u(number, place)
         join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number),
        k.confdeltype::text, k.confupdtype::text
    from pg_constraint k
    left join pg_class f on f.oid = k.confrelid
    left join pg_namespace n on n.oid = f.relnamespace
    where k.conrelid = $1::oid and k.contype in ('p', 'u', 'f') order by k.conname"""

_INDEXES = """
    select i.indisunique,
        (select string_agg(a.attname::text, e'\\n' order by u.place)
         from unnest(i.indkey::int2[]) with ordinality u(number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.number
         where u.place <= i.indnkeyatts),
        m.amname::text, i.indexprs is not null, i.indpred is not null,
        (select string_agg(case when o.opcdefault then '' else ' ' || o.opcname end ||
            case i.indoption[(u.place - 1)::int] when 0 then '' when 3 then ' desc'
            else ' nulls' end, e'\\n' order by u.place)
         from unnest(i.indclass::oid[]) with ordinality u(class, place)
         join pg_opclass o on o.oid = u.class),
        (select string_agg(a.attname::text, ', ' order by u.place)
         from unnest(i.indkey::int2[]) with ordinality u(number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.number
         where u.place > i.indnkeyatts)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = $1::oid and i.indisvalid and not i.indisprimary order by i.indexrelid"""

_CHECKS = """
    select pg_get_constraintdef(k.oid), ''
    from pg_constraint k where k.conrelid = $1::oid and k.contype = 'c'
    union all select pg_get_constraintdef(k.oid), a.attname::text
    from pg_attribute a join pg_constraint k on k.contypid = a.atttypid and k.contype = 'c'
    where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped"""

_OMITTED_PARTS = """
    select (select count(*) from pg_constraint where conrelid = $1::oid and contype = 'x'),
        (select count(*) from pg_trigger where tgrelid = $1::oid and not tgisinternal),
        (select count(*) from pg_policy where polrelid = $1::oid),
        relpersistence = 'u', coalesce(array_to_string(reloptions, ', '), ''),
        not relispartition and exists (select from pg_inherits where inhrelid = $1::oid)
    from pg_class where oid = $1::oid"""

_STATISTICS = """
    select attname::text, null_frac::float8, n_distinct::float8, avg_width::float8,
        array_to_string(most_common_freqs, ' ')
    from pg_stats where schemaname = $1 and tablename = $2 and inherited = $3::boolean"""

_KINDS = {
    **dict.fromkeys(("int2", "int4", "int8"), StoredKind.INTEGER),
    **dict.fromkeys(("float4", "float8"), StoredKind.REAL),
    "numeric": StoredKind.DECIMAL,
    "bool": StoredKind.BOOLEAN,
    **dict.fromkeys(
        ("text", "varchar", "bpchar", "name", "enum", "uuid", "citext"), StoredKind.TEXT
    ),
    "date": StoredKind.DATE,
    **dict.fromkeys(("timestamp", "timestamptz"), StoredKind.TIMESTAMP),
    "bytea": StoredKind.BYTES,
}
_SIZES = {"uuid": 36, "name": 63}


class PostgresStructure(Structure[Session]):
    """Ordinary and partitioned tables."""

    mean_bytes = "avg(octet_length({name}::text))::float8"
    no_mean = "null"

    def begin(self, queries: Queries, seconds: int = QUERY_SECONDS) -> None:
        for statement in _BEGIN:
            queries.run(statement.format(seconds=seconds))

    def tables(self, queries: Queries) -> list[TableSummary]:
        rows = queries.rows(_TABLES)
        return [TableSummary(TableName(str(s), str(t)), _estimate(n)) for s, t, n in rows]

    def relations(self, queries: Queries) -> list[Relation]:
        return [
            Relation(TableName(str(schema), str(name)), _RELATION_KINDS[str(kind)])
            for schema, name, kind in queries.rows(_RELATIONS)
        ]

    def table(self, queries: Queries, name: TableName) -> TableFacts | None:
        found = queries.rows(_TABLE, name.schema, name.name)
        if not found:
            return None
        oid, rows = str(found[0][0]), _estimate(found[0][1])
        columns = tuple(map(_column, queries.rows(_COLUMNS, oid)))
        key, unique, references = _constraints(queries.rows(_CONSTRAINTS, oid))
        found_indexes = [_Index(*each) for each in queries.rows(_INDEXES, oid)]  # type: ignore[arg-type]
        indexes = [(each.unique, each.names) for each in found_indexes if each.is_plain]
        unique += [names for is_unique, names in indexes if is_unique and names not in unique]
        others = [part for each in found_indexes for part in each.omitted]
        others += [PARTITIONS] * bool(found[0][2])
        others += _omitted_parts(queries.rows(_OMITTED_PARTS, oid)[0])
        return TableFacts(
            name,
            rows,
            columns,
            key,
            tuple(unique),
            tuple(names for is_unique, names in indexes if not is_unique),
            tuple(references),
            special_indexes=tuple(
                each.facts for each in found_indexes if each.copied and not each.is_plain
            ),
            omitted=tuple(others),
        )

    def checks(self, queries: Queries, name: TableName) -> list[CheckFacts]:
        found = queries.rows(_TABLE, name.schema, name.name)
        rows = queries.rows(_CHECKS, str(found[0][0])) if found else []
        return [CheckFacts(str(text), str(column)) for text, column in rows]

    def statistics(self, queries: Queries, table: TableFacts) -> dict[str, ValueDistribution]:
        found = queries.rows(_TABLE, table.name.schema, table.name.name)
        inherited = str(bool(found and found[0][2])).lower()
        rows = queries.rows(_STATISTICS, table.name.schema, table.name.name, inherited)
        return {
            str(name): ValueDistribution(
                float(str(nulls)),
                _distinct(float(str(distinct)), table.rows),
                float(str(width)),
                reported_frequencies(
                    [float(each) for each in str(shares or "").split()], table.rows
                ),
            )
            for name, nulls, distinct, width, shares in rows
        }

    def count_in_server(
        self, queries: Queries, table: TableFacts
    ) -> tuple[int, dict[str, ValueDistribution]]:
        quoted = self.quoted(table.name.schema, table.name.name)
        # What is locked cannot be replaced by a view any more.
        queries.run(f"lock table {quoted} in access share mode")
        if not queries.rows(_TABLE, table.name.schema, table.name.name):
            raise no_such_table("PostgreSQL", table.name)
        # Statements that differ in names alone are counted as one: the 1 tells it from the user's.
        rows = _int(queries.rows(f"select count(*) as {OWN_MARK}, 1 from {quoted}")[0][0])
        return rows, self.distributions(queries, table, quoted, rows)

    def statements(
        self, queries: Queries, tables: Sequence[TableName], most: int
    ) -> StatementCounts:
        return counted_statements(queries, [each.name for each in tables], most)


def _omitted_parts(row: tuple[object, ...]) -> Iterator[OmittedPart]:
    exclusions, triggers, policies, unlogged, options, inherits = row
    if exclusions:
        yield OmittedPart(phrase("an exclusion constraint"), phrase("rows may overlap"))
    yield from OmittedPart.triggers(_int(triggers))
    if policies:
        what = plural("{n} row policies", "{n} row policy", _int(policies))
        yield OmittedPart(what, phrase("no condition is added to statements"))
    if unlogged:
        yield OmittedPart(phrase("UNLOGGED"), phrase("changes are written to the log, too"))
    if options:
        yield OmittedPart.options(options)
    if inherits:
        what = phrase("inheritance from another table")
        yield OmittedPart(what, phrase("the other table does not list these rows"))


def _column(row: tuple[object, ...]) -> ColumnFacts:
    name, written, base, modifier, not_null, auto_increment, default, words, computed, *others = row
    domain, collation = others
    kind = _KINDS.get(str(base), StoredKind.OTHER)
    size, scale = _limits(str(base), _int(modifier))
    copy = copied_type_of(str(base), str(written), size)
    return ColumnFacts(
        str(name),
        kind,
        str(written),
        size,
        scale,
        not not_null,
        auto_increment=bool(auto_increment),
        default=bool(default) and not auto_increment,
        copied_type=copy,
        words=_int(words),
        computed=bool(computed),
        domain=str(domain or ""),
        collation=_collation(str(collation or _BY_BYTES[0])),
    )


_BY_BYTES = ("C", "POSIX", "ucs_basic", "pg_c_utf8", "C.UTF-8", "C.utf8")


def _collation(name: str) -> Collation | None:
    if name in _BY_BYTES:
        return None
    return Collation(name, phrase("another order; LIKE 'a%' may use an index"))


def _limits(base: str, modifier: int) -> tuple[int, int]:
    """Most characters, or digits and scale, out of a type's modifier (4 bytes of header in it)."""
    if base in _SIZES:
        return _SIZES[base], 0
    if base in ("bit", "varbit"):
        return max(modifier, 1), 0
    if modifier < 4:
        return 0, 0
    if base == "numeric":
        digits, scale = (modifier - 4) >> 16, (((modifier - 4) & 0x7FF) ^ 1024) - 1024
        return digits - min(scale, 0), max(scale, 0)
    return (modifier - 4, 0) if base in ("varchar", "bpchar") else (0, 0)


@dataclass(frozen=True)
class _Index:
    """A row of `_INDEXES`."""

    unique: bool
    columns: str
    method: str
    expressions: bool
    partial: bool
    endings: str
    included: str | None

    @property
    def names(self) -> tuple[str, ...]:
        return _names(self.columns)

    @property
    def copied(self) -> bool:
        return not self.expressions and not self.partial and " nulls" not in self.endings

    @property
    def is_plain(self) -> bool:
        return self.copied and self.method == "btree" and (self.unique or not self.endings.strip())

    @property
    def facts(self) -> IndexFacts:
        pairs = zip(self.names, self.endings.split("\n"), strict=True)
        return IndexFacts(self.method, tuple(pairs))

    @property
    def omitted(self) -> Iterator[OmittedPart]:
        listed = ", ".join(self.names)
        if self.partial:
            yield OmittedPart(phrase("a partial index on {columns}", columns=listed), NO_INDEX)
        elif self.expressions:
            yield ON_EXPRESSION
        elif not self.copied:
            what = phrase("an index on {columns} with NULLs elsewhere", columns=listed)
            yield OmittedPart(what, NO_INDEX)
        elif self.included:
            what = phrase("INCLUDE of an index on {columns}", columns=listed)
            yield OmittedPart(what, phrase("the table is read, too, where the index was enough"))


def _constraints(
    rows: Sequence[tuple[object, ...]],
) -> tuple[tuple[str, ...], list[tuple[str, ...]], list[ReferenceFacts]]:
    key: tuple[str, ...] = ()
    unique: list[tuple[str, ...]] = []
    references = []
    for kind, columns, schema, table, to, *actions in rows:
        match kind:
            case "p":
                key = _names(columns)
            case "u":
                unique.append(_names(columns))
            case _:
                other = TableName(str(schema), str(table))
                known = (_ACTIONS[str(each)] for each in actions)
                references.append(ReferenceFacts(_names(columns), other, _names(to), *known))
    return key, unique, references


_ACTIONS = {
    "a": "no action",
    "r": "restrict",
    "c": "cascade",
    "n": "set null",
    "d": "set default",
}


def _names(listed: object) -> tuple[str, ...]:
    return tuple(str(listed).split("\n")) if listed else ()


def _estimate(rows: object) -> int | None:
    """−1 (before PostgreSQL 14: 0) stands for a table that nobody has analysed."""
    known = _int(rows)
    return known if known >= 0 else None


def _distinct(distinct: float, rows: int | None) -> float:
    """Below 0 it is a share of the rows."""
    return distinct if distinct >= 0 else -distinct * (rows or 0)


def _int(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]
