"""The layout of an archive and its limits; docs/archive.md describes it for readers.

An archive is a ZIP file: README.txt, a results store, and SHA256SUMS, which `sha256sum -c` reads.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.results.database.archived_tables import ArchivedTable, archived_tables

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
