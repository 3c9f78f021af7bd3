"""The users through the engine's driver: a connection, two prepared statements."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Keying, Protection
from engines.contract.session import Arrived, Bound, Session
from engines.registry import engine_named
from engines.sql.statement import Sealer
from workloads.web_users.requests.target import Target, TargetSpec, User, no_such_user
from workloads.web_users.requests.users import ADD, GET, as_text


@dataclass(frozen=True)
class Direct(TargetSpec):
    """A database with the users table, at an endpoint that carries its storage key already."""

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying

    def open(self) -> DirectTarget:
        engine = engine_named(self.endpoint.engine)
        sealer = engine.encryption.sealer(self.protection, self.keying)
        return DirectTarget(engine.driver.connect(self.endpoint, self.database), sealer)


class DirectTarget(Target):
    """Each request is one statement and a transaction of its own. As everywhere, parameters are
    bound before the clock starts, and sealed or opened by the application inside it."""

    def __init__(self, session: Session, sealer: Sealer) -> None:
        self._session = session
        session.commit_each()
        self.thread = session.thread
        self._get = session.prepare(GET, sealer)
        self._add = session.prepare(ADD, sealer)

        # The driver's own functions: a lane has no time for a frame of ours around them.
        self.ask = self._get.run
        self.holds = self._get.affected

    def to_get(self, user_id: int) -> Bound:
        return self._get.bind((user_id,))

    def to_add(self, user: User) -> Bound:
        return self._add.bind(user)

    def why_not(self, user_id: int, arrived: Arrived) -> CipherbenchError:
        try:
            self._get.settle(arrived)
        except CipherbenchError as error:
            return error
        return no_such_user(user_id)

    def opened(self, arrived: Arrived) -> User:
        return tuple(map(as_text, self._get.rows(arrived)[0]))

    def add(self, made: Bound) -> None:
        self._add.settle(self._add.run(made))

    def close(self) -> None:
        self._session.close()
