"""The layout of an archive and its limits; docs/archive.md describes it for readers.

An archive is a ZIP file: README.txt, a results store, and SHA256SUMS, which `sha256sum -c` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import batched

from sqlalchemy import insert
from sqlalchemy.orm import Session

from app.results.database.archived_tables import (
    ArchivedTable,
    Numbers,
    Row,
    archived_tables,
    rows_of,
    with_archive_numbers,
)
from app.results.database.models import CampaignRow

# A campaign copied from one store into another: an archive is written so, and taken in so.


def copied(source: Session, campaign_id: int, target: Session) -> int:
    """All rows of a campaign, with numbers as the target gives them; the campaign's there.

    Raises: LookupError for a row that refers to none of the campaign
    """
    numbers: Numbers = {}
    for each in archived_tables():
        own = numbers.setdefault(each.name, {})
        for rows in batched(rows_of(source, each, campaign_id), each.batch_size):
            copies = [with_archive_numbers(row, each, numbers) for row in rows]
            known = [row.pop(each.number_column) for row in copies] if each.number_column else []
            own.update(zip(known, _inserted(target, each, copies), strict=False))
    return numbers[CampaignRow.__tablename__][campaign_id]


def _inserted(target: Session, each: ArchivedTable, rows: Sequence[Row]) -> list[int]:
    """The numbers that rows were given, where others refer to them."""
    if not each.is_referred_to or each.number_column is None:
        target.execute(insert(each.table), list(rows))
        return []
    made = insert(each.table).returning(
        each.table.c[each.number_column], sort_by_parameter_order=True
    )
    return list(target.scalars(made, list(rows)))


README, STORE, SUMS = "README.txt", "store.sqlite", "SHA256SUMS"
MEMBERS = (README, STORE, SUMS)

MOST_BYTES = 8_000_000_000
"""Of everything unpacked: some thirty million probe samples."""
MOST_RATIO, RATIO_FROM = 100, 16_000_000
"""A store is packed to a quarter; what claims to unpack to much more is no archive."""
MOST_TEXT = 16_000_000
"""Bytes of README and sums."""


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
