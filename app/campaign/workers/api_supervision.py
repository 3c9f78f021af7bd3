"""Worker and supervision of `cipherbench k6`: fills a database of its own and serves the workload's
HTTP API over it to a load generator outside."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.campaign.machine.cores import Cores
from app.campaign.workers.supervision import Runner, Supervision
from app.processes.deadlines import WorkerStep
from app.processes.fork_server import start_worker
from app.processes.own_database import DatabaseWork, WorkOrder, serve
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Protection
from engines.servers.server import Server
from workloads.app_server import ApiAccess, HttpServed, RunDatabase
from workloads.contract import Case, Setting, UntimedClock


@dataclass(frozen=True, kw_only=True)
class ServingOrder(WorkOrder):
    """The order to the worker; its API runs on other cores than the server's (`server_cores`)."""

    server_cores: Cores | None


@dataclass(frozen=True)
class ServingOver:
    """The API has ended; `why` is empty if it was cancelled."""

    why: Message = NOTHING

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", self.why.without_secrets())


def serve_users(order: ServingOrder, events: Connection) -> None:
    """Fill the database and serve; the entry point of the worker process."""

    def failed(error: CipherbenchError) -> ServingOver:
        return ServingOver(error.advice)

    serve(lambda: _Serving(order, events), events, failed)


class _Serving(DatabaseWork[ServingOver]):
    making = WorkerStep(phrase("creating its database"), administrative=True, marks=True)
    dropping = WorkerStep(phrase("dropping its database"), administrative=True)

    def __init__(self, order: ServingOrder, events: Connection) -> None:
        super().__init__(order, events)
        self._order = order

    def _work(self) -> ServingOver:
        workload, order = self._workload, self._order
        assert isinstance(workload, HttpServed)
        self._fill()
        place = RunDatabase(
            endpoint=self._login,
            database=self._database,
            protection=self._protection,
            keying=self._keying,
            cores=order.server_cores,
        )
        self._begin(phrase("starting its API"))
        with closing(workload.serve(order.options, place)) as api:
            self._events.send(api.access)
            api.wait()
            raise api.explain_failure(_ended())

    def _fill(self) -> None:
        options, encryptor = self._order.options, self._encryptor
        self._begin(phrase("filling its database"))
        with self._enter() as session:
            self._engine.driver.create_schema(
                session, self._workload.schema(options, encryptor), encryptor
            )
        with self._enter() as session:
            session.begin()
            records = self._workload.records(options)
            filling = self._workload.filled_by(options)
            filling.run(Setting(session, encryptor, records, options), UntimedClock())
            session.commit()


class ServingSupervision(Supervision[ServingOver]):
    """One API, from its start until the campaign's runner is cancelled or it fails."""

    look_seconds = 0.1

    def __init__(
        self,
        runner: Runner,
        server: Server,
        protection: Protection,
        case: Case,
        on_ready: Callable[[ApiAccess], None],
    ) -> None:
        """`on_ready` is given the API's address as soon as it answers."""
        super().__init__(runner, server.spec.name, "api")
        self._endpoint = server.endpoint
        self._protection, self._case, self._on_ready = protection, case, on_ready
        self._is_up = False

    def _begin(self, pipe: Connection) -> BaseProcess:
        order = ServingOrder(
            endpoint=self._endpoint,
            protection=self._protection,
            workload=self._runner.campaign.workload.name,
            options=self._options(self._case),
            identifier=self._identifier,
            server_cores=self._runner.pool.bound.shares.server,
        )
        return start_worker(serve_users, order, pipe)

    def _attach(self, worker: int) -> None:
        del worker

    def _look(self) -> None:
        if self._is_up:
            self._liveness.alive()  # it rests until somebody asks

    def _take(self, event: object) -> None:
        match event:
            case ApiAccess():
                self._is_up = True
                self._on_ready(event)
            case ServingOver():
                self._set_result(event)

    def _failed(self, why: Message) -> ServingOver:
        return ServingOver(why)

    def _cancelled(self) -> ServingOver:
        return ServingOver()


def _ended() -> CipherbenchError:
    return ServerUnavailable(
        phrase("API connection closed"),
        phrase("The API has ended."),
        phrase("Start it again."),
    )
