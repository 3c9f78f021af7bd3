"""What lanes ask of the users: one of those that were there before, or to add one more."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engines.contract.errors import CipherbenchError
from workloads.load import Asking, Request, Requests
from workloads.web_users.requests.target import Target, TargetSpec
from workloads.web_users.requests.users import drawn, user


class Kind(StrEnum):
    GET = "get"
    ADD = "add"


@dataclass(frozen=True)
class AskingUsers(Asking):
    """Requests of some `kinds` at a target. Those who are got are drawn by `seed` from `ids`; who
    is added has the account `first_account` or one after it."""

    target: TargetSpec
    kinds: tuple[Kind, ...]
    ids: array[int]
    first_account: int
    seed: int

    def open(self) -> UserRequests:
        return UserRequests(self, self.target.open())


class UserRequests(Requests):
    """Requests at an open target."""

    def __init__(self, asking: AskingUsers, target: Target) -> None:
        self._target = target
        self.thread = target.thread
        getting = _getting(asking, target)
        adding = Request(_adding(asking, target), target.add)
        kinds = {Kind.GET: getting, Kind.ADD: adding}
        self.kinds = [kinds[kind] for kind in asking.kinds]

    def close(self) -> None:
        self._target.close()


def _getting(asking: AskingUsers, target: Target) -> Request:
    """They are drawn and made once: a lane that has fallen behind has no time for it."""
    ids, seed = asking.ids, asking.seed
    wanted = [ids[drawn(seed, draw) % len(ids)] for draw in range(_DRAWN)]
    made = [target.to_get(each) for each in wanted]

    def why(number: int, arrived: object) -> CipherbenchError:
        return target.why_not(wanted[number % _DRAWN], arrived)

    return Request(lambda number: made[number % _DRAWN], target.ask, target.holds, why)


_DRAWN = 1 << 13
"""So many draws are made; then they come again in the same order."""


def _adding(asking: AskingUsers, target: Target) -> Callable[[int], object]:
    first, seed, to_add = asking.first_account, asking.seed, target.to_add
    return lambda number: to_add(user(seed, first + number))
