"""The processes of a run's lanes, started beside its worker and ended with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter_ns

from app.campaign.load.arrivals import ArrivalQueue
from app.campaign.load.barrier import LoadBarrier
from app.campaign.load.lane import Begin, Counted, Job, LaneFailed, Leave, Ready, run_lane
from app.campaign.load.latency_counts import spans_in
from app.campaign.load.outcome import LoadOutcome, all_lanes
from app.campaign.machine.cores import Cores
from app.processes.fork_server import new_pipe, no_resources_error, start_worker
from app.processes.live_counters import LiveCounters
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.platform.scheduling import cores_of
from workloads.load import OpenPace, Pace, RequestSource

# The lanes of one run, as its worker leads them.

_LOOK_SECONDS = 0.1
"""How often the queue is brought up to date for those who watch it: as often as they look."""

_CORES_A_LOOP = 4
"""The native loop serves the clients that a server on so many cores answers."""

_ALONE = LoadBarrier()


class Crew:
    """Lanes that were started for this worker, each at the other end of a pipe."""

    def __init__(
        self, lanes: Sequence[Connection], arrivals: ArrivalQueue, *, native: bool
    ) -> None:
        self._lanes = lanes
        self._arrivals = arrivals
        self._native = native

    def carry_out(
        self,
        asking: RequestSource,
        pace: Pace,
        lanes: int,
        ready: Callable[[Sequence[Ready]], None] = lambda lanes: None,
        begin: Callable[[], None] = lambda: None,
        end: Callable[[], None] = lambda: None,
        barrier: LoadBarrier = _ALONE,
    ) -> LoadOutcome:
        """Have so many lanes ask at a pace. `ready` hears of them when all are, `begin` is called
        when they are about to ask what counts, and `end` when all have, before any of them leaves.
        Where the pace has a lead, `ready` and `begin` are called when it is over.

        Raises: CipherbenchError as soon as one of them fails or is gone
        """
        working, opened = self._open(asking, pace, lanes)
        if not pace.lead:
            ready(opened)
        barrier.wait_for_sides()
        barrier.wait_for_hosts()
        if not pace.lead:
            begin()
        pace, start = barrier.share_of(pace), barrier.start_instant()
        counts_from = start
        self._arrivals.begin(start, pace)
        taking = self._arrivals.taking(pace)
        seconds = pace.seconds or 0.0
        with barrier.lanes_running():
            for lane in working:
                _tell(lane, Begin(start, pace, lanes, spans_in(seconds) if barrier.together else 0))
            if pace.lead:
                self._until(working, start + round(pace.lead * 1e9))
                ready(opened)
                begin()
                counts_from = perf_counter_ns()
                self._arrivals.count_from(counts_from, pace)
            counted = self._until_all_say(working, Counted, taking.admit)
        barrier.wait_for_sides()
        end()
        for lane in working:
            _tell(lane, Leave())
        seen = self._arrivals.snapshot()
        return all_lanes(counted, seen.arrived, seen.dropped, start, pace, counts_from)

    def _until(self, lanes: Sequence[Connection], instant: int) -> None:
        """Until an instant (`perf_counter_ns`) before which none of the lanes is done."""
        while (left := instant - perf_counter_ns()) > 0:
            for lane in wait(lanes, left / 1e9):
                answer = _heard(lane)  # type: ignore[arg-type]
                assert isinstance(answer, LaneFailed)
                raise answer.error

    def _open(
        self, asking: RequestSource, pace: Pace, lanes: int
    ) -> tuple[list[Connection], list[Ready]]:
        """Have lanes open what they are to ask. Where the native loop can ask it, a few have all
        clients; the first one finds out."""
        if not self._native or isinstance(pace, OpenPace):
            return self._opened([(lane, Job(asking, pace)) for lane in self._lanes[:lanes]])
        loops = min(lanes, max(1, len(cores_of() or (0,)) // _CORES_A_LOOP))
        shares = [(lanes + each) // loops for each in reversed(range(loops))]
        first, *others = (
            (lane, Job(asking, pace, share))
            for lane, share in zip(self._lanes, shares, strict=False)
        )
        working, opened = self._opened([first])
        if len(opened[0].threads) < first[1].clients:
            others = [(lane, Job(asking, pace)) for lane in self._lanes[1:lanes]]
        more, more_opened = self._opened(others)
        return working + more, opened + more_opened

    def _opened(
        self, jobs: Sequence[tuple[Connection, Job]]
    ) -> tuple[list[Connection], list[Ready]]:
        for lane, job in jobs:
            _tell(lane, job)
        lanes = [lane for lane, _ in jobs]
        return lanes, self._until_all_say(lanes, Ready)

    def _until_all_say[Answer](
        self,
        lanes: Sequence[Connection],
        kind: type[Answer],
        meanwhile: Callable[[], None] = lambda: None,
    ) -> list[Answer]:
        silent, message = list(lanes), list[Answer]()
        while silent:
            for lane in wait(silent, _LOOK_SECONDS):
                answer = _heard(lane)  # type: ignore[arg-type]
                if isinstance(answer, LaneFailed):
                    raise answer.error
                assert isinstance(answer, kind)
                message.append(answer)
                silent.remove(lane)  # type: ignore[arg-type]
            meanwhile()
        return message


def _tell(lane: Connection, what: object) -> None:
    try:
        lane.send(what)
    except OSError as error:
        raise _gone() from error


def _heard(lane: Connection) -> object:
    try:
        return lane.recv()
    except (EOFError, OSError) as error:
        raise _gone() from error


def _gone() -> CipherbenchError:
    return CipherbenchError(
        phrase("A lane ended"),
        phrase("A process that sent requests to the server ended unexpectedly."),
        phrase("Memory may be short, or someone ended the process."),
    )


class Lanes:
    """So many lanes, waiting for what the worker tells them at the other ends of `pipes`; what they
    count is in `counters` and `arrivals`."""

    def __init__(self, count: int, queue: int, cores: Cores | None) -> None:
        """`queue` is how many arrivals may ever wait for them.

        Raises: CipherbenchError where the system has no room for them
        """
        self.pipes: list[Connection] = []
        self.counters: list[LiveCounters] = []
        self._processes: list[BaseProcess] = []
        self.arrivals = _had(lambda: ArrivalQueue.create(queue))
        try:
            for _ in range(count):
                self._start(cores)
        except BaseException:
            self.close()
            raise

    @property
    def pids(self) -> Sequence[int]:
        """Process IDs of the lanes."""
        return [each.pid for each in self._processes if each.pid is not None]

    def crew(self, *, native: bool = False) -> Crew:
        """What leads them; pickles, so that it reaches a worker. `native`: the native loop may ask
        a closed load."""
        return Crew(self.pipes, self.arrivals, native=native)

    def hand_over(self) -> None:
        """The worker has the pipes now: nobody else may hold them, or its end would not be seen."""
        for pipe in self.pipes:
            pipe.close()
        self.pipes.clear()

    def close(self) -> None:
        """End all lanes at once."""
        self.hand_over()
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        for counters in self.counters:
            counters.close()
        self.arrivals.close()

    def _start(self, cores: Cores | None) -> None:
        ours, theirs = new_pipe()
        self.pipes.append(ours)
        self.counters.append(_had(LiveCounters))
        try:
            self._processes.append(
                start_worker(run_lane, theirs, self.counters[-1], self.arrivals, cores)
            )
        finally:
            theirs.close()


def _had[T](make: Callable[[], T]) -> T:
    try:
        return make()
    except OSError as error:
        raise no_resources_error(error) from error
