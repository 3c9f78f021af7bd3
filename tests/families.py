"""The processes that a process has started, and signals to several."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import psutil

from engines.platform.process_counters import processes_under


def below(pid: int) -> list[psutil.Process]:
    """All of them, and theirs, down to the last; none of a process that is gone. Waiting for one of
    them asks this fifty times a second: psutil looks at every process of the machine for it."""
    found = []
    for each in processes_under(pid)[1:]:
        with suppress(psutil.Error):  # it has ended since
            found.append(psutil.Process(each))
    return found


def family(pid: int) -> list[psutil.Process]:
    """It and all that it has started."""
    return [psutil.Process(pid), *below(pid)]


def send(signal: int, processes: Iterable[psutil.Process]) -> None:
    """To those that are there still."""
    for each in processes:
        with suppress(psutil.Error):
            each.send_signal(signal)


def goes_on(process: psutil.Process) -> bool:
    """Whether it has not ended, not even where its parent has yet to wait for it."""
    with suppress(psutil.Error):
        return process.is_running() and bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
