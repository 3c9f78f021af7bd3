"""`python -m benchmarks.lockstep at_once [--engine NAME] [--rows N] [--repetitions N]`: the
workload *tablespace*, each operation at once on several servers that share a core, by CPU time.

A statement over millions of rows takes no turns, and from one run to the next a shared host is a
tenth slower or quicker. Here plaintext, plaintext again and each protection have a server and a
process of their own, and the system's scheduler has them take turns every few milliseconds: what
the core is worth then falls on all alike. Seconds are the CPU of a server's processes, or of the
process that an engine runs in, until its pages are flushed. Programs beside them do not count, so
it may be run on a busy machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import secrets
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Barrier

from app.campaign.servers.server_pool import LastArrangements
from app.campaign.turns.timed_loop import TimedClock
from app.campaign.workers.worker import wait_until_idle
from app.findings.statistics import Block, Comparison, benjamini_hochberg, margin_percent
from app.findings.verdict import Circumstances, judge
from app.processes.live_counters import LiveCounters
from benchmarks.lockstep.campaigns import this_machine
from benchmarks.one_core import place
from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint, Source
from engines.contract.protection import PLAINTEXT, Keying, Protection, ProtectionKind
from engines.opening import open_server
from engines.platform.process_counters import cpu_nanoseconds, processes_under
from engines.registry import engine_named, facts_of
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Encryptor
from workloads.contract import Operation, Options, Setting
from workloads.tablespace.workload import Tablespace, TablespaceParameters

CORE = 1
SPAWN = multiprocessing.get_context("spawn")
_LONGEST_SECONDS = 1_800
"""For one operation of all sides, on a busy machine."""
WORK = Tablespace()
PLAIN, CONTROL = "plaintext", "control"
_TABLESPACE = Protection("tablespace-256", ProtectionKind.STORAGE, "aes", 256, "tablespace")
ENCRYPTED = {
    "mysql": [_TABLESPACE],
    "mariadb": [_TABLESPACE],
    "duckdb": [
        Protection(each, ProtectionKind.STORAGE, each) for each in ("aes256gcm", "aes256ctr")
    ],
    "sqlite": [Protection("aes256cbc", ProtectionKind.STORAGE, "aes256cbc")],
}


def main(*arguments: str) -> int:
    """Measure, and print a table; progress on stderr."""
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep at_once", description=__doc__)
    parser.add_argument(
        "--engine", choices=ENCRYPTED, default="mysql", help="whose servers (mysql)"
    )
    parser.add_argument("--rows", type=int, default=2_000_000, help="of the source (2,000,000)")
    parser.add_argument("--repetitions", type=int, default=8, help="on new databases (8)")
    asked = parser.parse_args(arguments)
    parameters = TablespaceParameters(rows=(asked.rows,), buffers=(16,))
    options = Options(parameters, WORK.cases(parameters)[0])
    seconds = defaultdict[tuple[str, str], list[float]](list)
    machine = this_machine()  # before this program is on one core
    with _sides(asked.engine, options) as sides:
        for number in range(1, asked.repetitions + 1):
            for operation, reported in _repetition(sides, options, verified=number == 1):
                for side, spent in reported.items():
                    seconds[operation, side].append(spent)
                line = ", ".join(f"{side} {spent:.3f}" for side, spent in reported.items())
                print(f"{number} {operation}: {line}", file=sys.stderr, flush=True)
    print(f"{asked.engine}, {asked.rows} rows, {asked.repetitions} repetitions, {machine}")
    for line in _table(seconds):
        print(line)
    return 0


@dataclass(frozen=True)
class _Side:
    """A server, and what a process that works on it is given."""

    server: Server
    endpoint: Endpoint
    given: tuple[Endpoint, Protection, Keying, Options[TablespaceParameters], Barrier]


@contextmanager
def _sides(engine: str, options: Options[TablespaceParameters]) -> Iterator[Mapping[str, _Side]]:
    protections = {PLAIN: PLAINTEXT, CONTROL: PLAINTEXT}
    protections |= {each.name: each for each in ENCRYPTED[engine]}
    source = Source.EMBEDDED if facts_of(engine).in_process else Source.LOCAL
    together, arranging, found = (
        SPAWN.Barrier(len(protections)),
        LastArrangements(),
        dict[str, _Side](),
    )
    with ExitStack() as stack:
        for name, protection in protections.items():
            server = open_server(ServerSpec(f"{engine} {name}", source, engine))
            stack.callback(server.close)
            arranging.arrange(server, WORK.arrangement(options))
            place(server, {CORE})
            keying = WORK.keying(256, sound=True)
            endpoint = server.engine.encryption.endpoint_under(server.endpoint, protection, keying)
            given = (endpoint, protection, keying, options, together)
            found[name] = _Side(server, endpoint, given)
        yield found


def _repetition(
    sides: Mapping[str, _Side], options: Options[TablespaceParameters], *, verified: bool
) -> Iterator[tuple[str, dict[str, float]]]:
    """CPU seconds of each operation, by side, with new databases and processes in a drawn order:
    how memory lies in a process, and who is first, makes some per cent of a tenth of a second."""
    sides = dict(random.sample([*sides.items()], len(sides)))
    identifier = f"at_once_{secrets.token_hex(4)}"
    names = {
        name: side.server.engine.catalogue.create_database(side.endpoint, identifier)
        for name, side in sides.items()
    }
    with ExitStack() as stack:
        for name, side in sides.items():
            stack.callback(side.server.engine.catalogue.drop_database, side.endpoint, names[name])
        processes = {
            name: stack.enter_context(ProcessPoolExecutor(1, SPAWN, _begin, side.given))
            for name, side in sides.items()
        }
        for name, process in processes.items():
            process.submit(_fill, names[name]).result()
        for position, operation in enumerate(WORK.parts(options)):
            asked = {
                name: process.submit(_operate, names[name], position, verified)
                for name, process in processes.items()
            }
            assert isinstance(operation, Operation)
            yield operation.name, {name: each.result() for name, each in asked.items()}


@dataclass
class _Here:
    """What the process of a side has."""

    engine: Engine
    endpoint: Endpoint
    encryptor: Encryptor
    options: Options[TablespaceParameters]
    together: Barrier
    clock: TimedClock

    def setting(self, session: object) -> Setting:
        """That of an operation."""
        records = WORK.records(self.options)
        return Setting(session, self.encryptor, records, self.options)  # type: ignore[arg-type]

    def cpu(self) -> float:
        """Seconds that the engine's processes have used so far."""
        if self.endpoint.in_process:
            return time.process_time()
        assert self.endpoint.pid is not None
        spent = map(cpu_nanoseconds, processes_under(self.endpoint.pid))
        return sum(each or 0 for each in spent) / 1e9


_here: list[_Here] = []


def _begin(
    endpoint: Endpoint,
    protection: Protection,
    keying: Keying,
    options: Options[TablespaceParameters],
    together: Barrier,
) -> None:
    os.sched_setaffinity(0, {CORE})
    engine = engine_named(endpoint.engine)
    engine.driver.begin_worker()
    encryptor = engine.encryption.encryptor(protection, keying)
    clock = TimedClock(LiveCounters())
    _here.append(_Here(engine, endpoint, encryptor, options, together, clock))


def _fill(database: str) -> None:
    (it,) = _here
    schema = WORK.schema(it.options, it.encryptor)
    with it.engine.driver.connect(it.endpoint, database) as session:
        it.engine.driver.create_schema(session, schema, it.encryptor)
        session.begin()
        WORK.filled_by(it.options).run(it.setting(session), it.clock)
        session.commit()
        it.engine.driver.finish_schema(session, schema, it.encryptor)
        wait_until_idle(session.counted)


def _operate(database: str, position: int, verified: bool) -> float:
    (it,) = _here
    try:
        return _operated(it, database, position, verified)
    except BaseException:
        it.together.abort()  # the others wait no longer
        raise


def _operated(it: _Here, database: str, position: int, verified: bool) -> float:
    operation = WORK.parts(it.options)[position]
    assert isinstance(operation, Operation)
    with it.engine.driver.connect(it.endpoint, database) as session:
        it.clock.start(1)
        setting = it.setting(session)
        session.begin()
        it.together.wait(_LONGEST_SECONDS)
        before = it.cpu()
        operation.run(setting, it.clock)
        session.commit()
        session.flush()
        spent = it.cpu() - before
        it.together.wait(_LONGEST_SECONDS)
        wait_until_idle(session.counted)
        if verified:
            operation.verify(setting)
        it.together.wait(_LONGEST_SECONDS)
    return spent


def _table(seconds: Mapping[tuple[str, str], list[float]]) -> Iterator[str]:
    """Each cost: mean seconds, interval, verdict; and the control's interval."""
    places = [place for place in seconds if place[1] not in (PLAIN, CONTROL)]

    def compared(operation: str, side: str) -> Comparison:
        both = zip(seconds[operation, PLAIN], seconds[operation, side], strict=True)
        return Comparison(
            tuple(Block(number, (one,), (other,)) for number, (one, other) in enumerate(both, 1))
        )

    costs = [compared(*place) for place in places]
    corrected = benjamini_hochberg([each.t_p_value for each in costs])
    for (operation, side), comparison, p in zip(places, costs, corrected, strict=True):
        control = compared(operation, CONTROL).interval()
        around = Circumstances(
            margin=margin_percent(control), control=control, p_adjusted=p, comparisons=len(costs)
        )
        interval, narrow = comparison.interval(), comparison.interval(0.90)
        plain, encrypted = (
            sum(seconds[operation, each]) / len(comparison.blocks) for each in (PLAIN, side)
        )
        yield (
            f"{operation} {side}: {plain:.3f} {encrypted:.3f} s; {interval.estimate:+.1f} % "
            f"({interval.low:+.1f} to {interval.high:+.1f}; 90 % to {narrow.high:+.1f}); "
            f"control {control.low:+.1f} to {control.high:+.1f}; "
            f"{judge(comparison, around).verdict}"
        )
