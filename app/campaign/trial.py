"""Tries a workload on a server before anything is measured: each operation under each protection
works, is impossible, is refused by the server, or returns other rows than in plaintext.

    server = open_isolated(spec, password)        # or any `Server` that is open
    options = Options(campaign.workload, case, campaign.seed)
    for each in try_workload(server, options, protections):
        each.protection, each.operation, each.outcome, each.reason

Each protection gets a small database of ours (`DatabaseWorkload.scaled_down`), in which each
operation is carried out a few times and undone; then it is dropped. Results are compared with those
in plaintext. A refused statement does not stop the others; if the tables cannot be created, every
operation is refused with that reason. Nothing is timed.

It runs in a helper process, with a deadline for each protection, so a window may call it from a
thread; the server's `Cancellation` stops it. If this user may not create databases, it raises as
`create_database` does, and no operation was tried.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from app.processes.errands import Errand, HelperProcess
from app.processes.isolated_engine import helper_of
from app.processes.own_database import as_user_error
from app.servers.key_access import KeyAccesses
from engines.base.engine import Engine
from engines.base.ownership import database_name
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, DiskFull, ServerUnavailable, Unsupported
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import PLAINTEXT, Keying, Protection
from engines.contract.session import Session
from engines.contract.transition import Transition
from engines.registry import engine_named
from engines.servers.backed_up_server import backed_up
from engines.servers.server import Server
from engines.sql.statement import Encryptor
from workloads.app_server import RunDatabase
from workloads.contract import Operation, Options, Part, Setting, UntimedClock, VerificationFailed
from workloads.load import LoadPart
from workloads.registry import database_workload
from workloads.workload import DatabaseWorkload

_SECONDS = 600.0
"""Deadline for one protection: a server that hangs in a statement is given up then."""


class TrialOutcome(StrEnum):
    WORKS = "works"
    CANNOT = "cannot"
    """The protection or the engine cannot do it; no server was asked."""
    REFUSED = "refused"
    """The server refused it, in its own words."""
    DIFFERS = "differs"
    """It returned other rows than in plaintext."""


@dataclass(frozen=True)
class OperationTrial:
    """One operation under one protection. `reason` is a clause, empty where it works; `code` is the
    workload's machine-readable reason (`Refusal.code`)."""

    operation: str
    protection: Protection
    outcome: TrialOutcome
    reason: Message = NOTHING
    code: str = ""


@dataclass(frozen=True)
class TrialResult:
    """The trials of a protection's operations, and a digest of what each operation returned."""

    operations: tuple[OperationTrial, ...]
    digests: Mapping[str, str] = field(default_factory=dict, repr=False)


def try_workload(
    server: Server,
    options: Options[Any],
    protections: Sequence[Protection],
    begin: Callable[[Protection], object] = lambda protection: None,
) -> tuple[OperationTrial, ...]:
    """Every operation of `options.parameters`' workload under every protection, in that order;
    `begin` is called with each before it is tried, plaintext first.

    Raises: ServerUnavailable, StatementFailed (no database can be made there), KeyServiceFailed,
        InputError
    """
    with trial_helper(server) as helper, closing(KeyAccesses()) as keys:
        begin(PLAINTEXT)
        plain = try_protection(server, helper, options, PLAINTEXT)
        found = list[OperationTrial]()
        for each in protections:
            if each == PLAINTEXT:
                found += plain.operations
            else:
                begin(each)
                opened = keys.opened(each)
                found += try_protection(server, helper, options, opened, plain.digests).operations
    return tuple(found)


def try_protection(
    server: Server,
    helper: HelperProcess,
    options: Options[Any],
    protection: Protection,
    plaintext_digests: Mapping[str, str] = MappingProxyType({}),
    purpose: str = "trial",
) -> TrialResult:
    """Every operation under one protection, compared with its digest in plaintext; `purpose` begins
    the name of the database.

    Raises: ServerUnavailable, StatementFailed (no database can be made there), InputError
    """
    name = f"{purpose}_{secrets.token_hex(6)}"
    doing = phrase("trying the statements")
    errand = Errand(doing, _SECONDS, tidy_seconds=5.0)
    asked = server.engine.name, server.endpoint, options, protection, name, dict(plaintext_digests)
    try:
        return helper.carry_out(errand, try_in_process, *asked)
    except ServerUnavailable:
        with suppress(CipherbenchError):  # a process that was ended may have left it
            server.engine.catalogue.drop_database(server.endpoint, database_name(name))
        raise


@contextmanager
def trial_helper(server: Server) -> Iterator[HelperProcess]:
    own = helper_of(server)
    helper = own or HelperProcess(server.spec.name)
    try:
        yield helper
    finally:
        helper.stop()


def try_in_process(
    engine_name: str,
    endpoint: Endpoint,
    options: Options[Any],
    protection: Protection,
    identifier: str,
    plaintext_digests: Mapping[str, str],
) -> TrialResult:
    """As `try_protection`, in this process and a database named by `identifier`."""
    workload = database_workload(options.parameters.name)
    trial = _Trial(engine_named(engine_name), endpoint, workload, options, plaintext_digests)
    return TrialResult(trial.run(identifier, protection), trial.digests)


class _Trial:
    def __init__(
        self,
        engine: Engine,
        endpoint: Endpoint,
        workload: DatabaseWorkload[Any],
        options: Options[Any],
        plaintext_digests: Mapping[str, str],
    ) -> None:
        self._engine, self._endpoint, self._workload = engine, endpoint, workload
        self._plaintext_digests = plaintext_digests
        self.digests: dict[str, str] = {}
        self._options = workload.scaled_down(options)
        self._transition = workload.encryption_transition(self._options)
        self._parts = workload.trial_parts(self._options)
        self._names = tuple(name for part in self._parts for name in part.operations)

    def run(self, identifier: str, protection: Protection) -> tuple[OperationTrial, ...]:
        found = self._impossible(protection)
        if len(found) < len(self._names):
            found = {**self._in_database(identifier, protection, found), **found}
        return tuple(found[name] for name in self._names)

    def _impossible(self, protection: Protection) -> dict[str, OperationTrial]:
        """What is known without a server."""
        options = self._options
        known = options.parameters, options.case, protection, self._engine.name
        try:
            why = self._workload.why_not(*known)
            self._encryptor(protection, self._keying(protection))
        except Unsupported as error:
            why = error.messages[1]
        if why:
            return self._same_for_all(protection, TrialOutcome.CANNOT, why)
        return {
            each.operation: OperationTrial(
                each.operation, protection, TrialOutcome.CANNOT, each.message, each.code
            )
            for each in self._workload.refusals(*known)
        }

    def _same_for_all(
        self, protection: Protection, outcome: TrialOutcome, why: Message
    ) -> dict[str, OperationTrial]:
        return {name: OperationTrial(name, protection, outcome, why) for name in self._names}

    def _keying(self, protection: Protection) -> Keying:
        return self._workload.keying(protection.bits or 256, self._options.sound)

    def _encryptor(self, protection: Protection, keying: Keying) -> Encryptor:
        text_columns = self._options.parameters.text_columns
        return self._engine.encryption.encryptor(protection, keying, text_columns=text_columns)

    def _former(self, protection: Protection, keying: Keying) -> Encryptor | None:
        """The encryptor with the old key, where the workload changes the key."""
        if self._transition is None or self._transition.kind is not Transition.CHANGE_KEY:
            return None
        return self._encryptor(protection, keying.with_fresh_key())

    def _in_database(
        self, identifier: str, protection: Protection, impossible: Mapping[str, object]
    ) -> dict[str, OperationTrial]:
        """The trials of all parts without an `impossible` operation, in a database of their own."""
        keying, transition = self._keying(protection), self._transition
        encryption, catalogue = self._engine.encryption, self._engine.catalogue
        state_before = encryption.state_before(transition, protection, keying)
        state_after = encryption.state_after(transition, protection), keying
        encryptor = self._encryptor(*state_before)
        if transition is not None:
            encryptor = encryption.initial_encryptor(transition, protection, encryptor)
        endpoint = encryption.endpoint_under(self._endpoint, *state_before)
        endpoint_after = encryption.endpoint_under(self._endpoint, *state_after)
        database = catalogue.create_database(endpoint, identifier)
        try:
            catalogue.install(endpoint, database, self._workload.schema(self._options, encryptor))
            login_after = login = catalogue.restricted_login(endpoint, database)
            if endpoint_after != endpoint:
                login_after = catalogue.restricted_login(endpoint_after, database)
            run_database = RunDatabase(
                endpoint=login, database=database, protection=protection, keying=keying
            )
            administrator = endpoint if transition and transition.storage_way else login
            with closing(_Connection(self._engine, login, database, administrator)) as connection:
                setting = self._setting(
                    connection.fresh(), encryptor, run_database, endpoint_after, login_after
                )
                if (failure := _failure(lambda: self._fill(setting))) is not None:
                    return self._same_for_all(protection, *failure)
                found: dict[str, OperationTrial] = {}
                for part in self._parts:
                    if not set(part.operations) & impossible.keys():
                        found |= self._try_part(part, setting, run_database, connection)
                return found
        finally:
            catalogue.drop_database(endpoint, database)

    def _setting(
        self,
        session: Session,
        encryptor: Encryptor,
        run_database: RunDatabase,
        endpoint_after: Endpoint,
        login_after: Endpoint,
    ) -> Setting:
        """`endpoint_after` and `login_after` lead to the database after a change of its encryption;
        they, the former encryptor and the storage are only for workloads that make one."""
        login, database = run_database.endpoint, run_database.database
        protection, transition = run_database.protection, self._transition
        storage = None
        if transition is not None:
            storage = self._engine.encryption.storage_work(
                transition, protection, database, login, login_after
            )
        return Setting(
            session,
            encryptor,
            self._workload.records(self._options),
            self._options,
            os.urandom(32),
            lambda: self._engine.driver.connect(login, database),
            former_encryptor=self._former(protection, run_database.keying),
            open_admin_session=self._administering(endpoint_after, database),
            backups=backed_up(self._engine, lambda: endpoint_after, database),
            storage=storage,
        )

    def _administering(self, endpoint: Endpoint, database: str) -> Callable[[], Session] | None:
        driver = self._engine.driver
        return None if driver.connects_once else lambda: driver.connect(endpoint, database)

    def _fill(self, setting: Setting) -> None:
        session, schema = setting.session, self._workload.schema(self._options, setting.encryptor)
        self._engine.driver.create_schema(session, schema, setting.encryptor)
        filling = self._workload.untimed_fill(self._options)
        if filling is not None:
            session.begin()
            filling.run(setting, UntimedClock())
            session.commit()
            self._engine.driver.finish_schema(session, schema, setting.encryptor)

    def _try_part(
        self, part: Part, setting: Setting, run_database: RunDatabase, connection: _Connection
    ) -> dict[str, OperationTrial]:
        rows: list[object] = []

        def carry_out() -> None:
            if isinstance(part, LoadPart):
                _ask_once(part, setting, run_database, connection)
                rows.append(None)
            else:
                rows.append(_sample(part, replace(setting, session=connection.fresh())))

        failure = _failure(carry_out)
        if failure is None:
            digest = hashlib.sha256(repr(rows[0]).encode()).hexdigest()
            alike = all(
                self._plaintext_digests.get(name, digest) == digest for name in part.operations
            )
            self.digests |= dict.fromkeys(part.operations, digest)
            failure = (TrialOutcome.WORKS, NOTHING) if alike else _DIFFERS
        return {
            name: OperationTrial(name, run_database.protection, *failure)
            for name in part.operations
        }


def _sample(part: Part, setting: Setting) -> object:
    assert isinstance(part, Operation)
    setting.session.begin()
    given = part.sample(setting)
    if part.is_rolled_back:
        setting.session.rollback()
    else:
        setting.session.commit()
    return given


def _ask_once(
    part: LoadPart, setting: Setting, run_database: RunDatabase, connection: _Connection
) -> None:
    """A request of each kind, over connections of its own.

    Raises: VerificationFailed, CipherbenchError
    """
    setting = replace(setting, session=connection.fresh())
    setting.session.begin()
    asking = part.request_source(setting, run_database, None, warming=False)
    setting.session.commit()
    connection.close()  # not every engine lets two into a database
    with asking.open() as requests:
        for kind in requests.kinds:
            arrived = kind.send(kind.make(0))
            if not kind.is_answered(arrived) and kind.failure is not None:
                raise kind.failure(0, arrived)
        asked = [1] * len(requests.kinds)
    setting = replace(setting, session=connection.fresh())
    setting.session.begin()
    part.verify(setting, asking, asked)
    setting.session.commit()


class _Connection:
    """A connection, opened anew where the last use cannot be rolled back."""

    def __init__(
        self, engine: Engine, endpoint: Endpoint, database: str, administrator: Endpoint
    ) -> None:
        self._engine, self._endpoint, self._database = engine, endpoint, database
        self._administrator = administrator
        self._session: Session | None = None

    def fresh(self) -> Session:
        """The connection, with no transaction open."""
        if self._session is not None:
            try:
                self._session.begin()
                self._session.rollback()
            except CipherbenchError:
                self.close()
        if self._session is None:
            connect = self._engine.driver.connect
            self._session = connect(self._endpoint, self._database)
            if self._endpoint.user != self._administrator.user:
                self._session.administration = connect(self._administrator)
        return self._session

    def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            if session.administration is not session:
                session.administration.close()
            session.close()


def _failure(step: Callable[[], object]) -> tuple[TrialOutcome, Message] | None:
    try:
        step()
    except VerificationFailed as error:
        return TrialOutcome.DIFFERS, error.message
    except (ServerUnavailable, DiskFull):
        raise
    except CipherbenchError as error:
        return TrialOutcome.REFUSED, error.messages[1]
    except Exception as error:  # noqa: BLE001 one statement never ends the others
        return TrialOutcome.REFUSED, as_user_error(error).messages[1]
    return None


_DIFFERS = TrialOutcome.DIFFERS, phrase("it returns other rows than in plaintext")
