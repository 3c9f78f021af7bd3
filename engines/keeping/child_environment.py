"""The environment variables that programs we start inherit: only those that they need."""

from __future__ import annotations

import os
from collections.abc import Iterable


def drop_variables(variables: Iterable[str]) -> None:
    """Remove from this process all variables with these prefixes: a driver would obey them."""
    prefixes = tuple(variables)
    for name in [each for each in os.environ if each.startswith(prefixes)]:
        del os.environ[name]


OF_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "TEMP", "TMP")
"""Without which no program connects or starts another there."""
_NEEDED = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", *OF_WINDOWS)


def minimal_environment(*prefixes: str) -> dict[str, str]:
    """The variables that programs, libraries and the encoding of file names need, and those whose
    names have one of these prefixes."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in _NEEDED or (prefixes and name.startswith(prefixes))
    }
