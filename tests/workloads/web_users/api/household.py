"""A database with users, and an API over it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engines.contract.protection import PLAINTEXT, Keying, Protection, ProtectionKind
from engines.servers.server import Server
from workloads.web_users.api.process import Api, ApiOrder, users_path
from workloads.web_users.requests.target import DirectSpec
from workloads.web_users.requests.users import schema, user

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
PROTECTIONS = (PLAINTEXT, GCM)
SEED = 7


@dataclass(frozen=True)
class Household:
    """Users with the ids 1 to `count`, each `user(SEED, id)`."""

    users: DirectSpec
    count: int

    def order(self, **more: Any) -> ApiOrder:
        path = users_path(self.users.protection)
        return ApiOrder(users=self.users, path=path, **{"sessions": 2, **more})

    def api(self, **more: Any) -> Api:
        return Api(self.order(**more))


@contextmanager
def household(
    server: Server, protection: Protection = PLAINTEXT, count: int = 3
) -> Iterator[Household]:
    engine, end = server.engine, server.endpoint
    keying = Keying(secrets.token_bytes(32))
    name = engine.catalogue.create_database(end, f"users_{secrets.token_hex(4)}")
    try:
        with engine.driver.connect(end, name) as session:
            engine.driver.create_schema(
                session, schema(), engine.encryption.encryptor(protection, keying)
            )
        users = DirectSpec(end, name, protection, keying)
        with users.open() as target:
            for number in range(1, count + 1):
                target.add(target.to_add(user(SEED, number)))
        yield Household(users, count)
    finally:
        engine.catalogue.drop_database(end, name)
