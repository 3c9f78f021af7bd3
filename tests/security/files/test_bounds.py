"""A file of any size, depth or number of faults is refused in few words, within seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.lessons.lesson_reading import parse_lesson
from app.plan.plan_file import parse_plan, parse_servers
from app.report.document.report_profile import parse_profile
from engines.contract.errors import InputError
from workloads.own.file_reading import parse_work

TABLE = """
format = 1
name = "Much"
dialect = "sqlite"
[table.t]
rows = 5
[table.t.column]
id = { type = "integer", make = "serial" }
a = { type = "text", size = 40, make = "words" }
"""


def operation(sql: str, further: str = "", name: str = "only") -> str:
    return f"[[operation]]\nname = '{name}'\nsql = '''{sql}'''\n{further}\n"


def where(*conditions: str, by: str = " and ") -> str:
    return f"select id from t where {by.join(conditions)}"


def numbered(text: str, count: int) -> str:
    return "\n".join(text.format(number) for number in range(count))


MANY = "parameters.p{} = {{ from = 't.a' }}"
COLUMNS = "x{} = {{ type = 'integer', make = 'serial' }}"
STEERED = "\u202egpj.exe"

WORKS = {
    "20,000 conditions": operation(where(*["id = 1"] * 20_000)),
    "3,000 conditions": operation(where(*["id = 1"] * 3_000)),
    "1,900 terms": operation(where("id = " + "+".join(["1"] * 1_900))),
    "10,000 brackets": operation(where("(" * 10_000 + "id = 1" + ")" * 10_000)),
    "100 brackets": operation(where("(" * 100 + "id = 1" + ")" * 100)),
    "1,000 NOTs": operation(where("not " * 1_000 + "id = 1")),
    "1,000 CASEs": operation(where("case when id = 1 then " * 600 + "1" + " end" * 600)),
    "60 subqueries": operation("select id from t where id in (" * 60 + "1" + ")" * 60),
    "10,000 parameters": operation("select id from t", numbered(MANY, 10_000)),
    "5,000 operations": "".join(operation("select id from t", name=f"o{n}") for n in range(5_000)),
    "1,000 statements": "[[operation]]\nname = 'o'\nsql = [" + "'select id from t', " * 1_000 + "]",
    "3,000 unknown keys": operation("select id from t", numbered("x{} = 1", 3_000)),
    "3,000 unknown tables": operation("select id from t") + numbered("[x{}]", 3_000),
    "300 refused statements": "".join(
        operation(f"select f{n}(id) from t", name=f"o{n}") for n in range(300)
    ),
    "2,000 columns": "[table.u]\nrows = 1\n[table.u.column]\n" + numbered(COLUMNS, 2_000),
    "2,000 tables": numbered("[table.u{}]\nrows = 1", 2_000),
    "a weight of nan": operation("select id from t", "weight = nan"),
    "a weight of inf": operation("select id from t", "weight = inf"),
    "a name that turns": operation("select id from t", name=STEERED),
    "a text that turns": operation(f"select id from t where a = '{STEERED}'"),
    "a table that turns": f"[table.'{STEERED}']\nrows = 1",
}  # fmt: skip

PLAN = """
[campaign]
name = "{name}"
repetitions = {repetitions}
{further}
[workload]
name = "tablespace"
"""


def lesson(text: str) -> object:
    return parse_lesson(text, "much.toml")


def work(text: str) -> object:
    return parse_work(TABLE + text, "much.toml")


def plan(text: str) -> object:
    return parse_plan(text, "much.toml", Path.cwd())


def profile(text: str) -> object:
    return parse_profile(text, "much.toml")


def servers(text: str) -> object:
    return parse_servers(text, "much.toml")


SERVER = "[[server]]\nname = '{}'\nsource = 'embedded'\nengine = 'sqlite'\n"
NOT_WORKS: dict[str, tuple[Callable[[str], object], str]] = {
    "a lesson of 3,000 unknown keys": (lesson, numbered("unknown_{} = 1", 3_000)),
    "a lesson of 3,000 unknown tables": (lesson, numbered("[unknown_{}]", 3_000)),
    "a plan of 3,000 unknown keys": (
        plan, PLAN.format(name="x", repetitions=1, further=numbered("x{} = 1", 3_000))
    ),
    "a plan of nan": (plan, PLAN.format(name="x", repetitions=1, further="target_percent = nan")),
    "a plan of inf": (plan, PLAN.format(name="x", repetitions="inf", further="")),
    "a plan that turns": (plan, PLAN.format(name=STEERED, repetitions=1, further="")),
    "a plan of 1,000 servers": (
        plan, PLAN.format(name="x", repetitions=1, further="") + numbered(SERVER, 1_000)
    ),
    "a server that turns": (servers, SERVER.format(STEERED)),
    "a layout's choices of 3,000 unknown keys": (profile, numbered("unknown_{} = 1", 3_000)),
}  # fmt: skip

ALL = {name: (work, text) for name, text in WORKS.items()} | NOT_WORKS


@pytest.mark.parametrize("name", ALL)
def test_that_it_is_refused_at_once_in_few_words(name: str) -> None:
    read, text = ALL[name]
    work(operation("select id from t"))  # the parser of SQL is loaded
    begun = time.process_time()
    with pytest.raises(InputError) as error:
        read(text)
    output = str(error.value)
    assert time.process_time() - begun < 2
    assert len(output) < 4_000
    assert STEERED not in output


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("3,000 unknown keys", "and 2,980 more"),
        ("a lesson of 3,000 unknown keys", "and 2,980 more"),
        ("20,000 conditions", "it has more than 20,000 characters"),
        ("5,000 operations", "operation has 5,000 entries; 1,000 is the limit"),
        ("10,000 parameters", "operation.1.parameters has 10,000 entries; 500 is the limit"),
        ("10,000 brackets", "it has more than 20,000 characters"),
        ("100 brackets", "it has more than 40 brackets within brackets"),
        ("1,000 NOTs", "it is nested too deeply"),
        ("a weight of nan", "operation.1.weight must be a number"),
        ("a plan of inf", "campaign.repetitions must be a number"),
        ("a name that turns", "operation.1.name contains the control character U+202E"),
        ("a plan that turns", "campaign.name contains the control character U+202E"),
        ("a server that turns", "server.1.name contains the control character U+202E"),
        ("a text that turns", "U+202E"),
    ],
)  # fmt: skip
def test_that_it_says_what_there_is_too_much_of(name: str, output: str) -> None:
    read, text = ALL[name]
    with pytest.raises(InputError) as error:
        read(text)
    assert output in str(error.value)
