"""A design tried before its file is written: on a database of ours on the server that it came from,
or on one that we start where this user may not make any. What does not run is left out with the
server's words."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from app.campaign.trial import OperationTrial, TrialOutcome, try_workload
from app.designing.design_writing import PROTECTIONS, measured_rows, workload_text
from app.designing.model.design import Design, DesignedStatement, StatementTrial
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


def tried(design: Design, server: Server, progress: Progress = lambda text: None) -> Design:
    """The design with what each chosen statement does under plaintext and under each protection of
    the plan. One that plaintext cannot run is no longer chosen.

    Raises: InputError where not one statement runs, or no tables can be made
    """
    chosen = [each for each in design.statements if each.chosen]
    if not chosen:
        return design  # whose writer says so
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
    """What came of it, and the server that it was tried on."""
    with tempfile.TemporaryDirectory(prefix="cipherbench-design-") as folder:
        file = Path(folder) / "design.toml"
        file.write_text(workload_text(design), encoding="utf-8")
        rows = measured_rows(design)
        options = Options(OwnParameters(file=str(file), sizes=(rows,)), Case(rows))
        sealed = any(column.seal for _, column in design.columns())
        protections = PROTECTIONS if sealed else (PLAINTEXT,)
        try:
            return try_workload(server, options, protections), server.spec.name
        except NotPermitted as error:
            with _own_server(server, error) as own:
                return try_workload(own, options, protections), own.spec.name


@contextmanager
def _own_server(refusing: Server, error: CipherbenchError) -> Iterator[Server]:
    """One of the same engine that we start.

    Raises: the error of the other one, where there is none or it is one of ours
    """
    spec = None if refusing.spec.ours else _embedded(refusing.engine.name)
    if spec is None:
        raise error
    server = open_isolated(spec)
    try:
        yield server
    finally:
        release_server(server)


def _embedded(engine: str) -> ServerSpec | None:
    found = ((spec, why) for spec, why in found_servers() if spec.engine == engine and spec.ours)
    return next((spec for spec, why in found if why is None), None)
