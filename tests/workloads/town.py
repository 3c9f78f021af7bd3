"""A database with users in it, on any server."""

from __future__ import annotations

import secrets
from array import array
from collections.abc import Callable
from typing import Any

from app.campaign.load.lanes import Lanes
from app.campaign.load.load_outcome import LoadOutcome
from engines.contract.protection import PLAINTEXT, Keying, Protection, ProtectionKind
from engines.servers.server import Server
from workloads.load import Pace
from workloads.web_users.requests.target import DirectSpec, RequestKind, UserRequestSource
from workloads.web_users.requests.users import ADD, ALL, IDS, schema, user

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
SEED = 7


class Town:
    """Its users, and lanes that ask for them."""

    def __init__(self, server: Server, protection: Protection = PLAINTEXT, users: int = 50) -> None:
        self.server = server
        keying = Keying(bytes(range((protection.bits or 256) // 8)))
        engine = server.engine
        self.endpoint = engine.encryption.storage_endpoint(server.endpoint, protection, keying)
        self.encryptor = engine.encryption.encryptor(protection, keying)
        self.name = engine.catalogue.create_database(self.endpoint, f"t_{secrets.token_hex(4)}")
        self.direct = DirectSpec(self.endpoint, self.name, protection, keying)
        self.users = users
        self.gone: int | None = None
        """An id that all is asked of in place of those that there are."""
        with engine.driver.connect(self.endpoint, self.name) as session:
            engine.driver.create_schema(session, schema(), self.encryptor)
        with engine.driver.connect(self.endpoint, self.name) as session:
            session.begin()
            adding = session.prepare(ADD, self.encryptor)
            for number in range(1, users + 1):
                adding.execute(*user(SEED, number))
            adding.close()
            session.commit()

    def held(self) -> dict[int, tuple[Any, ...]]:
        """Account → user, as the database has them, opened."""
        return {row[0]: row for row in self._fetch(ALL, 0)}

    def ids(self) -> array[int]:
        return array("q", [row[0] for row in self._fetch(IDS, 1 << 30)])

    def _fetch(self, statement: Any, *values: Any) -> list[tuple[Any, ...]]:
        with self.server.engine.driver.connect(self.endpoint, self.name) as session:
            prepared = session.prepare(statement, self.encryptor)
            rows = [tuple(map(_text, row)) for row in prepared.rows(prepared.execute(*values))]
            prepared.close()
        return rows

    def asking(self, *kinds: RequestKind) -> UserRequestSource:
        ids = self.ids() if self.gone is None else array("q", [self.gone])
        return UserRequestSource(self.direct, kinds, ids, self.users + 1, SEED)

    def load(
        self,
        pace: Pace,
        *kinds: RequestKind,
        lanes: int = 1,
        begin: Callable[[], None] = lambda: None,
    ) -> LoadOutcome:
        """What so many lanes count that ask at this pace; `begin` is called when they are ready."""
        crew = Lanes(lanes, pace.queue, None)
        try:
            return crew.group().run_load(self.asking(*kinds), pace, lanes, lambda pids: begin())
        finally:
            crew.close()

    def close(self) -> None:
        self.server.engine.catalogue.drop_database(self.endpoint, self.name)


def _text(value: Any) -> Any:
    return bytes(value).decode() if isinstance(value, (bytes, bytearray, memoryview)) else value
