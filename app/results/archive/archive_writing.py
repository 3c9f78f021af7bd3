"""Writes archives, reproducibly: the same campaign gives the same bytes; and their layout and
limits, which docs/archive.md describes for readers.

An archive is a ZIP file: README.txt, a results store, and SHA256SUMS, which `sha256sum -c` reads.
"""

from __future__ import annotations

import hashlib
import io
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from app.results.database.archived_tables import ArchivedTable, archived_tables, copy_campaign
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


README, STORE, SUMS = "README.txt", "store.sqlite", "SHA256SUMS"
MEMBERS = (README, STORE, SUMS)

MOST_BYTES = 8_000_000_000
"""Limit of the unpacked size: some thirty million probe samples."""
MOST_RATIO, RATIO_FROM = 100, 16_000_000
"""Limit of the compression ratio, for archives that unpack to `RATIO_FROM` bytes or more: a store
is compressed to a quarter, and what claims far more is a ZIP bomb."""
MOST_TEXT = 16_000_000
"""Limit of the bytes of README and checksums."""


def readme(names: Iterable[str]) -> str:
    """The text for a reader who has the archive, but not Cipherbench."""
    campaigns = "\n".join(f"  #{number} {name}" for number, name in enumerate(names, 1))
    tables = "\n\n".join(map(_table_description, archived_tables()))
    return _README.format(campaigns=campaigns, tables=tables)


def _table_description(each: ArchivedTable) -> str:
    description = " ".join(each.description.split())
    return f"{each.name}: {description}\n  {', '.join(each.columns)}"


_README = """\
This is an archive of Cipherbench. It contains all of a campaign: plan, environment and results.

  cipherbench import FILE.zip     imports it into a results store
  sha256sum -c SHA256SUMS         checks that it is complete

Campaigns in it:
{campaigns}

#1 is the archived campaign. Others are in it only if results of #1 depend on them: measurements of
raw ciphers that explain its costs.

store.sqlite is an SQLite database and a results store of Cipherbench. After unpacking, its
campaigns can be read without an import:

  cipherbench compare "#1" --store store.sqlite     shows its results
  cipherbench plan "#1" --store store.sqlite        prints its plan, for `cipherbench run`

Times are seconds since 1970 UTC. Histograms are HDR histograms, encoded by the hdrhistogram
library. The archive contains no passwords and no keys.

{tables}
"""
