"""Encrypts pictures and records in a helper process with a deadline (an errand), for the command
line and for lessons. The window uses `lab_process` instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.patterns.base.key_material import KeyMaterial
from app.patterns.base.lab_database import ReportNotDropped
from app.patterns.columns.column import ColumnReport, column_report
from app.patterns.columns.encrypted_records import EncryptedRecords, RecordsOrder
from app.patterns.columns.frequency_table import FrequencyTable
from app.patterns.pictures.encrypted_pictures import EncryptedPicture, PictureEncryptor
from app.patterns.pictures.pixels import Raster
from app.plan.campaign import SILENCE_SECONDS
from app.processes.errands import Errand, HelperProcess
from app.processes.isolated_engine import helper_of
from app.servers.opening import OpenedServer
from engines.base.capability import Capabilities
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import Protection, block_bytes
from engines.registry import engine_named
from engines.servers.server import Server

_TIDY_SECONDS = 1.2
"""How long a process that is stopped may take to drop its databases."""


def encrypt_pictures_in_process(
    opened: OpenedServer,
    raster: Raster,
    protections: Sequence[Protection],
    material: KeyMaterial,
    report_not_dropped: ReportNotDropped,
) -> list[EncryptedPicture]:
    """Encrypt a picture under each of the protections.

    Raises: Unsupported, ServerUnavailable, StatementFailed
    """
    errand = Errand(phrase("encrypting a picture"), SILENCE_SECONDS, tidy_seconds=_TIDY_SECONDS)
    server, capabilities = opened.server, opened.capabilities
    name, endpoint = server.spec.name, server.endpoint
    encrypted, undropped = _helper(server).carry_out(
        errand, _encrypt, name, endpoint, capabilities, raster, tuple(protections), material
    )
    for error in undropped:
        report_not_dropped(error)
    return encrypted


def with_records_in_process[Found, *With](
    opened: OpenedServer,
    order: RecordsOrder,
    work: Callable[[EncryptedRecords, *With], Found],
    *given: *With,
    report_not_dropped: ReportNotDropped,
) -> Found:
    """Store records, and return what `work` (a function of a module, called with them and `given`)
    returns.

    Raises: InputError, Unsupported, ServerUnavailable, StatementFailed, and what `work` raises
    """
    errand = Errand(phrase("storing records"), SILENCE_SECONDS, tidy_seconds=_TIDY_SECONDS)
    server = opened.server
    answer: tuple[Found, list[CipherbenchError]] = _helper(server).carry_out(
        errand, _with_records, server.endpoint, opened.capabilities, order, work, *given
    )
    found, undropped = answer
    for error in undropped:
        report_not_dropped(error)
    return found


def column_report_in_process(
    opened: OpenedServer,
    order: RecordsOrder,
    column: str,
    table: FrequencyTable | None,
    report_not_dropped: ReportNotDropped,
) -> ColumnReport:
    """Store records, and report on one of their columns.

    Raises: InputError, Unsupported, ServerUnavailable, StatementFailed
    """
    return with_records_in_process(
        opened, order, _column_report, column, table, report_not_dropped=report_not_dropped
    )


def _helper(server: Server) -> HelperProcess:
    return helper_of(server) or HelperProcess(server.spec.name)


def _encrypt(
    name: str,
    endpoint: Endpoint,
    capabilities: Capabilities,
    raster: Raster,
    protections: Sequence[Protection],
    material: KeyMaterial,
) -> tuple[list[EncryptedPicture], list[CipherbenchError]]:
    undropped: list[CipherbenchError] = []
    with PictureEncryptor(
        name, engine_named(endpoint.engine), endpoint, capabilities, undropped.append
    ) as bench:
        encrypted = [bench.encrypt(raster, each, material) for each in protections]
    return encrypted, undropped


def _with_records[Found](
    endpoint: Endpoint,
    capabilities: Capabilities,
    order: RecordsOrder,
    work: Callable[..., Found],
    *given: object,
) -> tuple[Found, list[CipherbenchError]]:
    undropped: list[CipherbenchError] = []
    engine = engine_named(endpoint.engine)
    with EncryptedRecords(
        engine, endpoint, order, capabilities, report_not_dropped=undropped.append
    ) as encrypted_records:
        found = work(encrypted_records, *given)
    return found, undropped


def _column_report(
    records: EncryptedRecords, column: str, table: FrequencyTable | None
) -> ColumnReport:
    size = block_bytes(records.protection.algorithm)
    return column_report(records.column(column), size, table=table)
