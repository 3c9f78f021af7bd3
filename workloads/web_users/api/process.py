"""Starts, watches and ends the web API as a process of its own; and the target that uses it.

It ends with the process that started it: the pipe closes and it shuts down; should it hang, the
kernel kills it (PR_SET_PDEATHSIG). It listens on a free port of 127.0.0.1, and leaves no file.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Self

from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyCalls, KeyServiceFailed
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.secrecy import register_secret
from engines.inspection.processes import is_stopped
from engines.keeping.child_environment import minimal_environment
from engines.keeping.programs import how_ended
from engines.platform.children import inherited_files
from engines.platform.processes import IN_OWN_GROUP
from workloads.app_server import API_STOPPED, ApiAccess, HttpApi
from workloads.web_users.api.client import ApiAddress, ApiConnection, ApiFailed
from workloads.web_users.requests.target import TargetSpec, User, UsersTarget, no_such_user
from workloads.web_users.requests.users import FIELDS

PLAIN, PROTECTED = "/users", "/encrypted-users"
"""Paths of the study's API: for plaintext (getUserById, addUser), and with a protection
(getEncryptedUserById, addEncryptedUser). The one that does not fit the database answers 409."""


def users_path(protection: Protection) -> str:
    """The path for a database with this protection: POST adds a user, GET of `/<id>` below it
    returns one. The stored form (a control for binary columns) encrypts nothing, so it is plain."""
    readable = protection.kind in (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM)
    return PLAIN if readable else PROTECTED


# The users through the API: one HTTP request each.

OK, CREATED, NOT_FOUND = 200, 201, 404
BAD_GATEWAY, UNAVAILABLE = 502, 503
"""A failed key service; any other failure behind the API."""

type Answer = tuple[int, bytes]
"""A status and a body."""


@dataclass(frozen=True)
class ApiSpec(TargetSpec):
    """A running API and the path of its users."""

    address: ApiAddress
    path: str

    def open(self) -> ApiTarget:
        return ApiTarget(self.address, self.path)


class ApiTarget(UsersTarget):
    """Users through the API, over one persistent connection."""

    def __init__(self, address: ApiAddress, path: str) -> None:
        self._connection = ApiConnection(address)
        self.ask = self._connection.exchange
        self._asking = address.request("GET", f"{path}/{_HERE}").split(_HERE.encode())
        self._adding = address.request("POST", path, length=_HERE).split(_HERE.encode())

    def to_get(self, user_id: int) -> bytes:
        before, after = self._asking
        return b"%b%d%b" % (before, user_id, after)

    def to_add(self, user: User) -> bytes:
        before, after = self._adding
        body = as_json(user)
        return b"%b%d%b%b" % (before, len(body), after, body)

    @staticmethod
    def is_user(arrived: Answer) -> bool:
        return arrived[0] == OK

    def failure(self, user_id: int, arrived: Answer) -> CipherbenchError:
        status, body = arrived
        return no_such_user(user_id) if status == NOT_FOUND else _unexpected(status, body)

    def user_of(self, arrived: Answer) -> User:
        found = json.loads(arrived[1])
        return tuple(found[name] for name in FIELDS)

    def add(self, made: bytes) -> None:
        status, body = self._connection.exchange(made)
        if status != CREATED:
            raise _unexpected(status, body)

    def close(self) -> None:
        self._connection.close()


def as_json(user: User) -> bytes:
    """A user as the JSON body of a request that adds one."""
    return json.dumps(dict(zip(FIELDS, user, strict=True)), ensure_ascii=False).encode()


_HERE = "@"
"""Placeholder for a number in a request made in advance; neither tokens nor paths contain it."""


def _unexpected(status: int, body: bytes) -> CipherbenchError:
    kind = KeyServiceFailed if status == BAD_GATEWAY else ApiFailed
    return kind(
        phrase("API failed"),
        phrase("The API answered with {status}: {words}"),
        status=status,
        words=_problem(body),
    )


def _problem(body: bytes) -> str:
    try:
        return str(json.loads(body)["problem"])
    except (ValueError, KeyError, TypeError):
        return body[:200].decode(errors="replace")


HOST = "127.0.0.1"

PACKAGES = ("starlette", "uvicorn", "httptools")
"""The packages that it is made of, stored with results: request times depend on them."""

_PROGRAM = "workloads.web_users.api"
_VARIABLES = (
    *("CIPHERBENCH_HOME", "HOME", "XDG_", "FIREBIRD", "TZ"),
    *("SOFTHSM2_CONF", "CIPHERBENCH_PKCS11_MODULES"),
)
"""Beginnings of environment variables that engines use."""
_START_SECONDS = 60.0
_STOP_SECONDS = 3.0
_ANSWER_SECONDS = 10.0
_END_SECONDS = 0.5
"""How long a killed process may take to end after its connections closed."""


@dataclass(frozen=True, kw_only=True)
class ApiOrder:
    """What an API needs to start, sent over a pipe.

    `users` is its database, used by so many `sessions`, served at `path`; `cores` are those it is
    bound to (None: its parent's), `tls` whether it makes a certificate and uses TLS.
    """

    users: TargetSpec
    path: str
    sessions: int = 8
    cores: Collection[int] | None = None
    tls: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    def __post_init__(self) -> None:
        register_secret(self.token)


@dataclass(frozen=True)
class ApiReady:
    """Sent by a started API: its port, with TLS its certificate (DER), and the database server's
    threads that serve its sessions."""

    port: int
    certificate: bytes | None = None
    threads: Sequence[int | None] = (None,)


class Api(HttpApi):
    """A running API; as a context manager it ends itself."""

    def __init__(self, order: ApiOrder) -> None:
        """Start it, and wait until it is ready.

        Raises: CipherbenchError if it cannot start, as when its server refuses the login
        """
        theirs: Any  # of another class with the same methods on Windows
        self._pipe, theirs = Pipe()
        self._process = _started(theirs)
        try:
            ready = self._ask(order)
        except BaseException:
            self.close()
            raise
        address = ApiAddress(HOST, ready.port, order.token, ready.certificate)
        self.users = ApiSpec(address, order.path)
        self._threads = ready.threads

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def threads(self) -> Sequence[int | None]:
        return self._threads

    @property
    def access(self) -> ApiAccess:
        address = self.users.address
        return ApiAccess(address.url, address.token, self.users.path)

    def wait(self) -> None:
        self._process.wait()

    def key_calls(self) -> KeyCalls | None:
        try:
            self._pipe.send(None)
            found = self._pipe.recv() if self._pipe.poll(_ANSWER_SECONDS) else None
        except (EOFError, OSError):
            return None  # it has ended, which requests report
        return found if isinstance(found, KeyCalls) else None

    def explain_failure(self, error: CipherbenchError) -> CipherbenchError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        code = self._process.poll()
        if code is not None:
            return ApiFailed(
                phrase("API connection closed"),
                phrase("The API ended unexpectedly ({how})."),
                how=how_ended(code),
            )
        if is_stopped(self.pid):
            return ApiFailed(*API_STOPPED)
        return error

    def close(self) -> None:
        self._pipe.close()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, order: ApiOrder) -> ApiReady:
        try:
            self._pipe.send(order)
            if not self._pipe.poll(_START_SECONDS):
                raise ApiFailed(
                    phrase("API not started"),
                    phrase("The API was not ready within {seconds} s."),
                    seconds=f"{_START_SECONDS:g}",
                )
            answer = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise self.explain_failure(_not_started(error)) from error
        if isinstance(answer, CipherbenchError):
            raise answer
        assert isinstance(answer, ApiReady)
        return answer


def _started(pipe: Connection) -> subprocess.Popen[bytes]:
    """Raises: ApiFailed where the system has no room for it"""
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-m", _PROGRAM, str(pipe.fileno()), str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=minimal_environment(*_VARIABLES),
            **inherited_files((pipe.fileno(),)),
            **IN_OWN_GROUP,  # Ctrl+C is for the program, which ends it
        )
    except OSError as error:
        raise _not_started(error) from error
    finally:
        pipe.close()


def _not_started(error: Exception) -> ApiFailed:
    return ApiFailed(
        phrase("API not started"),
        phrase("The API cannot be started: {why}."),
        why=getattr(error, "strerror", None) or phrase("it ended immediately"),
    )
