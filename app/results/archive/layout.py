"""What an archive holds, and within which limits. docs/archive.md tells it to readers.

An archive is a ZIP file: README.txt, manifest.json, for each campaign a folder with its plan and
a file of JSON lines for each table of the store, and SHA256SUMS, which `sha256sum -c` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.results.archive.tables import Carried, carried_tables

FORMAT = 1

README, MANIFEST, SUMS = "README.txt", "manifest.json", "SHA256SUMS"
PLAN = "plan.toml"

MOST_MEMBERS = 1000
MOST_BYTES = 8_000_000_000
"""Of everything unpacked: some twenty million probe samples."""
MOST_RATIO, RATIO_FROM = 100, 16_000_000
"""Lines of tables are packed to a tenth; what claims to unpack to much more is no archive."""
MOST_TEXT = 16_000_000
"""Bytes of manifest, sums and plan."""

_MEMBER = re.compile(r"campaign-[1-9][0-9]?/(plan\.toml|tables/[a-z_]+\.jsonl)")


@dataclass(frozen=True)
class Part:
    """A campaign of an archive; `tables` tells how many rows each has."""

    name: str
    created_at: float
    tables: Mapping[str, int]


@dataclass(frozen=True)
class Manifest:
    """Which version of this layout it is, of which version of the store the rows are, and the
    campaigns in the order of their folders: first the one that was asked for."""

    cipherbench_archive: int
    store: str
    campaigns: tuple[Part, ...]


def folder_of(number: int) -> str:
    """The folder of a campaign, counted from 0."""
    return f"campaign-{number + 1}"


def table_member(folder: str, table: str) -> str:
    """The name of a table's file."""
    return f"{folder}/tables/{table}.jsonl"


def is_member(name: str) -> bool:
    """Whether an archive may hold a file of that name."""
    return name in (README, MANIFEST, SUMS) or _MEMBER.fullmatch(name) is not None


def readme(names: Iterable[str]) -> str:
    """The text for whoever finds an archive and has no Cipherbench."""
    folders = "\n".join(f"  {folder_of(at)}/  {name}" for at, name in enumerate(names))
    tables = "\n\n".join(map(_told, carried_tables()))
    return _README.format(folders=folders, tables=tables)


def _told(each: Carried) -> str:
    told = " ".join(each.told.split())
    return f"{each.name}: {told}\n  {', '.join(each.columns)}"


_README = """\
This is an archive of Cipherbench: what a campaign planned, met and measured, nothing left out.

  cipherbench import FILE.zip     takes it into a results store
  sha256sum -c SHA256SUMS         tells whether it is whole

It holds these campaigns:
{folders}

The first one was asked for. Another one is there only if the first one's tables tell of it: the
raw ciphers that explain its costs.

In each folder, plan.toml is the plan with its seed and its order; `cipherbench run plan.toml` runs
it again. Each file in tables/ is a table: a line of JSON for each row. Moments are seconds since
1970 UTC. Rows of one table name those of another by the `id` that they have here; bytes, which are
HDR histograms as the hdrhistogram library encodes them, are in base64. No password and no key is
in here.

{tables}
"""
