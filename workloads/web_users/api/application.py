"""The web application: four routes, each of which reads or adds a user over a database session.

Drivers block, so each session has a thread; the event loop reads and writes requests meanwhile.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyCalls, KeyServiceFailed
from workloads.web_users.api.process import BAD_GATEWAY, PLAIN, PROTECTED, UNAVAILABLE
from workloads.web_users.requests.target import (
    NoSuchUser,
    TargetSpec,
    User,
    UsersTarget,
    no_such_user,
)
from workloads.web_users.requests.users import ACCOUNT, FIELDS, schema


class Sessions:
    """A pool of database sessions with as many threads; a free thread takes a free session."""

    def __init__(self, users: TargetSpec, count: int) -> None:
        """Raises: CipherbenchError where a session cannot be opened"""
        self._free: deque[UsersTarget] = deque()
        try:
            for _ in range(count):
                self._free.append(users.open())
        except BaseException:
            self.close()
            raise
        self._key_calls = [each.key_calls for each in self._free]
        self._threads = ThreadPoolExecutor(count, "session")

    async def ask[T](self, work: Callable[[UsersTarget], T]) -> T:
        """The result of `work`, done in a thread with a session."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, work)

    def _do[T](self, work: Callable[[UsersTarget], T]) -> T:
        users = self._free.pop()
        try:
            return work(users)
        finally:
            self._free.append(users)

    @property
    def threads(self) -> tuple[int | None, ...]:
        """Server threads or processes of the idle sessions."""
        return tuple(each.thread for each in self._free)

    def key_calls(self) -> KeyCalls | None:
        """Calls of a key service since the last time, by all sessions; call it while none is
        busy."""
        return KeyCalls.merged(each and each.taken() for each in self._key_calls)

    def close(self) -> None:
        while self._free:
            self._free.pop().close()


def application(sessions: Sessions, in_force: str, token: str) -> ASGIApp:
    """The web application; `in_force` is the path of the pair that fits the database, and whoever
    does not bear the token is sent away."""

    async def get(request: Request) -> Response:
        number = _id(request.path_params["number"])
        user = await sessions.ask(lambda users: users.get(number))
        return JSONResponse({"id": number, **dict(zip(FIELDS, user, strict=True))})

    async def add(request: Request) -> Response:
        try:
            user = _user(json.loads(await _body(request)))
        except (ValueError, RecursionError):
            return _problem(422, _WANTED)
        await sessions.ask(lambda users: users.add(users.to_add(user)))
        return Response(status_code=201)

    async def elsewhere(_: Request) -> Response:
        return _problem(409, f"The users of this database are at {in_force}.")

    other = PROTECTED if in_force == PLAIN else PLAIN
    routes = [
        Route(f"{in_force}/{{number}}", get, methods=["GET"]),
        Route(in_force, add, methods=["POST"]),
        Route(f"{other}/{{number}}", elsewhere, methods=["GET"]),
        Route(other, elsewhere, methods=["POST"]),
    ]
    handlers: Handlers = {
        NoSuchUser: _not_found,
        KeyServiceFailed: _key_service_failed,
        CipherbenchError: _failed,
    }
    return _guarded(Starlette(routes=routes, exception_handlers=handlers), token)


type Handlers = Mapping[Any, Callable[[Request, Exception], Awaitable[Response]]]


_HIGHEST = 2**31 - 1
"""Ids and accounts are columns of 32 bits."""

_SIZES = {each.name: each.size for each in schema().tables[0].columns if each.name != "account"}

_WANTED = (
    f"A user is an object with these fields: {', '.join(FIELDS)}. The account is a whole number "
    f"from 1 to {_HIGHEST}; all else is text without NUL, in UTF-8 of so many bytes at most: "
    f"{', '.join(f'{name} {size}' for name, size in _SIZES.items())}."
)

_ID = re.compile("0{0,100}[0-9]{1,10}")
_SHOWN = 20

_MOST_BYTES = 65_536
"""Limit of a request body; a user with the longest accepted fields takes less."""


def _id(text: str) -> int:
    """Raises: NoSuchUser for what cannot be an id"""
    if _ID.fullmatch(text) and (number := int(text)) <= _HIGHEST:
        return number
    raise no_such_user(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


async def _body(request: Request) -> bytes:
    """Raises: ValueError for a body that is too long, which is not read to its end"""
    body = b""
    async for more in request.stream():
        body += more
        if len(body) > _MOST_BYTES:
            raise ValueError
    return body


def _user(found: object) -> User:
    """Raises: ValueError for what is no user, or what a server would refuse"""
    if not isinstance(found, dict) or found.keys() != set(FIELDS):
        raise ValueError
    user = tuple(found[name] for name in FIELDS)
    if any(type(value) is not (int if i == ACCOUNT else str) for i, value in enumerate(user)):
        raise ValueError
    # encoding a lone surrogate raises ValueError
    too_long = any(len(found[name].encode()) > size for name, size in _SIZES.items())
    if too_long or not 1 <= found["account"] <= _HIGHEST or "\0" in "".join(map(str, user)):
        raise ValueError
    return user


async def _not_found(_: Request, error: Exception) -> Response:
    return _problem(404, str(error))


async def _key_service_failed(_: Request, error: Exception) -> Response:
    return _problem(BAD_GATEWAY, str(error))


async def _failed(_: Request, error: Exception) -> Response:
    return _problem(UNAVAILABLE, str(error))


def _problem(status: int, message: str) -> Response:
    return JSONResponse({"problem": message}, status)


def _guarded(app: ASGIApp, token: str) -> ASGIApp:
    """Refuses requests without the token. A plain function: Starlette's middleware class would add
    a task and a queue to each request."""
    wanted = f"Bearer {token}".encode()
    refused = JSONResponse(
        {"problem": "This API only serves the program that started it."},
        401,
        {"WWW-Authenticate": "Bearer"},
    )

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or hmac.compare_digest(_authorization(scope), wanted):
            await app(scope, receive, send)
        else:
            await refused(scope, receive, send)

    return guard


def _authorization(scope: Scope) -> bytes:
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    return next((value for name, value in headers if name == b"authorization"), b"")
