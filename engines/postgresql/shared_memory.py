"""Removes the shared memory that a killed PostgreSQL has left behind.

Run as a script of its own, standard library only, with the data directory as its argument. A server
removes its segments itself unless it was killed. Which are its own is
told as the server tells it (sysv_shmem.c and dsm.c of PostgreSQL): `postmaster.pid` names the
System V segment, and that is the server's if its header has the device and the inode of this very
data directory. The header names a control segment, and that the others.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from engines.platform.files import OpenFolder, opened

_MAGIC = 679834894
_HEADER = struct.Struct("=iiQQI4xQQQ")
"""Magic, the creator's number, sizes, handle of the control segment, index, device, inode."""

_CONTROL_MAGIC = 0x9A503D32
_CONTROL = struct.Struct("=III")
"""Magic, items in use, items at most; items follow at the next multiple of eight."""
_ITEM_BYTES, _ITEM_BYTES_BEFORE_14 = 40, 24

_READ_ONLY = 0o10000  # SHM_RDONLY
_REMOVE, _STATUS = 0, 2  # IPC_RMID, IPC_STAT
_FAILED = ctypes.c_void_p(-1).value


def remove_segments(data: Path) -> int:
    """Remove what the server of this data directory has left; how many segments there were."""
    try:
        with opened(data) as folder:
            return _removed_of(folder)
    except OSError:
        return 0


def _removed_of(folder: OpenFolder) -> int:
    segment, place = _noted(folder), folder.status()
    header = _header(segment) if segment is not None else None
    if segment is None or header is None or _owner(segment) != place.st_uid:
        return 0
    magic, _, _, _, control, _, device, inode = _HEADER.unpack(header)
    if (magic, device, inode) != (_MAGIC, place.st_dev, place.st_ino):
        return 0
    named = [*_handles(control, _read(folder, "PG_VERSION")), control]
    removed = sum(_removed(handle, place.st_uid) for handle in named)
    return removed + int(_libc().shmctl(segment, _REMOVE, None) == 0)


def _read(folder: OpenFolder, name: str) -> str:
    """What a small file in the data directory says; nothing where there is none."""
    with suppress(OSError, ValueError), os.fdopen(folder.open(name)) as file:
        return file.read(4096)
    return ""


def _noted(folder: OpenFolder) -> int | None:
    """The number of the System V segment, in the seventh line: key and number."""
    with suppress(ValueError, IndexError):
        return int(_read(folder, "postmaster.pid").splitlines()[6].split()[1])
    return None


def _owner(segment: int) -> int | None:
    status = (ctypes.c_int * 64)()  # struct shmid_ds begins with key, uid and gid
    known = _libc().shmctl(segment, _STATUS, ctypes.byref(status)) == 0
    return status[1] if known else None


def _header(segment: int) -> bytes | None:
    libc = _libc()
    address = libc.shmat(segment, None, _READ_ONLY)
    if address in (None, _FAILED):
        return None
    try:
        return ctypes.string_at(address, _HEADER.size)  # a page at least is mapped
    finally:
        libc.shmdt(address)


def _handles(control: int, version: str) -> Iterator[int]:
    """Handles of the segments listed in a control segment."""
    with suppress(OSError, ValueError, struct.error):
        content = _file(control).read_bytes()
        magic, used, most = _CONTROL.unpack_from(content)
        size = _ITEM_BYTES_BEFORE_14 if int(version) < 14 else _ITEM_BYTES
        if magic == _CONTROL_MAGIC and used <= most:
            for number in range(used):
                yield struct.unpack_from("=I", content, 16 + number * size)[0]


def _removed(handle: int, owner: int) -> bool:
    """Remove the segment; whether there was one of this owner."""
    if not handle:
        return False
    path = _file(handle)
    try:
        if path.lstat().st_uid != owner:
            return False
        path.unlink()
    except OSError:
        return False
    return True


def _file(handle: int) -> Path:
    return Path(f"/dev/shm/PostgreSQL.{handle}")


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    libc.shmdt.argtypes = (ctypes.c_void_p,)
    return libc


if __name__ == "__main__":
    remove_segments(Path(sys.argv[1]))
