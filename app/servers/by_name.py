"""Servers by name: of a plan, found on this machine, or saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.plan.plan_file import read_plan
from app.processes.isolated_engine import open_isolated
from app.servers.opening import OpenedServer, let_go, open_and_ask
from app.servers.plan_programs import refuse_unknown_programs
from app.servers.saved_connections import saved_connections
from app.system.passwords import passwords_for
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.message import phrase
from engines.leftovers import tidy
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
    """A server started or reached and asked what it can do; stopped afterwards if it is ours. `ask`
    gives a password.

    Raises: ServerUnavailable, InputError
    """
    tidy()
    opened = open_and_ask(spec, passwords_for([spec], ask).get(spec.name))
    try:
        yield opened
    finally:
        let_go(opened.server)


@contextmanager
def reached(spec: ServerSpec, ask: Ask | None = None) -> Iterator[Server]:
    """A server started or reached, and asked nothing: what it can do is found by making a database
    on it, which is not for somebody who only looks.

    Raises: ServerUnavailable, InputError
    """
    tidy()
    server = open_isolated(spec, passwords_for([spec], ask).get(spec.name))
    try:
        yield server
    finally:
        let_go(server)


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
