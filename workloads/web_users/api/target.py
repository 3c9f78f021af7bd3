"""The users through the API: a request each."""

from __future__ import annotations

import json
from dataclasses import dataclass

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from workloads.web_users.api.client import ApiAddress, ApiConnection, ApiFailed
from workloads.web_users.requests.target import Target, TargetSpec, User, no_such_user
from workloads.web_users.requests.users import FIELDS

OK, CREATED, NOT_FOUND = 200, 201, 404

type Answer = tuple[int, bytes]
"""A status and a body."""


@dataclass(frozen=True)
class ThroughApi(TargetSpec):
    """A running API and the path of its users."""

    address: ApiAddress
    path: str

    def open(self) -> ApiTarget:
        return ApiTarget(self.address, self.path)


class ApiTarget(Target):
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
        message = as_json(user)
        return b"%b%d%b%b" % (before, len(message), after, message)

    @staticmethod
    def holds(arrived: Answer) -> bool:
        return arrived[0] == OK

    def why_not(self, user_id: int, arrived: Answer) -> CipherbenchError:
        status, body = arrived
        return no_such_user(user_id) if status == NOT_FOUND else _unexpected(status, body)

    def opened(self, arrived: Answer) -> User:
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
"""Stands where a number goes into a request that is made before; no token and no path has one."""


def _unexpected(status: int, body: bytes) -> ApiFailed:
    return ApiFailed(
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
