"""`cipherbench design`: proposes a workload file from an existing database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.options import IntegerBetween, words_in
from app.command_line.common.terminal import (
    number,
    password_prompt,
    print_table,
    print_text,
    say,
    show,
)
from engines.contract.errors import InputError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.designing.design import Design, DesignedColumn, DesignedTable
    from app.designing.scripts import Script
    from engines.servers.server import Server, ServerSpec

_MOST_SAMPLED = 100_000
_MOST_STATEMENTS = 40
_MOST_STATEMENT_CHARACTERS = 160
"""At most so many characters of a left-out statement are shown."""
_ALL_PROPOSED = "proposed"


@click.command()
@click.option("--server", required=True, metavar="NAME", help="Server: found here or saved.")
@click.option("--database", metavar="NAME", help="Database; without it, databases are listed.")
@click.option("--tables", metavar="A,B", help="Tables; without them and -o, tables are listed.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Workload file to write.")
@click.option("--plan", type=click.Path(path_type=Path), help="Also write a plan that measures it.")
@click.option(
    "--seal",
    default="",
    metavar="A.X,B.Y",
    help="Columns to encrypt; “proposed” for all that are proposed.",
)
@click.option(
    "--statistics/--no-statistics",
    default=True,
    help="Use the server's own statistics, without their values (the default).",
)
@click.option("--scan", is_flag=True, help="Count whole tables inside the server instead.")
@click.option(
    "--sample",
    type=IntegerBetween(1, _MOST_SAMPLED),
    metavar="N",
    help="Read N values of each text column to find patterns; only counts are kept.",
)
@click.option(
    "--statements",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="SQL statements to use instead of those that the server counted.",
)
@click.option("--offline", is_flag=True, help="Write without trying the statements on the server.")
@click.option("--show-queries", is_flag=True, help="Print the catalogue queries that were sent.")
def design(server: str, database: str | None, **chosen: Any) -> None:
    """Write a workload file from a database of yours.

    Reads the catalogue in a read-only transaction. No row is read unless you allow it:
    --scan counts rows inside the server, --sample reads values. The statements are tried
    in a new database of Cipherbench, which is dropped, unless you say --offline.
    """
    from app.designing.inspecting import databases_of, tables_of
    from app.servers.by_name import reached, server_spec

    output, plan = chosen["output"], chosen["plan"]
    if plan is not None and output is None:
        raise click.UsageError("--plan needs -o, the workload file that the plan names.")
    spec = server_spec(server)
    script = _script(chosen["statements"])
    with reached(spec, password_prompt()) as opened:
        if database is None:
            for name in databases_of(opened):
                show(name)
        elif chosen["tables"] is None and output is None:
            offers = tables_of(opened, database)
            rows = [(str(each.name), number(each.rows, 0)) for each in offers]
            print_table(("table", "rows"), rows, left=(0,))
        else:
            proposal = _encrypted(_designed(opened, database, chosen, script), chosen["seal"])
            if not chosen["offline"]:
                proposal = _tried(proposal, opened)
            _finish(proposal, output, plan, spec)


def _script(path: Path | None) -> Script | None:
    from app.designing.scripts import read_script

    return None if path is None else read_script(path)


def _designed(
    server: Server, database: str, chosen: Mapping[str, Any], script: Script | None
) -> Design:
    from app.designing.inspecting import InspectionScope, inspect, named_tables, tables_of
    from app.designing.proposing import propose

    def show_query(query: str) -> None:
        if chosen["show_queries"]:
            say(f"asked: {query}")

    names = words_in(chosen["tables"] or "")
    wanted = InspectionScope(
        named_tables(tables_of(server, database, show_query), names),
        chosen["statistics"],
        chosen["scan"],
        chosen["sample"] or 0,
        0 if script else _MOST_STATEMENTS,
    )
    return propose(inspect(server, database, wanted, show_query), script=script)


def _tried(proposal: Design, server: Server) -> Design:
    from app.designing.design_trial import try_design

    return try_design(proposal, server, lambda text: say(str(text)))


def _encrypted(proposal: Design, seal: str) -> Design:
    wanted = set(words_in(seal))
    if not wanted:
        return proposal
    names = set(proposal.proposed) if _ALL_PROPOSED in wanted else set()
    for name in sorted(wanted - {_ALL_PROPOSED}):
        names.add(_find_column(proposal, name))
    return proposal.with_encrypted(names)


def _find_column(proposal: Design, name: str) -> str:
    """`TABLE.COLUMN` by its name on the server or in the workload file; in any case, if not exact.

    Raises: InputError if there is none, or it cannot be encrypted
    """
    spellings: dict[str, tuple[DesignedTable, DesignedColumn]] = {}
    for by_file_name in (False, True):
        for table, column in proposal.columns():
            called = column.name if by_file_name else column.facts.name
            for of in (str(table.facts.name), table.facts.name.name, table.name):
                spellings.setdefault(f"{of}.{called}", (table, column))
    for spelling, found in list(spellings.items()):
        spellings.setdefault(spelling.lower(), found)
    known = spellings.get(name) or spellings.get(name.lower())
    if known is None:
        raise InputError(
            phrase("Column not found"),
            phrase("There is no column “{column}” in the chosen tables."),
            phrase("Write table and column, as in customer.email."),
            column=name,
        )
    table, column = known
    if not column.is_encryptable:
        raise InputError(
            phrase("Column not encrypted"),
            phrase("{column} cannot be encrypted: {why}."),
            column=name,
            why=column.why_not_encrypted,
        )
    return f"{table.name}.{column.name}"


def _finish(proposal: Design, output: Path | None, plan: Path | None, spec: ServerSpec) -> None:
    from app.designing.design_writing import workload_text, write_plan_for, write_workload

    for line in _remarks(proposal):
        say(line)
    if output is None:
        print_text(workload_text(proposal))
        return
    write_workload(proposal, output)
    say(f"Wrote {output}")
    if plan is not None:
        write_plan_for(proposal, output, plan, spec)
        say(f"Wrote {plan}. To measure: cipherbench run {plan}")
    else:
        say("To measure, name it in a plan, or add --plan FILE.")


def _remarks(proposal: Design) -> Iterator[str]:
    """What was proposed and not taken, and what cannot be told or measured."""
    from app.designing.design_writing import failure_line, unmeasured_line

    yield from map(str, proposal.remarks)
    for table, column in proposal.columns():
        if column.proposal is not None and not column.seal:
            yield f"{table.name}.{column.name} may be sensitive: {column.proposal.reason}"
    if not any(column.seal for _, column in proposal.columns()):
        proposed = ", or --seal proposed" if proposal.proposed else " TABLE.COLUMN"
        yield f"No column is encrypted. Choose columns with --seal{proposed}."
    if proposal.why_no_statements:
        yield f"Statements are made from keys and references: {proposal.why_no_statements}"
    if not proposal.tried_on:
        yield "The statements were not tried on a server."
    for statement in proposal.statements:
        left_out = "Left out: " if statement.trials and not statement.chosen else ""
        for trial in statement.failures[: 1 if left_out else None]:
            yield f"{left_out}“{statement.name}” {failure_line(trial)}"
    for each in proposal.unmeasured:
        yield f"Left out: {unmeasured_line(each)}"
        if each.text:
            yield f"  {shorten(each.text, _MOST_STATEMENT_CHARACTERS, placeholder=' …')}"
