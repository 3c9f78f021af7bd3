"""Encrypted folders that we make for servers we start, each with a fresh key.

The key is 256 random bits that no file and no command line ever holds: it goes to the program by a
descriptor of memory, and ends with it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from engines.contract.endpoint import EncryptedFolder
from engines.contract.launch import SealedFolder
from engines.servers.folders import gocryptfs, luks


class _Kind(NamedTuple):
    check: Callable[[], None]
    folder: Callable[[Path, Path], SealedFolder]


_KINDS: Mapping[EncryptedFolder, _Kind] = {
    EncryptedFolder.GOCRYPTFS: _Kind(gocryptfs.check, gocryptfs.folder),
    EncryptedFolder.LUKS: _Kind(luks.check, luks.folder),
}


def check_programs(kind: EncryptedFolder) -> None:
    """See that what an encrypted folder needs is here.

    Raises: ServerUnavailable
    """
    if kind is not EncryptedFolder.OFF:
        _KINDS[kind].check()


def new_key() -> bytes:
    """256 fresh random bits, as the text that programs read."""
    return secrets.token_hex(32).encode()


def sealed_folder(kind: EncryptedFolder, cipher: Path, point: Path) -> SealedFolder:
    """How the folder is made and mounted: files in `cipher`, shown at `point`; both are empty.

    Raises: ServerUnavailable
    """
    return _KINDS[kind].folder(cipher, point)
