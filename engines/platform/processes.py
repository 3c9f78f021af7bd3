"""Processes told apart, looked at and ended so that no other is taken for them, and those that end
with the one that started them.

A keeper imports it as it starts, so it asks for little.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading `typing` takes a tenth of the start of a keeper (engines/keeping)
    from typing import Any

SPAWNING_MODULE = "multiprocessing.popen_spawn_" + ("win32" if sys.platform == "win32" else "posix")
"""By which Python starts a process of its own anew; it cannot be imported elsewhere."""

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    IN_OWN_GROUP: dict[str, Any] = {"creationflags": 0x0800_0200}
    """Arguments of `Popen`: Ctrl+C is not for it (CREATE_NEW_PROCESS_GROUP), and no window opens
    for what it prints (CREATE_NO_WINDOW)."""
    _QUERY, _TERMINATE, _SET_QUOTA, _WAIT = 0x1000, 0x0001, 0x0100, 0x0010_0000
    _STILL_ACTIVE = 259

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.OpenProcess.restype = wintypes.HANDLE
    _kernel.OpenProcess.argtypes = [wintypes.DWORD, wintypes.BOOL, wintypes.DWORD]
    _kernel.CloseHandle.argtypes = [wintypes.HANDLE]
    _kernel.GetProcessTimes.argtypes = [wintypes.HANDLE, *[ctypes.c_void_p] * 4]
    _kernel.GetExitCodeProcess.argtypes = [wintypes.HANDLE, ctypes.c_void_p]
    _kernel.TerminateProcess.argtypes = [wintypes.HANDLE, wintypes.UINT]
    _kernel.CreateJobObjectW.restype = wintypes.HANDLE
    _kernel.CreateJobObjectW.argtypes = [ctypes.c_void_p, wintypes.LPCWSTR]
    _kernel.SetInformationJobObject.argtypes = [
        wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD,
    ]  # fmt: skip
    _kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
    _kernel.TerminateJobObject.argtypes = [wintypes.HANDLE, wintypes.UINT]
    _EXTENDED_LIMITS, _LIMITS_BYTES, _FLAGS_AT = 9, 144, 16
    """JobObjectExtendedLimitInformation, its size on 64 bits, and where LimitFlags is in it."""
    _KILL_ON_JOB_CLOSE = 0x2000

    _jobs: dict[int, int] = {}
    """Process → the job that it began, whose last handle is ours: it ends with us."""

    def end_with_this_process(pid: int) -> None:
        """Have the system end a process, and what it starts from now on, when this one ends,
        however it does. A process that names itself says so of what it starts.

        Raises: OSError
        """
        job = _kernel.CreateJobObjectW(None, None)
        limits = (ctypes.c_ubyte * _LIMITS_BYTES)()
        ctypes.c_uint32.from_buffer(limits, _FLAGS_AT).value = _KILL_ON_JOB_CLOSE
        _kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, limits, _LIMITS_BYTES)
        process = _kernel.OpenProcess(_TERMINATE | _SET_QUOTA, False, pid)
        try:
            if not _kernel.AssignProcessToJobObject(job, process) and not has_ended(pid):
                raise ctypes.WinError(ctypes.get_last_error())
        except OSError:
            _kernel.CloseHandle(job)
            raise
        finally:
            _kernel.CloseHandle(process)
        for each in [each for each in _jobs if has_ended(each)]:
            _kernel.CloseHandle(_jobs.pop(each))
        _jobs[pid] = job

    def start_time_of(pid: int) -> str:
        """When a process began (in units of 100 ns since 1601), which tells it from a later one of
        the same number; empty where there is none."""
        handle = _kernel.OpenProcess(_QUERY, False, pid)
        if not handle:
            return ""
        try:
            created, code = ctypes.c_uint64(), wintypes.DWORD()
            others = [ctypes.byref(ctypes.c_uint64()) for _ in range(3)]
            found = _kernel.GetProcessTimes(handle, ctypes.byref(created), *others)
            _kernel.GetExitCodeProcess(handle, ctypes.byref(code))
            return str(created.value) if found and code.value == _STILL_ACTIVE else ""
        finally:
            _kernel.CloseHandle(handle)

    def boot_id() -> str:
        """Which start of the machine this is; here starts of processes are by the calendar, so that
        it need not be known."""
        return "windows"

    def machine_facts() -> list[str]:
        """What tells this machine, and the process namespace on it, from others."""
        return []

    def has_ended(pid: int) -> bool:
        """Whether there is no such process any more, or nothing but its exit code."""
        return not start_time_of(pid)

    def process_handle(pid: int) -> int:
        """A descriptor of a process.

        Raises: OSError
        """
        handle = _kernel.OpenProcess(_QUERY | _TERMINATE | _WAIT, False, pid)
        if not handle:
            raise ctypes.WinError(ctypes.get_last_error())
        return msvcrt.open_osfhandle(handle, 0)

    def kill_by_handle(handle: int) -> None:
        """Kill the process of that descriptor, and none that has got its number since.

        Raises: OSError
        """
        if not _kernel.TerminateProcess(msvcrt.get_osfhandle(handle), 1):
            raise ctypes.WinError(ctypes.get_last_error())

    def descendants_of(pid: int) -> list[int]:
        """The processes that one has started, and those they have. Here their job ends them."""
        del pid
        return []

    def end_group(pid: int) -> None:
        """Kill a process, and what it has started where that ends with us.

        Raises: OSError
        """
        if (job := _jobs.pop(pid, None)) is not None:
            _kernel.TerminateJobObject(job, 1)
            _kernel.CloseHandle(job)
        os.kill(pid, signal.SIGTERM)  # which is TerminateProcess here

    def die_with_parent() -> None:
        """Have the system end this process should the one that started it be killed."""

    ENDING_WITH_PARENT: dict[str, Any] = {}
    """Arguments of `Popen`, from a process of one thread."""

    def orphaned(parent: int) -> bool:
        """Whether that process, which started this one, has ended."""
        return has_ended(parent)

    def exit_status(pid: int) -> int | None:
        """How a process ended that nobody has waited for yet, as `wait` gives it; None while it
        goes on.

        Raises: ProcessLookupError where there is none
        """
        if has_ended(pid):
            raise ProcessLookupError(pid)
        return None

    def runs_as(pid: int, user: int | None) -> bool:
        """Whether a process has the rights of that user, by number, and no others."""
        del pid, user
        return False

    def environment_of(pid: int) -> list[bytes]:
        """The variables that a process began with.

        Raises: OSError
        """
        raise PermissionError(pid)

    def error_stream_of(pid: int) -> Path:
        """Where a process writes its errors.

        Raises: OSError
        """
        raise PermissionError(pid)

    def path_of(handle: int) -> Path:
        """What an open file is called now.

        Raises: OSError
        """
        size = 32_768
        name = ctypes.create_unicode_buffer(size)
        length = _kernel.GetFinalPathNameByHandleW(
            wintypes.HANDLE(msvcrt.get_osfhandle(handle)), name, size, 0
        )
        if not length:
            raise ctypes.WinError(ctypes.get_last_error())
        return Path(name.value.removeprefix("\\\\?\\"))

    def root_of(pid: int) -> Path:
        """The file system as a process sees it.

        Raises: OSError
        """
        raise PermissionError(pid)

    def child_has_ended(pid: int) -> bool:
        """Whether a child has ended, which then is waited for."""
        return has_ended(pid)

else:
    import ctypes

    IN_OWN_GROUP: dict[str, Any] = {"start_new_session": True}
    """Arguments of `Popen`: a session of its own, which `end_group` ends."""
    _PIDFD_SEND_SIGNAL, _PIDFD_OPEN = 424, 434
    """Linux's numbers, the same on every processor."""
    _HIGHEST_PID = (1 << 31) - 1
    _PR_SET_PDEATHSIG = 1
    _HAS_PROC = Path("/proc/self/stat").exists()
    _LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None

    def _stat(pid: int) -> list[str]:
        """State and what follows of proc_pid_stat(5).

        Raises: OSError
        """
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()

    def start_time_of(pid: int) -> str:
        """The start time of a process in clock ticks since boot, which tells it from a later one;
        empty where there is none, or where nothing tells."""
        try:
            return _stat(pid)[19]
        except OSError:
            return ""

    def boot_id() -> str:
        """Which start of the machine this is; empty where nothing tells."""
        try:
            return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        except OSError:
            return ""

    def machine_facts() -> list[str]:
        """What tells this machine, and the process namespace on it, from others."""
        facts = []
        with suppress(OSError):
            facts.append(Path("/etc/machine-id").read_text().strip())
        with suppress(OSError):
            facts.append(str(Path("/proc/self/ns/pid").readlink()))
        return facts

    def has_ended(pid: int) -> bool:
        """Whether there is no such process any more, or nothing but its exit code."""
        try:
            return _stat(pid)[0] in "ZX"
        except OSError:
            return _HAS_PROC or not _exists(pid)

    def _exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except OSError as error:
            return isinstance(error, PermissionError)
        return True

    def process_handle(pid: int) -> int:
        """A descriptor of a process, which is readable once that has ended. Interpreters that are
        built for old systems, as those that uv fetches, know neither this call nor the next.

        Raises: OSError, OverflowError
        """
        if sys.platform == "linux" and hasattr(os, "pidfd_open"):
            return os.pidfd_open(pid)
        if pid > _HIGHEST_PID:
            raise OverflowError(pid)
        return _call(_PIDFD_OPEN, pid, 0)

    def kill_by_handle(handle: int) -> None:
        """Kill the process of that descriptor, and none that has got its number since.

        Raises: OSError
        """
        if sys.platform == "linux" and hasattr(signal, "pidfd_send_signal"):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        else:
            _call(_PIDFD_SEND_SIGNAL, handle, signal.SIGKILL, None, 0)

    def _call(number: int, *values: int | None) -> int:
        if _LIBC is None:
            raise OSError("This system has no descriptors of processes")
        result: int = ctypes.CDLL(None, use_errno=True).syscall(number, *values)
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return result

    def descendants_of(pid: int) -> list[int]:
        """The processes that one has started, and those they have."""
        found: list[int] = []
        with suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
        return [*found, *(each for child in found for each in descendants_of(child))]

    def end_group(pid: int) -> None:
        """Kill a process that was started `IN_OWN_GROUP`, and what it has started.

        Raises: OSError
        """
        os.killpg(pid, signal.SIGKILL)

    def die_with_parent() -> None:
        """Have the kernel end this process should the one that started it be killed. One system
        call, so that a `preexec_fn` may do it."""
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    def end_with_this_process(pid: int) -> None:
        """Nothing: here a process says so of itself as it starts (`die_with_parent`)."""
        del pid

    ENDING_WITH_PARENT: dict[str, Any] = {"preexec_fn": die_with_parent}
    """Arguments of `Popen`, from a process of one thread."""

    def orphaned(parent: int) -> bool:
        """Whether that process, which started this one, has ended."""
        return os.getppid() != parent

    def exit_status(pid: int) -> int | None:
        """How a process ended that nobody has waited for yet, as `wait` gives it; None while it
        goes on.

        Raises: OSError where there is none
        """
        state, *rest = _stat(pid)
        return int(rest[-1]) if state == "Z" else None

    def runs_as(pid: int, user: int | None) -> bool:
        """Whether a process has the rights of that user, by number, and no others.

        Raises: OSError
        """
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            name, _, numbers = line.partition(":")
            if name == "Uid":
                return {int(each) for each in numbers.split()} == {user}
        return False

    def environment_of(pid: int) -> list[bytes]:
        """The variables that a process began with.

        Raises: OSError
        """
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")

    def error_stream_of(pid: int) -> Path:
        """Where a process writes its errors.

        Raises: OSError
        """
        return Path(f"/proc/{pid}/fd/2").readlink()

    def path_of(handle: int) -> Path:
        """What an open file is called now.

        Raises: OSError
        """
        return Path(f"/proc/self/fd/{handle}").readlink()

    def root_of(pid: int) -> Path:
        """The file system as a process sees it."""
        return Path(f"/proc/{pid}/root")

    def child_has_ended(pid: int) -> bool:
        """Whether a child has ended, which then is waited for."""
        return os.waitpid(pid, os.WNOHANG)[0] != 0
