"""What tools that we call, keepers and the web API inherit of our environment variables: only what
they need. What servers and side programs inherit is in `keeper._surroundings`."""

from __future__ import annotations

import os
from collections.abc import Iterable


def drop_own_variables(prefixes: Iterable[str]) -> None:
    """Remove from this process all variables with these prefixes: a driver would obey them."""
    beginnings = tuple(prefixes)
    for name in [each for each in os.environ if each.startswith(beginnings)]:
        del os.environ[name]


NEEDED_ON_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "TEMP", "TMP")
"""Without which no program connects or starts another there."""
_NEEDED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", *NEEDED_ON_WINDOWS)


def minimal_environment(*prefixes: str) -> dict[str, str]:
    """The variables that programs, libraries and the encoding of file names need, and those whose
    names have one of these prefixes."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _NEEDED or (prefixes and name.startswith(prefixes))
    }
