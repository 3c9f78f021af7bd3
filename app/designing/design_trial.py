"""Tries a design's statements under each protection before its workload file is written, in a new
database on the server that it came from, else on an embedded server. Statements that fail in
plaintext are deselected, with the server's message."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.campaign.trial import OperationTrial, TrialOutcome, try_workload
from app.designing.design import Design, DesignedStatement, StatementTrial
from app.designing.design_writing import TRIED_PROTECTIONS, measured_rows, workload_text
from app.processes.isolated_engine import open_isolated
from app.servers.opening import release_server
from engines.contract.errors import CipherbenchError, InputError, NotPermitted
from engines.contract.message import Message, phrase
from engines.contract.protection import PLAINTEXT
from engines.opening import found_servers
from engines.servers.server import Server, ServerSpec
from workloads.contract import Case, Options
from workloads.own.workload import OwnParameters

type Progress = Callable[[Message], object]


def try_design(design: Design, server: Server, progress: Progress = lambda text: None) -> Design:
    """The design with what each chosen statement does under plaintext and under each protection of
    the plan. One that plaintext cannot run is no longer chosen.

    Raises: InputError where not one statement runs, or no tables can be made
    """
    chosen = [each for each in design.statements if each.chosen]
    if not chosen:
        return design  # writing it raises an error
    progress(phrase("Trying the statements …"))
    found, where = _trials(design, server)
    by_name: dict[str, list[OperationTrial]] = {}
    for each in found:
        by_name.setdefault(each.operation, []).append(each)
    statements = tuple(
        _judged(each, by_name[each.name]) if each.chosen else each for each in design.statements
    )
    if not any(each.chosen for each in statements):
        raise InputError(
            phrase("No statement runs"),
            phrase("{server} says of the first: {why}."),
            phrase("Choose other tables or statements, or write the file without trying it."),
            server=where,
            why=str(found[0].reason).rstrip("."),
        )
    return replace(design, statements=statements, tried_on=where)


def _judged(statement: DesignedStatement, found: list[OperationTrial]) -> DesignedStatement:
    trials = tuple(
        StatementTrial(each.protection.name, each.outcome is TrialOutcome.WORKS, each.reason)
        for each in found
    )
    plain = next(each for each in found if each.protection == PLAINTEXT)
    return replace(statement, trials=trials, chosen=plain.outcome is TrialOutcome.WORKS)


def _trials(design: Design, server: Server) -> tuple[tuple[OperationTrial, ...], str]:
    """What came of each statement under each protection, and the name of the server."""
    with tempfile.TemporaryDirectory(prefix="cipherbench-design-") as folder:
        file = Path(folder) / "design.toml"
        file.write_text(workload_text(design), encoding="utf-8")
        rows = measured_rows(design)
        options = Options(OwnParameters(file=str(file), sizes=(rows,)), Case(rows))
        encrypted = any(column.seal for _, column in design.columns())
        protections = TRIED_PROTECTIONS if encrypted else (PLAINTEXT,)
        try:
            return try_workload(server, options, protections), server.spec.name
        except NotPermitted as error:
            with _fallback_server(server, error) as own:
                return try_workload(own, options, protections), own.spec.name


@contextmanager
def _fallback_server(denied_by: Server, error: CipherbenchError) -> Iterator[Server]:
    """A new embedded server of the same engine, where `denied_by` lets this user make no database.

    Raises: `error`, where there is no such server or `denied_by` is itself one
    """
    spec = None if denied_by.spec.managed else _embedded_spec(denied_by.engine.name)
    if spec is None:
        raise error
    server = open_isolated(spec)
    try:
        yield server
    finally:
        release_server(server)


def _embedded_spec(engine: str) -> ServerSpec | None:
    found = ((spec, why) for spec, why in found_servers() if spec.engine == engine and spec.managed)
    return next((spec for spec, why in found if why is None), None)
