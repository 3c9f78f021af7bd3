"""What becomes of statements under protections, and which are refused with a reason."""

from __future__ import annotations

import pytest

from engines.contract.errors import InputError, Unfit
from engines.sql.statement import Sealer, Unsealed
from workloads.own.model import Dialect
from workloads.own.reading import parse_work
from workloads.own.statements import statements_of

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


class Like(Unsealed):
    """A sealer that seals, as far as writing statements needs it."""

    changes_values = True

    def __init__(self, *, deterministic: bool, in_server: bool) -> None:
        super().__init__()
        self.deterministic, self.opens_in_server = deterministic, in_server


RANDOM = Like(deterministic=False, in_server=False)
SIV = Like(deterministic=True, in_server=False)
NATIVE = Like(deterministic=True, in_server=True)
NATIVE_RANDOM = Like(deterministic=False, in_server=True)


def written(sql: str, sealer: Sealer) -> str:
    work = parse_work(FILE.format(sql=sql), "clinic.toml")
    return statements_of(work, 0, Dialect.POSTGRESQL, sealer)[0].statement.text


@pytest.mark.parametrize(
    ("sql", "sealer", "expected"),
    [
        ("select name from person where code = :b", SIV,
         "select open(name) from person where code = seal(:b, person.code)"),
        ("select name from person where code = :b", RANDOM,
         "select open(name) from person where code_index = :b_person_code_index"),
        ("select name from person where name = :a", NATIVE_RANDOM,
         "select open(name) from person where open(name) = :a"),
        ("select id from person where name <> :a", NATIVE,
         "select id from person where open(name) <> :a"),
        ("select id from person where name in (:a, 'x')", NATIVE,
         "select id from person where open(name) in (:a, 'x')"),
        ("select upper(p.name) n from person p order by n", NATIVE,
         "select upper(open(p.name)) n from person p order by n"),
        ("select ':a', count(name) from person -- :b", RANDOM,
         "select ':a', count(name) from person -- :b"),
        ("update person set code = :b where id = :c", RANDOM,
         "update person set code = seal(:b, person.code), code_index = :b_person_code_index "
         "where id = :c"),
        ("insert into person (name, code) values (:a, :b)", RANDOM,
         "insert into person (name, code, code_index) values (seal(:a, person.name), "
         "seal(:b, person.code), :b_person_code_index)"),
    ],
)  # fmt: skip
def test_that_a_statement_is_written_as_a_protection_needs_it(
    sql: str, sealer: Sealer, expected: str
) -> None:
    assert written(sql, sealer) == expected


@pytest.mark.parametrize(
    ("sql", "sealer", "why"),
    [
        ("select id from person where name = :a", RANDOM, "cannot be searched"),
        ("select name from person order by name", SIV, "encrypted in the application"),
        ("select name n from person order by n", SIV, "encrypted in the application"),
        ("select p.name from (select name from person) p", RANDOM, "encrypted in the application"),
        ("select distinct name from person", RANDOM, "encrypted in the application"),
        ("update person set name = city where id = :c", NATIVE, "only a parameter"),
        ("update person set name = :a || 'x' where id = :c", NATIVE, "only a parameter"),
        ("insert into person (name) values (:a), ('plain')", NATIVE, "only a parameter"),
        ("insert into person (name) select city from person", NATIVE, "only a parameter"),
    ],
)
def test_that_what_a_protection_cannot_do_is_refused(sql: str, sealer: Sealer, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        written(sql, sealer)


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("select * from person", "name the columns"),
        ("insert into person values (:c, :a, :b, 'x')", "columns of the INSERT"),
        ("select a.id from person a join person b using (code)", "joins with ON"),
        ("select a.id from person a natural join person b", "joins with ON"),
        ("select usename from pg_user", "no table “pg_user”"),
        ("select id from other.person", "no table “other.person”"),
        ("select absent from person", "no column “absent”"),
        ("select a.id from person a, person b where id = 1", "more than one table"),
        ("select id from person; delete from person", "not one statement"),
        ("merge into person using person p on true when matched then delete", "only SELECT"),
        ("vacuum", "only SELECT"),
        ("select id from person where id = :zz", "“:zz” is not described"),
        ("select ((id from person", "line 1"),
    ],
)
def test_that_what_cannot_be_measured_is_named_with_its_line(sql: str, why: str) -> None:
    with pytest.raises((InputError, Unfit)) as refused:
        written(sql, RANDOM)
    assert why in str(refused.value)
    if isinstance(refused.value, InputError):
        assert "line 14, column 1" in str(refused.value)
