"""Servers opened, asked and entered in whichever thread calls; for what else there is see manager.

No server is entered and no engine run in the program's own process: all of it is done by errands.
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
    """A server that answers, and what it can do."""

    server: Server
    capabilities: Capabilities


@dataclass(frozen=True)
class EnteredServer:
    """A server that was entered: the version that it tells there, if it does, and whether the
    processes that were known are there."""

    version: str | None
    same_process: bool


@dataclass(frozen=True)
class ServerTest:
    """How a test of a server went; `findings` are worth knowing even where there is no error.
    `anew` is the server where it is another process by now than the one that was asked before."""

    spec: ServerSpec
    version: str = ""
    seconds: float = 0.0
    error: CipherbenchError | None = None
    findings: tuple[Diagnosis, ...] = ()
    anew: OpenedServer | None = None


def open_and_ask(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    cancellation: Cancellation | None = None,
    cores: Collection[int] | None = None,
) -> OpenedServer:
    """Start or reach a server and ask what it can do; `progress` is called in this thread.

    Raises: ServerUnavailable, InputError
    """
    server = open_isolated(spec, password, progress, cancellation, cores)
    try:
        return asked(server)
    except BaseException:
        server.close()
        raise


def open_of_plan(spec: ServerSpec, password: str | None, progress: Progress) -> OpenedServer:
    """The same of a server that a plan has named and nobody else.

    Raises: ServerUnavailable, InputError
    """
    refuse_unknown_programs([spec])
    return open_and_ask(spec, password, progress)


def asked(server: Server) -> OpenedServer:
    """A server with what it can do; no process waits for what else it is asked.

    Raises: ServerUnavailable
    """
    try:
        capabilities = server.ask()
    finally:
        stop_helper(server)
    server.version = capabilities.version
    return OpenedServer(server, capabilities)


def lent_server(
    spec: ServerSpec, endpoint: Endpoint, cancellation: Cancellation | None = None
) -> Server:
    """A server that runs already and is lent to us: to close it leaves it as it is."""
    return Server(
        spec, isolated_engine(spec.engine, HelperProcess(spec.name, cancellation)), endpoint
    )


def let_go(server: Server) -> None:
    """Have nothing wait for it any more, and stop it if we started it."""
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
        server.start_again(launcher.arranged(status))
    wait_until_ready(server)
    stop_helper(server)


def meet(server: Server) -> EnteredServer:
    """Enter a server and leave it again.

    Raises: ServerUnavailable
    """
    version = server.engine.servers.greet(server.endpoint)
    return EnteredServer(version, not server.has_ended)


def visit(spec: ServerSpec, password: str | None, *, of_plan: bool = False) -> ServerTest:
    """Bring a server up or reach it, ask it and let it go; what stands in the way is told. One
    `of_plan` nobody but a plan has named.

    Raises: ServerUnavailable, InputError
    """
    if of_plan:
        refuse_unknown_programs([spec])
    findings = _diagnose(spec, password)
    blocking = next((each.error for each in findings if each.blocking), None)
    if blocking is not None:
        return ServerTest(spec, error=blocking, findings=findings)
    started = time.perf_counter()
    opened = open_and_ask(spec, password)
    seconds = time.perf_counter() - started
    opened.server.close()
    return ServerTest(spec, opened.capabilities.version, seconds, findings=findings)


def call_on(server: Server) -> ServerTest:
    """Enter a running server once; one at an address that was started again since is asked anew.

    Raises: ServerUnavailable
    """
    spec, started = server.spec, time.perf_counter()
    try:
        met = meet(server)
    finally:
        stop_helper(server)
    tried = ServerTest(spec, met.version or server.version, time.perf_counter() - started)
    if spec.ours or (met.same_process and tried.version == server.version):
        return replace(tried, version=server.version)
    return replace(tried, anew=open_and_ask(spec, server.endpoint.password))


def _diagnose(spec: ServerSpec, password: str | None) -> tuple[Diagnosis, ...]:
    """Only a server that is not ours may keep us from measuring."""
    if spec.ours:
        return ()
    helper = HelperProcess(spec.name)
    engine = isolated_engine(spec.engine, helper)
    try:
        return tuple(engine.servers.diagnose(endpoint_of(spec, engine, password)))
    finally:
        helper.stop()
