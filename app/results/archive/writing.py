"""Writing an archive: the same campaign gives the same bytes, whenever and wherever."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sqlalchemy.orm import Session

from app.results.archive.layout import (
    FORMAT,
    MANIFEST,
    PLAN,
    README,
    SUMS,
    Manifest,
    Part,
    folder_of,
    readme,
    table_member,
)
from app.results.archive.tables import Numbers, carried_tables, lines
from app.results.database.migrate import STORE_VERSION
from app.results.database.models import CampaignRow
from app.results.database.store import Store

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP file can name."""
_READABLE = 0o100644


def archive_bytes(store: Store, campaign_ids: Sequence[int]) -> bytes:
    """An archive of campaigns as they stand at one moment, the one that is meant first.

    Raises: InputError
    """
    with store.moment() as session:
        return _Writing().whole(session, campaign_ids)


class _Writing:
    def __init__(self) -> None:
        self._file = io.BytesIO()
        self._zip = ZipFile(self._file, "w")
        self._sums: dict[str, str] = {}

    def whole(self, session: Session, campaign_ids: Sequence[int]) -> bytes:
        found = [session.get_one(CampaignRow, each) for each in campaign_ids]
        with self._zip:
            self._put(README, [readme(each.name for each in found).encode()])
            parts = [self._campaign(session, at, each) for at, each in enumerate(found)]
            manifest = Manifest(FORMAT, STORE_VERSION, tuple(parts))
            text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False) + "\n"
            self._put(MANIFEST, [text.encode()])
            self._put(SUMS, [f"{sum}  {name}\n".encode() for name, sum in self._sums.items()])
        return self._file.getvalue()

    def _campaign(self, session: Session, at: int, campaign: CampaignRow) -> Part:
        numbers: Numbers = {}
        folder, counts = folder_of(at), {}
        self._put(f"{folder}/{PLAN}", [campaign.plan.encode()])
        for each in carried_tables():
            rows = lines(session, each, campaign.id, numbers)
            counts[each.name] = self._put(table_member(folder, each.name), rows)
        return Part(campaign.name, campaign.created_at, counts)

    def _put(self, name: str, chunks: Iterable[bytes]) -> int:
        """Add a file; gives the number of chunks."""
        info = ZipInfo(name, _LONG_AGO)
        info.compress_type, info.create_system = ZIP_DEFLATED, 3
        info.external_attr = _READABLE << 16
        seen, count = hashlib.sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as member:
            for chunk in chunks:
                count += 1
                seen.update(chunk)
                member.write(chunk)
        self._sums[name] = seen.hexdigest()
        return count
