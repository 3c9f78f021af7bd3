"""`python -m benchmarks.lockstep at_once [--engine NAME] [--rows N] [--repetitions N]`: the
workload *tablespace*, each operation at once on three servers that share a core, by CPU time.

A statement over millions of rows takes no turns, and from one run to the next a shared host is a
tenth slower or quicker. Here plaintext, plaintext again and encrypted tablespaces have a server
each, and the system's scheduler has them take turns every few milliseconds: what the core is worth
then falls on all alike. Seconds are the CPU of a server's processes until its pages are flushed.
Programs beside it do not count, so it may be run on a busy machine.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from app.campaign.machine.process_group import cpu_nanoseconds, processes_under
from app.campaign.servers.arranging import Arranging
from app.campaign.turns.clock import TimedClock
from app.campaign.workers.rest import wait_for_rest
from app.findings.statistics import Block, Comparison, adjusted, margin_percent
from app.findings.verdict import Circumstances, judge
from app.processes.live_counters import LiveCounters
from benchmarks.lockstep.campaigns import this_machine
from benchmarks.one_core import place
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Sealer
from workloads.contract import Operation, Options, Setting
from workloads.tablespace.parameters import TablespaceParameters
from workloads.tablespace.workload import Tablespace

CORE = 1
SEALED = Protection("tablespace-256", ProtectionKind.STORAGE, "aes", 256, "tablespace")
SIDES = {"plain": PLAINTEXT, "control": PLAINTEXT, "encrypted": SEALED}
WORK = Tablespace()


@dataclass(frozen=True)
class _Side:
    server: Server
    sealer: Sealer
    clock: TimedClock

    def cpu(self) -> float:
        """Seconds that the server's processes have used so far."""
        assert self.server.endpoint.pid is not None
        spent = map(cpu_nanoseconds, processes_under(self.server.endpoint.pid))
        return sum(each or 0 for each in spent) / 1e9


def main(*arguments: str) -> int:
    """Measure, and print a table; progress on stderr."""
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep at_once", description=__doc__)
    parser.add_argument("--engine", default="mysql", help="with encrypted tablespaces (mysql)")
    parser.add_argument("--rows", type=int, default=2_000_000, help="of the source (2,000,000)")
    parser.add_argument("--repetitions", type=int, default=8, help="on new databases (8)")
    asked = parser.parse_args(arguments)
    parameters = TablespaceParameters(rows=(asked.rows,), buffers=(16,))
    options = Options(parameters, WORK.cases(parameters)[0])
    seconds = defaultdict[tuple[str, str], list[float]](list)
    machine = this_machine()  # before this program is on one core
    with _sides(asked.engine, options) as sides:
        for number in range(1, asked.repetitions + 1):
            for name, told in _repetition(sides, options, verified=number == 1):
                for side, spent in told.items():
                    seconds[name, side].append(spent)
                line = ", ".join(f"{side} {spent:.2f}" for side, spent in told.items())
                print(f"{number} {name}: {line}", file=sys.stderr, flush=True)
    print(f"{asked.engine}, {asked.rows} rows, {asked.repetitions} repetitions, {machine}")
    for line in _table(seconds):
        print(line)
    return 0


@contextmanager
def _sides(engine: str, options: Options[TablespaceParameters]) -> Iterator[Mapping[str, _Side]]:
    arranging, found = Arranging(), dict[str, _Side]()
    with ExitStack() as stack:
        for name, protection in SIDES.items():
            server = open_server(ServerSpec(f"{engine} {name}", Source.LOCAL, engine))
            stack.callback(server.close)
            arranging.arrange(server, WORK.arrangement(options))
            place(server, {CORE})
            counters = LiveCounters.create()
            stack.callback(counters.close)
            sealer = server.engine.sealer(protection, WORK.keying(256, sound=True))
            found[name] = _Side(server, sealer, TimedClock(counters))
        yield found


def _repetition(
    sides: Mapping[str, _Side], options: Options[TablespaceParameters], *, verified: bool
) -> Iterator[tuple[str, dict[str, float]]]:
    """CPU seconds of each operation, by side, on databases that are new."""
    names = {
        name: side.server.engine.create_database(
            side.server.endpoint, f"at_once_{secrets.token_hex(4)}"
        )
        for name, side in sides.items()
    }
    parts = {name: _operations(options) for name in sides}
    try:
        for name, side in sides.items():
            _fill(side, names[name], options)
        with ThreadPoolExecutor(len(sides)) as pool:
            for position, operation in enumerate(_operations(options)):
                together = threading.Barrier(len(sides))
                asked = {
                    name: pool.submit(
                        _operate,
                        side,
                        names[name],
                        parts[name][position],
                        options,
                        together,
                        verified,
                    )
                    for name, side in sides.items()
                }
                yield operation.name, {name: each.result() for name, each in asked.items()}
    finally:
        for name, side in sides.items():
            side.server.engine.drop_database(side.server.endpoint, names[name])


def _operations(options: Options[TablespaceParameters]) -> list[Operation]:
    return [each for each in WORK.parts(options) if isinstance(each, Operation)]


def _fill(side: _Side, database: str, options: Options[TablespaceParameters]) -> None:
    engine, endpoint = side.server.engine, side.server.endpoint
    schema = WORK.schema(options, side.sealer)
    with engine.connect(endpoint, database) as session:
        engine.create_schema(session, schema, side.sealer)
        session.begin()
        WORK.before(options).run(_setting(session, side, options), side.clock)
        session.commit()
        engine.finish_schema(session, schema, side.sealer)
        wait_for_rest(session.counted)


def _operate(
    side: _Side,
    database: str,
    operation: Operation,
    options: Options[TablespaceParameters],
    together: threading.Barrier,
    verified: bool,
) -> float:
    with side.server.engine.connect(side.server.endpoint, database) as session:
        side.clock.start(1)
        setting = _setting(session, side, options)
        session.begin()
        together.wait()
        before = side.cpu()
        operation.run(setting, side.clock)
        session.commit()
        session.flush()
        spent = side.cpu() - before
        together.wait()
        wait_for_rest(session.counted)
        if verified:
            operation.verify(setting)
            together.wait()
    return spent


def _setting(session: object, side: _Side, options: Options[TablespaceParameters]) -> Setting:
    return Setting(session, side.sealer, WORK.records(options), options)  # type: ignore[arg-type]


def _table(seconds: Mapping[tuple[str, str], list[float]]) -> Iterator[str]:
    """Each operation's mean seconds, cost with its interval, verdict and control."""
    operations = list(dict.fromkeys(operation for operation, _ in seconds))

    def compared(operation: str, side: str) -> Comparison:
        both = zip(seconds[operation, "plain"], seconds[operation, side], strict=True)
        return Comparison(
            tuple(Block(number, (one,), (other,)) for number, (one, other) in enumerate(both, 1))
        )

    costs = [compared(each, "encrypted") for each in operations]
    corrected = adjusted([each.t_p_value for each in costs])
    for operation, comparison, p in zip(operations, costs, corrected, strict=True):
        control = compared(operation, "control").interval()
        around = Circumstances(
            margin=margin_percent(control), control=control, p_adjusted=p, comparisons=len(costs)
        )
        interval, narrow = comparison.interval(), comparison.interval(0.90)
        plain, sealed = (
            sum(seconds[operation, side]) / len(comparison.blocks)
            for side in ("plain", "encrypted")
        )
        yield (
            f"{operation}: {plain:.3f} {sealed:.3f} s; {interval.percent:+.1f} % "
            f"({interval.low:+.1f} to {interval.high:+.1f}; 90 % to {narrow.high:+.1f}); "
            f"control {control.low:+.1f} to {control.high:+.1f}; "
            f"{judge(comparison, around).kind}"
        )
