"""Paths of the study's API: /users for plaintext (getUserById, addUser), /encrypted-users with a
protection (getEncryptedUserById, addEncryptedUser).

The handlers are in application.py; the path that does not fit the database answers 409.
"""

from __future__ import annotations

from engines.contract.protection import Protection, ProtectionKind

PLAIN, PROTECTED = "/users", "/encrypted-users"


def users_path(protection: Protection) -> str:
    """The path for a database with this protection: POST adds a user, GET of `/<id>` below it
    returns one. The stored form (a control for binary columns) encrypts nothing, so it is plain."""
    readable = protection.kind in (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM)
    return PLAIN if readable else PROTECTED
