"""The users through the engine's driver: a connection, two prepared statements."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.endpoint import Endpoint
from engines.contract.protection import Keying, Protection
from engines.contract.session import Session
from engines.contract.statement import Sealer
from engines.registry import engine_named
from workloads.web_users.target import Target, TargetSpec, User, no_such_user
from workloads.web_users.users import ADD, GET


@dataclass(frozen=True)
class Direct(TargetSpec):
    """A database with the users table, at an endpoint that carries its storage key already."""

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying

    def open(self) -> DirectTarget:
        engine = engine_named(self.endpoint.engine)
        sealer = engine.sealer(self.protection, self.keying)
        return DirectTarget(engine.connect(self.endpoint, self.database), sealer)


class DirectTarget(Target):
    """Each request is one statement and a transaction of its own."""

    def __init__(self, session: Session, sealer: Sealer) -> None:
        self._session = session
        session.commit_each()
        self._get = session.prepare(GET, sealer)
        self._add = session.prepare(ADD, sealer)

    def get(self, user_id: int) -> User:
        rows = self._get.rows(self._get.execute(user_id))
        if not rows:
            raise no_such_user(user_id)
        return rows[0]

    def add(self, user: User) -> None:
        self._add.execute(*user)

    def close(self) -> None:
        self._session.close()
