"""Every function of every engine's catalogue is judged, and what is not allowed is refused."""

from __future__ import annotations

import contextlib
import re

import pytest

from engines.contract.errors import Unfit
from engines.registry import engine_names, functions_of
from engines.servers.server import Server
from scripts.engine_functions import classes_of, read_classes
from tests.requirements import NEWER
from tests.security.statements.test_refused import parsed_text
from tests.workloads.own.test_rehearsal import database_on

DANGEROUS = re.compile(
    r"pg_|lo_|load_|read|write|.*file$|glob$|sleep|benchmark|.*lock|sys_|dblink|query|.*_to_xml|set"
    r"|nextval|currval|lastval|gen_id|rdb|duckdb_|pragma|txid|current_(user|setting|role)|user$"
    r"|version$|.*rand|uuid$|.*blob|has_|encrypt|decrypt|wsrep|master|source|get_lock|export|which"
)
HARMLESS = {"set_bit", "set_byte", "setweight", "setseed", "querytree", "glob"}
"""Of these names, those that compute a value of their arguments alone."""


def test_that_every_function_of_a_server_stands_in_its_file(server: Server) -> None:
    engine = server.engine.name
    with (
        database_on(server) as name,
        server.engine.driver.connect(server.endpoint, name) as session,
    ):
        now = classes_of(session, engine)
    known = read_classes(engine)
    if server.spec.name == NEWER or engine in ("mariadb", "mysql", "firebird"):
        assert sorted(now.keys() - known.keys()) == []
    else:
        assert {name: kind for name, kind in now.items() if known.get(name) != kind} == {}


GIVEN = ("a", "", "a, b", "*")
EXPOSED = (
    "files",
    "server",
    "volatile",
    "locks",
    "waits",
    "session",
    "size",
    "rows",
    "udf",
    "direct",
)


@pytest.mark.parametrize("engine", engine_names())
def test_that_functions_that_are_not_allowed_are_refused_by_name(engine: str) -> None:
    functions = functions_of(engine)
    passed = []
    for name, kind in functions.refused.items():
        if kind == "words" or not re.fullmatch(r"[a-z_]\w*", name):
            continue
        for given in GIVEN if kind in EXPOSED else GIVEN[:1]:
            with contextlib.suppress(Unfit):
                passed.append(parsed_text(f"select {name}({given}) from t", engine))
    assert passed == []


@pytest.mark.parametrize("engine", engine_names())
def test_that_functions_that_are_allowed_keep_their_name(engine: str) -> None:
    functions = functions_of(engine)
    lost = []
    for name in sorted((functions.scalars | functions.aggregates) - WORDED):
        text = parsed_text(f"select {name}(a, b) from t", engine)
        if text.lower() != f"select {name}(a, b) from t":
            lost.append(text)
    assert lost == []


WORDED = {"cast", "try_cast", "extract", "trim", "position", "substring", "overlay", "interval"}
WORDED |= {"overlaps", "apply", "group_concat", "values"}
"""Those with words between their arguments:
tests/security/statements/test_regenerated_statements.py."""


@pytest.mark.parametrize("engine", engine_names())
def test_that_nothing_dangerous_is_allowed(engine: str) -> None:
    functions = functions_of(engine)
    allowed = functions.scalars | functions.aggregates | functions.bounded.keys()
    assert {name for name in allowed if DANGEROUS.match(name)} - HARMLESS == set()
    assert allowed.isdisjoint(functions.refused)
