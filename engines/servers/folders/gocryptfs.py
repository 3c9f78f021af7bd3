"""gocryptfs: a file of ciphertext for each file, and no special rights."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.launch import EncryptedMount, FolderMount
from engines.contract.message import phrase
from engines.platform.users import is_root
from engines.servers.folders.fuse import fusermount


def check() -> None:
    """Raises: ServerUnavailable, where what it needs is not here."""
    _program()
    fusermount()


def folder(cipher: Path, point: Path) -> EncryptedMount:
    """How it is made and mounted.

    Raises: ServerUnavailable
    """
    program, cipher = _program(), Path(os.path.realpath(cipher))
    # Stretching is for passwords: this key has all its bits.
    common = (program, "-q", "-passfile", "{key}")
    # Root's servers run as another user.
    others = ("-allow_other",) if is_root() else ()
    places = str(cipher), str(point)
    # A comma would end an option of mount.
    source = str(cipher).replace(",", "_")
    unmount = (fusermount(), "-u", "-z", str(point))
    return EncryptedMount(
        cipher,
        point,
        (FolderMount("fuse.gocryptfs", source, str(point), unmount),),
        make=(*common, "-init", "-scryptn", "10", str(cipher)),
        mount=(*common, "-fg", "-nosyslog", "-notifypid", "{pid}", *others, *places),
    )


def _program() -> str:
    """Raises: ServerUnavailable"""
    if (program := shutil.which("gocryptfs")) is None:
        raise ServerUnavailable(
            phrase("gocryptfs not found"),
            phrase("The server's encrypted folder needs gocryptfs, which is not installed."),
            phrase("Install the package gocryptfs, or choose a plain folder."),
        )
    return program
