"""Errors of the operating system, as every command explains them."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from engines.contract.errors import CipherbenchError
from engines.contract.message import Message, phrase


@contextmanager
def explained_os_errors() -> Iterator[None]:
    """Turn common OSErrors (full disk, too many files …) into CipherbenchErrors with a hint."""
    try:
        yield
    except OSError as error:
        if error.errno in _OS_ERROR_HINTS:
            raise _refused_by_system(error, _OS_ERROR_HINTS[error.errno]) from error
        raise


_OS_ERROR_HINTS = {
    errno.EMFILE: phrase("Let programs open more files (`ulimit -n 1024`)."),
    errno.ENFILE: phrase("Close other programs: the whole system has too many files open."),
    errno.ENOSPC: phrase("Make room on that disk."),
    errno.EDQUOT: phrase("Make room on that disk."),
    errno.ENAMETOOLONG: phrase("Choose a shorter name."),
    errno.ENOMEM: phrase("Close other programs, or choose fewer records."),
}
"""Error number → hint."""


def _refused_by_system(error: OSError, hint: Message) -> CipherbenchError:
    message = phrase("The system says: {why}.")
    if error.filename:
        message = phrase("The system says of {path}: {why}.")
    return CipherbenchError(
        phrase("Refused by the system"),
        message,
        hint,
        path=error.filename,
        why=error.strerror,
    )
