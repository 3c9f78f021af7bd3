"""How threads of ours ask for their turns on a core."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path

import pytest

from app.system.process import wake_soon


def _slice(where: str) -> int:
    found = re.search(r"se\.slice\s*:\s*(\d+)", Path(where).read_text())
    if found is None:
        pytest.skip("this kernel has no slices of one's own")
    return int(found[1])


def test_that_a_thread_wakes_soon_and_what_it_starts_is_as_any_other() -> None:
    usual = _slice("/proc/thread-self/sched")
    slices: list[int] = []

    def look() -> None:
        slices.append(_slice("/proc/thread-self/sched"))

    def window() -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 3)
        wake_soon()
        look()
        below = threading.Thread(target=look)
        below.start()
        below.join()
        told = subprocess.run(
            ["cat", "/proc/self/sched"], capture_output=True, text=True, check=True
        )
        slices.append(int(re.search(r"se\.slice\s*:\s*(\d+)", told.stdout)[1]))  # type: ignore[index]
        slices.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    thread = threading.Thread(target=window)
    thread.start()
    thread.join()
    look()
    assert slices == [100_000, usual, usual, 3, usual]
