"""What the login of one database of ours is called."""

from __future__ import annotations

import hashlib

_DIGITS = 28


def login_of(database: str) -> str:
    """31 characters, as Firebird 3 takes; MySQL takes 32, and a database's name may have 64."""
    return f"cb_{hashlib.sha256(database.encode()).hexdigest()[:_DIGITS]}"
