"""What becomes of statements under protections, and which are refused with a reason."""

from __future__ import annotations

import pytest

from engines.contract.errors import InputError
from engines.sql.statement import Encryptor, Unencrypted
from workloads.own.file_reading import parse_work
from workloads.own.rewriting import statements_of
from workloads.own.sql.parsed import Obstacle, Refused

FILE = """
format = 1
name = "Clinic"
dialect = "postgresql"
[table.person]
rows = 10
[table.person.column]
id = {{ type = "integer", make = "serial" }}
name = {{ type = "text", make = "name.en", seal = true }}
code = {{ type = "text", make = "letters", seal = true, search = "equal" }}
city = {{ type = "text", make = "city.pt_BR" }}
[[operation]]
name = "this"
sql = '''{sql}'''
parameters.a = {{ from = "person.name" }}
parameters.b = {{ from = "person.code" }}
parameters.c = {{ from = "person.id" }}
"""


class Like(Unencrypted):
    """An encryptor that encrypts, as far as writing statements needs it."""

    changes_values = True

    def __init__(self, *, deterministic: bool, in_server: bool) -> None:
        super().__init__()
        self.deterministic, self.decrypts_in_server = deterministic, in_server


RANDOM = Like(deterministic=False, in_server=False)
SIV = Like(deterministic=True, in_server=False)
NATIVE = Like(deterministic=True, in_server=True)
NATIVE_RANDOM = Like(deterministic=False, in_server=True)
REENCRYPTION = Like(deterministic=True, in_server=True)
REENCRYPTION.can_reencrypt = True


def written(sql: str, encryptor: Encryptor) -> str:
    work = parse_work(FILE.format(sql=sql), "clinic.toml")
    return statements_of(work, 0, "postgresql", encryptor)[0].statement.text


@pytest.mark.parametrize(
    ("sql", "encryptor", "expected"),
    [
        ("select name from person where code = :b", SIV,
         "select open(name) from person where code = seal(:b, person.code)"),
        ("select name from person where code = :b", RANDOM,
         "select open(name), open(code) from person where code_index = :b_person_code_index"),
        ("select name from person where code = :b", NATIVE_RANDOM,
         "select open(name) from person where (code_index = :b_person_code_index "
         "and open(code) = :b)"),
        ("select id from person where name like :a and id < :c and code <> 'x' order by code, id",
         RANDOM, "select id, open(name), open(code) from person where id < :c "),
        ("select name from person where name in (:a, 'x')", SIV,
         "select open(name) from person where name in (seal(:a, person.name), "
         "seal(:constant_1, person.name))"),
        ("select n from (select name n, id from person) p where id < :c order by n desc", SIV,
         "select open(n) from (select name as n, id from person) as p where id < :c "),
        ("select p.name from (select name from person) p where p.name = :a", NATIVE,
         "select p.name from (select open(name) as name from person) as p where p.name = :a"),
        ("select name, count(*) from person group by name order by name", NATIVE,
         "select open(name), count(*) from person group by name order by 1"),
        ("update person set code = null where id = :c returning code", RANDOM,
         "update person set code = null, code_index = null where id = :c returning open(code) "),
        ("insert into person (id, code) values (:c, :b) "
         "on conflict (id) do update set code = excluded.code", RANDOM,
         "insert into person (id, code, code_index) values (:c, seal(:b, person.code), "
         ":b_person_code_index) on conflict(id) do update set code = excluded.code, "
         "code_index = excluded.code_index"),
        ("update person set name = upper(name) || :a where id = :c", REENCRYPTION,
         "update person set name = seal(upper(open(name)) || :a, person.name) where id = :c"),
        ("insert into person (name) select city c from person", REENCRYPTION,
         "insert into person (name) select seal(city, person.name) as c from person"),
        ("select name from person where name = :a", NATIVE_RANDOM,
         "select open(name) from person where open(name) = :a"),
        ("select id from person where name <> :a", NATIVE,
         "select id from person where name <> seal(:a, person.name)"),
        ("select id from person where name in (:a, 'x')", NATIVE,
         "select id from person where name in (seal(:a, person.name), "
         "seal(:constant_1, person.name))"),
        ("select id from person where name in (:a, 'x')", NATIVE_RANDOM,
         "select id from person where open(name) in (:a, 'x')"),
        ("select upper(p.name) n from person p order by n", NATIVE,
         "select upper(open(p.name)) as n from person as p order by n"),
        ("select ':a', count(name) from person -- :b", RANDOM,
         "select ':a', count(name) from person"),
        ("update person set code = :b where id = :c", RANDOM,
         "update person set code = seal(:b, person.code), code_index = :b_person_code_index "
         "where id = :c"),
        ("insert into person (name, code) values (:a, :b)", RANDOM,
         "insert into person (name, code, code_index) values (seal(:a, person.name), "
         "seal(:b, person.code), :b_person_code_index)"),
    ],
)  # fmt: skip
def test_that_a_statement_is_written_as_a_protection_needs_it(
    sql: str, encryptor: Encryptor, expected: str
) -> None:
    assert written(sql, encryptor).lower() == expected


@pytest.mark.parametrize(
    ("sql", "encryptor", "reason"),
    [
        ("select count(*) from person where name = :a", RANDOM, Obstacle.SEARCH),
        ("delete from person where name = :a", RANDOM, Obstacle.SEARCH),
        ("delete from person where not code = :b", RANDOM, Obstacle.SEARCH),
        ("delete from person where code <> :b", RANDOM, Obstacle.SEARCH),
        ("select id from person where name like :a limit 3", SIV, Obstacle.RANGE),
        ("select id from person where name > city || :a", SIV, Obstacle.RANGE),
        ("select id from person where name > 5", SIV, Obstacle.RANGE),
        ("select id from person a where exists (select 1 from person b where b.name < a.city)",
         SIV, Obstacle.RANGE),
        ("select name from person order by name limit 3", SIV, Obstacle.ORDER),
        ("select name n from person order by n limit 3", SIV, Obstacle.ORDER),
        ("select name n from person order by 1 limit 3", SIV, Obstacle.ORDER),
        ("select name from person order by upper(city), name", SIV, Obstacle.ORDER),
        ("select p.n from (select name n from person order by n limit 3) p", SIV, Obstacle.ORDER),
        ("select p.n from (select name n from person order by 1 limit 3) p", SIV, Obstacle.ORDER),
        ("select distinct name from person", RANDOM, Obstacle.GROUP),
        ("select name n, count(*) from person group by n", RANDOM, Obstacle.GROUP),
        ("select name, count(*) from person group by 1", RANDOM, Obstacle.GROUP),
        ("select count(distinct name) from person", RANDOM, Obstacle.GROUP),
        ("select name from person union select name from person", RANDOM, Obstacle.GROUP),
        ("select name from person union all select city from person", SIV, Obstacle.GROUP),
        ("select name from person union all select code from person", SIV, Obstacle.GROUP),
        ("select a.id from person a join person b on a.name = b.name", RANDOM, Obstacle.COLUMNS),
        ("select a.id from person a join person b on a.name = b.code", SIV, Obstacle.COLUMNS),
        ("select id, (select b.name from person b where b.id = a.id) from person a", SIV,
         Obstacle.SUBQUERY),
        ("select id from person where city = (select name from person where id = :c)", SIV,
         Obstacle.SUBQUERY),
        ("select id from person where city in (select name from person)", SIV, Obstacle.SUBQUERY),
        ("select l.n from person a cross join lateral (select max(b.name) n from person b "
         "where b.id = a.id) l", SIV, Obstacle.COMPUTE),
        ("select max(name) from person", SIV, Obstacle.COMPUTE),
        ("select upper(p.n) from (select name n from person) p", SIV, Obstacle.COMPUTE),
        ("with c(n) as (select name from person) select n || 'x' from c", SIV, Obstacle.COMPUTE),
        ("select case when id = 1 then name end from person", SIV, Obstacle.COMPUTE),
        ("update person set name = city where id = :c", NATIVE, Obstacle.VALUE),
        ("update person set name = :a || 'x' where id = :c", NATIVE, Obstacle.VALUE),
        ("update person set code = upper(code) where id = :c", NATIVE_RANDOM, Obstacle.VALUE),
        ("insert into person (name) values (:a), (upper('plain'))", NATIVE, Obstacle.VALUE),
        ("insert into person (name) select city from person", NATIVE, Obstacle.VALUE),
        ("insert into person (name) select name from person", SIV, Obstacle.VALUE),
        ("update person set name = :c where id = :c", NATIVE, Obstacle.VALUE),
        ("insert into person (name) values (5)", REENCRYPTION, Obstacle.VALUE),
        ("select id from person where code = :c", SIV, Obstacle.VALUE),
        ("select id from person where code in (:b, 5)", RANDOM, Obstacle.VALUE),
        ("insert into person (name) select city from person union all select city from person",
         REENCRYPTION, Obstacle.VALUE),
    ],
)  # fmt: skip
def test_that_what_a_protection_cannot_do_is_refused(
    sql: str, encryptor: Encryptor, reason: Obstacle
) -> None:
    with pytest.raises(Refused) as refused:
        written(sql, encryptor)
    assert refused.value.reason is reason
    assert "person." in str(refused.value.message)


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("select * from person", "name the columns"),
        ("insert into person values (:c, :a, :b, 'x')", "columns of the INSERT"),
        ("select a.id from person a join person b using (code)", "joins with ON"),
        ("select a.id from person a natural join person b", "joins with ON"),
        ("select usename from pg_user", "no table “pg_user”"),
        ("select id from other.person", "“other.person” is not allowed"),
        ("select absent from person", "no column “absent”"),
        ("select a.id from person a, person b where id = 1", "more than one table"),
        ("select id from person; delete from person", "not one statement"),
        ("merge into person using person p on true when matched then delete", "only SELECT"),
        ("vacuum", "only SELECT"),
        ("select id from person where id = :zz", "“:zz” is not described"),
        ("select ((id from person", "line 1"),
        ("select id, name", "no FROM"),
        ("select id, name,", "it was cut"),
        ("select id from person where id in (:c,", "it was cut"),
        ("replace into person (id) values (1)", "cannot be read at its line 1, column 12"),
        ("select id from person, generate_series(1, 3) n", "generate_series is not allowed"),
    ],
)
def test_that_what_cannot_be_measured_is_named_with_its_line(sql: str, why: str) -> None:
    with pytest.raises(InputError) as refused:
        written(sql, RANDOM)
    assert why in str(refused.value)
    assert "line 14, column 1" in str(refused.value)
