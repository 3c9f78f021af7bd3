"""An application keeps and orders the rows that a server would: SQLite is asked for the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract.session import Row
from engines.sql.compilation import compile_statement
from engines.sql.statement import Statement, Unencrypted, Value
from workloads.own.file_reading import parse_work
from workloads.own.rewriting import statements_of
from workloads.own.sql.row_filter import FilteredStatement

FILE = """
format = 1
name = "Sifted"
dialect = "sqlite"
[table.t]
rows = 10
[table.t.column]
id = {{ type = "integer", make = "serial" }}
a = {{ type = "text", make = "words", seal = true }}
b = {{ type = "text", make = "words", seal = true }}
n = {{ type = "integer", make = "number" }}
[[operation]]
name = "this"
sql = '''{sql}'''
parameters.p = {{ from = "t.a" }}
parameters.q = {{ from = "t.n" }}
"""


class ProtectionRun(Unencrypted):
    """An encryptor of the application, as far as writing statements needs it."""

    changes_values = True
    deterministic = decrypts_in_server = False


class Fetched:
    """A statement as SQLite carries it out on what is not encrypted at all."""

    def __init__(self, server: sqlite3.Connection, statement: Statement) -> None:
        compiled = compile_statement(
            statement, Unencrypted(), lambda position, slot: f"?{position}", reusable=True, types={}
        )
        self._server, self._compiled = server, compiled
        self.check_outcome = self.run = self.bind = lambda given: given

    def rows(self, arrived: Sequence[Value]) -> Sequence[Row]:
        bound = [arrived[slot.index] for slot in self._compiled.slots]
        return self._server.execute(self._compiled.sql, bound).fetchall()


texts = st.text("aAbB%_ é", max_size=3)
columns = st.sampled_from(["a", "b"])
constants = texts.map(lambda text: f"'{text}'")
operands = st.one_of(columns, constants, st.just(":p"))
signs = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
compared = st.builds("{} {} {}".format, columns, signs, operands)
numbers = st.builds("n {} {}".format, signs, st.sampled_from([":q", "3", "0"]))
nots = st.sampled_from(["", "not "])
between = st.builds("{} {}between {} and {}".format, columns, nots, operands, operands)
listed = st.builds("{} {}in ({}, {})".format, columns, nots, operands, constants)
like = st.builds("{} {}like {}".format, columns, nots, operands)
escaped = st.builds("{} {}like {} escape 'b'".format, columns, nots, constants)
null = st.builds("{} is {}null".format, columns, nots)
simple = st.one_of(compared, numbers, between, listed, like, null)
conditions = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds("({} or {})".format, inner, inner),
        st.builds("({} and {})".format, inner, inner),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=6,
)
values = st.one_of(st.none(), texts)
tables = st.lists(
    st.tuples(values, values, st.one_of(st.none(), st.integers(0, 5))), min_size=1, max_size=12
)
orders = st.sampled_from(
    ["a, id", "b desc, id", "a nulls last, id desc", "n desc, a desc nulls first, id", "3, b, 1"]
)


@settings(max_examples=50, deadline=None)
@given(st.lists(conditions, min_size=1, max_size=3), tables, values, orders)
def test_that_rows_are_retained_and_ordered_as_a_server_does(
    asked: list[str], rows: list[tuple[Value, Value, Value]], p: Value, order: str
) -> None:
    sql = f"select id, a, n from t where {' and '.join(asked)} order by {order}"
    work = parse_work(FILE.format(sql=sql), "sifted.toml")
    [written] = statements_of(work, 0, "sqlite", ProtectionRun())
    known: dict[str, Value] = {"p": p, "q": 2}
    with closing(sqlite3.connect(":memory:")) as server:
        server.execute("create table t (id integer primary key, a text, b text, n integer)")
        server.executemany("insert into t (a, b, n) values (?, ?, ?)", rows)
        expected = server.execute(sql, known).fetchall()
        assert written.row_filter is not None
        fetched = Fetched(server, written.statement)
        prepared = FilteredStatement(fetched, len(written.statement.parameters), written.row_filter)  # type: ignore[arg-type]
        bound = [known[each.parameter] for each in written.values]
        assert list(prepared.rows(prepared.execute(*bound))) == expected
