"""The processes that a process has started."""

from __future__ import annotations

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
