"""A coordinator with hosts that may join, on loopback."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from uuid import UUID

import pytest
from sqlalchemy import make_url

from app.hosts.batch_coordination import Coordination
from app.hosts.coordinator import PreparedStore, embedded_store
from app.hosts.facts import facts_of_this_machine
from app.hosts.membership import Membership
from app.hosts.store_login import StoreLogin, store_login
from app.plan.campaign import Campaign, PlannedProtection
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.contract.secrecy import register_secret
from engines.servers.server import ServerSpec
from tests.app.prepared_servers import prepared_once
from tests.app.quick import quick_campaign
from workloads.hospital.workload import HospitalParameters

HOSTS = ("rack1", "rack2", "rack3")


@dataclass(frozen=True)
class Coordinated:
    """A running coordinator, and the passwords of its roles."""

    prepared: PreparedStore
    passwords: dict[str, str]

    @property
    def owner(self) -> str:
        """Its address for who owns it."""
        return self.prepared.owner

    def login(self, user: str) -> StoreLogin:
        """Its address for a user, with the password."""
        url = make_url(self.prepared.for_user(user)).set(password=self.passwords[user])
        register_secret(self.passwords[user])
        return store_login(url.render_as_string(hide_password=False))


@pytest.fixture(scope="session")
def coordinated() -> Iterator[Coordinated]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with ExitStack() as stack:
        with prepared_once(elsewhere=True):
            prepared = stack.enter_context(embedded_store("127.0.0.1", port, HOSTS))
        yield Coordinated(prepared, {each.role: each.password for each in prepared.passwords})


@pytest.fixture
def coordination(coordinated: Coordinated) -> Iterator[Coordination]:
    made = Coordination(coordinated.login("coordinator"))
    yield made
    made.close()


@pytest.fixture
def joined(coordinated: Coordinated) -> Iterator[Callable[[str], Membership]]:
    """Has a host join, as its program does."""
    members: list[Membership] = []

    def join(name: str) -> Membership:
        member = Membership(coordinated.login(name), name)
        members.append(member)
        member.hold_name()
        member.join(facts_of_this_machine())
        return member

    yield join
    for each in members:
        each.close()


@pytest.fixture
def small() -> Campaign:
    """A campaign on SQLite."""
    return quick_campaign(
        "small",
        (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        (PlannedProtection(PLAINTEXT),),
        HospitalParameters(sizes=(20,)),
        repetitions=2,
        warmups=0,
    )


@pytest.fixture
def hand_out(coordination: Coordination, small: Campaign) -> Callable[..., dict[str, UUID]]:
    """Gives hosts shares; their tokens by host."""

    def give(*names: str) -> dict[str, UUID]:
        batch = coordination.hand_out(small, coordination.chosen(names))
        return {each.share.host: each.share.token for each in coordination.look(batch)}

    return give
