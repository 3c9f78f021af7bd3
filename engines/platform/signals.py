"""Signals that only some systems have."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

HANGUP_SIGNALS: tuple[signal.Signals, ...]
"""What a terminal's end sends."""
OWN_SIGNAL: signal.Signals
"""What nobody but programs of ours sends."""

if sys.platform == "win32":
    import _thread

    HANGUP_SIGNALS = ()
    OWN_SIGNAL = signal.SIGBREAK
    KILLED = 9
    """The number by which `wait` tells of a process that was killed, where it does."""

    def interrupt_main_thread() -> None:
        """Have the handler of `OWN_SIGNAL` run in the main thread."""
        _thread.interrupt_main(OWN_SIGNAL)

    @contextmanager
    def children_without_interrupts() -> Iterator[None]:
        """What is started in this block never hears of Ctrl+C and of a terminal's end."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if _is_main() else None
        try:
            yield
        finally:
            if before is not None:
                signal.signal(signal.SIGINT, before)

    def _is_main() -> bool:
        import threading

        return threading.current_thread() is threading.main_thread()

    def unblock_interrupts() -> None:
        """Undo in a process what `children_without_interrupts` had it begin with."""

else:
    HANGUP_SIGNALS = (signal.SIGHUP,)
    OWN_SIGNAL = signal.SIGUSR1
    KILLED = signal.SIGKILL
    """The number by which `wait` tells of a process that was killed."""

    def interrupt_main_thread() -> None:
        """Have the handler of `OWN_SIGNAL` run in the main thread, also where that waits in a
        system call."""
        os.kill(os.getpid(), OWN_SIGNAL)

    @contextmanager
    def children_without_interrupts() -> Iterator[None]:
        """What is started in this block never hears of Ctrl+C and of a terminal's end, which go to
        all of its processes: they are for the program, which ends them or goes on. Otherwise they
        would meet some of them at their beginning, and end the fork server with all of its
        workers."""
        from multiprocessing import resource_tracker

        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        try:
            resource_tracker.ensure_running()  # which would let Ctrl+C through again
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def unblock_interrupts() -> None:
        """Undo in a process what `children_without_interrupts` had it begin with."""
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGHUP})
