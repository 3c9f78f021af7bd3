"""How a server's program is started so that it ends with its keeper (`keeper.py`), and how
its end is waited for."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from engines.platform.processes import (
    IN_OWN_GROUP,
    die_with_parent,
    end_group,
    orphaned,
    process_handle,
)
from engines.platform.resource_limits import file_size_limit, limit_file_size, limit_memory
from engines.platform.scheduling import bind_to, set_session_niceness
from engines.platform.signals import HANGUP_SIGNALS
from engines.platform.streams import wait_readable

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading `typing` takes a tenth of the start of a keeper (engines/keeping)
    import subprocess
    from typing import Any

_NICENESS = 5
"""A third of the time that others get where all want the same core."""

_LOOK_SECONDS = 60.0 if sys.platform != "win32" else 0.05

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    INHERITED_FILES_KEEP_LOCKS = False
    """Whether an inherited file goes on to hold its lock."""
    _SIGNAL_PIPE = r"\\.\pipe\pgsignal_{pid}"
    """Where a program that knows signals, as PostgreSQL's do, takes the number of one."""
    _SIGNAL_MS = 1_000

    def inherited_files(descriptors: Collection[int]) -> dict[str, Any]:
        """Arguments of `Popen` that hand down descriptors; `inheritable_number` is what they
        are called there."""
        import subprocess

        handles = [inheritable_number(each) for each in descriptors]
        for each in handles:
            os.set_handle_inheritable(each, True)
        info = subprocess.STARTUPINFO(lpAttributeList={"handle_list": handles})
        return {"startupinfo": info} if handles else {}

    def inheritable_number(descriptor: int) -> int:
        """The number of an open file for the process that inherits it."""
        return msvcrt.get_osfhandle(descriptor)

    def inherited_descriptor(number: int) -> int:
        """A descriptor of the file that was handed down by a number, to be read and added to; what
        this process starts inherits it no more."""
        os.set_handle_inheritable(number, False)
        return msvcrt.open_osfhandle(number, os.O_RDWR | os.O_APPEND)

    def ending_with_parent(
        cores: list[int] | None = None,
        *,
        prepares: bool = False,
        memory: int = 0,
        data: str | None = None,
    ) -> dict[str, Any]:
        """Arguments of `Popen` for a program that ends with this process: here by the job that it
        belongs to. This process has its cores from now on as well."""
        del prepares, memory, data
        if cores:
            with suppress(OSError):  # the program sees what was had
                bind_to(cores)
        return dict(IN_OWN_GROUP)

    def wait_until_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
        """Whether a process has ended, within so many seconds."""
        from subprocess import TimeoutExpired

        with suppress(TimeoutExpired):
            process.wait(seconds)
        return process.poll() is not None

    def ended_before_stdin(process: subprocess.Popen[bytes], stdin: int) -> bool:
        """Whether a process ends before our own stdin does, which is read and thrown away."""
        while not wait_until_ended(process, _LOOK_SECONDS):
            if wait_readable([stdin], 0.0) and not os.read(stdin, 4096):
                return False
        return True

    def send(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
        """Ask a process to end in order; one that takes no signal is sent Ctrl+Break, which
        reaches it where both share a console."""
        name = _SIGNAL_PIPE.format(pid=process.pid)
        taken, length = ctypes.create_string_buffer(1), wintypes.DWORD()
        if not ctypes.windll.kernel32.CallNamedPipeW(
            name, bytes([how]), 1, taken, 1, ctypes.byref(length), _SIGNAL_MS
        ):
            with suppress(OSError):
                process.send_signal(signal.CTRL_BREAK_EVENT)

else:
    INHERITED_FILES_KEEP_LOCKS = True
    """Whether an inherited file goes on to hold its lock."""

    def inherited_files(descriptors: Collection[int]) -> dict[str, Any]:
        """Arguments of `Popen` that hand down descriptors; `inheritable_number` is what they
        are called there."""
        return {"pass_fds": descriptors}

    def inheritable_number(descriptor: int) -> int:
        """The number of an open file for the process that inherits it."""
        return descriptor

    def inherited_descriptor(number: int) -> int:
        """A descriptor of the file that was handed down by a number, to be read and added to."""
        return number

    def ending_with_parent(
        cores: list[int] | None = None,
        *,
        prepares: bool = False,
        memory: int = 0,
        data: str | None = None,
    ) -> dict[str, Any]:
        """Arguments of `Popen` for a program that ends with this process, which has one thread.

        What only `prepares` ends before anything is measured, and lets others go first till then.
        What serves `data`, a folder, may write no file that would fill its disk (RLIMIT_FSIZE).
        """
        parent = os.getpid()

        def arrange() -> None:
            if prepares:
                os.nice(_NICENESS)
                set_session_niceness(_NICENESS)
            for each in (signal.SIGINT, *HANGUP_SIGNALS):  # from its first moment on
                signal.signal(each, signal.SIG_DFL)
            if memory:
                limit_memory(memory)
            if data:
                limit_file_size(file_size_limit(Path(data)))
            if cores:
                with suppress(OSError):  # the program sees what was had
                    bind_to(cores)
            die_with_parent()
            if orphaned(parent):  # killed before the kernel was told
                os._exit(1)

        return {"preexec_fn": arrange, **IN_OWN_GROUP}

    def wait_until_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
        """Whether a process has ended, within so many seconds; it is not waited for yet."""
        handle = process_handle(process.pid)
        try:
            return bool(wait_readable([handle], seconds))
        finally:
            os.close(handle)

    def ended_before_stdin(process: subprocess.Popen[bytes], stdin: int) -> bool:
        """Whether a process ends before our own stdin does, which is read and thrown away."""
        handle = process_handle(process.pid)
        try:
            while handle not in (found := wait_readable([stdin, handle], _LOOK_SECONDS)):
                if stdin in found and not os.read(stdin, 4096):
                    return False
            return True
        finally:
            os.close(handle)

    def send(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
        """Ask a process to end in order."""
        os.kill(process.pid, how)


def end_with_group(process: subprocess.Popen[bytes]) -> int:
    """Kill what a program is, and has started in its group, whose number nobody else can have
    before we have waited for it; its exit status."""
    with suppress(OSError):
        end_group(process.pid)
    return process.wait()
