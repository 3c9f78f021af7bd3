"""Reads the LUKS1 header of a container file that our FUSE program
(`engines.servers.folders.luks_volume`) mounts decrypted, as the file `volume` in its folder."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

_MAGIC = b"LUKS\xba\xbe"
_HEADER = struct.Struct(">6sH32s32s32sII")
"""LUKS1 On-Disk Format Specification 1.2.3, section 2.3.1: magic, version, cipher's name and mode,
hash, offset of the data, key bytes."""
_FUSE_MOUNT, _SUFFIX = ("fuse", "/dev/fuse"), ".luks"


class Container(NamedTuple):
    """A container, its cipher (“aes-xts-plain64”), and the bits of its key: for XTS those of one of
    its two keys."""

    file: Path
    cipher: str
    bits: int


def mounted_container(volume: Path, mount_type: str, mount_source: str) -> Container | None:
    """The container whose plaintext is mounted as `volume`, by a file system of that type and
    source; None where it is no LUKS1 container, or cannot be read."""
    file = container_path(volume)
    if (mount_type, mount_source) != _FUSE_MOUNT:
        return None
    try:
        with file.open("rb") as opened:
            header = opened.read(_HEADER.size)
        magic, version, cipher, mode, _, _, key_bytes = _HEADER.unpack(header)
    except (OSError, struct.error):
        return None
    if (magic, version) != (_MAGIC, 1):  # LUKS2 has the same magic
        return None
    cipher_name, cipher_mode = (
        each.rstrip(b"\0").decode("ascii", "replace") for each in (cipher, mode)
    )
    bits = (4 if cipher_mode.startswith("xts") else 8) * key_bytes
    return Container(file, f"{cipher_name}-{cipher_mode}", bits)


def container_path(volume: Path) -> Path:
    """The container's file; the plaintext that `volume` shows is nowhere on disk."""
    return volume.with_name(volume.name + _SUFFIX)
