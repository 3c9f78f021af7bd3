"""A LUKS container in a file that a program shows opened beside it, as a file (`volume`)."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

_MAGIC = b"LUKS\xba\xbe"
_HEADER = struct.Struct(">6sH32s32s32sII")
"""LUKS1 On-Disk Format Specification 1.2.3, section 2.3.1: magic, version, cipher's name and mode,
hash, offset of the data, key bytes."""
_SHOWN, _SUFFIX = ("fuse", "/dev/fuse"), ".luks"


class Container(NamedTuple):
    """A container, its cipher (“aes-xts-plain64”), and the bits of its key: of the two that XTS
    has, one."""

    file: Path
    cipher: str
    bits: int


def container_behind(volume: Path, kind: str, source: str) -> Container | None:
    """The container that is shown as `volume`, which is mounted with that type and source; None
    where it is none, or cannot be read."""
    file = container_of(volume)
    if (kind, source) != _SHOWN:
        return None
    try:
        with file.open("rb") as opened:
            header = opened.read(_HEADER.size)
        magic, _, cipher, mode, _, _, key = _HEADER.unpack(header)
    except (OSError, struct.error):
        return None
    if magic != _MAGIC:
        return None
    name, how = (each.rstrip(b"\0").decode("ascii", "replace") for each in (cipher, mode))
    return Container(file, f"{name}-{how}", 4 * key if how.startswith("xts") else 8 * key)


def container_of(volume: Path) -> Path:
    """Where the container lies that is shown as `volume`."""
    return volume.with_name(volume.name + _SUFFIX)
