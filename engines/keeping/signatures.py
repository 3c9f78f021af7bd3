"""Signatures of what Cipherbench creates (databases, folders, containers), by a key of this user's.

The key lies in `home()/identity.key`, 32 random bytes that only this user can read. Who cannot read
it cannot make a signature, so what carries one was made by a program of this user's.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.message import Message, phrase
from engines.keeping import home
from engines.platform.file_access import mode_of, open_file
from engines.platform.users import is_ours

KEY_NAME = "identity.key"
_KEY_BYTES = 32


def signature(purpose: str, *parts: str | int) -> str:
    """The HMAC-SHA-256 of `parts` for one purpose, as 64 hexadecimal digits.

    Raises: ServerUnavailable where the key cannot be had.
    """
    message = json.dumps([purpose, *parts]).encode()  # a form in which no two lists look alike
    return hmac.new(_key(), message, hashlib.sha256).hexdigest()


def verify(claimed: str, purpose: str, *parts: str | int) -> bool:
    """Whether `claimed` is the signature that our key gives, told in constant time.

    Raises: ServerUnavailable where the key cannot be had.
    """
    ours = signature(purpose, *parts)
    return hmac.compare_digest(ours.encode(), claimed.encode("utf-8", "surrogatepass"))


def _key() -> bytes:
    path = home.home() / KEY_NAME
    try:
        if not os.path.lexists(path):
            _make(path)
    except OSError as error:
        raise _not_made(path, error) from error
    try:
        return _read(path)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error


def _make(path: Path) -> None:
    """Write a new key aside and link it into place: it is whole as soon as it is there, and of
    several programs at once the first one's counts."""
    handle, aside = tempfile.mkstemp(prefix=".identity-", dir=path.parent)  # mode 0600 by itself
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(aside, path, follow_symlinks=False)
    finally:
        Path(aside).unlink()


def _read(path: Path) -> bytes:
    with os.fdopen(open_file(path), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise _unusable(path, phrase("it is not a file"))
        if not is_ours(status):
            raise _unusable(path, phrase("it belongs to another user"))
        if mode_of(status) & 0o077:
            raise _unusable(path, phrase("other users can read or write it"))
        key = file.read(_KEY_BYTES + 1)
    if len(key) != _KEY_BYTES:
        raise _unusable(path, phrase("it is damaged"))
    return key


def _not_made(path: Path, error: OSError) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Key not created"),
        phrase(
            "Cipherbench recognises its databases by a key, which cannot be written to {path}: "
            "{why}."
        ),
        phrase(
            "Free some space there, or set CIPHERBENCH_HOME to a folder that this user can write "
            "to."
        ),
        path=path,
        why=error.strerror or str(error),
    )


def _unusable(path: Path, why: Message | str) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("Key not usable"),
        phrase(
            "Cipherbench recognises its databases by a key, which cannot be used: {path}: {why}."
        ),
        phrase(
            "Move the file away: Cipherbench then creates a new key. It no longer recognises or "
            "drops databases created with the old key: drop them yourself."
        ),
        path=path,
        why=why,
    )
