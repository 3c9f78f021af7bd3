"""Workload files that anything has happened to: read whole, or refused in a sentence."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from copy import deepcopy
from dataclasses import fields
from datetime import date, datetime
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, note, settings
from hypothesis import strategies as st

from app.campaign.trial import TrialOutcome, try_in_process
from engines.contract.errors import InputError, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.conftest import Servers
from tests.faults.any_input.inputs import any_input, anything, holders, in_toml
from tests.workloads.own.test_rehearsal import WORK
from workloads.contract import Case, Options
from workloads.own.file_reading import parse_work
from workloads.own.form_view import consequences_of
from workloads.own.model import ColumnWork
from workloads.own.table_generation import GeneratedTables
from workloads.own.workload import OwnParameters

ASSETS = Path(__file__).parents[3] / "assets/workloads"
MORE = Path(__file__).with_name("more_keys.toml")
SHOP = (ASSETS / "shop.toml").read_text() + MORE.read_text()
LINES = SHOP.splitlines()
ODD = st.sampled_from(
    ["=", "<", '"', "'''", "{", "}", "[", "]]", ":", "--", "/*", "select", "(", ")", "union", "\0",
     "true", "-1", "1e400", "nan", "9" * 400, "ção", "\ud7ff", "from", ", ", ";", ":a", "$1", "?"]
)  # fmt: skip


def test_that_the_file_that_is_damaged_here_is_sound() -> None:
    assert report(SHOP) == ""


@any_input
@given(
    st.lists(st.tuples(st.integers(0, len(SHOP)), st.integers(0, 12), ODD), max_size=4),
    st.lists(st.tuples(st.integers(0, len(LINES)), st.integers(0, len(LINES))), max_size=2),
)
def test_that_a_damaged_file_is_read_or_refused_in_a_sentence(
    edits: list[tuple[int, int, str]], moves: list[tuple[int, int]]
) -> None:
    lines = list(LINES)
    for there, here in moves:
        lines.insert(here, lines[min(there, len(lines) - 1)])
    text = "\n".join(lines)
    for at, length, odd in edits:
        text = text[:at] + odd + text[at + length :]
    assert report(text).startswith("shop.toml cannot be used: ") or report(text) == ""


MOST_ROWS = 2_000
SOUND = tomllib.loads(SHOP)
LOADS: tuple[dict[str, object], ...] = (
    {"pace": "open", "rate": 20, "seconds": 1},
    {"pace": "closed", "users": 2, "think": 0.1, "seconds": 1, "warmup_seconds": 0},
)
PROTECTIONS = (
    PLAINTEXT,
    Protection("native", ProtectionKind.NATIVE, "aes", 128),
    Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"),
    Protection("no-index", ProtectionKind.CLIENT, "aes", 256, "gcm", blind_index=False),
    Protection("siv", ProtectionKind.CLIENT, "aes", 256, "siv"),
)
MORE_VALUES: dict[str, tuple[object, ...]] = {
    "type": ("integer", "real", "decimal", "boolean", "date", "timestamp", "text"),
    "make": ("serial", "reference", "number", "date", "values", "cases", "csv", "pattern", "email",
             "letters", "cpf", "cnpj", "ssn", "iban", "card", "name.en", "city.pt_BR"),
    "search": ("none", "equal", "range", "prefix"),
    "draw": ("uniform", "zipf", "newest", "sequential"),
    "distribution": ("uniform", "normal", "lognormal", "zipf"),
    "nulls": (0, 0.5, 1),
    "rows": (0, 1, 7, 10**9),
    "times": (0, 1, 100_000),
    "weight": (0, 0.001, 10**9),
    "size": (1, 2, 14, 31, 32, 255, 70_000),
    "precision": (1, 18, 19),
    "scale": (0, 18),
    "skew": (0, 0.5, 1, 50),
    "distinct": (1, 3, 10**6),
    "key": ([], "id", "email", ["id", "email"], ["b"]),
    "least": (0, -(2**31), 2**31 - 1, 0.1, date(1, 1, 1), datetime(9999, 12, 31, 23, 59)),
    "most": (0, -(2**31), 2**31 - 1, 1e300, date(9999, 12, 31), datetime(1, 1, 1)),
    "mean": (0, 1e300, date(2000, 1, 1)),
    "deviation": (0, 0.001, 50, 1e9),
    "pattern": ("#", "", "^^^^-????", "é#"),
    "frequencies": ([1], [0.5, 0.5], [0.1] * 40, []),
    "values": (["a"], [1, 2], [True], ["a", "a"], [""], ["é" * 200]),
    "sql": (
        "select id, name from customer where email in (:email, :email, 'x')",
        "select name, count(*) from customer group by name order by 2, 1",
        "select email, (select max(remark) from orders where customer_id = 1) from customer",
        "with x as (select name n, id from customer) select n from x where n <> :email order by n",
        "select a.id from customer a join customer b on a.email = b.email where a.email = :email",
        "update customer set name = lower(name), email = :email where email = :email",
        "delete from customer where phone between :email and 'b' or email is null",
        "insert into customer (name, email) select email, name from customer where id < 3",
        "insert into more (a, b, c) values (1, null, :email) returning c, d",
        "select case when email = :email then 1 end, coalesce(phone, name) from customer limit 3",
        ["select id from customer", "select c from more where c is not null order by c"],
        "select '',:email from customer where (((name))) = :email /* x */ -- y",
    ),
}  # fmt: skip


@cache
def _values() -> dict[str, list[object]]:
    """What each key has somewhere in the sound file, and more that it may have."""
    found: dict[str, list[object]] = {key: list(more) for key, more in MORE_VALUES.items()}
    for holder in holders(SOUND):
        for key, value in holder.items() if isinstance(holder, dict) else ():
            found.setdefault(key, []).append(value)
    return found


COLUMN_KEYS = sorted(each.name for each in fields(ColumnWork))


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """The sound file with tables, columns, generators, keys, statements or a load changed: mostly
    to what the same key has elsewhere."""
    whole = deepcopy(SOUND)
    if draw(st.booleans()):
        whole["load"] = dict(draw(st.sampled_from(LOADS)))
        for each in whole["operation"]:
            each.pop("once", None)
    columns = [each for table in whole["table"].values() for each in table["column"].values()]
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            holder = draw(st.sampled_from(columns))
            key = draw(st.sampled_from(COLUMN_KEYS))
        else:
            holder = draw(st.sampled_from([h for h in holders(whole) if isinstance(h, dict)]))
            key = draw(st.sampled_from(list(holder)))
        how = draw(st.integers(0, 9))
        if how == 0:
            holder[key] = draw(anything)
        elif how == 1:
            holder.pop(key, None)
        else:
            holder[key] = deepcopy(draw(st.sampled_from(_values().get(key, [0, "", True]))))
        note(f"{key} = {holder.get(key)!r}")
    return whole


def written(whole: dict[str, Any]) -> str:
    """As a file: a table a line."""
    return "\n".join(f"{in_toml(key)} = {in_toml(value)}" for key, value in whole.items())


@settings(any_input, max_examples=any_input.max_examples // 3)
@given(whole=documents(), protection=st.sampled_from(PROTECTIONS[2:]))
def test_that_any_file_is_refused_in_a_sentence_or_gives_what_it_gives_in_plaintext(
    whole: dict[str, Any],
    protection: Protection,
    servers: Servers,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = tmp_path_factory.getbasetemp() / "shop.toml"
    file.with_name("some.csv").write_text("it\nx\n\ny\n")
    file.write_text(written(whole), encoding="utf-8", errors="surrogatepass")
    parameters = OwnParameters(file=str(file), sizes=(3,))
    if report(file.read_text(encoding="utf-8", errors="surrogatepass"), file.parent):
        return
    event("read")
    options = Options(parameters, Case(3), 1)
    made = GeneratedTables(
        parse_work(file.read_text(encoding="utf-8"), "shop.toml", file.parent), 1, 3
    )
    for engine, each in product(("postgresql", "sqlite"), PROTECTIONS):
        WORK.refusals(parameters, Case(3), each, engine)
        consequences_of(parameters, each, engine)
    if sum(map(made.rows_of, made.work.table)) > MOST_ROWS:
        return
    where = "sqlite", servers["sqlite"].endpoint, options
    with suppress(InputError, StatementFailed):
        plain = try_in_process(*where, PLAINTEXT, f"own_{os.urandom(3).hex()}", {})
        found = try_in_process(*where, protection, f"own_{os.urandom(3).hex()}", plain.digests)
        assert TrialOutcome.DIFFERS not in {each.outcome for each in found.operations}, found
        event("tried")


def report(text: str, folder: Path = ASSETS) -> str:
    try:
        parse_work(text, "shop.toml", folder)
    except InputError as error:
        return error.message
    return ""
