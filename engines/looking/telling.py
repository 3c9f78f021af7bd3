"""Which line of a server's log says why it did not start."""

from __future__ import annotations

import re

_TELLING = (
    r"No space left on device|(error|errno:|Errcode:) 28\b",
    r"\bFATAL\b|\bPANIC\b",
    r"(?i)\[ERROR\](?!.* Aborting$)|\berror:",
)
"""What lines have that say why, the most certain first. Compiled when a server did not start."""


def telling_line(log: str) -> str:
    """The line of a log that says why a server did not start: often not the last, which says that
    it ends, or where bugs are reported."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for telling in _TELLING:
        for line in reversed(lines):
            if re.search(telling, line):
                return line
    return lines[-1] if lines else "it wrote no message"
