"""How threads of ours ask for their turns on a core."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path

import pytest

from engines.platform.scheduling import request_short_slice


def _slice(report: str = "") -> int:
    """Of the thread that asks, or of what is told, in nanoseconds."""
    text = report or Path("/proc/thread-self/sched").read_text()
    found = re.search(r"se\.slice\s*:\s*(\d+)", text)
    if found is None:
        pytest.skip("this kernel has no slices of one's own")
    return int(found[1])


def _of_a_program() -> str:
    done = subprocess.run(["cat", "/proc/self/sched"], capture_output=True, text=True, check=True)
    return done.stdout


def test_that_a_thread_wakes_soon_and_what_it_starts_is_as_any_other() -> None:
    usual = _slice(_of_a_program())  # the thread of a window that stood here before keeps its own
    slices: list[int] = []

    def look() -> None:
        slices.append(_slice())

    def window() -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 3)
        request_short_slice()
        look()
        below = threading.Thread(target=look)
        below.start()
        below.join()
        slices.append(_slice(_of_a_program()))
        slices.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=window)
    thread.start()
    thread.join()
    assert slices == [100_000, usual, usual, 3]
