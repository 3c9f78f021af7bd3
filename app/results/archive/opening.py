"""Opening an archive that came from anywhere: nothing of it is believed before it was looked at,
and nothing is ever unpacked into a file."""

from __future__ import annotations

import errno
import hashlib
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import cattrs

from app.results.archive.layout import (
    FORMAT,
    MANIFEST,
    MOST_BYTES,
    MOST_MEMBERS,
    MOST_RATIO,
    MOST_TEXT,
    PLAN,
    RATIO_FROM,
    README,
    SUMS,
    Manifest,
    folder_of,
    is_member,
    table_member,
)
from app.results.archive.tables import carried_tables
from app.results.database.migrate import STORE_VERSION, is_unreleased
from app.results.spool.spool import NEWER, OLDER, open_plain, unreadable
from app.results.spool.strict import MOST_LINE, is_moment, parsed_json, strict_converter
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, phrase

_ENCRYPTED = 1
_CHUNK = 1 << 20


class Archive:
    """A whole archive: every file is there, is meant to be, and has its checksum."""

    def __init__(self, path: Path, packed: ZipFile) -> None:
        self.path = path
        self._zip = packed
        self._members = {each.filename: each for each in packed.infolist()}
        self._check_sizes()
        self.manifest = self._read_manifest()
        self._check_names()
        self.sums = self._read_sums()
        for name in self._members:
            self._check_sum(name)

    def text(self, name: str) -> str:
        """A short file. Raises: InputError"""
        return self._short(name).decode()

    def lines(self, folder: str, table: str) -> Iterator[bytes]:
        """The rows of a table.

        Raises: InputError
        """
        name = table_member(folder, table)
        with self._zip.open(name) as member:
            while line := member.readline(MOST_LINE):
                if not line.endswith(b"\n"):
                    raise self.refused(phrase("a line of {name} does not end", name=name))
                yield line

    def refused(self, reason: Message) -> InputError:
        """The error for something that does not hold."""
        return unreadable(self.path, reason)

    def _check_sizes(self) -> None:
        infos = self._zip.infolist()
        if len(infos) > MOST_MEMBERS or len(infos) != len(self._members):
            raise self.refused(phrase("it holds too many files, or one of them twice"))
        size, packed = sum(each.file_size for each in infos), os.fstat(self._handle()).st_size
        if size > MOST_BYTES or (size > RATIO_FROM and size > MOST_RATIO * packed):
            raise self.refused(
                phrase("it would unpack to {size}", size=Number(size / 1e6, 0, "MB"))
            )
        if not all(map(_is_plain, infos)):
            raise self.refused(phrase("it is packed in a way that no archive is"))

    def _handle(self) -> int:
        assert self._zip.fp is not None
        return self._zip.fp.fileno()

    def _read_manifest(self) -> Manifest:
        if MANIFEST not in self._members:
            raise self.refused(phrase("it has no {name}", name=MANIFEST))
        try:
            found = parsed_json(self._short(MANIFEST))
            if type(found) is not dict or type(found.get("cipherbench_archive")) is not int:
                raise self.refused(_NO_ARCHIVE)
            if found["cipherbench_archive"] != FORMAT:
                raise self.refused(NEWER)
            manifest = _converter().structure(found, Manifest)
        except (ValueError, TypeError, cattrs.BaseValidationError) as error:
            raise self.refused(_NO_ARCHIVE) from error
        self._check_manifest(manifest)
        return manifest

    def _check_manifest(self, manifest: Manifest) -> None:
        if manifest.store != STORE_VERSION:
            raise self.refused(OLDER if is_unreleased(manifest.store) else NEWER)
        if not manifest.campaigns:
            raise self.refused(_NO_ARCHIVE)
        known = {each.name for each in carried_tables()}
        for part in manifest.campaigns:
            if not is_moment(part.created_at) or not set(part.tables) <= known:
                raise self.refused(_NO_ARCHIVE)
            if set(part.tables) != known:
                raise self.refused(phrase("a table is missing in it"))

    def _check_names(self) -> None:
        wanted = {README, MANIFEST, SUMS}
        for at, part in enumerate(self.manifest.campaigns):
            wanted.add(f"{folder_of(at)}/{PLAN}")
            wanted |= {table_member(folder_of(at), table) for table in part.tables}
        for name in self._members:
            if not is_member(name) or name not in wanted:
                raise self.refused(
                    phrase("it holds “{name}”, which is no part of an archive", name=name[:80])
                )
        for name in sorted(wanted - set(self._members)):
            raise self.refused(phrase("it has no {name}", name=name))

    def _read_sums(self) -> dict[str, str]:
        found = [line.partition("  ") for line in self.text(SUMS).splitlines()]
        sums = {name: told for told, _, name in found}
        if set(sums) != set(self._members) - {SUMS}:
            raise self.refused(phrase("{name} does not tell of the files that it has", name=SUMS))
        return sums

    def _check_sum(self, name: str) -> None:
        if name == SUMS:
            return
        seen = hashlib.sha256()
        with self._zip.open(name) as member:
            while chunk := member.read(_CHUNK):
                seen.update(chunk)
        if seen.hexdigest() != self.sums[name]:
            raise self.refused(phrase("{name} has not the checksum that it had", name=name))

    def _short(self, name: str) -> bytes:
        if self._members[name].file_size > MOST_TEXT:
            raise self.refused(phrase("{name} is too long", name=name))
        return self._zip.read(name)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """An archive as long as the block lasts.

    Raises: InputError for a file that is none, is damaged, or another Cipherbench's
    """
    with os.fdopen(open_plain(path), "rb") as file:
        try:
            with ZipFile(file) as packed:
                yield Archive(path, packed)
        except (BadZipFile, NotImplementedError, EOFError, zlib.error, UnicodeError) as error:
            raise unreadable(path, _DAMAGED) from error
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            raise unreadable(path, _DAMAGED) from error  # it names a place that no file has


@cache
def _converter() -> cattrs.Converter:
    return strict_converter()


def _is_plain(info: ZipInfo) -> bool:
    """Whether it is packed as ours are: neither encrypted nor by a rare method."""
    known = info.compress_type in (ZIP_STORED, ZIP_DEFLATED)
    return known and not info.flag_bits & _ENCRYPTED


_DAMAGED = phrase("it is damaged")
_NO_ARCHIVE = phrase("it is no archive of Cipherbench's")
