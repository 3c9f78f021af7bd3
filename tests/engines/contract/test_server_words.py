"""What servers say is shown whole, and kept without the values that it quotes."""

from __future__ import annotations

import json
import pickle

import pytest

from app.plan.status import Status
from app.results.events import RunFinished
from app.results.message_json import message_from_column, message_to_column, message_to_json
from engines.contract.errors import StatementFailed, storable_words
from engines.contract.message import Message, ServerWords, phrase
from engines.registry import engine_names
from tests.conftest import Servers

SECRET = "root:x:0"

QUOTING = {
    "postgresql": (
        f"select cast('{SECRET}' as integer)",
        f"select '{{{SECRET}'::int[]",
        f"select cast('a\"{SECRET}\"b' as integer)",
        f"do $$ begin raise exception '{SECRET}'; end $$",
        f"select to_date('{SECRET}', 'YYYY')",
        f"select '{SECRET}'::json",
    ),
    "mariadb": (
        f"select extractvalue(1, concat('~', '{SECRET}'))",
        f"create table q (x varchar(20) unique); insert into q values ('{SECRET}'), ('{SECRET}')",
        f"set @x = timestampadd(day, 1, '{SECRET}'); insert into nowhere values ('{SECRET}')",
    ),
    "sqlite": (f"select '{SECRET}",),
    "duckdb": (f"select cast('{SECRET}' as integer)",),
    "firebird": (f"select cast('{SECRET}' as integer) from rdb$database",),
}
QUOTING["mysql"] = QUOTING["mariadb"][:2]


@pytest.mark.parametrize("engine", QUOTING)
def test_that_no_value_that_a_server_quotes_is_retained(engine: str, servers: Servers) -> None:
    server = servers[engine]
    name = server.engine.catalogue.create_database(server.endpoint, "words")
    quoted = 0
    try:
        with server.engine.driver.connect(server.endpoint, name) as session:
            for text in QUOTING[engine]:
                *before, last = [text] if "$$" in text else text.split("; ")
                for sql in before:
                    session.execute(sql)
                with pytest.raises(StatementFailed) as caught:
                    session.execute(last)
                finished = RunFinished(1, Status.FAILED, 0.0, caught.value.advice)
                quoted += SECRET in finished.reason
                assert SECRET not in message_to_column(finished.why), text
                assert str(message_from_column(message_to_column(finished.why)))
    finally:
        server.engine.catalogue.drop_database(server.endpoint, name)
    assert quoted, "nobody who watches sees what the server says"


def test_that_sqlstate_and_position_stay(servers: Servers) -> None:
    with servers["postgresql"].engine.driver.connect(servers["postgresql"].endpoint) as session:
        for sql, stored in (
            ("select nothing", "ERROR:  column … does not exist (42703, at character 8)"),
            ("select 'x'::int", "ERROR: invalid text representation (22P02, at character 8)"),
            ("select 1 / 0", "ERROR: division by zero (22012)"),
        ):
            with pytest.raises(StatementFailed) as caught:
                session.execute(sql)
            found = message_to_json(caught.value.messages[1])
            assert stored in json.dumps(found, ensure_ascii=False)


def test_that_words_travel_to_other_processes_whole_and_are_retained_cut() -> None:
    output = phrase("{outer}", outer=phrase("It says: {words}", words=ServerWords("a 'b'", "a …")))
    there: Message = pickle.loads(pickle.dumps(output))
    assert str(there) == str(there.without_secrets()) == "It says: a 'b'"
    assert (
        "a …"
        in json.loads(json.dumps(message_to_json(there)))["values"]["outer"]["values"].values()
    )


@pytest.mark.parametrize(
    ("output", "stored"),
    [
        ('invalid input "a"b"', "invalid input …"),
        ("Duplicate entry 'it's' for key 'q.x'", "Duplicate entry …"),
        ("can't do so", "can't do so"),
        ("first\nDETAIL: more", "first"),
        ("near `x`: no", "near …: no"),
        ("", ""),
    ],
)
def test_that_quotations_go_from_the_first_mark_to_the_last(output: str, stored: str) -> None:
    assert storable_words(output) == stored


def test_that_every_engine_is_looked_at() -> None:
    assert QUOTING.keys() == set(engine_names())


@pytest.mark.parametrize(
    ("words", "stored"),
    [
        ("Could not convert string 'root:x:0\nabc' to INT32", "Could not convert string …"),
        ("Duplicate entry 'a\nb' for key 'x'", "Duplicate entry …"),
        ("'a'b\nc' is no number", "…"),
        ("Duplicate entry 'x' secret\n' z' for key 'k'", "Duplicate entry …"),
        ("invalid input: \"root:x:0\"\nLINE 1: select 'x'", "invalid input: …"),
        ('relation "a" does not exist', "relation … does not exist"),
        ("The server's table can't be read", "The server's table can't be read"),
    ],
)
def test_that_a_quotation_that_goes_on_in_the_next_line_is_cut_to_the_end(
    words: str, stored: str
) -> None:
    assert storable_words(words) == stored
