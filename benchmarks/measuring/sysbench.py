"""Our timed loop against sysbench: same prepared statement, server, socket and round.

sysbench runs `lookup.lua`: LuaJIT over MariaDB's C client, as its own workloads do. Neither side
opens a transaction, and neither figure holds connection time.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks import shared_servers
from benchmarks.measuring import lookup
from benchmarks.missing import PeerMissing
from benchmarks.one_core import one_core
from engines.servers.server import Server

_SCRIPT = Path(__file__).with_name("lookup.lua")
_FIGURE = re.compile(r"queries:\s+\d+\s+\(([\d.]+) per sec\.\)")
_OUT_OF_ORDER, _TRIES = "Got packets out of order", 5
"""What libmariadb says where several threads enter MySQL at once, now and then."""
_IGNORED = re.compile(r"ignored errors:\s+(\d+)")


def measure() -> dict[str, float]:
    """`sysbench_ratio`: our statements per second over sysbench's on MariaDB, left to the
    scheduler, and `sysbench_ratio_one_core`: the same with both and the server on one core.

    Raises: PeerMissing, ServerUnavailable
    """
    ratio, on_one = ratios("mariadb")
    return {"sysbench_ratio": ratio, "sysbench_ratio_one_core": on_one}


def ratios(engine: str) -> tuple[float, float]:
    """Our statements per second over sysbench's, left to the scheduler and on one core.

    Raises: PeerMissing, ServerUnavailable
    """
    program = program_found()
    with shared_servers.database(engine) as (server, database):
        lookup.fill(server, database)
        turn = (f"--events={lookup.SHORT_STATEMENTS}", "--time=0")
        command = command_of(program, server, database, turn)
        with lookup.timed_loop(server, database) as loop:
            loop.statements_per_second(0.5)
            run(command)
            ratio = lookup.ratio_of_short_turns(loop, lambda: run(command))
            with one_core(server):
                on_one = lookup.ratio_of_short_turns(loop, lambda: run(command))
    return ratio, on_one


def program_found() -> str:
    """Raises: PeerMissing"""
    program = shutil.which("sysbench")
    if program is None:
        raise PeerMissing("sysbench is not installed: apt-get install sysbench.")
    return program


def command_of(
    program: str, server: Server, database: str, length: Sequence[str], threads: int = 1
) -> list[str]:
    """A command that looks rows up by so many threads, a connection each."""
    end = server.endpoint
    return [
        program, str(_SCRIPT), "--db-driver=mysql", "--db-ps-mode=auto", f"--rows={lookup.ROWS}",
        f"--mysql-socket={end.socket}", f"--mysql-user={end.user}", f"--mysql-db={database}",
        f"--threads={threads}", *length, "run",
    ]  # fmt: skip


def run(command: list[str]) -> float:
    """The queries per second that sysbench tells, since its last checkpoint where it has one.

    Raises: PeerMissing
    """
    for _ in range(_TRIES):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if _OUT_OF_ORDER not in done.stdout + done.stderr:
            break
    figures, ignored = _FIGURE.findall(done.stdout), _IGNORED.search(done.stdout)
    if done.returncode or not figures or ignored is None or int(ignored[1]):
        raise PeerMissing(f"sysbench did not run: {(done.stderr or done.stdout).strip()}")
    return float(figures[-1])
