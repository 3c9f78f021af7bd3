"""Finds the line of a server's log that says why it did not start."""

from __future__ import annotations

import re

_ERROR_PATTERNS = (
    r"No space left on device|(error|errno:|Errcode:) 28\b",
    r"\bFATAL\b|\bPANIC\b",
    r"(?i)\[ERROR\](?!.* Aborting$)|\berror:",
)
"""The surest first. Not compiled before a server has failed to start: a keeper stays small."""


def startup_error_line(log: str) -> str:
    """The line of a log that says why a server did not start: often not the last, which says that
    it ends, or where bugs are reported."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    for pattern in _ERROR_PATTERNS:
        for line in reversed(lines):
            if re.search(pattern, line):
                return line
    return lines[-1] if lines else "it wrote no message"
