"""Servers of which all is asked by errands, from when they are opened until they are closed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from app.processes.deadlines import DEADLINES, Ending
from app.processes.errands import Errand, Errands, stopped_waiting
from app.system.passwords import with_variable_named
from engines.base.calls import Call, Patience, calls_of
from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Cause, CipherbenchError, cause_of
from engines.contract.message import Message, phrase
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers.server import Progress, Server, ServerSpec


@dataclass(frozen=True)
class RemoteEngine(Engine):
    """An engine whose servers are asked by errands."""

    errands: Errands


def remote_engine(engine: str, errands: Errands) -> RemoteEngine:
    """The engine called `engine`; what its servers are asked is asked by `errands`.

    Raises: InputError, ServerUnavailable
    """
    known = engine_named(engine)
    catalogue = _remote(known.catalogue, known.name, "catalogue", errands)
    servers = _remote(known.servers, known.name, "servers", errands)
    return RemoteEngine(known.driver, known.encryption, catalogue, servers, errands)


def _remote[Part: object](part: Part, engine: str, named: str, errands: Errands) -> Part:
    """The same contract, of which those calls travel that say so (`engines.base.calls`)."""
    kind = type(part)
    sent = {name: _sending(call, engine, named, name) for name, call in calls_of(kind).items()}
    remote: Part = object.__new__(type(f"Remote{kind.__name__}", (kind,), sent))
    # Not in the class, which lives until garbage is collected, and their process with it.
    vars(remote).update(vars(part), errands=errands)
    return remote


def _sending(call: Call, engine: str, part: str, method: str) -> Callable[..., object]:
    def send(remote: Any, endpoint: Endpoint, *args: Any) -> object:
        doing = call.doing.with_values(database=args[0]) if call.cleans else call.doing
        errand = replace(_errand(call.patience, endpoint, doing), cleans=call.cleans)
        return remote.errands.carry_out(errand, _ask, engine, part, method, endpoint, *args)

    return send


def _errand(patience: Patience, endpoint: Endpoint, doing: Message) -> Errand:
    match patience:
        case Patience.ENTERING:
            return Errand(doing, DEADLINES.enter(endpoint))
        case Patience.STATEMENT:
            return Errand(doing, DEADLINES.statement)
        case Patience.PROBING:
            # It belongs to entering: a server that is silent at any of its statements is waited
            # for no longer than one that does not let us in.
            silence = DEADLINES.enter(endpoint) if endpoint.takes_tls else None
            return Errand(doing, DEADLINES.probe, silence)


def _ask(engine: str, part: str, method: str, *args: object) -> object:
    """In the other process: what a method of the engine itself gives."""
    return getattr(getattr(engine_named(engine), part), method)(*args)


def open_remote(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    ending: Ending | None = None,
    cores: Collection[int] | None = None,
) -> Server:
    """Start or reach a server of which all is asked by errands, as long as it is open; one that we
    start is bound to `cores`.

    Raises: ServerUnavailable, InputError
    """
    errands = Errands(spec.name, ending)

    def given_up() -> bool:
        return ending is not None and ending.asked

    def tell(text: Message, fraction: float | None) -> None:
        if given_up():
            raise stopped_waiting(spec.name, text)
        progress(text, fraction)

    try:
        engine = remote_engine(spec.engine, errands)
        if given_up():
            raise stopped_waiting(spec.name, phrase("starting it"))
        return open_server(spec, password, tell, engine, given_up, cores)
    except CipherbenchError as error:
        errands.rest()
        if cause_of(error) is not Cause.LOGIN:
            raise
        raise with_variable_named(error, spec) from error
    except BaseException:
        errands.rest()
        raise


def rest(server: Server) -> None:
    """Have no process wait for what else a server is asked."""
    if errands := errands_of(server):
        errands.rest()


def errands_of(server: Server) -> Errands | None:
    """Those of a server that `open_remote` gave."""
    return server.engine.errands if isinstance(server.engine, RemoteEngine) else None
