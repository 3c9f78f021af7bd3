"""Locks that go with the process that holds them, however it ends."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _EXCLUSIVE, _AT_ONCE = 2, 1
    _HELD_BY_ANOTHER = (33, 997)
    """ERROR_LOCK_VIOLATION, ERROR_IO_PENDING."""
    _WHOLE = (1 << 62) + 1
    """The byte that stands for a file. It lies behind all data, since a lock on data would keep
    others from reading it."""

    class _Overlapped(ctypes.Structure):
        _fields_ = (
            ("internal", ctypes.c_void_p),
            ("internal_high", ctypes.c_void_p),
            ("offset", wintypes.DWORD),
            ("offset_high", wintypes.DWORD),
            ("event", wintypes.HANDLE),
        )

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.LockFileEx.argtypes = [
        wintypes.HANDLE, wintypes.DWORD, wintypes.DWORD, wintypes.DWORD, wintypes.DWORD,
        ctypes.c_void_p,
    ]  # fmt: skip
    _kernel.UnlockFileEx.argtypes = [
        wintypes.HANDLE, wintypes.DWORD, wintypes.DWORD, wintypes.DWORD, ctypes.c_void_p,
    ]  # fmt: skip

    def _place(byte: int) -> _Overlapped:
        return _Overlapped(None, None, byte & 0xFFFF_FFFF, byte >> 32, None)

    def _lock(handle: int, flags: int, byte: int) -> None:
        system_handle = msvcrt.get_osfhandle(handle)
        if _kernel.LockFileEx(system_handle, flags, 0, 1, 0, ctypes.byref(_place(byte))):
            return
        code = ctypes.get_last_error()
        if code in _HELD_BY_ANOTHER:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        raise ctypes.WinError(code)

    def lock(handle: int) -> None:
        """Wait for the lock of an open file, and hold it until that is closed.

        Raises: OSError where there are no locks
        """
        _lock(handle, _EXCLUSIVE, _WHOLE)

    def try_lock(handle: int, *, shared: bool = False) -> None:
        """The lock of an open file, if no other open file has it (or, for a shared one, not alone).

        Raises: BlockingIOError where another has it, OSError where there are no locks
        """
        _lock(handle, _AT_ONCE | (0 if shared else _EXCLUSIVE), _WHOLE)

    def lock_byte(handle: int, byte: int) -> None:
        """Lock one byte of a file, which need not be there, as `try_lock` does.

        Raises: BlockingIOError where another has it, OSError where there are no locks
        """
        _lock(handle, _EXCLUSIVE | _AT_ONCE, byte)

    def unlock_byte(handle: int, byte: int) -> None:
        if not _kernel.UnlockFileEx(
            msvcrt.get_osfhandle(handle), 0, 1, 0, ctypes.byref(_place(byte))
        ):
            raise ctypes.WinError(ctypes.get_last_error())

    def byte_is_locked(file: Path, byte: int) -> bool:
        """Whether some process holds `lock_byte` on a file."""
        try:
            handle = os.open(file, os.O_RDONLY | os.O_NOINHERIT | os.O_BINARY)
        except OSError:
            return False
        try:
            lock_byte(handle, byte)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False

    def byte_locker(file: Path, byte: int) -> int | None:
        """The process that holds `lock_byte` on a file: 0 where it cannot be told which, None where
        nobody does."""
        return 0 if byte_is_locked(file, byte) else None

else:
    import fcntl
    import struct

    _IS_DARWIN = sys.platform == "darwin"
    _OFD_SETLK = getattr(fcntl, "F_OFD_SETLK", 37 if sys.platform == "linux" else 90)
    """The number of Linux or macOS, for interpreters that were built without its name, as those
    that uv fetches."""

    def lock(handle: int) -> None:
        """Wait for the lock of an open file, and hold it until that is closed.

        Raises: OSError where there are no locks
        """
        fcntl.flock(handle, fcntl.LOCK_EX)

    def try_lock(handle: int, *, shared: bool = False) -> None:
        """The lock of an open file, if no other open file has it (or, for a shared one, not alone).

        Raises: BlockingIOError where another has it, OSError where there are no locks
        """
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

    def lock_byte(handle: int, byte: int) -> None:
        """Lock one byte of a file, which need not be there, as `try_lock` does.

        Raises: BlockingIOError where another has it, OSError where there are no locks
        """
        try:
            fcntl.fcntl(handle, _OFD_SETLK, _wanted(fcntl.F_WRLCK, byte))
        except PermissionError as error:
            raise BlockingIOError(errno.EAGAIN, error.strerror) from error

    def unlock_byte(handle: int, byte: int) -> None:
        fcntl.fcntl(handle, _OFD_SETLK, _wanted(fcntl.F_UNLCK, byte))

    def _wanted(kind: int, byte: int) -> bytes:
        """A `struct flock` for the one byte; its process must be 0 for such locks."""
        if _IS_DARWIN:
            return struct.pack("@qqihh", byte, 1, 0, kind, os.SEEK_SET)
        return struct.pack("@hhqqi4x", kind, os.SEEK_SET, byte, 1, 0)

    def byte_is_locked(file: Path, byte: int) -> bool:
        """Whether some process holds `lock_byte` on a file, which is not opened: closing it again
        would cost this process other locks on it."""
        found = _inode(file)
        return found is not None and _is_in(Path("/proc/locks"), found, byte)

    def byte_locker(file: Path, byte: int) -> int | None:
        """The process that holds `lock_byte` on a file: 0 where it cannot be told which, None where
        nobody does."""
        found = _inode(file)
        if found is None or not byte_is_locked(file, byte):
            return None
        for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda each: int(each.name)):
            with suppress(OSError):
                if any(_is_in(each, found, byte) for each in (folder / "fdinfo").iterdir()):
                    return int(folder.name)
        return 0

    def _inode(file: Path) -> int | None:
        try:
            return file.stat().st_ino
        except OSError:
            return None

    def _is_in(table: Path, inode: int, byte: int) -> bool:
        """Whether a table of locks, as of proc(5), has ours on a file."""
        with suppress(OSError):
            return any(
                "OFDLCK" in line and f":{inode} {byte} " in line
                for line in table.read_text().splitlines()
            )
        return False
