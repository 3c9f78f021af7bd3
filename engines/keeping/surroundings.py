"""What the programs that we start see of our environment: nothing that they have no need of."""

from __future__ import annotations

import os
from collections.abc import Iterable


def without(variables: Iterable[str]) -> None:
    """Take variables whose names begin so out of the environment of this process: what connects
    would heed them."""
    begun = tuple(variables)
    for name in [each for each in os.environ if each.startswith(begun)]:
        del os.environ[name]


OF_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "TEMP", "TMP")
"""Without which no program connects or starts another there."""
_NEEDED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", *OF_WINDOWS)


def bare(*more: str) -> dict[str, str]:
    """An environment that finds programs, libraries and the encoding of file names, and has of the
    user's other variables those whose names begin with one of `more`."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _NEEDED or (more and name.startswith(more))
    }
