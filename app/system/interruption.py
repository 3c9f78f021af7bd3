"""Ctrl+C and SIGTERM on the command line: the first signal ends the program in order within two
seconds, the second at once.

The system's own handler writes each signal into a pipe, and a thread reads it there: so the end
comes also while the main thread is inside a library that does not return. Light on purpose: it is
in force before anything else is loaded.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from engines.platform.streams import signal_pipe

END_SECONDS = 1.9
"""How long an orderly end may take."""

CLEAN_UP_SECONDS = 1.0
"""How long of that servers may take to drop what Cipherbench has made on them."""

STOPPED_CODE = 1
"""Exit code of whatever was stopped: by a signal, or as a cancelled campaign."""

_CALLBACK_SECONDS = 0.5
_ONCE_SECONDS = 0.1
"""What comes within so short a time was sent once: `timeout` tells a program and then its group."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _State:
    asked = False
    asked_at = 0.0
    over = False
    end: Callable[[], None] | None = None
    hurry: Callable[[], None] | None = None


_state = _State()
_callbacks: list[Callable[[], None]] = []
_last_callbacks: list[Callable[[], None]] = []


def install_signal_handlers() -> None:
    """Have signals end this program from now on; called once, in the main thread."""
    heard, signalled = signal_pipe()
    signal.set_wakeup_fd(signalled.detach(), warn_on_full_buffer=False)
    for each in _SIGNALS:
        signal.signal(each, _on_signal)
    sys.unraisablehook = _without_interrupts(sys.unraisablehook)
    threading.Thread(target=_watch, args=(heard,), name="signals", daemon=True).start()


def release_signals() -> None:
    """Leave signals to somebody else, such as the window."""
    signal.set_wakeup_fd(-1)


def on_first_signal(end: Callable[[], None] | None) -> None:
    """Have the first signal call `end` where it would otherwise raise KeyboardInterrupt; None
    undoes that. `end` runs in the main thread, between any two of its steps."""
    _state.end = end
    if end is not None and _state.asked:
        end()


def before_interrupt(act: Callable[[], None] | None) -> None:
    """Have the first signal call `act` before it raises KeyboardInterrupt; None undoes that."""
    _state.hurry = act


def before_end(act: Callable[[], None]) -> None:
    """Have something done before a signal ends the program: it gets half a second, or what is left
    of an orderly end's time, in a thread of its own."""
    _callbacks.append(act)


def at_very_end(act: Callable[[], None]) -> None:
    """Have something done after all that `before_end` was given: nothing else runs after it."""
    _last_callbacks.append(act)


@contextmanager
def before_end_within(act: Callable[[], None]) -> Iterator[None]:
    """Have something done before a signal ends the program within this block."""
    _callbacks.append(act)
    try:
        yield
    finally:
        _callbacks.remove(act)


def exit_if_signalled(code: int) -> None:
    """End this process if it was asked to end, without waiting for threads that still wait."""
    _state.over = True
    if not _state.asked:
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    _run_callbacks(_state.asked_at + END_SECONDS)
    os._exit(code)


def _on_signal(number: int, frame: object) -> None:
    del number, frame
    first, _state.asked = not _state.asked, True
    if _state.over or not first:
        return
    _state.asked_at = time.monotonic()
    if _state.end is not None:
        _state.end()
        return
    if _state.hurry is not None:
        _state.hurry()
    raise KeyboardInterrupt


def _watch(heard: socket.socket) -> None:
    """Count signals; the thread that ends the program when the time is over."""
    _wait_for_a_signal(heard, None)
    first = time.monotonic()
    _wait_for_a_signal(heard, first + END_SECONDS, deaf_until=first + _ONCE_SECONDS)
    before_end(_say_so)
    _run_callbacks()
    os._exit(STOPPED_CODE)


def _wait_for_a_signal(heard: socket.socket, until: float | None, deaf_until: float = 0.0) -> None:
    """Wait for a signal or the end of the time."""
    while True:
        left = None if until is None else max(0.0, until - time.monotonic())
        if not select.select([heard], [], [], left)[0]:
            return
        ends = any(each in _SIGNALS for each in heard.recv(64))
        if ends and time.monotonic() > deaf_until:
            return


def _say_so() -> None:
    with suppress(OSError):
        os.write(2, b"cipherbench: Stopped.\n")


def _run_callbacks(until: float = 0.0) -> None:
    """None for long, or not longer than `until`: a stuck disk or terminal must not keep us."""
    _do_all(_callbacks, max(until, time.monotonic() + _CALLBACK_SECONDS))
    _do_all(_last_callbacks, time.monotonic() + _CALLBACK_SECONDS)


def _do_all(callbacks: Sequence[Callable[[], None]], deadline: float) -> None:
    """Run all callbacks in threads, and wait for them until `deadline`."""
    threads = [threading.Thread(target=each, daemon=True) for each in callbacks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))


def _without_interrupts(usual: Callable[[sys.UnraisableHookArgs], object]) -> Callable[..., object]:
    """What a signal meets inside a finaliser is no news to anybody."""

    def tell(met: sys.UnraisableHookArgs) -> None:
        if met.exc_type is not KeyboardInterrupt:
            usual(met)

    return tell
