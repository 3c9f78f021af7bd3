"""The study's four routes: getUserById, getEncryptedUserById, addUser, addEncryptedUser.

A run's database holds its users either readable or under the protection that is in force. The pair
of routes that fits is the one that is called; the other one says that it is not in force.
"""

from __future__ import annotations

from engines.contract.protection import Protection, ProtectionKind

PLAIN, PROTECTED = "/users", "/encrypted-users"


def users_path(protection: Protection) -> str:
    """Where the users of a database are that is under this protection: POST adds one, GET with
    `/<id>` behind it gives one."""
    readable = protection.kind in (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM)
    return PLAIN if readable else PROTECTED
