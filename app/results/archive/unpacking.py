"""Unpacking the store of an archive that came from anywhere: the only files are those that belong
in it, no larger than an archive is, and each has its checksum."""

from __future__ import annotations

import errno
import hashlib
import os
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from app.results.archive.layout import (
    MEMBERS,
    MOST_BYTES,
    MOST_RATIO,
    MOST_TEXT,
    RATIO_FROM,
    STORE,
    SUMS,
)
from app.results.strict.files import open_plain, unreadable
from engines.contract.errors import InputError, Unfit
from engines.contract.message import Number, phrase

_DAMAGED = phrase("it is damaged")
_ENCRYPTED = 1
_CHUNK = 1 << 20
_EARLIER = "manifest.json"
"""A member of archives from builds without a store."""


def unpack(path: Path, target: Path) -> None:
    """Write the store of an archive to `target`, a new file.

    Raises: InputError
    """
    with os.fdopen(open_plain(path), "rb") as file:
        try:
            with ZipFile(file) as packed:
                infos = packed.infolist()
                if any(each.filename == _EARLIER for each in infos):
                    raise _earlier(path)
                _check(infos, os.fstat(file.fileno()).st_size)
                _unpack(packed, target)
        except Unfit as error:
            raise unreadable(path, error.message) from error
        except (BadZipFile, NotImplementedError, EOFError, zlib.error, UnicodeError) as error:
            raise unreadable(path, _DAMAGED) from error
        except OSError as error:  # a place that no file has, or no room
            message = None if error.errno == errno.EINVAL else error.strerror
            raise unreadable(path, message or _DAMAGED) from error


def _check(infos: Sequence[ZipInfo], packed: int) -> None:
    """Raises: Unfit for what is not packed as an archive is"""
    names = [each.filename for each in infos]
    size = sum(each.file_size for each in infos)
    if size > MOST_BYTES or (size > RATIO_FROM and size > MOST_RATIO * packed):
        raise Unfit(
            phrase("it would unpack to {size}, which is too much", size=Number(size / 1e6, 0, "MB"))
        )
    for name in names:
        if name not in MEMBERS:
            raise Unfit(
                phrase("it contains “{name}”, which does not belong in an archive", name=name[:80])
            )
    for name in MEMBERS:
        if name not in names:
            raise Unfit(phrase("{name} is missing", name=name))
    if len(names) != len(MEMBERS):
        raise Unfit(phrase("it contains a file twice"))
    if not all(map(_is_plain, infos)):
        raise Unfit(phrase("it is encrypted, or compressed by an unknown method"))
    if any(each.file_size > MOST_TEXT for each in infos if each.filename != STORE):
        raise Unfit(phrase("{name} is too long", name=SUMS))


def _is_plain(info: ZipInfo) -> bool:
    """Whether it is packed as ours are: neither encrypted nor by a rare method."""
    known = info.compress_type in (ZIP_STORED, ZIP_DEFLATED)
    return known and not info.flag_bits & _ENCRYPTED


def _unpack(packed: ZipFile, target: Path) -> None:
    lines = packed.read(SUMS).decode().splitlines()
    sums = {name: reported for reported, _, name in (line.partition("  ") for line in lines)}
    if set(sums) != set(MEMBERS) - {SUMS}:
        raise Unfit(phrase("the files listed in {name} are not those in the archive", name=SUMS))
    for name, reported in sums.items():
        seen = hashlib.sha256()
        with ExitStack() as stack:
            member = stack.enter_context(packed.open(name))
            copy = stack.enter_context(target.open("xb")) if name == STORE else None
            while chunk := member.read(_CHUNK):
                seen.update(chunk)
                if copy is not None:
                    copy.write(chunk)
        if seen.hexdigest() != reported:
            raise Unfit(phrase("checksum mismatch in {name}", name=name))


def _earlier(path: Path) -> InputError:
    return InputError(
        phrase("Not imported"),
        phrase("{path} is an archive from an earlier build of Cipherbench."),
        phrase("Archive the campaign again with this version."),
        path=path,
    )
