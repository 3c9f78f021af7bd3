"""Writes a design, a workload proposed from a database's schema and statements, as a workload file,
and a plan that names it."""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import tomlkit

from app.designing.design import (
    Design,
    DesignedColumn,
    DesignedStatement,
    DesignedTable,
    StatementTrial,
    UnmeasuredStatement,
    printable,
)
from app.designing.sensitive_columns import KINDS
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import write_plan
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from workloads.own.file_reading import parse_work
from workloads.own.model import DIFFERENCE_HEADS, MARKER_BYTES, ColumnType, SearchKind
from workloads.own.sql.allowlist import SERVER_WORDS
from workloads.own.sql.parsed import names_catalogue
from workloads.own.workload import OwnParameters
from workloads.toml_document import table_of

# Names of tables and columns as a workload file has them: small letters, no reserved words.

_LONGEST_NAME = 30


def workload_names(names: Iterable[str]) -> dict[str, str]:
    """A workload file name for each of these names, all different."""
    found: dict[str, str] = {}
    for name in names:
        found[name] = workload_name(name, found.values())
    return found


def workload_name(name: str, taken: Collection[str] = ()) -> str:
    """A table or column name for the file: `OrderID` becomes `orderid`, `order` becomes
    `order_`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"\W+", "_", plain).strip("_")[:_LONGEST_NAME] or "column"
    if not plain[0].isalpha():
        plain = f"c_{plain}"[:_LONGEST_NAME]
    if plain in RESERVED or plain in SERVER_WORDS:
        plain = f"{plain}_"
    if names_catalogue(plain):
        plain = f"t_{plain}"[:_LONGEST_NAME]
    return plain if plain not in taken else _numbered(plain, taken)


def _numbered(name: str, taken: Collection[str]) -> str:
    for number in count(2):
        end = f"_{number}"
        known = f"{name[: _LONGEST_NAME - len(end)]}{end}"
        if known not in taken:
            return known
    raise AssertionError


RESERVED = frozenset((files(__package__) / "reserved.txt").read_text(encoding="ascii").split())
"""Words that some engine reserves or the parser does not take as names: files run on any engine."""


_MOST_MEASURED = 200_000
"""Most rows of all tables together in a written plan."""


def workload_text(design: Design) -> str:
    """The text of a workload file: proposals that were not taken are comments.

    Raises: InputError where a workload cannot be made of what was chosen
    """
    if not any(each.chosen for each in design.statements):
        raise InputError(
            phrase("No statement chosen"),
            phrase("A workload needs at least one statement."),
            phrase("Choose a statement, or name a file of statements."),
        )
    text = "\n".join(_lines(design)) + "\n"
    parse_work(text, "the designed workload")
    return text


def write_workload(design: Design, path: Path) -> None:
    """Write the workload file.

    Raises: InputError
    """
    _write(path, workload_text(design))


def write_plan_for(design: Design, workload: Path, plan: Path, server: ServerSpec) -> None:
    """Write a plan that measures a workload file on a server, in plaintext and with AES-256-GCM in
    the application.

    Raises: InputError
    """
    named = os.path.relpath(workload.resolve(), plan.resolve().parent)
    _write(plan, write_plan(plan_for(design, named, server)))


def plan_for(design: Design, workload: str, server: ServerSpec) -> Campaign:
    """That plan; `workload` is the file's path as written in it."""
    return Campaign(
        name=f"{design.name} as it is",
        servers=(server,),
        protections=tuple(map(PlannedProtection, TRIED_PROTECTIONS)),
        workload=OwnParameters(file=workload, sizes=(measured_rows(design),)),
        repetitions=6,
    )


def measured_rows(design: Design) -> int:
    """Rows of the first table: as many as it has, fewer where all tables together are large."""
    whole = sum(table.rows for table in design.tables)
    first = design.tables[0].rows
    return max(1, first if whole <= _MOST_MEASURED else first * _MOST_MEASURED // whole)


_MEANINGLESS_KEYS = {
    **dict.fromkeys(ColumnType, ("size", "precision", "scale")),
    **dict.fromkeys((ColumnType.TEXT, ColumnType.BYTES), ("precision", "scale")),
    ColumnType.DECIMAL: ("size",),
}
"""Keys of a column that have no meaning for its type."""

TRIED_PROTECTIONS = (PLAINTEXT, Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm"))
"""The protections of a written plan, under which the statements are tried."""


def _write(path: Path, text: str) -> None:
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(temporary).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise InputError(
            phrase("File not written"),
            phrase("{path} cannot be written: {reason}."),
            phrase("Choose another place."),
            path=path,
            reason=error.strerror or error,
        ) from error


def _lines(design: Design) -> Iterator[str]:
    yield from _head(design)
    yield "format = 1"
    yield f"name = {_text(design.name)}"
    yield f'dialect = "{design.dialect}"'
    yield "seed = 1"
    yield from _differences(design)
    marked = any(_takes_marker(table, each) for table in design.tables for each in table.columns)
    for table in design.tables:
        yield from _table_lines(table)
        if not marked and table is design.tables[0]:
            yield from _comment(phrase("no text above takes the marker of evidence: this one does"))
            yield f'{workload_name("cipherbench", _names(table))} = {{ type = "text", size = 40 }}'
    if design.why_no_statements:
        yield ""
        yield from _comment(
            phrase(
                "No statement of the server's: {why}. These are made from keys and references.",
                why=design.why_no_statements,
            )
        )
    for statement in design.statements:
        if statement.chosen:
            yield from _statement_lines(statement)
    yield from _tail(design)


def _head(design: Design) -> Iterator[str]:
    yield f"# Tables and statements of the database {printable(design.name)}."
    yield "# All values are made up; no value of a row is in this file."
    if design.tried_on:
        yield from _comment(phrase("Each statement was tried on {server}.", server=design.tried_on))
    else:
        yield from _comment(phrase("The statements were not tried on a server."))


def _differences(design: Design) -> Iterator[str]:
    if design.differences:
        yield ""
        yield from _comment(phrase("Not as in the source:"))
        yield "differences = ["
        yield f"  # {' · '.join(map(str, DIFFERENCE_HEADS))}"
        yield from (f"  {_value(list(each.cells))}," for each in design.differences)
        yield "]"


def _tail(design: Design) -> Iterator[str]:
    if design.left_out:
        yield ""
        yield "# Statements that do not run here, and why:"
        for statement in design.left_out:
            yield from _comment(phrase("- {why}", why=statement.failures[0].reason))
            yield from (f"#   {printable(' '.join(text.split()))}" for text in statement.sql)
    if design.unmeasured:
        yield ""
        yield "# Statements that cannot be measured:"
        for each in design.unmeasured:
            yield from _comment(phrase("- {why}", why=unmeasured_line(each)))
            if each.text:
                yield f"#   {printable(' '.join(each.text.split()))}"


def _takes_marker(table: DesignedTable, column: DesignedColumn) -> bool:
    work = column.work
    if work is None or work.type is not ColumnType.TEXT or work.to or column.name in table.key:
        return False
    return work.size >= MARKER_BYTES and table.rows > 0


def _names(table: DesignedTable) -> list[str]:
    return [each.name for each in table.columns]


def _table_lines(table: DesignedTable) -> Iterator[str]:
    yield ""
    yield f"[table.{table.name}]"
    if table.facts.name.name != table.name:
        yield f"# {printable(str(table.facts.name))}"
    if table.note:
        yield from _comment(table.note)
    yield f"rows = {table.rows}"
    if table.key != (("id",) if table.column("id") else ()):
        yield f"key = {_value(table.key[0] if len(table.key) == 1 else list(table.key))}"
    for key, sets in (("unique", table.unique), ("indexes", table.indexes)):
        if sets:
            yield f"{key} = {_value([list(each) for each in sets])}"
    yield from _listed("other_indexes", map(asdict, table.other_indexes))
    yield from _listed("references", map(asdict, table.references))
    yield ""
    yield f"[table.{table.name}.column]"
    for column in table.columns:
        yield from _column_lines(column)


def _listed(key: str, tables: Iterable[dict[str, Any]]) -> Iterator[str]:
    lines = [f"  {_inline(each)}," for each in tables]
    if lines:
        yield from (f"{key} = [", *lines, "]")


def _column_lines(column: DesignedColumn) -> Iterator[str]:
    if column.work is None:
        return
    if column.proposal is not None and not column.seal:
        what = phrase(
            "{column} may be sensitive ({title}): {reason}",
            column=column.name,
            title=KINDS[column.proposal.kind].title,
            reason=column.proposal.reason,
        )
        yield from _comment(what)
    table: dict[str, Any] = table_of(column.work, keep=("type", "make"))
    table = {key: value for key, value in table.items() if value != {}}
    for key in _MEANINGLESS_KEYS[column.work.type]:
        table.pop(key, None)
    if column.seal:
        table["seal"] = True
        if column.found_by_equality:
            table["search"] = SearchKind.EQUAL.value
    if column.facts.name.lower() != column.name:
        yield f"# {printable(column.facts.name)}"
    yield f"{column.name} = {_inline(table)}"


def _statement_lines(statement: DesignedStatement) -> Iterator[str]:
    yield ""
    if statement.calls:
        message = phrase(
            "{share} % of the server's time, {calls} calls",
            share=round(100 * statement.share, 1),
            calls=statement.calls,
        )
        yield from _comment(message)
    for note in statement.notes:
        yield from _comment(note)
    for trial in statement.failures:
        yield from _comment(failure_line(trial))
    yield "[[operation]]"
    yield f"name = {_text(statement.name)}"
    yield f"weight = {_value(statement.weight)}"
    if statement.times != 100:
        yield f"times = {statement.times}"
    texts = [" ".join(each.split()) for each in statement.sql]
    yield f"sql = {_value(texts[0] if len(texts) == 1 else texts)}"
    for name, drawn in statement.parameters.items():
        table = {"from": drawn.column, **table_of(drawn, keep=())}
        table.pop("column", None)
        yield f"parameters.{name} = {_inline(table)}"


def unmeasured_line(each: UnmeasuredStatement) -> Message:
    """A line about a statement that cannot be measured."""
    return phrase(
        "{verb} on {tables}: {reason}",
        verb=each.verb,
        tables=", ".join(each.tables) or "–",
        reason=each.reason,
    )


def failure_line(trial: StatementTrial) -> Message:
    """A line about a statement that does not work under a protection."""
    return phrase("not under {protection}: {why}", protection=trial.protection, why=trial.reason)


def _comment(message: Message) -> Iterator[str]:
    yield f"# {printable(str(message))}"


def _text(text: str) -> str:
    return tomlkit.string(text).as_string()


def _value(value: Any) -> str:
    return str(tomlkit.item(value).as_string())


def _inline(table: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in table.items()) + " }"
