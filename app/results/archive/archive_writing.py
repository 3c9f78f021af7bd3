"""Writes archives, reproducibly: the same campaign gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from app.results.archive.layout import README, STORE, SUMS, readme
from app.results.database.archived_tables import copy_campaign
from app.results.database.store_connection import lift_statement_timeout
from app.results.store.store import Store, open_store

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP file can name."""
_READABLE = 0o100644
_PAGE_BYTES = 4096
_LIBRARY_AT, _LIBRARY_BYTES = 96, 4
"""Where the file's header has the version of the SQLite that wrote it last; none reads it."""
_CHUNK = 1 << 20


def archive_bytes(store: Store, campaign_ids: Sequence[int]) -> bytes:
    """An archive of campaigns in their state at one moment; the first is the archived one, others
    are what its results depend on.

    Raises: InputError
    """
    with TemporaryDirectory(prefix="cipherbench-") as folder:
        made = Path(folder) / "made"
        names = _copy(store, campaign_ids, made)
        _compact(made, Path(folder) / STORE)
        return _packed(readme(names), Path(folder) / STORE)


def _copy(store: Store, campaign_ids: Sequence[int], file: Path) -> list[str]:
    """Copy campaigns into a new store; returns their names."""
    with open_store(str(file), write=True) as made:
        with store.consistent_read() as source, made.transaction(write=True) as target:
            lift_statement_timeout(source.connection())
            for each in campaign_ids:
                copy_campaign(source, each, target)
        return [each.name for each in reversed(made.campaigns())]


def _compact(made: Path, file: Path) -> None:
    """Rewrite the store so that its bytes depend on its contents alone: not on the order of
    insertion, nor on defaults of this SQLite."""
    with closing(sqlite3.connect(made)) as connection:
        for pragma in ("journal_mode = DELETE", f"page_size = {_PAGE_BYTES}", "auto_vacuum = NONE"):
            connection.execute(f"PRAGMA {pragma}")
        _sort_indexes(connection)
        connection.execute("VACUUM INTO ?", (str(file),))
    with file.open("r+b") as opened:
        opened.seek(_LIBRARY_AT)
        opened.write(bytes(_LIBRARY_BYTES))


def _sort_indexes(connection: sqlite3.Connection) -> None:
    """Create indexes anew in the order of their names: SQLAlchemy's order differs by process."""
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql > ''"
    )
    for name, made in sorted(found.fetchall()):
        connection.execute(f"DROP INDEX {name}")
        connection.execute(made)


def _packed(manifest: str, store: Path) -> bytes:
    written = io.BytesIO()
    sums: dict[str, str] = {}
    with ZipFile(written, "w") as packed:
        sums[README] = _put(packed, README, [manifest.encode()])
        sums[STORE] = _put(packed, STORE, _chunks(store))
        _put(packed, SUMS, [f"{sum}  {name}\n".encode() for name, sum in sums.items()])
    return written.getvalue()


def _put(packed: ZipFile, name: str, chunks: Iterator[bytes] | Sequence[bytes]) -> str:
    """Add a file to the ZIP; returns its SHA-256."""
    info = ZipInfo(name, _LONG_AGO)
    info.compress_type, info.create_system = ZIP_DEFLATED, 3
    info.external_attr = _READABLE << 16
    seen = hashlib.sha256()
    with packed.open(info, "w", force_zip64=True) as member:
        for chunk in chunks:
            seen.update(chunk)
            member.write(chunk)
    return seen.hexdigest()


def _chunks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            yield chunk
