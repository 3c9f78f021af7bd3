"""Memory that several processes share and no file names, and gates that they wait at: nothing is
left of either when the last of them is killed."""

from __future__ import annotations

import mmap
import os
import sys
from typing import Any

if sys.platform == "win32":
    import ctypes
    import secrets
    from ctypes import wintypes

    _MOST_OPEN = 1 << 20
    _FOREVER = 0xFFFF_FFFF

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.CreateSemaphoreW.restype = wintypes.HANDLE
    _kernel.CreateSemaphoreW.argtypes = [
        ctypes.c_void_p, wintypes.LONG, wintypes.LONG, wintypes.LPCWSTR,
    ]  # fmt: skip
    _kernel.WaitForSingleObject.argtypes = [wintypes.HANDLE, wintypes.DWORD]
    _kernel.ReleaseSemaphore.argtypes = [wintypes.HANDLE, wintypes.LONG, ctypes.c_void_p]
    _kernel.CloseHandle.argtypes = [wintypes.HANDLE]

    def _new_name() -> str:
        """One that nobody guesses; the system forgets it with the last process that uses it."""
        return f"Local\\cipherbench-{secrets.token_hex(16)}"

    class SharedMemory:
        """So many bytes, all zero at first; `map` is what this process sees of it. It reaches a
        process that is started with it among its arguments."""

        def __init__(self, size: int, name: str | None = None) -> None:
            """Raises: OSError where there is no room"""
            self._size, self._name = size, name or _new_name()
            self.map = self.mapped()

        def mapped(self) -> mmap.mmap:
            """Another mapping of it, which goes with who holds it."""
            return mmap.mmap(-1, self._size, tagname=self._name)

        def __reduce__(self) -> tuple[object, ...]:
            return SharedMemory, (self._size, self._name)

        def close(self) -> None:
            """Unmap it; other processes keep their mapping."""
            self.map.close()

    class Gate:
        """Each `open` lets one `wait` pass, in whatever process."""

        def __init__(self, name: str | None = None) -> None:
            """Raises: OSError where there is no room"""
            self._name = name or _new_name()
            self._handle = _kernel.CreateSemaphoreW(None, 0, _MOST_OPEN, self._name)
            if not self._handle:
                raise ctypes.WinError(ctypes.get_last_error())

        def __reduce__(self) -> tuple[object, ...]:
            return Gate, (self._name,)

        def wait(self) -> None:
            _kernel.WaitForSingleObject(self._handle, _FOREVER)

        def open(self) -> None:
            _kernel.ReleaseSemaphore(self._handle, 1, None)

        def opener(self) -> Gate:
            """For who only opens it."""
            return self

        def close(self) -> None:
            _kernel.CloseHandle(self._handle)

    Opener = Gate

    def memory_holding(content: bytes) -> int:
        """A descriptor of what is kept in memory alone, as a secret must be.

        Raises: OSError, also where the system knows no such memory
        """
        raise OSError(f"{sys.platform} has no files in memory ({len(content)} bytes)")

    def memory_path(handle: int) -> str:
        """What this process may open such memory by, as long as it lives.

        Raises: OSError
        """
        raise OSError(f"{sys.platform} has no files in memory ({handle})")

else:
    import ctypes
    import tempfile
    from multiprocessing import reduction

    _IS_LINUX = sys.platform == "linux"
    _CLOEXEC = 1
    """A flag of `memfd_create` (MFD_CLOEXEC)."""

    class SharedMemory:
        """So many bytes, all zero at first; `map` is what this process sees of it. It reaches a
        process that is started with it among its arguments.

        In memory and not in TMPDIR where the system knows how: a process that writes where a full
        disk had no room is ended by SIGBUS.
        """

        def __init__(self, size: int, handle: int | None = None) -> None:
            """Raises: OSError where there is no room"""
            self._size = size
            self._handle = _of_size(size) if handle is None else handle
            self.map = self.mapped()

        def mapped(self) -> mmap.mmap:
            """Another mapping of it, which goes with who holds it."""
            return mmap.mmap(self._handle, self._size)

        def __reduce__(self) -> tuple[object, ...]:
            return _attached, (self._size, reduction.DupFd(self._handle))

        def close(self) -> None:
            """Unmap it; other processes keep their mapping."""
            self.map.close()
            os.close(self._handle)

    def _attached(size: int, handle: Any) -> SharedMemory:
        return SharedMemory(size, handle.detach())

    def _of_size(size: int) -> int:
        handle = _in_memory()
        if handle is not None:
            os.ftruncate(handle, size)
            return handle
        with tempfile.TemporaryFile() as file:
            if sys.platform == "darwin":
                file.write(bytes(size))
                file.flush()
            else:
                os.posix_fallocate(file.fileno(), 0, size)
            return os.dup(file.fileno())

    class Gate:
        """Each `open` lets one `wait` pass, in whatever process: some 10 µs."""

        def __init__(self, ends: tuple[int, int] | None = None) -> None:
            """Raises: OSError where there is no room"""
            self._way, self._bell = os.pipe() if ends is None else ends

        def __reduce__(self) -> tuple[object, ...]:
            return _gate, (reduction.DupFd(self._way), reduction.DupFd(self._bell))

        def wait(self) -> None:
            os.read(self._way, 1)

        def opener(self) -> Opener:
            """For who only opens it; takes one descriptor instead of two."""
            return Opener(self._bell)

        def open(self) -> None:
            os.write(self._bell, b".")

        def close(self) -> None:
            os.close(self._way)
            os.close(self._bell)

    def _gate(way: Any, bell: Any) -> Gate:
        return Gate((way.detach(), bell.detach()))

    class Opener:
        """Opens a gate that another process waits at."""

        def __init__(self, bell: int) -> None:
            self._bell = bell

        def __reduce__(self) -> tuple[object, ...]:
            return _opener, (reduction.DupFd(self._bell),)

        def open(self) -> None:
            os.write(self._bell, b".")

    def _opener(bell: Any) -> Opener:
        return Opener(bell.detach())

    def memory_holding(content: bytes) -> int:
        """A descriptor of what is kept in memory alone, as a secret must be.

        Raises: OSError, also where the system knows no such memory
        """
        handle = _in_memory()
        if handle is None:
            raise OSError(f"{sys.platform} has no files in memory")
        os.write(handle, content)
        return handle

    def memory_path(handle: int) -> str:
        """What this process may open such memory by, as long as it lives."""
        return f"/proc/self/fd/{handle}"

    def _in_memory() -> int | None:
        """An empty file in memory; None where the system has none.

        Interpreters that are built for old systems, as those that uv fetches, do not know the call.
        """
        if not _IS_LINUX:
            return None
        if sys.platform == "linux" and hasattr(os, "memfd_create"):
            return os.memfd_create("cipherbench", os.MFD_CLOEXEC)
        handle: int = ctypes.CDLL(None, use_errno=True).memfd_create(b"cipherbench", _CLOEXEC)
        if handle < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return handle
