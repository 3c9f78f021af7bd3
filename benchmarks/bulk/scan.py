"""The search for a marker on disk against `grep -c -F`: the same 2 GB, both from the page cache.

grep looks for the marker as text alone, ours for both halves of all its forms. The file is what a
server's folder holds, in equal parts: random bytes, rows as text, rows between zeros, and rows in
fixed columns. The marker stands near its end, and both sides must find it.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.guard import large_folder
from benchmarks.missing import PeerMissing
from benchmarks.rounds import median_ratio
from engines.inspection.file_search import FileGroup, scan_places
from engines.inspection.scan import needles, new_marker
from workloads.hospital import data as hospital_data

_SIZE = 2 << 30
_PIECE = 4 << 20
_FROM_END = 5_000
_SEED = 2023


def measure() -> dict[str, float]:
    """`scan_ratio`: our bytes per second over grep's.

    Raises: PeerMissing
    """
    program = shutil.which("grep")
    if program is None:
        raise PeerMissing("grep is not installed: apt-get install grep.")
    with tempfile.TemporaryDirectory(prefix="cipherbench-scan-", dir=large_folder()) as folder:
        file, marker = Path(folder, "data"), new_marker()
        _fill(file, marker)
        command = [program, "-c", "-F", marker, str(file)]
        _ours(file, marker)
        _peer(command)
        ratio = median_ratio(lambda: _ours(file, marker), lambda: _peer(command), "MB per second")
    return {"scan_ratio": ratio}


def _ours(file: Path, marker: str) -> float:
    began = time.perf_counter()
    (result,) = scan_places([FileGroup("file", file)], needles(marker))
    rate = _SIZE / 1e6 / (time.perf_counter() - began)
    assert [each.offset for each in result.findings] == [_SIZE - _FROM_END], result
    return rate


def _peer(command: list[str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rate = _SIZE / 1e6 / (time.perf_counter() - began)
    assert done.stdout.strip() == "1", done.stdout
    return rate


def _fill(file: Path, marker: str) -> None:
    with file.open("wb") as handle:
        for piece in _pieces():
            if handle.tell() >= _SIZE:
                break
            handle.write(piece)
        handle.truncate(_SIZE)
        handle.seek(_SIZE - _FROM_END)
        handle.write(marker.encode())


def _pieces() -> Iterator[bytes]:
    records = hospital_data.generate(_SEED, 20_000)
    rows = ["|".join(map(str, record)).encode() for record in records]
    text = b"\n".join(rows)
    columns = b"".join(row.ljust(256, b"\0") for row in rows)
    draw = random.Random(_SEED)
    while True:
        yield os.urandom(_PIECE)
        yield _from(text, draw.randrange(len(text)))
        yield bytes(_PIECE // 2) + _from(text, draw.randrange(len(text)))[: _PIECE // 2]
        yield _from(columns, draw.randrange(len(columns)))


def _from(data: bytes, begin: int) -> bytes:
    """A piece of data that begins again where it ends."""
    return (data[begin:] + data * (1 + _PIECE // len(data)))[:_PIECE]
