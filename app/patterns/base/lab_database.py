"""What the pattern lab needs of a server: support of a protection, and temporary databases, dropped
by the lab that made them, or, if that was killed, by the next one on this machine.

The name of such a database contains the machine and process that made it, so that those of a killed
process are recognised, also on a server that others use.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import psutil

from engines.base.capability import Capabilities
from engines.base.engine import Engine
from engines.base.ownership import (
    DATABASE_PREFIX,
    PATIENCE_SECONDS,
    NotOwned,
    drop_patiently,
    judge_all,
    refused,
)
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, NotDropped, Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.platform.processes import machine_facts

log = logging.getLogger(__name__)

_CLOCK_TOLERANCE_S = 5
"""By how much a process's start time may differ: it is computed from the boot time, and the clock
may have been set since."""

_IDENTIFIER = re.compile(r"lab_(?P<here>[0-9a-f]{8})_(?P<pid>\d+)_(?P<started>\d+)_[0-9a-f]+")


type ReportNotDropped = Callable[[CipherbenchError], None]
"""Gets the error of each database that could not be dropped, with what removes it."""


def log_not_dropped(error: CipherbenchError) -> None:
    """The default callback: only the log gets the error."""
    log.warning("%s", error)


@contextmanager
def lab_database(
    engine: Engine, endpoint: Endpoint, report_not_dropped: ReportNotDropped = log_not_dropped
) -> Iterator[str]:
    """Create a temporary database and drop it after the block; yields its name.

    Raises: ServerUnavailable, StatementFailed
    """
    drop_leftovers(engine, endpoint, report_not_dropped)
    database = engine.catalogue.create_database(endpoint, _identifier())
    try:
        yield database
    finally:
        _drop(engine, endpoint, database, report_not_dropped, PATIENCE_SECONDS)


def drop_leftovers(
    engine: Engine, endpoint: Endpoint, report_not_dropped: ReportNotDropped = log_not_dropped
) -> None:
    """Drop the databases of killed labs of this machine."""
    try:
        found = judge_all(engine.catalogue, endpoint)
    except CipherbenchError:
        return  # using the server fails next, and reports why
    for database, verdict in found.items():
        if not _is_orphaned(database.removeprefix(DATABASE_PREFIX)):
            continue
        if isinstance(verdict, NotOwned):
            report_not_dropped(refused(engine.catalogue, endpoint, database, verdict))
        else:
            _drop(engine, endpoint, database, report_not_dropped, 0.0)


def _drop(
    engine: Engine,
    endpoint: Endpoint,
    database: str,
    report_not_dropped: ReportNotDropped,
    seconds: float,
) -> None:
    try:
        verdict = drop_patiently(engine.catalogue, endpoint, database, seconds)
    except NotDropped as error:
        report_not_dropped(error)
        return
    if isinstance(verdict, NotOwned):
        report_not_dropped(refused(engine.catalogue, endpoint, database, verdict))


def _identifier() -> str:
    pid = os.getpid()
    started = int(psutil.Process(pid).create_time())
    return f"lab_{_machine_digest()}_{pid}_{started}_{secrets.token_hex(4)}"


def _is_orphaned(identifier: str) -> bool:
    """Whether it was made by a process of this machine that has ended."""
    parts = _IDENTIFIER.fullmatch(identifier)
    if parts is None or parts["here"] != _machine_digest():
        return False
    try:
        started = float(psutil.Process(int(parts["pid"])).create_time())
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False
    return abs(started - int(parts["started"])) > _CLOCK_TOLERANCE_S


def _machine_digest() -> str:
    """A digest that identifies this machine, and on Linux this container."""
    facts = [platform.node(), *machine_facts()]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:8]


def supported_protection(
    server: str, engine: Engine, capabilities: Capabilities, protection: Protection
) -> Protection:
    """The protection with its mode: a native one that names none takes the engine's own.

    Raises: Unsupported with the server's reason; `server` names it
    """
    why = capabilities.why_not(protection, engine.default_mode)
    if why is not None:
        raise Unsupported(
            phrase("Not supported"), phrase("{server}: {why}"), server=server, why=why
        )
    if protection.kind is ProtectionKind.NATIVE and not protection.mode:
        return replace(protection, mode=engine.default_mode)
    return protection
