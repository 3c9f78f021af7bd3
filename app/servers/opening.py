"""Starts or reaches servers, probes their capabilities and tests them, in the caller's thread
(`manager` does it in threads of its own).

No driver runs in the program's own process: errands do all of it in helper processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from app.processes.deadlines import Cancellation
from app.processes.errands import HelperProcess
from app.processes.isolated_engine import isolated_engine, open_isolated, stop_helper
from app.servers.plan_programs import refuse_unknown_programs
from engines.base.capability import Capabilities
from engines.base.diagnosis import Diagnosis
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.launch import Arrangement
from engines.contract.message import phrase
from engines.opening import endpoint_of
from engines.servers.launched import wait_until_ready
from engines.servers.server import Progress, Server, ServerSpec


@dataclass(frozen=True)
class OpenedServer:
    server: Server
    capabilities: Capabilities


@dataclass(frozen=True)
class SessionCheck:
    """A server that a session was opened on: its version, if it tells it there, and whether its
    processes are those that were known."""

    version: str | None
    same_process: bool


@dataclass(frozen=True)
class ServerTest:
    """The result of testing a server; `findings` are worth knowing even where there is no error.
    `anew` is the server probed again, where another process has taken its place."""

    spec: ServerSpec
    version: str = ""
    seconds: float = 0.0
    error: CipherbenchError | None = None
    findings: tuple[Diagnosis, ...] = ()
    anew: OpenedServer | None = None


def open_and_probe(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    cancellation: Cancellation | None = None,
    cores: Collection[int] | None = None,
) -> OpenedServer:
    """Start or reach a server and probe its capabilities; `progress` is called in this thread.

    Raises: ServerUnavailable, InputError
    """
    server = open_isolated(spec, password, progress, cancellation, cores)
    try:
        return asked(server)
    except BaseException:
        server.close()
        raise


def open_of_plan(spec: ServerSpec, password: str | None, progress: Progress) -> OpenedServer:
    """`open_and_probe` of a server that only a plan names, which may be anybody's: its programs
    must be known.

    Raises: ServerUnavailable, InputError
    """
    refuse_unknown_programs([spec])
    return open_and_probe(spec, password, progress)


def asked(server: Server) -> OpenedServer:
    """A server with what it can do; no process waits for what else it is asked.

    Raises: ServerUnavailable
    """
    try:
        capabilities = server.probe()
    finally:
        stop_helper(server)
    server.version = capabilities.version
    return OpenedServer(server, capabilities)


def attach_server(
    spec: ServerSpec, endpoint: Endpoint, cancellation: Cancellation | None = None
) -> Server:
    """A server that runs already and belongs to another process of ours: closing it here does not
    stop it."""
    return Server(
        spec, isolated_engine(spec.engine, HelperProcess(spec.name, cancellation)), endpoint
    )


def release_server(server: Server) -> None:
    """End its helper process, and stop the server if we started it."""
    stop_helper(server)
    server.close()


def restart(
    server: Server, status: Arrangement, between: Callable[[], None] = lambda: None
) -> None:
    """Stop a server that we have started, do what is to be done `between`, and start it again as
    arranged; its data stay.

    Raises: ServerUnavailable for one that somebody else has started, and what `between` raises
    """
    launcher = server.engine.servers.launcher(server.spec.source)
    if launcher is None or not server.can_restart:
        raise ServerUnavailable(
            phrase("Server not restarted"),
            phrase("{server} was not started by this campaign, so it is not restarted."),
            server=server.spec.name,
        )
    server.stop()
    try:
        between()
    finally:
        server.start_again(launcher.arrangement_options(status))
    wait_until_ready(server)
    stop_helper(server)


def meet(server: Server) -> SessionCheck:
    """Open a session on a server and close it again.

    Raises: ServerUnavailable
    """
    version = server.engine.servers.check_connection(server.endpoint)
    return SessionCheck(version, not server.has_ended)


def visit(spec: ServerSpec, password: str | None, *, of_plan: bool = False) -> ServerTest:
    """Test a server: diagnose what blocks it, start or reach it, probe it, and close it. One
    `of_plan` is named by a plan alone.

    Raises: ServerUnavailable, InputError
    """
    if of_plan:
        refuse_unknown_programs([spec])
    findings = _diagnose(spec, password)
    blocking = next((each.error for each in findings if each.blocking), None)
    if blocking is not None:
        return ServerTest(spec, error=blocking, findings=findings)
    started = time.perf_counter()
    opened = open_and_probe(spec, password)
    seconds = time.perf_counter() - started
    opened.server.close()
    return ServerTest(spec, opened.capabilities.version, seconds, findings=findings)


def check_running_server(server: Server) -> ServerTest:
    """Test a running server by one session; one at an address that was restarted since is probed
    anew.

    Raises: ServerUnavailable
    """
    spec, started = server.spec, time.perf_counter()
    try:
        met = meet(server)
    finally:
        stop_helper(server)
    tried = ServerTest(spec, met.version or server.version, time.perf_counter() - started)
    if spec.managed or (met.same_process and tried.version == server.version):
        return replace(tried, version=server.version)
    return replace(tried, anew=open_and_probe(spec, server.endpoint.password))


def _diagnose(spec: ServerSpec, password: str | None) -> tuple[Diagnosis, ...]:
    """Only a server that is not ours may keep us from measuring."""
    if spec.managed:
        return ()
    helper = HelperProcess(spec.name)
    engine = isolated_engine(spec.engine, helper)
    try:
        return tuple(engine.servers.diagnose(endpoint_of(spec, engine, password)))
    finally:
        helper.stop()
