"""Servers of which all is asked by errands, from when they are opened until they are closed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from app.processes.deadlines import DEADLINES, Ending
from app.processes.errands import Errand, Errands, stopped_waiting
from app.system.passwords import with_variable_named
from engines.base.capability import Capabilities
from engines.base.diagnosis import Diagnosis
from engines.base.engine import Engine
from engines.base.ownership import Verdict, perhaps_ours
from engines.contract.endpoint import Endpoint
from engines.contract.errors import Cause, CipherbenchError, NotDropped, cause_of
from engines.contract.message import Message, phrase
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers.server import Progress, Server, ServerSpec


class _RemoteEngine(Engine):
    """An engine whose servers are asked by errands. It stands in front of the engine itself among
    the classes that it is made of."""

    errands: Errands

    def greet(self, endpoint: Endpoint) -> str | None:
        found = self._send(phrase("connecting"), DEADLINES.enter(endpoint), "greet", endpoint)
        return cast("str | None", found)

    def probe(self, endpoint: Endpoint) -> Capabilities:
        doing = phrase("reading its capabilities")
        return cast(Capabilities, self._ask_while_heard(doing, "probe", endpoint))

    def diagnose(self, endpoint: Endpoint) -> list[Diagnosis]:
        doing = phrase("diagnosing the connection")
        return cast(list[Diagnosis], self._ask_while_heard(doing, "diagnose", endpoint))

    def carry_out(self, endpoint: Endpoint, statements: tuple[str, ...]) -> None:
        doing = phrase("setting it up")
        self._send(doing, DEADLINES.statement, "carry_out", endpoint, statements)

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        doing = phrase("creating a database")
        made = self._send(doing, DEADLINES.statement, "create_database", endpoint, identifier)
        return str(made)

    def drop_database(self, endpoint: Endpoint, database: str) -> Verdict:
        doing = phrase("dropping {database}", database=database)
        errand = Errand(doing, DEADLINES.statement, cleans=True)
        try:
            return cast(
                Verdict,
                self.errands.carry_out(
                    errand, _ask, self.name, "drop_database", endpoint, database
                ),
            )
        except NotDropped:
            raise
        except CipherbenchError as error:  # nobody answered, so that it may still be there
            raise perhaps_ours(self, endpoint, database, error.message) from error

    def survey(self, endpoint: Endpoint) -> dict[str, Verdict]:
        doing = phrase("listing Cipherbench's databases")
        found = self._send(doing, DEADLINES.statement, "survey", endpoint)
        return cast("dict[str, Verdict]", found)

    def server_pid(self, endpoint: Endpoint) -> int | None:
        doing = phrase("reading its process number")
        return cast(
            int | None, self._send(doing, DEADLINES.enter(endpoint), "server_pid", endpoint)
        )

    def is_prepared(self, endpoint: Endpoint) -> bool:
        doing = phrase("reading its rights")
        return bool(self._send(doing, DEADLINES.enter(endpoint), "is_prepared", endpoint))

    def data_directory(self, endpoint: Endpoint) -> str | None:
        doing = phrase("reading its data directory")
        found = self._send(doing, DEADLINES.enter(endpoint), "data_directory", endpoint)
        return cast(str | None, found)

    def _ask_while_heard(self, doing: Message, method: str, endpoint: Endpoint) -> object:
        """It takes many statements and connections, and belongs to entering: a server that is
        silent at any of them is waited for no longer than one that does not let us in."""
        far = endpoint.host is not None and not endpoint.socket and not endpoint.in_process
        silence = DEADLINES.enter(endpoint) if far else None
        errand = Errand(doing, DEADLINES.probe, silence)
        return self.errands.carry_out(errand, _ask, self.name, method, endpoint)

    def _send(self, doing: Message, seconds: float, method: str, *args: object) -> Any:
        return self.errands.carry_out(Errand(doing, seconds), _ask, self.name, method, *args)


def _ask(engine: str, method: str, *args: object) -> object:
    """In the other process: what a method of the engine itself gives."""
    return getattr(engine_named(engine), method)(*args)


def remote_engine(engine: str, errands: Errands) -> Engine:
    """The engine called `engine`; what its servers are asked is asked by `errands`.

    Raises: InputError, ServerUnavailable
    """
    kind = type(engine_named(engine))
    afar: _RemoteEngine = type(f"{kind.__name__}FromAfar", (_RemoteEngine, kind), {})()
    afar.errands = errands
    return afar


def open_remote(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    ending: Ending | None = None,
    cores: Collection[int] | None = None,
) -> Server:
    """Start or reach a server of which all is asked by errands, as long as it is open; one that we
    start is bound to `cores`.

    Raises: ServerUnavailable, InputError
    """
    errands = Errands(spec.name, ending)

    def given_up() -> bool:
        return ending is not None and ending.asked

    def tell(text: Message, fraction: float | None) -> None:
        if given_up():
            raise stopped_waiting(spec.name, text)
        progress(text, fraction)

    try:
        engine = remote_engine(spec.engine, errands)
        if given_up():
            raise stopped_waiting(spec.name, phrase("starting it"))
        return open_server(spec, password, tell, engine, given_up, cores)
    except CipherbenchError as error:
        errands.rest()
        if cause_of(error) is not Cause.LOGIN:
            raise
        raise with_variable_named(error, spec) from error
    except BaseException:
        errands.rest()
        raise


def rest(server: Server) -> None:
    """Have no process wait for what else a server is asked."""
    if errands := errands_of(server):
        errands.rest()


def errands_of(server: Server) -> Errands | None:
    """Those of a server that `open_remote` gave."""
    return getattr(server.engine, "errands", None)
