"""The web API's process, `python -m workloads.web_users.api FD PARENT`: serves until its parent
ends.

PARENT is the process id of the one that it ends with. FD is its end of a pipe: an `ApiOrder` comes
over it, `ApiReady` or an error is sent back, then `KeyCalls` each time they are requested. When the
other end closes, the API ends.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import suppress
from datetime import timedelta
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import uvicorn

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.platform.processes import die_with_parent, orphaned
from engines.platform.scheduling import bind_to
from workloads.web_users.api.application import Sessions, application
from workloads.web_users.api.process import HOST, ApiOrder, ApiReady

if TYPE_CHECKING:
    from engines.servers.tcp_access import SelfSigned

_LEAVE_SECONDS = 1.0
_CERTIFICATE_VALID = timedelta(days=30)
_RETENTION_SECONDS = 86_400
"""How long a connection may be idle; clients close theirs before."""


def main(descriptor: int, parent: int) -> None:
    """Serve until the parent closes the pipe."""
    _die_with(parent)
    pipe = Connection(descriptor)
    try:
        order: ApiOrder = pipe.recv()
    except (EOFError, OSError):
        os._exit(0)
    try:
        _serve(order, pipe)
    except CipherbenchError as error:
        pipe.send(error)
    except Exception as error:  # noqa: BLE001 it is told, and there is no log here
        pipe.send(_internal(error))
    os._exit(0)  # a driver's thread that waits for a silent server would block the exit


def _serve(order: ApiOrder, pipe: Connection) -> None:
    if order.cores:
        with suppress(OSError):  # binding was already tested
            bind_to(order.cores)
    sessions = Sessions(order.users, order.sessions)
    certificate = _own_certificate() if order.tls else None
    app = application(sessions, order.path, order.token)
    # Only where the protocol is named does asyncio switch off Nagle's algorithm, which would hold
    # the body of an answer back for 40 ms, until the client has acknowledged its head.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind((HOST, 0))
        listening.listen(1024)
        server = uvicorn.Server(_configuration(app, certificate))
        own = certificate.der if certificate else None
        pipe.send(ApiReady(listening.getsockname()[1], own, sessions.threads))
        threading.Thread(target=_leave_with, args=(pipe, server, sessions), daemon=True).start()
        server.run([listening])
    sessions.close()


def _own_certificate() -> SelfSigned:
    """Made at the start; clients trust this one only."""
    # imported late: X.509 takes a sixth of the start, and memory that is measured
    from engines.servers.tcp_access import address_name, self_signed

    return self_signed("Cipherbench API", [address_name(HOST)], _CERTIFICATE_VALID)


def _configuration(app: object, certificate: SelfSigned | None) -> uvicorn.Config:
    secured: dict[str, Any] = {}
    if certificate is not None:
        from engines.platform.shared_memory import memory_holding, memory_path

        # these files exist in memory only, so that nothing is left of them after a kill
        files = {"ssl_certfile": certificate.pem, "ssl_keyfile": certificate.key}
        secured = {key: memory_path(memory_holding(each)) for key, each in files.items()}
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http="httptools",
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=_RETENTION_SECONDS,
        **secured,
    )


def _leave_with(pipe: Connection, server: uvicorn.Server, sessions: Sessions) -> None:
    """Send the calls of a key service whenever the other end requests them; end when it closes."""
    with suppress(EOFError, OSError):
        while True:
            pipe.recv()
            pipe.send(sessions.key_calls())
    server.should_exit = True
    threading.Timer(_LEAVE_SECONDS, os._exit, (0,)).start()


def _die_with(parent: int) -> None:
    die_with_parent()
    if orphaned(parent):  # the parent ended before `die_with_parent`
        os._exit(1)


def _internal(error: Exception) -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Internal error: {kind}: {words}"),
        kind=type(error).__name__,
        words=str(error),
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
