"""Cores that a process may use, and how soon it gets one."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_NICENESS = 5
"""A third of the time that others get where all want the same core."""

if sys.platform == "linux":
    import ctypes

    _SHORT_SLICE_NS = 100_000
    """The least that the kernel knows; what others get is between 0.7 and 4 ms."""
    _SCHED_SETATTR = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
    """Numbers of a call that no library has, by processor."""
    _RESET_ON_FORK = 1
    _PR_SET_TIMERSLACK = 29

    class _SchedAttr(ctypes.Structure):
        """`struct sched_attr` as sched_setattr(2) has it."""

        _fields_ = (
            ("size", ctypes.c_uint32),
            ("policy", ctypes.c_uint32),
            ("flags", ctypes.c_uint64),
            ("nice", ctypes.c_int32),
            ("priority", ctypes.c_uint32),
            ("runtime", ctypes.c_uint64),
            ("deadline", ctypes.c_uint64),
            ("period", ctypes.c_uint64),
        )

    def cores_of(process: int = 0) -> frozenset[int] | None:
        """The cores that a process may use (0: the thread that asks); None where that is not known,
        or it is gone."""
        try:
            return frozenset(os.sched_getaffinity(process))
        except OSError:
            return None

    def bind_to(cores: Iterable[int], thread: int = 0) -> None:
        """Let a thread (0: the one that calls, and what it starts later) use these cores alone.

        Raises: OSError where the system refuses it
        """
        os.sched_setaffinity(thread, cores)

    def threads_to_bind(process: int) -> list[int]:
        """What `bind_to` takes so that all of a process is bound."""
        with suppress(OSError):
            return [int(each) for each in os.listdir(f"/proc/{process}/task")]  # noqa: PTH208
        return []

    def lower_priority() -> None:
        """Let the other threads of the machine go before the one that calls this, and before what
        it starts; Linux gives each thread a priority of its own."""
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)

    def request_short_slice() -> None:
        """Have the thread that calls this wait less for a core whenever it has something to do, for
        the price of shorter turns on it: its share stays what it is, and any user may ask for that.

        Linux does it from 6.12 on (EEVDF with slices of one's own); an older one leaves all as it
        was. What the thread starts, threads and processes, has slices as anybody has.
        """
        number = _SCHED_SETATTR.get(os.uname().machine)
        if number is None or os.sched_getscheduler(0) != os.SCHED_OTHER:
            return
        nice = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        wanted = _SchedAttr(
            size=ctypes.sizeof(_SchedAttr),
            policy=os.SCHED_OTHER,
            flags=_RESET_ON_FORK,
            nice=nice,
            runtime=_SHORT_SLICE_NS,
        )
        ctypes.CDLL(None).syscall(number, 0, ctypes.byref(wanted), 0)

    def set_timer_slack() -> None:
        """Have the kernel wake this process when it is to be, and not together with others: it may
        take 50 µs longer otherwise."""
        ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1)

    def set_session_niceness(niceness: int) -> None:
        """Weigh this session against the others (sched(7), autogroup)."""
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(niceness))

elif sys.platform == "win32":
    _SET_INFORMATION = 0x0200

    def cores_of(process: int = 0) -> frozenset[int] | None:
        """The cores that a process may use (0: this one); None where that is not known, or it is
        gone."""
        import psutil  # a keeper has no packages, and asks for nothing of this

        try:
            return frozenset(psutil.Process(process or None).cpu_affinity())
        except psutil.Error:
            return None

    def bind_to(cores: Iterable[int], thread: int = 0) -> None:
        """Let a process (0: this one) use these cores alone.

        Raises: OSError where the system refuses it
        """
        import ctypes  # a keeper has no packages
        from ctypes import wintypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = wintypes.HANDLE
        kernel.SetProcessAffinityMask.argtypes = [wintypes.HANDLE, ctypes.c_size_t]
        kernel.CloseHandle.argtypes = [wintypes.HANDLE]
        process = kernel.OpenProcess(_SET_INFORMATION, False, thread or os.getpid())
        try:
            if not kernel.SetProcessAffinityMask(process, sum(1 << each for each in set(cores))):
                raise ctypes.WinError(ctypes.get_last_error())
        finally:
            kernel.CloseHandle(process)

    def threads_to_bind(process: int) -> list[int]:
        """What `bind_to` takes so that all of a process is bound: here itself."""
        return [process]

    def lower_priority() -> None:
        """Let the other threads of the machine go before the one that calls this
        (THREAD_PRIORITY_BELOW_NORMAL)."""
        import ctypes
        from ctypes import wintypes

        kernel = ctypes.windll.kernel32
        kernel.GetCurrentThread.restype = wintypes.HANDLE
        kernel.SetThreadPriority.argtypes = [wintypes.HANDLE, ctypes.c_int]
        kernel.SetThreadPriority(kernel.GetCurrentThread(), -1)

    def request_short_slice() -> None:
        """Nothing: the system takes no such wish."""

    def set_timer_slack() -> None:
        """Nothing: the system takes no such wish."""

    def set_session_niceness(niceness: int) -> None:
        """Nothing: there are no sessions to weigh."""
        del niceness

else:

    def cores_of(process: int = 0) -> frozenset[int] | None:
        """The cores that a process may use; macOS does not tell."""
        del process
        return None

    def bind_to(cores: Iterable[int], thread: int = 0) -> None:
        """Raises: OSError: macOS binds nothing to cores"""
        raise OSError(f"{sys.platform} binds nothing to cores ({cores}, {thread})")

    def threads_to_bind(process: int) -> list[int]:
        return [process]

    def lower_priority() -> None:
        """Let the other processes of the machine go before this one."""
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)

    def request_short_slice() -> None:
        """Nothing: the system takes no such wish."""

    def set_timer_slack() -> None:
        """Nothing: the system takes no such wish."""

    def set_session_niceness(niceness: int) -> None:
        """Nothing: there are no sessions to weigh."""
        del niceness
