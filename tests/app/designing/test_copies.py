"""A designed copy beside its source, by the catalogue of the engine itself: each column's type,
each index and each constraint is the same, or is among the differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from app.designing.checks import read_checks
from app.designing.design import Design
from app.designing.design_trial import try_design
from app.designing.design_writing import workload_text
from app.designing.inspecting import InspectionScope, inspect, tables_of
from app.designing.proposing import propose
from engines.contract.structure import CheckFacts
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from workloads.own.file_reading import parse_work
from workloads.own.schema import schema_of

pytestmark = pytest.mark.in_every_run("postgresql", "sqlite")


TENANTS = """
    create table tenants (id integer primary key, name varchar(60));
    create table owned (tenant integer not null, id integer not null, root integer not null,
        name varchar(60), primary key (tenant, id), unique (id),
        foreign key (tenant) references tenants (id) {cascade},
        foreign key (root) references owned (id) {cascade});
    create table parts (tenant integer not null, owned integer not null, line integer not null,
        name varchar(60), primary key (tenant, owned, line),
        foreign key (tenant) references tenants (id) {cascade},
        foreign key (tenant, owned) references owned (tenant, id) {cascade});
    create table worn (tenant integer not null, owned integer not null, line integer not null,
        name varchar(60), primary key (tenant, owned, line),
        foreign key (tenant, owned) references owned (tenant, id) {cascade},
        foreign key (tenant, owned, line) references parts (tenant, owned, line) {cascade})
"""
"""References that lead over each other, and one that must point to its own table."""
CHECKED = """
    create table checked (id integer primary key, rating integer default 3 not null
        check (rating >= 1 and rating <= 5), price numeric(8, 2) check (price > 0),
        status varchar(10) default 'new' not null check (status in ('new', 'paid')),
        level integer check (level in (1, 2, 3)), since date check (since >= '2000-01-01'),
        top integer unique check (top < 100000 and top > -5), name varchar(60),
        check (name <> ''))
"""
RULES = {
    "rating": ">= 1 and <= 5",
    "price": "> 0",
    "status": "in ('aaa', 'abaa')",
    "level": "in (1, 2, 3)",
    "since": ">= '2000-01-01'",
    "top": "< 100000 and > -5",
}
CASCADE = "on delete cascade on update cascade"


@dataclass(frozen=True)
class Source:
    """Tables of an engine; `parts` are queries for what there is, a text each, in a database.
    `changed` has what the copy has not, and words of the difference that says so."""

    tables: tuple[str, ...]
    parts: tuple[str, ...]
    changed: Mapping[str, str]


def statements(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (each.strip() for each in text.split(";"))))


POSTGRESQL = Source(
    statements("""
    create extension if not exists pg_trgm; create extension if not exists citext;
    create type mood as enum ('calm', 'loud', 'odd');
    create domain positive as integer check (value > 0);
    create table kinds (
        id bigint generated always as identity primary key,
        code char(5) not null unique, email citext unique,
        name varchar(40) not null default 'x', price numeric(30, 4) check (price > 0),
        ratio real, cash money, flag boolean not null default true,
        seen timestamptz not null default now(), born date, clock time, tenths time(1),
        zoned time with time zone, span interval, u uuid, j json, doc jsonb, x xml, addr inet,
        net cidr, mac macaddr, b bit(8), vb bit varying(8), tags text[], nums integer[],
        uuids uuid[], amounts numeric[], p point, r int4range, fts tsvector,
        m mood not null default 'calm', pos positive, data bytea, small smallint not null,
        big bigint, total numeric generated always as (price * 2) stored, seq serial not null,
        tr tsrange, dr daterange);
    create index on kinds using gin (fts);
    create index on kinds using gin (doc jsonb_path_ops);
    create index on kinds using gin (name gin_trgm_ops);
    create index on kinds using gin (tags);
    create index on kinds using gist (r);
    create index on kinds using gist (p);
    create index on kinds using spgist (addr);
    create index on kinds using brin (seen);
    create index on kinds using hash (email);
    create index on kinds (born desc, clock);
    create index on kinds (name text_pattern_ops);
    create index on kinds (small, big);
    create index on kinds (lower(name));
    create index on kinds (big) where big > 5;
    create index on kinds (small) include (big);
    create table parted (id bigserial, made date not null, note text, primary key (id, made))
        partition by range (made);
    create table parted_1 partition of parted for values from ('2000-01-01') to ('2050-01-01');
    create table ords (ord integer, line smallint,
        kind bigint references kinds on delete cascade on update cascade, primary key (ord, line));
    create table ship (id serial primary key, ord integer not null, line smallint not null,
        parent integer references ship, txt text,
        foreign key (ord, line) references ords on delete cascade on update cascade);
    create table a (id serial primary key, b_id integer, t text);
    create table b (id serial primary key, a_id integer not null, t text, unique (id, t),
        foreign key (a_id) references a on delete cascade on update cascade);
    alter table a add foreign key (b_id) references b on delete cascade on update cascade;
    create table ix (id integer primary key, t text);
    create index on ix using gin (t gin_trgm_ops);
    create view seen_kinds as select id from kinds;
    create materialized view counted_kinds as select count(*) from kinds
    """),
    (
        "select c.relname || '.' || a.attname || ' ' || format_type(atttypid, atttypmod) || "
        "case when attnotnull then ' not null' else '' end from pg_attribute a "
        "join pg_class c on c.oid = attrelid where relkind in ('r', 'p') and attnum > 0 "
        "and relnamespace = 'public'::regnamespace and not relispartition and not attisdropped",
        "select tablename || ' ' || regexp_replace(indexdef, '^CREATE (UNIQUE)? ?INDEX .* ON "
        r"(ONLY )?\S+ ', '\1 ') from pg_indexes where schemaname = 'public' "
        "and tablename <> 'parted_1'",
        "select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint "
        "where contype <> 'n' and connamespace = 'public'::regnamespace and conrelid <> 0 "
        "and conrelid::regclass::text <> 'parted_1'",
    ),
    {
        "kinds.m mood not null": "made-up words, 3 of them",
        "kinds.pos positive": "the type and checks of the domain positive",
        "checked CHECK (((status)::text = ANY": "made-up words, 2 of them",
        "checked CHECK (((name)::text <> ''": "1 check",
        "kinds  USING btree (lower((name)::text))": "an index on an expression",
        "kinds  USING btree (big) WHERE (big > 5)": "a partial index on big",
        "kinds  USING btree (small) INCLUDE (big)": "INCLUDE of an index on small",
        "ship FOREIGN KEY (parent) REFERENCES ship(id)": "ON DELETE NO ACTION",
    },
)
_FAMILY_PARTS = (
    "select concat_ws(' ', table_name, column_name, case data_type when 'enum' then data_type "
    "when 'set' then data_type else column_type end, is_nullable, "
    "if(extra like '%auto_increment%', 'auto_increment', '')) from information_schema.columns "
    "where table_schema = database() and table_name <> 'seen_kinds'",
    "select concat_ws(' ', table_name, index_type, if(non_unique, '', 'unique'), "
    "group_concat(concat_ws(' ', coalesce(column_name, '(…)'), sub_part, collation) "
    "order by seq_in_index)) from information_schema.statistics where table_schema = database() "
    "group by table_name, index_name, index_type, non_unique",
    "select concat_ws(' ', k.table_name, group_concat(k.column_name order by k.ordinal_position), "
    "k.referenced_table_name, r.delete_rule, r.update_rule) "
    "from information_schema.key_column_usage k "
    "join information_schema.referential_constraints r on r.constraint_schema = k.table_schema "
    "and r.constraint_name = k.constraint_name where k.table_schema = database() "
    "group by k.table_name, k.constraint_name, k.referenced_table_name, r.delete_rule, "
    "r.update_rule",
    "select concat_ws(' ', table_name, 'check') from information_schema.table_constraints "
    "where table_schema = database() and constraint_type = 'CHECK' and constraint_name not in "
    "('j', 'doc')",
)
_FAMILY_TABLES = statements("""
    create table kinds (id int unsigned not null auto_increment primary key,
        code char(5) not null unique, name varchar(60) not null default 'x', body text,
        price decimal(30, 4) unsigned, ratio float, flag bit(1) not null default b'1',
        bits bit(12), seen timestamp null, made datetime not null default '2020-01-01',
        precise datetime(6), y year, small smallint unsigned not null, big bigint unsigned,
        m enum('calm', 'loud', 'odd') not null default 'calm', many set('a', 'b', 'c'), j json,
        data blob, digest binary(16), t time, exact time(3),
        total int generated always as (small * 2) stored, check (small < 60000),
        fulltext index (body), index (name(10)), index (small, big), unique (big, code));
    create table ords (ord int not null, line smallint not null, kind int unsigned,
        primary key (ord, line), foreign key (kind) references kinds (id) on delete cascade
        on update cascade);
    create table ship (id int not null auto_increment primary key, ord int not null,
        line smallint not null, parent int, txt varchar(60),
        foreign key (ord, line) references ords (ord, line) on delete cascade on update cascade,
        foreign key (parent) references ship (id) on delete set null);
    create table a (id int not null primary key, b_id int, t varchar(60));
    create table b (id int not null auto_increment primary key, a_id int not null,
        t varchar(60), foreign key (a_id) references a (id) on delete cascade on update cascade);
    alter table a add foreign key (b_id) references b (id) on delete cascade on update cascade;
    create table parted (id int not null, made date not null, note varchar(60),
        primary key (id, made)) partition by hash (id) partitions 3;
    create trigger noted before insert on parted for each row set new.note = 'x';
    create view seen_kinds as select id from kinds
    """)
_FAMILY_CHANGED = {
    "ship parent ship SET NULL": "ON DELETE SET NULL",
    "a id int": "numbered by the server",
    "tenants id int": "numbered by the server",
    "checked id int": "numbered by the server",
}
MARIADB = Source(
    (*_FAMILY_TABLES, *statements("""
    create table versioned (id int primary key, note varchar(60)) with system versioning
    """)),
    _FAMILY_PARTS,
    {
        **_FAMILY_CHANGED,
        "versioned id int(11) NO ": "a system-versioned table",
        "versioned note varchar(60) YES ": "a system-versioned table",
        "versioned BTREE unique id A": "a system-versioned table",
    },
)  # fmt: skip
MYSQL = Source(
    (*_FAMILY_TABLES, *statements("""
    alter table kinds add column remark text not null default (lower('X'));
    create index falls on kinds (small desc, y);
    create index computed on kinds ((small + 1))
    """)),
    _FAMILY_PARTS,
    {
        **_FAMILY_CHANGED,
        "kinds BTREE  (…) A": "an index on an expression",
        "kinds remark text NO": "NOT NULL",
    },
)  # fmt: skip
SQLITE = Source(
    statements("""
    create table kinds (id integer primary key, code varchar(5) not null unique,
        name varchar(60) not null default 'x', born date, seen datetime, price decimal(12, 2),
        j json, flag boolean, data blob, twice generated always as (price * 2),
        check (length(name) > 0));
    create index by_name on kinds (name collate nocase);
    create index falling on kinds (born desc, seen);
    create index some on kinds (price) where price > 5;
    create index lowered on kinds (lower(name));
    create index plain on kinds (born, price);
    create table ords (ord integer not null, line integer not null, kind integer
        references kinds on delete cascade on update cascade, primary key (ord, line));
    create table ship (id integer primary key, ord integer not null, line integer not null,
        parent integer references ship, txt varchar(60),
        foreign key (ord, line) references ords (ord, line) on delete cascade
        on update cascade);
    create table a (id integer primary key, b_id integer references b on delete cascade
        on update cascade, t varchar(60));
    create table b (id integer primary key, a_id integer not null references a on delete cascade
        on update cascade, t varchar(60));
    create virtual table found using fts5 (body);
    create view seen_kinds as select id from kinds
    """),
    (
        "select m.name || '.' || c.name || ' ' || replace(c.type, ' GENERATED ALWAYS', '') || "
        "case when c.\"notnull\" then ' not null' else '' end from sqlite_schema m, "
        "pragma_table_xinfo(m.name) c where m.type = 'table' and m.rootpage > 0 "
        "and m.name not like 'sqlite%'",
        "select m.name || case l.\"unique\" when 1 then ' unique ' else ' ' end || (select "
        "group_concat(coalesce(i.name, '(…)') || iif(i.desc, ' desc', '') || iif(i.coll = "
        "'BINARY', '', ' ' || i.coll)) from pragma_index_xinfo(l.name) i where i.key) "
        "from sqlite_schema m, pragma_index_list(m.name) l where m.type = 'table' "
        "and m.name not like 'sqlite%'",
        "select m.name || ' (' || group_concat(f.\"from\") || ') ' || f.\"table\" || ' ' || "
        "f.on_delete || ' ' || f.on_update from sqlite_schema m, pragma_foreign_key_list(m.name) f "
        "where m.type = 'table' group by m.name, f.id",
    ),
    {
        "kinds.twice": "not computed",
        "kinds price": "a partial index on price",
        "kinds (…)": "an index on an expression",
        "ship (parent) ship NO ACTION NO ACTION": "ON DELETE NO ACTION",
        **{
            f"found_{part}": "rows of a virtual table"
            for part in ("data", "idx", "content", "docsize", "config")
        },
    },
)
FIREBIRD = Source(
    statements("""
    create domain positive as integer check (value > 0);
    create table kinds (id bigint generated by default as identity primary key,
        code char(5) not null unique, name varchar(60) default 'x' not null,
        price numeric(18, 4), wide numeric(38, 2), ratio float, born date, t time, seen timestamp,
        flag boolean, body blob sub_type text, data blob, pos positive, small smallint not null,
        twice computed by (price * 2), check (small < 30000));
    create descending index falling on kinds (born);
    create index lowered on kinds computed by (lower(name));
    create index plain on kinds (born, small);
    create table ords (ord integer not null, line smallint not null, kind bigint,
        primary key (ord, line), foreign key (kind) references kinds (id) on delete cascade
        on update cascade);
    create table ship (id integer generated by default as identity primary key,
        ord integer not null, line smallint not null, parent integer, txt varchar(60),
        foreign key (ord, line) references ords (ord, line) on delete cascade
        on update cascade,
        foreign key (parent) references ship (id));
    create table a (id integer generated by default as identity primary key, b_id integer,
        t varchar(60));
    create table b (id integer generated by default as identity primary key,
        a_id integer not null references a (id) on delete cascade on update cascade,
        t varchar(60));
    alter table a add foreign key (b_id) references b (id) on delete cascade on update cascade;
    create view seen_kinds as select id from kinds
    """),
    (
        "select trim(c.rdb$relation_name) || '.' || trim(c.rdb$field_name) || ' ' || "
        "f.rdb$field_type || ' ' || coalesce(f.rdb$field_sub_type, 0) || ' ' || f.rdb$field_length "
        "|| ' ' || f.rdb$field_scale || iif(coalesce(c.rdb$null_flag, f.rdb$null_flag, 0) = 1, "
        "' not null', '') from rdb$relation_fields c join rdb$fields f "
        "on f.rdb$field_name = c.rdb$field_source join rdb$relations r "
        "on r.rdb$relation_name = c.rdb$relation_name where r.rdb$system_flag = 0 "
        "and r.rdb$view_blr is null",
        "select trim(i.rdb$relation_name) || ' ' || coalesce(i.rdb$unique_flag, 0) || ' ' || "
        "coalesce(i.rdb$index_type, 0) || ' ' || coalesce((select list(trim(s.rdb$field_name)) "
        "from rdb$index_segments s where s.rdb$index_name = i.rdb$index_name), '(…)') "
        "from rdb$indices i join rdb$relations r on r.rdb$relation_name = i.rdb$relation_name "
        "where r.rdb$system_flag = 0",
        "select trim(k.rdb$relation_name) || ' ' || (select list(trim(s.rdb$field_name)) from "
        "rdb$index_segments s where s.rdb$index_name = k.rdb$index_name) || ' ' || "
        "trim(r.rdb$delete_rule) || ' ' || trim(r.rdb$update_rule) from rdb$ref_constraints r "
        "join rdb$relation_constraints k on k.rdb$constraint_name = r.rdb$constraint_name",
        "select distinct trim(rdb$relation_name) || ' check' from rdb$relation_constraints "
        "where rdb$constraint_type = 'CHECK'",
    ),
    {
        "KINDS 0 0 (…)": "an index on an expression",
        "SHIP PARENT": "ON DELETE RESTRICT",
    },
)
DUCKDB = Source(
    statements("""
    create table kinds (id bigint primary key, code varchar not null unique,
        price decimal(30, 4), ratio float, born date, seen timestamp, span interval, u uuid,
        j json, tags varchar[], bits bit, m enum('calm', 'loud'), huge hugeint,
        check (price > 0));
    create index plain on kinds (born, seen);
    create index computed on kinds ((price + 1));
    create table ords (ord integer, line smallint, kind bigint references kinds (id), txt varchar,
        primary key (ord, line));
    create view seen_kinds as select id from kinds
    """),
    (
        "select table_name || '.' || column_name || ' ' || case when data_type like 'ENUM%' "
        "then 'ENUM' else data_type end || ' ' || is_nullable from duckdb_columns() "
        "where not internal and table_name <> 'seen_kinds'",
        "select table_name || ' ' || is_unique || ' ' || expressions from duckdb_indexes()",
        "select table_name || ' ' || constraint_text from duckdb_constraints() "
        "where constraint_type <> 'NOT NULL'",
    ),
    {
        "kinds false ['((price + 1))']": "an index on an expression",
        "checked CHECK((status IN": "made-up words, 2 of them",
        "checked CHECK((\"name\" != ''))": "1 check",
        "owned ": "(root) → owned",
    },
)
SOURCES = {
    "postgresql": POSTGRESQL,
    "mariadb": MARIADB,
    "mysql": MYSQL,
    "sqlite": SQLITE,
    "firebird": FIREBIRD,
    "duckdb": DUCKDB,
}


@dataclass(frozen=True)
class Copied:
    """What there is in a source and in its copy, and the design between them."""

    source: frozenset[str]
    copy: frozenset[str]
    design: Design


@pytest.fixture(scope="module")
def copied(server: Server) -> Iterator[Copied]:
    engine, known = server.engine, SOURCES[server.engine.name]
    with ExitStack() as stack:
        databases = []
        for name in ("copied", "copy"):
            databases.append(engine.catalogue.create_database(server.endpoint, name))
            stack.callback(engine.catalogue.drop_database, server.endpoint, databases[-1])
        with engine.driver.connect(server.endpoint, databases[0]) as session:
            cascade = CASCADE if engine.driver.dialect.cascades else ""
            tenants = statements(TENANTS.format(cascade=cascade))
            for text in (*known.tables, *tenants, *statements(CHECKED)):
                session.execute(text)
                session.commit()
        wanted = InspectionScope(tuple(each.name for each in tables_of(server, databases[0])))
        design = propose(inspect(server, databases[0], wanted))
        schema = schema_of(parse_work(workload_text(design), "copy"), Unencrypted())
        with engine.driver.connect(server.endpoint, databases[1]) as session:
            engine.driver.create_schema(session, schema, Unencrypted())
            engine.driver.finish_schema(session, schema, Unencrypted())
        parts = [_parts(server, database, known.parts) for database in databases]
        yield Copied(parts[0], parts[1], design)


def _parts(server: Server, database: str, queries: Iterable[str]) -> frozenset[str]:
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.begin()
        return frozenset(str(row[0]) for query in queries for row in session.fetch(query))


def test_that_a_copy_is_its_source_or_the_difference_is_listed(
    server: Server, copied: Copied
) -> None:
    listed = [" ".join(each.cells) for each in copied.design.differences]
    changed = SOURCES[server.engine.name].changed
    missing = sorted(copied.source - copied.copy)
    unexpected = [each for each in missing if not any(map(each.startswith, changed))]
    assert unexpected == [], "\n".join(["+ there is:", *sorted(copied.copy - copied.source)])
    for part, words in changed.items():
        assert any(each.startswith(part) for each in missing), part
        assert any(words in line for line in listed), (words, listed)
    assert any("a view" in line for line in listed)
    assert [each.cells for each in copied.design.differences if not all(each.cells)] == []


def test_that_checks_are_retained_or_counted(copied: Copied) -> None:
    table = next(each for each in copied.design.tables if each.name == "checked")
    assert {
        each.name: each.work.check for each in table.columns if each.work and each.work.check
    } == RULES
    cells = [each.cells for each in copied.design.differences]
    assert any("checked" in place.split(", ") and what == "1 check" for place, what, *_ in cells)


def test_that_a_copy_can_be_filled_and_asked(server: Server, copied: Copied) -> None:
    found = try_design(copied.design, server)
    assert [each.name for each in found.statements if each.fails] == []
    assert {each.protection for trial in found.statements for each in trial.trials} == {"plaintext"}


_MADE = {
    "postgresql": (
        "create unlogged table odd (id integer primary key, name text) with (fillfactor = 70)",
        ("UNLOGGED", "the options fillfactor=70"),
    ),
    "mariadb": (
        "create table odd (id integer primary key, name varchar(9), secret integer invisible, "
        "note text compressed, rate double(10,2), index (name) ignored) "
        "engine = MyISAM checksum = 1",
        (
            "the storage engine MyISAM",
            "checksum=1",
            "name that the optimizer ignores",
            "secret: INVISIBLE",
            "note: COMPRESSED",
            "rate: double(10,2)",
        ),
    ),
    "mysql": (
        "create table odd (id integer primary key, name varchar(9), secret integer invisible, "
        "rate float(7,3), index (name) invisible) row_format = compressed",
        (
            "row_format=COMPRESSED",
            "name that the optimizer ignores",
            "secret: INVISIBLE",
            "rate: float(7,3)",
        ),
    ),
    "sqlite": (
        "create table odd (id integer primary key, name text) strict, without rowid",
        ("WITHOUT ROWID", "STRICT"),
    ),
}
"""By engine: a table, and words of what it is made with and its copy is not."""


def test_that_what_a_table_is_made_with_is_listed(server: Server) -> None:
    engine = server.engine
    if engine.name not in _MADE:
        pytest.skip("its tables have no such options")
    table, words = _MADE[engine.name]
    database = engine.catalogue.create_database(server.endpoint, "made")
    try:
        with engine.driver.connect(server.endpoint, database) as session:
            session.execute(table)
            session.commit()
        wanted = InspectionScope(tuple(each.name for each in tables_of(server, database)))
        design = propose(inspect(server, database, wanted))
    finally:
        engine.catalogue.drop_database(server.endpoint, database)
    listed = [each.cells for each in design.differences if each.place == "odd"]
    assert all(map(all, listed)), listed
    for each in words:
        assert any(each in source for _, source, *_ in listed), (each, listed)


_SORTED = {
    "postgresql": ('create collation theirs from "C"', "collate theirs", "theirs"),
    "mariadb": ("", "collate latin1_swedish_ci", "latin1_swedish_ci"),
    "mysql": ("", "collate utf8mb4_general_ci", "utf8mb4_general_ci"),
    "sqlite": ("", "collate nocase", "NOCASE"),
    "firebird": ("", "character set utf8 collate unicode_ci", "UNICODE_CI"),
}
"""By engine: a statement before a table, the end of a column in it, and the collation's name."""


def test_that_columns_that_are_sorted_otherwise_are_one_difference(server: Server) -> None:
    engine = server.engine
    if engine.name not in _SORTED:
        pytest.skip("its catalogue tells no collation")
    before, ending, collation = _SORTED[engine.name]
    database = engine.catalogue.create_database(server.endpoint, "sorted")
    try:
        with engine.driver.connect(server.endpoint, database) as session:
            columns = f"a varchar(9) {ending}, b varchar(8) {ending}"
            table = f"create table t (id integer primary key, {columns})"
            for text in filter(None, (before, table)):
                session.execute(text)
            session.commit()
        wanted = InspectionScope(tuple(each.name for each in tables_of(server, database)))
        design = propose(inspect(server, database, wanted))
    finally:
        engine.catalogue.drop_database(server.endpoint, database)
    (listed,) = [each.cells for each in design.differences if each.place == "*"]
    assert listed[:3] == ("*", f"2 columns sorted by {collation}", "by their bytes") and listed[3]
    assert parse_work(workload_text(design), "sorted").differences[-1] == listed


@pytest.mark.parametrize(
    ("engine", "conditions", "columns"),
    [
        ("postgresql", ('("Price" > 100)', "(price < 5)"), ("Price", "price")),
        ("firebird", ("check (Price > 100)", 'check ("Price" < 5)'), ("PRICE", "Price")),
        ("mysql", ("(`Price` > 100)", "(`price` < 500)"), ("price",)),
        ("sqlite", ('"Price" > 100', "PRICE < 500"), ("price",)),
    ],
)
def test_that_a_check_is_of_the_column_that_the_server_reads_there(
    engine: str, conditions: Sequence[str], columns: Sequence[str]
) -> None:
    found = read_checks([CheckFacts(each) for each in conditions], engine)
    assert [each.column for each in found.understood] == [*columns]
