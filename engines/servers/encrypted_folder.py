"""Encrypted folders that we make for servers we start, each with a fresh key.

The key is 256 random bits that no file and no command line ever holds: it goes to the program by a
descriptor of memory, and ends with it.
"""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from engines.contract.endpoint import EncryptedFolder
from engines.contract.errors import ServerUnavailable
from engines.contract.launch import SealedFolder
from engines.contract.message import phrase
from engines.keeping.service_user import is_root

_FUSE = Path("/dev/fuse")
_SBIN = "/usr/sbin:/sbin"
"""Where an ordinary user's PATH does not look."""


def check_programs(kind: EncryptedFolder) -> None:
    """See that what an encrypted folder needs is here.

    Raises: ServerUnavailable
    """
    if kind is EncryptedFolder.GOCRYPTFS:
        _gocryptfs()
        _fusermount()


def new_key() -> bytes:
    """256 fresh random bits, as the text that programs read."""
    return secrets.token_hex(32).encode()


def sealed_folder(kind: EncryptedFolder, cipher: Path, point: Path) -> SealedFolder:
    """How the folder is made and mounted: files in `cipher`, shown at `point`; both are empty.

    Raises: ServerUnavailable
    """
    assert kind is EncryptedFolder.GOCRYPTFS
    program, cipher = _gocryptfs(), Path(os.path.realpath(cipher))
    # Stretching is for passwords: this key has all its bits.
    common = (program, "-q", "-passfile", "{key}")
    # Root's servers run as another user.
    others = ("-allow_other",) if is_root() else ()
    places = cipher, point
    return SealedFolder(
        cipher,
        point,
        "fuse.gocryptfs",
        make=(*common, "-init", "-scryptn", "10", str(cipher)),
        mount=(*common, "-fg", "-nosyslog", "-notifypid", "{pid}", *others, *map(str, places)),
        unmount=(_fusermount(), "-u", "-z", str(point)),
    )


def _gocryptfs() -> str:
    """Raises: ServerUnavailable"""
    if (program := shutil.which("gocryptfs")) is None:
        raise ServerUnavailable(
            phrase("gocryptfs not found"),
            phrase("The server's encrypted folder needs gocryptfs, which is not installed."),
            phrase("Install the package gocryptfs, or choose a plain folder."),
        )
    return program


def _fusermount() -> str:
    """Raises: ServerUnavailable"""
    path = f"{os.environ.get('PATH') or os.defpath}:{_SBIN}"
    found = shutil.which("fusermount3", path=path) or shutil.which("fusermount", path=path)
    if found is None or not os.access(_FUSE, os.R_OK | os.W_OK):
        raise ServerUnavailable(
            phrase("FUSE not available"),
            phrase("An encrypted folder cannot be mounted: this user cannot use {lacking}."),
            phrase(
                "Install the package fuse3. In a container, start it with --device /dev/fuse and "
                "--cap-add SYS_ADMIN."
            ),
            lacking=_FUSE if found else "fusermount3",
        )
    return found
