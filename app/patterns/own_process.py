"""Pictures and columns for the command line, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.patterns.base.lab_database import Tell
from app.patterns.base.material import Material
from app.patterns.columns.column import ColumnReport, report
from app.patterns.columns.frequency_table import FrequencyTable
from app.patterns.columns.sealed_records import RecordsOrder, SealedRecords
from app.patterns.pictures.pixels import Raster
from app.patterns.pictures.sealed import Bench, SealedPicture
from app.plan.campaign import SILENCE_SECONDS
from app.processes.errands import Errand, Errands
from app.processes.remote_engine import errands_of
from app.servers.opening import Opened
from engines.base.capability import Capabilities
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Protection, block_bytes
from engines.registry import engine_named
from engines.servers.server import Server

_TIDY_SECONDS = 1.2
"""How long the process may take to drop what it made when it is stopped."""


def sealed_elsewhere(
    opened: Opened,
    raster: Raster,
    protections: Sequence[Protection],
    material: Material,
    tell: Tell,
) -> list[SealedPicture]:
    """One picture under each of the protections; `tell` gets the error of each database that stays.

    Raises: Unsupported, ServerUnavailable, StatementFailed
    """
    errand = Errand(phrase("encrypting a picture"), SILENCE_SECONDS, tidy_seconds=_TIDY_SECONDS)
    server, able = opened.server, opened.capabilities
    name, endpoint = server.spec.name, server.endpoint
    sealed, stays = _errands(server).carry_out(
        errand, _seal, name, endpoint, able, raster, tuple(protections), material
    )
    for error in stays:
        tell(error)
    return sealed


def at_records_elsewhere[Found, *With](
    opened: Opened,
    order: RecordsOrder,
    work: Callable[[SealedRecords, *With], Found],
    *given: *With,
    tell: Tell,
) -> Found:
    """What `work`, a function of a module, finds in stored records; `tell` gets the error of each
    database that stays.

    Raises: InputError, Unsupported, ServerUnavailable, StatementFailed, and what `work` raises
    """
    errand = Errand(phrase("storing records"), SILENCE_SECONDS, tidy_seconds=_TIDY_SECONDS)
    server = opened.server
    answer: tuple[Found, list[CipherbenchError]] = _errands(server).carry_out(
        errand, _at_records, server.endpoint, opened.capabilities, order, work, *given
    )
    found, stays = answer
    for error in stays:
        tell(error)
    return found


def looked_at_elsewhere(
    opened: Opened, order: RecordsOrder, column: str, table: FrequencyTable | None, tell: Tell
) -> ColumnReport:
    """What a column of stored records reveals; `tell` gets the error of each database that stays.

    Raises: InputError, Unsupported, ServerUnavailable, StatementFailed
    """
    errand = Errand(phrase("storing records"), SILENCE_SECONDS, tidy_seconds=_TIDY_SECONDS)
    server = opened.server
    found, stays = _errands(server).carry_out(
        errand, _look_at, server.endpoint, opened.capabilities, order, column, table
    )
    for error in stays:
        tell(error)
    return found


def _errands(server: Server) -> Errands:
    return errands_of(server) or Errands(server.spec.name)


def _seal(
    name: str,
    endpoint: Endpoint,
    able: Capabilities,
    raster: Raster,
    protections: Sequence[Protection],
    material: Material,
) -> tuple[list[SealedPicture], list[CipherbenchError]]:
    stays: list[CipherbenchError] = []
    with Bench(name, engine_named(endpoint.engine), endpoint, able, stays.append) as bench:
        sealed = [bench.seal(raster, each, material) for each in protections]
    return sealed, stays


def _at_records[Found](
    endpoint: Endpoint,
    able: Capabilities,
    order: RecordsOrder,
    work: Callable[..., Found],
    *given: object,
) -> tuple[Found, list[CipherbenchError]]:
    stays: list[CipherbenchError] = []
    engine = engine_named(endpoint.engine)
    with SealedRecords(engine, endpoint, order, able, tell=stays.append) as sealed_records:
        found = work(sealed_records, *given)
    return found, stays


def _look_at(
    endpoint: Endpoint,
    able: Capabilities,
    order: RecordsOrder,
    column: str,
    table: FrequencyTable | None,
) -> tuple[ColumnReport, list[CipherbenchError]]:
    stays: list[CipherbenchError] = []
    engine = engine_named(endpoint.engine)
    with SealedRecords(engine, endpoint, order, able, tell=stays.append) as sealed_records:
        size = block_bytes(order.protection.algorithm)
        found = report(sealed_records.column(column), size, table=table)
    return found, stays
