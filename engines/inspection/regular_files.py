"""Opens files that a user names, regular ones only: a pipe may block for ever, and a device may
have no end."""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from engines.contract.message import Message, phrase
from engines.platform.file_access import open_following_links

_KINDS = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISCHR, "it is a device, not a file"),
    (stat.S_ISBLK, "it is a device, not a file"),
)

LONGEST_LINE = 1_000_000
"""Characters; a file of zeros, for one, has no end of a line."""


def open_regular(path: str | Path, most_mb: int | None = None) -> BinaryIO:
    """A regular file, opened for reading; `most_mb` (10⁶ bytes) is how large it may be.

    Raises: OSError whose `strerror` completes “… cannot be read: …”
    """
    _check(Path(path).stat())  # first: to open some devices does something
    descriptor = open_following_links(path)
    try:
        found = os.fstat(descriptor)
        _check(found)
        if most_mb is not None and found.st_size > most_mb * 1_000_000:
            size = f"{found.st_size / 1e6:,.0f} MB"
            raise OSError(errno.EFBIG, f"it has {size}, and {most_mb:,} MB are read at most")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_text(path: str | Path, most_mb: int) -> str:
    """The text of a regular file in UTF-8; the mark that some editors put in front is no part
    of it.

    Raises: OSError as `open_regular` does, UnicodeDecodeError, ValueError for an impossible path
    """
    with open_regular(path, most_mb) as file:
        return file.read().decode("utf-8-sig")


def why_not_read(error: Exception) -> Message | str:
    """Completes “… cannot be read: …” for what `open_regular` or decoding as UTF-8 raise."""
    if isinstance(error, UnicodeDecodeError):
        return _why_not_utf8(error)
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return phrase("its name contains a NUL character")


def _why_not_utf8(error: UnicodeDecodeError) -> Message:
    begin = error.object[:4]
    if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or 0 in begin:
        return phrase("it is in UTF-16: save it as UTF-8")
    return phrase(
        "it is not UTF-8, perhaps Latin-1: save it as UTF-8 (the byte is {byte})",
        byte=f"0x{error.object[error.start]:02x}",
    )


def lines(file: TextIO) -> Iterator[str]:
    """The lines of a file, each with its end.

    Raises: OSError for a line that is far too long
    """
    while line := file.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(("\n", "\r")):
            raise OSError(errno.EFBIG, f"a line of it has more than {LONGEST_LINE:,} characters")
        yield line


def expanded(path: str | Path) -> Path:
    """With `~` or `~user` in front replaced by that user's home; unchanged where there is no such
    user, as shells do it."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def check_target(path: str | Path) -> None:
    """Check that `path` is a regular file or does not exist yet, before something is written to it.

    Raises: OSError as `open_regular` does
    """
    try:
        _check(Path(path).stat())
    except FileNotFoundError:
        return


def _check(found: os.stat_result) -> None:
    for is_one, words in _KINDS:
        if is_one(found.st_mode):
            raise OSError(errno.EINVAL, words)
