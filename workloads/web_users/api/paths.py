"""Paths of the study's API: /users for plaintext (getUserById, addUser), /encrypted-users under a
protection (getEncryptedUserById, addEncryptedUser).

The handlers are in application.py; the pair that is not in force answers 409.
"""

from __future__ import annotations

from engines.contract.protection import Protection, ProtectionKind

PLAIN, PROTECTED = "/users", "/encrypted-users"


def users_path(protection: Protection) -> str:
    """POST adds a user; GET of `/<id>` below it returns one. The stored form is a control for
    binary columns: it encrypts nothing, so its users are readable."""
    readable = protection.kind in (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM)
    return PLAIN if readable else PROTECTED
