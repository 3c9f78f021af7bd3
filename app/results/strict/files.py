"""Files that a user names to be taken in: opened without waiting, refused in one sentence."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import Message, phrase

OLDER = phrase("an unreleased Cipherbench wrote it")
NEWER = phrase("a newer Cipherbench wrote it")


def open_plain(path: Path) -> int:
    """A file to be read; anything else is refused without waiting for it.

    Raises: InputError
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise unreadable(path, error.strerror or str(error)) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise unreadable(path, phrase("it is not a file"))
    return handle


def unreadable(path: Path, reason: Message | str) -> InputError:
    """The error for a file that cannot be imported."""
    return InputError(
        phrase("Not imported"),
        phrase("{path} cannot be imported: {reason}."),
        phrase("Name an archive or a spool that Cipherbench wrote."),
        path=path,
        reason=reason,
    )
