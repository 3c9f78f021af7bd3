"""Finds a server by its name (in a plan, on this machine, or saved), and opens it for a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.plan.plan_file import read_plan
from app.processes.isolated_engine import open_isolated
from app.servers.opening import OpenedServer, open_and_probe, release_server
from app.servers.plan_programs import refuse_unknown_programs
from app.servers.saved_connections import saved_connections
from app.system.password_sources import passwords_for
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.message import phrase
from engines.leftovers import remove_leftovers
from engines.opening import found_servers
from engines.servers.server import Server, ServerSpec

type Ask = Callable[[ServerSpec], str]


def server_spec(name: str, plan: Path | None = None) -> ServerSpec:
    """The server called `name` in a plan, else one found here, else a saved connection.

    Raises: InputError with the names there are, ServerUnavailable with the reason why it is
    not available
    """
    if plan is not None:
        planned = _of(name, list(read_plan(plan).servers), f"the plan {plan}")
        refuse_unknown_programs([planned])
        return planned
    found = found_servers()
    specs = [spec for spec, _ in found] + saved_connections()
    spec = _of(name, specs, "this machine")
    reason = next((why for each, why in found if each is spec), None)
    if reason is not None:
        raise ServerUnavailable(
            phrase("Server not available"),
            phrase("{name} is not available: {reason}"),
            name=name,
            reason=reason,
        )
    return spec


@contextmanager
def opened(spec: ServerSpec, ask: Ask | None = None) -> Iterator[OpenedServer]:
    """A server started or reached, and probed; stopped afterwards if it is ours. `ask` asks the
    user for a password.

    Raises: ServerUnavailable, InputError
    """
    remove_leftovers()
    opened = open_and_probe(spec, passwords_for([spec], ask).get(spec.name))
    try:
        yield opened
    finally:
        release_server(opened.server)


@contextmanager
def reached(spec: ServerSpec, ask: Ask | None = None) -> Iterator[Server]:
    """A server started or reached, but not probed: probing creates a database on it, which is not
    for commands that only look.

    Raises: ServerUnavailable, InputError
    """
    remove_leftovers()
    server = open_isolated(spec, passwords_for([spec], ask).get(spec.name))
    try:
        yield server
    finally:
        release_server(server)


def _of(name: str, specs: list[ServerSpec], where: str) -> ServerSpec:
    for spec in specs:
        if spec.name == name:
            return spec
    raise InputError(
        phrase("Unknown server"),
        phrase("There is no server named “{name}” in {where}."),
        phrase("Choose one of: {names}."),
        name=name,
        where=where,
        names=", ".join(spec.name for spec in specs),
    )
