"""What an archive holds, and within which limits. docs/archive.md tells it to readers.

An archive is a ZIP file: README.txt, a results store, and SHA256SUMS, which `sha256sum -c` reads.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.results.archive.tables import Carried, carried_tables

README, STORE, SUMS = "README.txt", "store.sqlite", "SHA256SUMS"
MEMBERS = (README, STORE, SUMS)

MOST_BYTES = 8_000_000_000
"""Of everything unpacked: some thirty million probe samples."""
MOST_RATIO, RATIO_FROM = 100, 16_000_000
"""A store is packed to a quarter; what claims to unpack to much more is no archive."""
MOST_TEXT = 16_000_000
"""Bytes of README and sums."""


def readme(names: Iterable[str]) -> str:
    """The text for whoever finds an archive and has no Cipherbench."""
    campaigns = "\n".join(f"  #{number} {name}" for number, name in enumerate(names, 1))
    tables = "\n\n".join(map(_told, carried_tables()))
    return _README.format(campaigns=campaigns, tables=tables)


def _told(each: Carried) -> str:
    told = " ".join(each.told.split())
    return f"{each.name}: {told}\n  {', '.join(each.columns)}"


_README = """\
This is an archive of Cipherbench: what a campaign planned, met and measured, nothing left out.

  cipherbench import FILE.zip     takes it into a results store
  sha256sum -c SHA256SUMS         checks that it is whole

It holds these campaigns:
{campaigns}

#1 was asked for. Another one is there only if the results of #1 depend on it: the raw ciphers that
explain its costs.

store.sqlite is an SQLite database and a results store of Cipherbench. Once it is unpacked, its
campaigns can be read without an import:

  cipherbench compare "#1" --store store.sqlite     shows its results
  cipherbench plan "#1" --store store.sqlite        prints its plan, which `cipherbench run` takes

Moments are seconds since 1970 UTC. Histograms are HDR histograms as the hdrhistogram library
encodes them. No password and no key is in here.

{tables}
"""
