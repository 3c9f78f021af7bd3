"""Removes the shared memory that a killed PostgreSQL has left behind.

Run as a script of its own, standard library only, with the data directory as its argument. A server
removes its segments itself unless it was killed. Which are its own is
told as the server tells it (sysv_shmem.c and dsm.c of PostgreSQL): `postmaster.pid` names the
System V segment, and that is the server's if its header has the device and the inode of this very
data directory. The header names a control segment, and that the others: files in /dev/shm, or where
the server could not write there, further System V segments that have these names for keys.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from engines.platform.file_access import OpenFolder, opened

_MAGIC = 679834894
_HEADER = struct.Struct("=iiQQI4xQQQ")
"""Magic, the creator's number, sizes, handle of the control segment, index, device, inode."""

_CONTROL_MAGIC = 0x9A503D32
_CONTROL = struct.Struct("=III")
"""Magic, items in use, items at most; items follow at the next multiple of eight."""
_ITEM_BYTES, _ITEM_BYTES_BEFORE_14 = 40, 24

_MOST_CONTROL = 1 << 24
"""Bytes of a control segment: some 40 for each of 64 segments, and of two for each connection."""

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
    content = _file_of(control) or _segment_of(control, place.st_uid)
    named = [*_handles(content, _read(folder, "PG_VERSION")), control]
    removed = sum(
        _removed(handle, place.st_uid) or _removed_by_key(handle, place.st_uid) for handle in named
    )
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
    return _owner_and_size(segment)[0]


def _owner_and_size(segment: int) -> tuple[int | None, int]:
    status = _Status()
    known = _libc().shmctl(segment, _STATUS, ctypes.byref(status)) == 0
    return (status.uid, status.size) if known else (None, 0)


class _Status(ctypes.Structure):
    """The beginning of `struct shmid_ds` where a long has 64 bits, and room for its rest."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("key", "uid", "gid", "cuid", "cgid", "mode")),
        *((name, ctypes.c_ulong) for name in ("sequence", "reserved", "reserved_too", "size")),
        ("rest", ctypes.c_char * 256),
    )


def _header(segment: int) -> bytes | None:
    return _content(segment, _HEADER.size)  # a page at least is mapped


def _content(segment: int, size: int) -> bytes | None:
    libc = _libc()
    address = libc.shmat(segment, None, _READ_ONLY)
    if address in (None, _FAILED):
        return None
    try:
        return ctypes.string_at(address, size)
    finally:
        libc.shmdt(address)


def _file_of(handle: int) -> bytes:
    with suppress(OSError):
        return _file(handle).read_bytes()
    return b""


def _segment_of(handle: int, owner: int) -> bytes:
    segment = _number(handle)
    known, size = _owner_and_size(segment)
    return (_content(segment, min(size, _MOST_CONTROL)) or b"") if known == owner else b""


def _number(handle: int) -> int:
    """That of the System V segment of a handle; -1 where there is none. Its key is the handle as a
    signed number, without the sign (dsm_impl.c)."""
    key = abs(ctypes.c_int(handle).value)
    return int(_libc().shmget(key, 0, 0)) if key else -1


def _removed_by_key(handle: int, owner: int) -> bool:
    segment = _number(handle)
    return _owner(segment) == owner and _libc().shmctl(segment, _REMOVE, None) == 0


def _handles(content: bytes, version: str) -> Iterator[int]:
    """Handles of the segments listed in a control segment."""
    with suppress(ValueError, struct.error):
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
