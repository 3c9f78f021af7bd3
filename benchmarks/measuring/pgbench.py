"""Our timed loop against `pgbench -M prepared`: same statement, server, socket and round.

Neither side opens a transaction, both take the whole result and look at no value in it. pgbench
draws each id as it goes, which it does in a tenth of a microsecond; ours are drawn before, as a
workload has them. pgbench's figure leaves its connection time out, and so does ours.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks import shared_servers
from benchmarks.measuring import lookup
from benchmarks.missing import PeerMissing
from benchmarks.one_core import one_core
from engines.servers.server import Server

_SCRIPT = f"""\\set id random(1, {lookup.ROWS})
{lookup.SELECT};
"""
_FIGURE = re.compile(r"tps = ([\d.]+) \(without initial connection time\)")
_COUNTED = re.compile(r"number of transactions actually processed: (\d+)")
_PROGRESS = re.compile(r"progress: ([\d.]+) s, ([\d.]+) tps")


def measure() -> dict[str, float]:
    """`pgbench_ratio`: our statements per second over pgbench's, left to the scheduler, and
    `pgbench_ratio_one_core`: the same with both and the server on one core.

    Raises: PeerMissing, ServerUnavailable
    """
    with shared_servers.database("postgresql") as (server, database):
        lookup.fill(server, database)
        program = program_of(server)
        with lookup.timed_loop(server, database) as loop, script_of(_SCRIPT) as script:
            turn = ("-t", str(lookup.SHORT_STATEMENTS))
            command = command_of(program, server, database, script, length=turn)
            loop.statements_per_second(0.5)
            run(command)
            ratio = lookup.ratio_of_short_turns(loop, lambda: run(command))
            with one_core(server):
                on_one = lookup.ratio_of_short_turns(loop, lambda: run(command))
    return {"pgbench_ratio": ratio, "pgbench_ratio_one_core": on_one}


def program_of(server: Server) -> Path:
    """The pgbench that came with the server, found beside the running program.

    Raises: PeerMissing
    """
    next_to_server = Path(f"/proc/{server.endpoint.pid}/exe").resolve().with_name("pgbench")
    if next_to_server.is_file():
        return next_to_server
    if on_path := shutil.which("pgbench"):
        return Path(on_path)
    raise PeerMissing("pgbench was found neither beside the server's program nor in PATH.")


@contextmanager
def script_of(text: str) -> Iterator[Path]:
    """A file with a script, which is there for the block."""
    with tempfile.NamedTemporaryFile("w", prefix="cipherbench-", suffix=".sql") as handle:
        handle.write(text)
        handle.flush()
        yield Path(handle.name)


def command_of(
    program: Path,
    server: Server,
    database: str,
    script: Path,
    clients: int = 1,
    more: Sequence[str] = (),
    length: Sequence[str] = ("-T", str(lookup.SECONDS)),
) -> list[str]:
    """A command that runs a script by so many connections, a thread each."""
    end = server.endpoint
    return [
        str(program), "-M", "prepared", "-n", "-c", str(clients), "-j", str(clients),
        *length, *more,
        "-f", str(script), "-h", end.socket or "", "-p", str(end.port), "-U", end.user or "",
        database,
    ]  # fmt: skip


def run_after(command: list[str]) -> float:
    """The same without what lies before its first report of progress.

    Raises: PeerMissing
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [each.search(done.stdout + done.stderr) for each in (_FIGURE, _COUNTED, _PROGRESS)]
    if done.returncode or None in found:
        raise PeerMissing(f"pgbench did not run: {(done.stderr or done.stdout).strip()}")
    rate, count, (at, before) = (tuple(map(float, each.groups())) for each in found if each)
    return (count[0] - at * before) / (count[0] / rate[0] - at)


def run(command: list[str]) -> float:
    """The transactions per second that pgbench tells.

    Raises: PeerMissing
    """
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    figure = _FIGURE.search(done.stdout)
    if done.returncode or figure is None:
        raise PeerMissing(f"pgbench did not run: {(done.stderr or done.stdout).strip()}")
    return float(figure[1])
