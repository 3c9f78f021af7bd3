"""Searches the memory of a server's processes for the marker (a planted text) or a key.

It takes the right to read other processes' memory: root's, or that of whoever started the server
where the system allows it (kernel.yama.ptrace_scope).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from engines.contract.data_place import PlaceName
from engines.contract.message import Message
from engines.inspection.file_search import MOST_FINDINGS, PlaceResult, Unreadable
from engines.inspection.scan import Hit, Scanner, scan_range
from engines.platform.process_inspection import memory_map, open_memory


def scan_memory(pid: int, *scanners: Scanner) -> list[PlaceResult]:
    """What each scanner finds in the memory of a process and of those it has started, which is read
    once for all of them.

    `files` counts processes. A finding names the process and the part of its memory in place of a
    file; what several processes share is looked at once, as the text of their libraries, which is
    most of what a PostgreSQL has.
    """
    findings: dict[Scanner, list[Hit]] = {each: [] for each in scanners}
    counts = dict.fromkeys(scanners, 0)
    unreadable: list[Unreadable] = []
    size = processes = 0
    looked_at: set[str] = set()
    for process in _tree(pid):
        try:
            for region_size, found in _scanned(scanners, process, looked_at):
                size += region_size
                for scanner, hit in found:
                    counts[scanner] += 1
                    if len(findings[scanner]) < MOST_FINDINGS:
                        findings[scanner].append(hit)
            processes += 1
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended since
        except OSError as error:
            unreadable.append(Unreadable(_name(process), Message(error.strerror or str(error))))
    return [
        PlaceResult(
            PlaceName.MEMORY,
            tuple(findings[each]),
            counts[each],
            processes,
            size,
            tuple(unreadable),
        )
        for each in scanners
    ]


@dataclass(frozen=True)
class _Region:
    """Readable memory; `shared` names what other processes see as well, "" for its own."""

    begin: int
    end: int
    name: str
    shared: str


def _tree(pid: int) -> list[psutil.Process]:
    try:
        root = psutil.Process(pid)
        return [root, *root.children(recursive=True)]
    except psutil.Error:
        return []


def _scanned(
    scanners: Sequence[Scanner], process: psutil.Process, looked_at: set[str]
) -> Iterator[tuple[int, list[tuple[Scanner, Hit]]]]:
    """Bytes and findings of each region of a process."""
    maps = memory_map(process.pid)
    handle = open_memory(process.pid)
    try:
        for region in _regions(maps):
            if region.shared and region.shared in looked_at:
                continue
            looked_at.add(region.shared)
            name = _name(process, region.name)
            try:
                found = list(scan_range(scanners, handle, name, region.begin, region.end))
            except OSError:
                continue  # a device's, or given back meanwhile
            yield region.end - region.begin, found
    finally:
        os.close(handle)


_LINE = re.compile(
    r"^([0-9a-f]+)-([0-9a-f]+) r(.).(.) ([0-9a-f]+) (\S+) (\d+) *(.*)$", re.MULTILINE
)
"""A readable region in proc_pid_maps(5)."""

_KERNEL_REGIONS = frozenset({"[vvar]", "[vvar_vclock]", "[vdso]", "[vsyscall]"})


def _regions(maps: str) -> Iterator[_Region]:
    for begin, end, writable, sharing, offset, device, inode, name in _LINE.findall(maps):
        if name not in _KERNEL_REGIONS:
            is_shared = sharing == "s" or (inode != "0" and writable == "-")
            place = f"{device} {inode} {offset} {int(end, 16) - int(begin, 16)}"
            shared = place if is_shared else ""
            shown = Path(name).name if name.startswith("/") else name or "anonymous"
            yield _Region(int(begin, 16), int(end, 16), shown, shared)


def _name(process: psutil.Process, part: str = "") -> Path:
    """“postgres [heap]”: no path of the machine's."""
    try:
        title = process.name()
    except psutil.Error:
        title = "process"
    return Path(f"{title} {part}".strip())
