"""Tables that nobody thought of: what is designed of them passes our own reader, and runs on the
engine with twenty rows, whatever they are called and made of. What is not in the file is listed."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as some

from app.campaign.trial import TrialOutcome, try_in_process
from app.designing.design import Design
from app.designing.design_writing import workload_text
from app.designing.inspecting import InspectionScope, inspect, tables_of
from app.designing.proposing import propose
from engines.contract.facts import NameCase
from engines.contract.protection import PLAINTEXT
from engines.contract.structure import TableFacts
from engines.registry import facts_of
from engines.servers.server import Server
from scripts.designed_types import BEFORE, TYPES
from tests.faults.any_input.inputs import EXAMPLES, any_input
from workloads.contract import Case, Options
from workloads.own.file_reading import parse_work
from workloads.own.workload import OwnParameters

pytestmark = pytest.mark.in_every_run("sqlite")

_NAMES = (
    *("order", "group", "user", "id", "key", "value", "select", "name", "a", "b_c", "a_b", "c"),
    *("Order Details", "order details", "día", "a.b", 'quo"te', "it`s", "1st", "Total", "total"),
    *("x" * 29, "日本", "a-b", "E-mail", "table", "rows", "_", "__", "column"),
    *("y" * 63, "é" * 31, "y" * 62 + "z", "E_Mail", "e_mail", "ID", "Id", "Order"),
)
names = some.one_of(
    some.sampled_from(_NAMES),
    some.text("abcXYZ_ .'éñ9", min_size=1, max_size=12).map(lambda name: f"n{name.strip()}"),
)
_SMALL = settings(
    any_input,
    max_examples=min(any_input.max_examples, max(8, EXAMPLES // 8)),
    deadline=None,  # a table took a server 37 s where 30 processes wanted two cores
)


@dataclass(frozen=True)
class Made:
    """A table of a made-up catalogue; `key` counts columns from the front, `check` is demanded of
    the first, `to` is the number of an earlier table (or this one) whose key the last columns point
    to."""

    name: str
    columns: tuple[tuple[str, str, bool, bool], ...]
    key: int
    unique: bool
    index: bool
    check: str
    to: int | None
    rows: bool


@some.composite
def catalogues(draw: some.DrawFn, engine: str) -> list[Made]:
    found: list[Made] = []
    taken: set[str] = set()
    case = facts_of(engine).name_case
    columns_differ = case in (NameCase.LOWER, NameCase.UPPER)
    of_table = str if columns_differ or case is NameCase.TABLES else str.lower
    of_column = str if columns_differ else str.lower
    for number in range(draw(some.integers(1, 4))):
        name = draw(names.filter(lambda each: of_table(each) not in taken))
        taken.add(of_table(name))
        called = draw(some.lists(names, min_size=1, max_size=6, unique_by=of_column))
        columns = tuple(
            (each, draw(some.sampled_from(TYPES[engine])), draw(some.booleans()), False)
            for each in called
        )
        key = draw(some.integers(0, min(2, len(columns))))
        columns = tuple(
            (each, _KEYED.get(engine, "integer") if place < key else kind, required, False)
            for place, (each, kind, required, _) in enumerate(columns)
        )
        before = [place for place, each in enumerate(found) if each.key]
        to = draw(some.sampled_from([None, *before, *([number] if key else [])]))
        unique, index, rows = (draw(some.booleans()) for _ in range(3))
        check = draw(some.sampled_from(_CHECKS))
        found.append(Made(name, columns, key, unique, index, check, to, rows))
    return found


_CHECKS = ("", "> -1", "between 1 and 900000", ">= 0 and {} < 1000000", "<> 7", "in (1, 2, 3)")
_POINTING = ("points to", "points on")
_KEYED = {"mysql": "int", "mariadb": "int"}
_ANALYZED = ("postgresql", "sqlite")
"""Engines whose statistics are those of their last ANALYZE."""


def ddl(tables: list[Made], engine: str, quote: str) -> Iterator[str]:
    def quoted(name: str) -> str:
        return f"{quote}{name.replace(quote, 2 * quote)}{quote}"

    for each in tables:
        parts = [
            f"{quoted(name)} {kind}{' not null' if required or place < each.key else ''}"
            for place, (name, kind, required, _) in enumerate(each.columns)
        ]
        keyed = ", ".join(quoted(column[0]) for column in each.columns[: each.key])
        to = tables[each.to] if each.to is not None else each
        pointing = ", ".join(map(quoted, _POINTING[: to.key])) if each.to is not None else ""
        if pointing:
            parts += [
                f"{quoted(name)} {_KEYED.get(engine, 'integer')}" for name in _POINTING[: to.key]
            ]
        if keyed:
            parts.append(f"primary key ({keyed})")
        if each.key and each.check:
            first = quoted(each.columns[0][0])
            parts.append(f"check ({first} {each.check.format(first)})")
        if each.unique and each.key == 2:
            parts.append(f"unique ({quoted(each.columns[1][0])})")
        if pointing:
            other = ", ".join(quoted(column[0]) for column in to.columns[: to.key])
            parts.append(f"foreign key ({pointing}) references {quoted(to.name)} ({other})")
        yield f"create table {quoted(each.name)} ({', '.join(parts)})"
        if each.rows and each.key and not any(column[2] for column in each.columns[each.key :]):
            for row in range(1, 4 if each.check else 40):
                values = ", ".join([str(row)] * each.key)
                yield f"insert into {quoted(each.name)} ({keyed}) values ({values})"


@contextmanager
def matched(server: Server, tables: list[Made]) -> Iterator[str]:
    engine = server.engine
    structure = engine.catalogue.structure
    assert structure is not None
    database = engine.catalogue.create_database(server.endpoint, f"any_{secrets.token_hex(4)}")
    try:
        with engine.driver.connect(server.endpoint, database) as session:
            made = ddl(tables, engine.name, structure.quote)
            analyzed = ("analyze",) if engine.name in _ANALYZED else ()
            texts = (*BEFORE.get(engine.name, ()), *made, *analyzed)
            for text in texts:
                note(text)
                session.execute(text)
                session.commit()
        yield database
    finally:
        engine.catalogue.drop_database(server.endpoint, database)


def designed(server: Server, database: str) -> tuple[Design, tuple[TableFacts, ...]]:
    wanted = InspectionScope(tuple(each.name for each in tables_of(server, database)))
    inspected = inspect(server, database, wanted)
    return propose(inspected), inspected.tables


def test_that_any_catalogue_is_designed_read_and_run(server: Server) -> None:
    """As many as there is time for: engines differ, and others may want the machine."""
    over = time.monotonic() + _SECONDS
    looked_at: list[int] = []

    @given(tables=catalogues(server.engine.name))
    @_SMALL
    def each(tables: list[Made]) -> None:
        if time.monotonic() < over:
            _look_at(server, tables)
            looked_at.append(len(tables))

    each()
    assert len(looked_at) >= _LEAST


_SECONDS, _LEAST = 200.0, 3


def _look_at(server: Server, tables: list[Made]) -> None:
    with matched(server, tables) as database:
        design, source = designed(server, database)
        if not design.statements:
            return
        text = workload_text(design)
        note(text)
        work = parse_work(text, "designed")
        assert len(work.table) == len(source) == len(tables)
        assert all(all(each.cells) for each in design.differences)
        listed = {name for each in design.differences for name in each.place.split(", ")}
        for table in design.tables:
            for column in table.columns:
                here = column.name in work.table[table.name].column
                assert here or f"{table.name}.{column.name}" in listed
        with TemporaryDirectory() as folder:
            file = Path(folder) / "w.toml"
            file.write_text(text, encoding="utf-8")
            options = Options(OwnParameters(file=str(file), sizes=(20,)), Case(20))
            name = f"trial_{secrets.token_hex(4)}"
            tried = try_in_process(
                server.engine.name, server.endpoint, options, PLAINTEXT, name, {}
            )
        assert [each for each in tried.operations if each.outcome is not TrialOutcome.WORKS] == []
