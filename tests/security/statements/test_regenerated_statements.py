"""A regenerated statement gives the same rows as its original, but for what must not travel: both
run on real servers, on the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from engines.contract.session import Session
from engines.servers.server import Server
from engines.sql.statement import Statement, Unencrypted
from tests.security.statements.test_refused import FILE, TABLES
from tests.workloads.own.test_rehearsal import database_on
from workloads.own.file_reading import parse_work
from workloads.own.rewriting import parsed_statements
from workloads.own.sql.parsing import parse

ANY = (
    "a",
    "a || 'x'",
    "upper(a)",
    "lower(a)",
    "coalesce(a, 'none')",
    "nullif(a, 'two')",
    "case when b > 2 then 'more' else a end",
    "case b when 1 then 'one' else 'other' end",
    "cast(b as varchar(20))",
    "cast(a as char(3))",
    "b + 1",
    "b - -1",
    "b * 2",
    "b / 2",
    "b / 2.0",
    "(b + 1) * 2",
    "-b",
    "b * (2 + 3) - 4",
    "abs(b - 3)",
    "round(b / 3.0, 2)",
    "1.50",
    "1e2",
    "'it''s'",
    "'per%cent'",
    "'a_b'",
    "'\"'",
    "';'",
    "'--'",
    "'/* x */'",
    "':p0_id'",
    "'ção €'",
    "trim(a)",
    "trim(both 't' from a)",
    "substring(a from 2 for 2)",
    "replace(a, 't', 'T')",
    "case when a like 't%' then 1 else 0 end",
    "case when a not like 't%' then 1 else 0 end",
    "case when a like '%!_%' escape '!' then 1 else 0 end",
    "char_length(a)",
    "case when not (b between 2 and 3) then 1 else 0 end",
    "mod(b, 3)",
    "case when b not in (1, 2) then 1 else 0 end",
    "case when a is not null then 1 else 0 end",
    "case when a is null or b = 1 and b < 3 then 1 else 0 end",
    "case when (a is null or b = 1) and b < 3 then 1 else 0 end",
    "extract(year from current_date)",
    "case when exists (select 1 from t u where u.b > t.b) then 1 else 0 end",
    "position('w' in a)",
    "(select max(u.b) from t u)",
    "row_number() over (order by b desc)",
    "sum(b) over (order by id)",
    "lag(b) over (order by id)",
    "first_value(b) over (order by id)",
    "sum(b) over (order by id rows between 1 preceding and current row)",
    "left(a, 2)",
)
OF_ENGINE = {
    "postgresql": (
        "a ~ 't'",
        "a ~* 'T'",
        "a !~ 't'",
        "a ilike 'T%'",
        "a similar to 't%'",
        "b ^ 2",
        "b % 2",
        "b # 3",
        "json_build_object('a', b) -> 'a'",
        "json_build_object('a', b) ->> 'a' || 'x'",
        "jsonb_build_object('a', b) #>> '{a}'",
        "cast('[1, 2]' as jsonb) -> 1",
        "~b",
        "b << 1",
        "a is distinct from 'two'",
        "b::text",
        "b::numeric(10,2)",
        "interval '1 day'",
        "interval '1 year 2 months'",
        "date '2020-01-31' + interval '1 month'",
        "date_trunc('month', date '2020-01-31')",
        "to_char(b, '000')",
        "'a\\b'",
        "'\\'",
        "timestamp '2020-01-01 10:00:00' at time zone 'UTC'",
        "b = any (select u.b from t u)",
        "split_part(a, 'w', 1)",
        "lpad(a, 5, '0')",
        "overlay(a placing 'X' from 2 for 1)",
        "extract(epoch from interval '1 day')",
        "b is not distinct from 3",
        "(b > 2) is not false",
        "initcap(a)",
        "md5(a)",
        "greatest(b, 3)",
        "least(b, 3)",
        "width_bucket(b, 0, 10, 5)",
    ),
    "mysql": (
        "b div 2",
        "b mod 2",
        "b ^ 2",
        "~b",
        "b << 1",
        "!b",
        "a <=> 'two'",
        "a regexp 't'",
        "a not regexp 't'",
        "b xor 1",
        "if(b > 2, 'x', 'y')",
        "ifnull(a, 'z')",
        "'a\\\\b'",
        "'\\''",
        "'\\n'",
        '"double"',
        "'\\%'",
        "cast(b as signed)",
        "cast(b as decimal(10,2))",
        "date_add('2020-01-31', interval 1 month)",
        "'2020-01-31' + interval 1 day",
        "date_format('2020-01-31', '%Y-%m')",
        "str_to_date('2020-01-31', '%Y-%m-%d')",
        "binary a = 'TWO'",
        "substring_index(a, 'w', 1)",
        "insert(a, 1, 1, 'X')",
        "timestampdiff(day, '2020-01-01', '2020-02-01')",
        "a collate utf8mb4_bin = 'TWO'",
        "cast(a as char)",
        "field(b, 3, 2, 1)",
        "date_sub('2020-01-31', interval b day)",
        "char(65, 66)",
        "hex(a)",
        "truncate(b / 3, 2)",
    ),
    "sqlite": (
        "'{\"a\": 5}' -> 'a'",
        "'{\"a\": 5}' ->> '$.a'",
        "iif(b > 2, 'x', 'y')",
        "ifnull(a, 'z')",
        "max(b, 3)",
        "min(b, 3)",
        "b % 2",
        "b << 1",
        "~b",
        "a glob 't*'",
        "a not glob 't*'",
        "b is 3",
        "b is not 3",
        "a isnull",
        "a notnull",
        "b == 3",
        "cast(a as integer)",
        "cast(b as text)",
        "cast(b as numeric)",
        "cast(b as real)",
        "strftime('%Y', '2020-01-31')",
        "date('2020-01-31', '+1 month')",
        "a collate nocase = 'TWO'",
        "typeof(cast(b as varchar(5)))",
        "typeof(cast('1.50' as decimal(10,2)))",
        "'a\\b'",
        "instr(a, 'w')",
        "typeof(cast(a as blob))",
        "total(b) over (order by id)",
    ),
    "firebird": (
        "iif(b > 2, 'x', 'y')",
        "dateadd(day, 1, date '2020-01-31')",
        "a is distinct from 'two'",
        "overlay(a placing 'X' from 2 for 1)",
        "position('w', a)",
        "'a\\b'",
        "bin_xor(b, 3)",
        "cast(b as double precision)",
        "datediff(day, date '2020-01-01', date '2020-02-01')",
    ),
    "duckdb": (
        "b // 2",
        "b % 2",
        "b ^ 2",
        "b ** 2",
        "a ~ 't.*'",
        "a ~ 't'",
        "a ilike 'T%'",
        "a similar to 't.*'",
        "b::varchar",
        "try_cast(a as integer)",
        "date '2020-01-31' + interval 1 month",
        "'a\\b'",
        "date_trunc('month', date '2020-01-31')",
        "if(b > 2, 'x', 'y')",
        "cast(b as hugeint)",
        "strftime(date '2020-01-31', '%Y')",
        "a is distinct from 'two'",
        "list_value(b, 1)",
    ),
}
OF_ENGINE["mariadb"] = OF_ENGINE["mysql"]

WHOLE = {
    "": (
        "select id, a from t where b >= 2 order by b desc, id",
        "select a, count(*), sum(b), min(b), max(b), avg(b) from t group by a having count(*) > 0 "
        "order by 2, 3",
        "select distinct b from t order by b",
        "select count(distinct b) from t",
        "select t.id, u.b from t join t u on u.id = t.b left join t v on v.id = u.b order by 1",
        "select t.id, u.id from t, t u where t.b = u.id order by 1, 2",
        "select id from t union select b from t order by 1",
        "select id from t union all select b from t order by 1",
        "with x as (select id, b from t where b > 1) select x.id from x order by 1",
        "select x.n from (select b as n from t) x where x.n is not null order by 1",
        "select id from t where b in (select u.b from t u where u.id > 2) order by id",
        "select id from t where not exists (select 1 from t u where u.b = t.id) order by id",
    ),
    "postgresql": (
        "select string_agg(a, ',' order by id desc) from t",
        "select string_agg(distinct a, ',' order by a) from t",
        "select count(*) filter (where b > 2) from t",
        "select percentile_cont(0.5) within group (order by b) from t",
        "select distinct on (b) b, id from t order by b, id desc",
        "select id from t order by a nulls first, id limit 2 offset 1",
        "select id from t order by a desc nulls last, id fetch first 2 rows only",
        "select a, b, count(*) from t group by rollup (a, b) order by 1, 2",
        "select v.n from (values (1), (2)) v(n) order by 1",
        "select sum(b) over w from t window w as (partition by a order by id) order by 1",
        "select id from t order by id for update",
    ),
    "mysql": (
        "select group_concat(a order by id desc separator '; ') from t",
        "select group_concat(distinct b) from t",
        "select id from t order by id limit 1, 2",
        "select a, count(*) from t group by a with rollup",
        "select id from t order by id lock in share mode",
        "select id from t where a is null or a <> 'two' order by id",
    ),
    "sqlite": (
        "select group_concat(a, ',') from t",
        "select id from t order by a nulls last, id limit 2 offset 1",
        "select t.id from t, t u cross join t v where t.id = u.b and v.id = 1 order by 1",
    ),
    "firebird": (
        "select id from t order by a nulls last, id fetch first 2 rows only",
        "select id from t order by a desc nulls first, id offset 1 rows fetch next 2 rows only",
        "select list(a, ',') from t",
    ),
    "duckdb": (
        "select group_concat(a, ',') from t",
        "select id from t order by a nulls last, id limit 2 offset 1",
        "select quantile_cont(b, 0.5) from t",
    ),
}
WHOLE["mariadb"] = WHOLE["mysql"]

NOT_THERE = {
    "mysql": ("a || 'x'", "cast(b as varchar(20))"),
    "mariadb": ("cast(b as varchar(20))", "a || 'x'"),
    "sqlite": (
        "trim(both 't' from a)",
        "substring(a from 2 for 2)",
        "char_length(a)",
        "position('w' in a)",
        "extract(year from current_date)",
        "left(a, 2)",
    ),
    "duckdb": ("trim(both 't' from a)",),
    "firebird": ("cast(a as char(3))", "1e2"),
}
"""What an engine of those above has not, or what is refused there."""


@contextmanager
def filled(server: Server) -> Iterator[Session]:
    engine = server.engine
    with database_on(server) as name, engine.driver.connect(server.endpoint, name) as session:
        session.execute(
            "create table t (id integer not null primary key, a varchar(40), b integer)"
        )
        session.commit()
        session.begin()
        for row in ("1, 'one', 3", "2, 'two', 1", "3, null, null", "4, 'a_b', 5", "5, 'two', 2"):
            session.execute(f"insert into t (id, a, b) values ({row})")
        session.commit()
        yield session


def rows_of(session: Session, sql: str) -> list[object]:
    """What a statement gives when it is prepared as a workload's are, which keeps colons and
    percent signs of texts."""
    session.begin()
    try:
        prepared = session.prepare(Statement((sql,), reads=True), Unencrypted())
        return [tuple(map(str, row)) for row in prepared.rows(prepared.execute())]
    finally:
        session.rollback()


def test_that_a_regenerated_statement_gives_the_same_rows(server: Server) -> None:
    name = server.engine.name
    columns = [each for each in (*ANY, *OF_ENGINE[name]) if each not in NOT_THERE.get(name, ())]
    statements = [f"select id, {each} from t order by 1" for each in columns]
    unlike = []
    with filled(server) as session:
        for sql in (*statements, *WHOLE[""], *WHOLE[name]):
            made = parse(sql, name, TABLES, {}).text
            before, after = rows_of(session, sql), rows_of(session, made)
            if before != after or not before:
                unlike.append((sql, made, before, after))
    assert unlike == []


def test_that_a_text_is_the_same_value_as_a_parameter(server: Server) -> None:
    """No quotation mark or backslash of a text ends it."""
    name = server.engine.name
    backslash = "\\\\" if name in ("mysql", "mariadb") else "\\"
    texts = ["'", "''", '"', "\\", "\\'", "'\\", "x\\'; drop table t; --", "%s %d %%", ":a", "`"]
    wrong = []
    with filled(server) as session:
        for text in texts:
            quoted = text.replace("\\", backslash).replace("'", "''")
            made = parse(f"select '{quoted}' from t where id = 1", name, TABLES, {}).text
            [given] = rows_of(session, made)
            if given != (text,):
                wrong.append((text, made, given))
        assert len(rows_of(session, "select id from t")) == 5
    assert wrong == []


UNION = "select a from t where id = 1 /*!50000 union select user from mysql.user */"


@pytest.mark.parametrize("server", ["mariadb", "mysql"], indirect=True)
def test_that_an_executable_comment_is_carried_out_as_written_and_does_not_travel(
    server: Server,
) -> None:
    work = parse_work(FILE.format(engine=server.engine.name, sql=UNION), "sent.toml")
    [parsed] = parsed_statements(work, 0, server.engine.name)
    with filled(server) as session:
        session.begin()
        as_written, anew = session.fetch(UNION), session.fetch(parsed.text)
        session.rollback()
    assert ("root",) in as_written
    assert anew == [("one",)]


@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_that_what_is_refused_would_have_read_and_written_files(server: Server) -> None:
    """As a login that may do all, which no campaign's statement has."""
    folder = Path(mkdtemp())  # not pytest's, which nobody else may enter
    folder.chmod(0o777)
    target = folder / "written"
    with filled(server) as session:
        [row] = session.fetch("select pg_read_file('/etc/passwd') from t where id = 1")
        session.begin()
        session.fetch("select lo_from_bytea(4711, convert_to('archive_mode=on', 'UTF8'))")
        session.fetch(f"select lo_export(4711, '{target}')")
        session.rollback()
    assert "root:" in str(row)
    assert target.read_text() == "archive_mode=on"
    rmtree(folder)
