"""Engines whose calls run in a helper process with a timeout, so that a hung driver cannot hang the
program."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.processes.deadlines import DEADLINES, Cancellation
from app.processes.errands import Errand, HelperProcess, stopped_waiting
from app.system.password_sources import with_variable_named
from engines.base.engine import Engine
from engines.base.server_calls import ServerCall, TimeoutKind, calls_of
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Cause, CipherbenchError, cause_of
from engines.contract.message import Message, phrase
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers.server import Progress, Server, ServerSpec


@dataclass(frozen=True)
class IsolatedEngine(Engine):
    helper: HelperProcess


def isolated_engine(engine: str, helper: HelperProcess) -> IsolatedEngine:
    """The engine named `engine`, its calls of a server forwarded to `helper`.

    Raises: InputError, ServerUnavailable
    """
    known = engine_named(engine)
    catalogue = _isolated(known.catalogue, known.name, "catalogue", helper)
    servers = _isolated(known.servers, known.name, "servers", helper)
    return IsolatedEngine(known.driver, known.encryption, catalogue, servers, helper)


def _isolated[Part: object](part: Part, engine: str, named: str, helper: HelperProcess) -> Part:
    """The same contract, with the calls marked `@server_call` (`engines.base.server_calls`)
    forwarded."""
    kind = type(part)
    sent = {name: _forwarding(call, engine, named, name) for name, call in calls_of(kind).items()}
    isolated: Part = object.__new__(type(f"Isolated{kind.__name__}", (kind,), sent))
    # Not in the class, which lives until garbage is collected, and their process with it.
    vars(isolated).update(vars(part), helper=helper)
    return isolated


def _forwarding(call: ServerCall, engine: str, part: str, method: str) -> Callable[..., object]:
    def send(isolated: Any, endpoint: Endpoint, *args: Any) -> object:
        doing = call.doing.with_values(database=args[0]) if call.is_cleanup else call.doing
        errand = replace(
            _errand(call.timeout, endpoint, doing),
            is_cleanup=call.is_cleanup,
            loads=partial(engine_named, engine),
        )
        given = engine, part, method, endpoint, *args
        return isolated.helper.carry_out(errand, _call_in_helper, *given)

    return send


def _errand(timeout: TimeoutKind, endpoint: Endpoint, doing: Message) -> Errand:
    match timeout:
        case TimeoutKind.ENTERING:
            return Errand(doing, DEADLINES.enter(endpoint))
        case TimeoutKind.STATEMENT:
            return Errand(doing, DEADLINES.statement)
        case TimeoutKind.PROBING:
            # It belongs to entering: a server that is silent at any of its statements is waited
            # for no longer than one that does not let us in.
            silence = DEADLINES.enter(endpoint) if endpoint.takes_tls else None
            return Errand(doing, DEADLINES.probe, silence)


def _call_in_helper(engine: str, part: str, method: str, *args: object) -> object:
    """In the helper: the result of a method of the engine itself."""
    return getattr(getattr(engine_named(engine), part), method)(*args)


def open_isolated(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    cancellation: Cancellation | None = None,
    cores: Collection[int] | None = None,
) -> Server:
    """Start or reach a server with an isolated engine; one that we start is bound to `cores`.

    Raises: ServerUnavailable, InputError
    """
    helper = HelperProcess(spec.name, cancellation)

    def cancelled() -> bool:
        return cancellation is not None and cancellation.asked

    def tell(text: Message, fraction: float | None) -> None:
        if cancelled():
            raise stopped_waiting(spec.name, text)
        progress(text, fraction)

    try:
        engine = isolated_engine(spec.engine, helper)
        if cancelled():
            raise stopped_waiting(spec.name, phrase("starting it"))
        return open_server(spec, password, tell, engine, cancelled, cores)
    except CipherbenchError as error:
        helper.stop()
        if cause_of(error) is not Cause.LOGIN:
            raise
        raise with_variable_named(error, spec) from error
    except BaseException:
        helper.stop()
        raise


def stop_helper(server: Server) -> None:
    """Stop a server's helper process; its next call starts another."""
    if helper := helper_of(server):
        helper.stop()


def helper_of(server: Server) -> HelperProcess | None:
    """The helper of a server opened by `open_isolated`; None for any other."""
    return server.engine.helper if isinstance(server.engine, IsolatedEngine) else None
