"""File systems in user space: whether they can be mounted here, and taken off."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase

_FUSE = Path("/dev/fuse")
_SBIN = "/usr/sbin:/sbin"
"""Where an ordinary user's PATH does not look."""


def found(program: str) -> str | None:
    """Where a program is that administrators have."""
    return shutil.which(program, path=f"{os.environ.get('PATH') or os.defpath}:{_SBIN}")


def fusermount() -> str:
    """The program that takes such a mount off.

    Raises: ServerUnavailable, where it is missing or this user cannot mount
    """
    program = found("fusermount3") or found("fusermount")
    if program is None or not os.access(_FUSE, os.R_OK | os.W_OK):
        raise ServerUnavailable(
            phrase("FUSE not available"),
            phrase("An encrypted folder cannot be mounted: this user cannot use {lacking}."),
            phrase(
                "Install the package fuse3. In a container, start it with --device /dev/fuse and "
                "--cap-add SYS_ADMIN."
            ),
            lacking=_FUSE if program else "fusermount3",
        )
    return program
