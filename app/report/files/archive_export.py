"""Exports a campaign as an archive, with the campaign of raw ciphers that explains its costs."""

from __future__ import annotations

from pathlib import Path

from app.report.figures.campaign_report import report_on
from app.report.files.export import write_file
from app.results.archive.archive_writing import archive_bytes
from app.results.store.store import Store
from engines.inspection.regular_files import expanded
from workloads.cipher_speed.ciphers import BYTES_PER_SECOND, ENCRYPTION


def export_archive(store: Store, campaign_id: int, path: str | Path) -> Path:
    """Write an archive to `path`, from which another store can import it with the same reports; the
    path. A failure leaves an existing file as it was.

    Raises: InputError for an unknown campaign, or a path that cannot be written
    """
    target = expanded(path)
    write_file(target, archive_bytes(store, [campaign_id, *_raw_ciphers(store, campaign_id)]))
    return target


def _raw_ciphers(store: Store, campaign_id: int) -> list[int]:
    """The campaign that measured the ciphers by which this one's costs are explained."""
    if not report_on(store, campaign_id).bounds:
        return []
    return [store.raw_ciphers(ENCRYPTION, BYTES_PER_SECOND.name)[0].campaign]
