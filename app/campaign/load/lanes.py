"""Lanes, the processes that send a run's requests: starts and ends them (`Lanes`, in the program),
and has them run a load (`LaneGroup`, in the worker)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter_ns

from app.campaign.load.arrivals import ArrivalQueue
from app.campaign.load.barrier import LoadBarrier
from app.campaign.load.lane import (
    BeginLoad,
    LaneCounts,
    LaneFailed,
    LeaveLoad,
    LoadJob,
    Ready,
    run_lane,
)
from app.campaign.load.latency_counts import spans_in
from app.campaign.load.load_outcome import LoadOutcome, merge_lanes
from app.campaign.machine.cores import Cores
from app.processes.fork_server import new_pipe, no_resources_error, start_worker
from app.processes.live_counters import LiveCounters
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.platform.scheduling import cores_of
from workloads.load import ClosedPace, OpenPace, Pace, RequestSource

_POLL_SECONDS = 0.1
"""How often the queue is updated for the sampler, which reads it as often."""

_CORES_PER_LOOP = 4
"""One native loop, in one lane, can serve all clients of a server on so many cores."""

_NO_BARRIER = LoadBarrier()


class LaneGroup:
    """The lanes of a run as its worker uses them, each at the other end of a pipe."""

    def __init__(
        self, lanes: Sequence[Connection], arrivals: ArrivalQueue, *, native: bool
    ) -> None:
        self._lanes = lanes
        self._arrivals = arrivals
        self._native = native

    def run_load(
        self,
        request_source: RequestSource,
        pace: Pace,
        lanes: int,
        ready: Callable[[Sequence[Ready]], None] = lambda lanes: None,
        begin: Callable[[], None] = lambda: None,
        end: Callable[[], None] = lambda: None,
        barrier: LoadBarrier = _NO_BARRIER,
    ) -> LoadOutcome:
        """Have `lanes` lanes send requests at a pace. `ready` is called when all have connected,
        `begin` just before requests count, `end` after the last answer, while all are connected. If
        the pace has a lead, `ready` and `begin` are called when it is over.

        Raises: CipherbenchError as soon as one of them fails or is gone
        """
        if isinstance(pace, ClosedPace):
            pace = replace(pace, most=request_source.most)
        working, opened = self._open(request_source, pace, lanes)
        if not pace.lead:
            ready(opened)
        barrier.wait_for_sides()
        barrier.wait_for_hosts()
        if not pace.lead:
            begin()
        pace, start = barrier.share_of(pace), barrier.start_instant()
        counts_from = start
        self._arrivals.begin(start, pace)
        source = self._arrivals.source(pace)
        seconds = pace.seconds or 0.0
        with barrier.lanes_running():
            for lane in working:
                _send(
                    lane,
                    BeginLoad(start, pace, lanes, spans_in(seconds) if barrier.simultaneous else 0),
                )
            if pace.lead:
                self._wait_until(working, start + round(pace.lead * 1e9))
                ready(opened)
                begin()
                counts_from = perf_counter_ns()
                self._arrivals.count_from(counts_from, pace)
            counted = self._receive_from_all(working, LaneCounts, source.admit)
        barrier.wait_for_sides()
        end()
        for lane in working:
            _send(lane, LeaveLoad())
        seen = self._arrivals.snapshot()
        return merge_lanes(counted, seen.arrived, seen.dropped, start, pace, counts_from)

    def _wait_until(self, lanes: Sequence[Connection], instant: int) -> None:
        """Wait until an instant (`perf_counter_ns`); raises the error of a lane that fails
        before."""
        while (left := instant - perf_counter_ns()) > 0:
            for lane in wait(lanes, left / 1e9):
                answer = _receive(lane)  # type: ignore[arg-type]
                assert isinstance(answer, LaneFailed)
                raise answer.error

    def _open(
        self, request_source: RequestSource, pace: Pace, lanes: int
    ) -> tuple[list[Connection], list[Ready]]:
        """Have lanes open what they are to ask. Where the native loop can ask it, a few have all
        clients; the first one finds out."""
        if not self._native or isinstance(pace, OpenPace):
            return self._opened(
                [(lane, LoadJob(request_source, pace)) for lane in self._lanes[:lanes]]
            )
        loops = min(lanes, max(1, len(cores_of() or (0,)) // _CORES_PER_LOOP))
        shares = [(lanes + each) // loops for each in reversed(range(loops))]
        first, *others = (
            (lane, LoadJob(request_source, pace, share))
            for lane, share in zip(self._lanes, shares, strict=False)
        )
        working, opened = self._opened([first])
        if len(opened[0].threads) < first[1].clients:
            others = [(lane, LoadJob(request_source, pace)) for lane in self._lanes[1:lanes]]
        more, more_opened = self._opened(others)
        return working + more, opened + more_opened

    def _opened(
        self, jobs: Sequence[tuple[Connection, LoadJob]]
    ) -> tuple[list[Connection], list[Ready]]:
        for lane, job in jobs:
            _send(lane, job)
        lanes = [lane for lane, _ in jobs]
        return lanes, self._receive_from_all(lanes, Ready)

    def _receive_from_all[Answer](
        self,
        lanes: Sequence[Connection],
        kind: type[Answer],
        meanwhile: Callable[[], None] = lambda: None,
    ) -> list[Answer]:
        waiting, answers = list(lanes), list[Answer]()
        while waiting:
            for lane in wait(waiting, _POLL_SECONDS):
                answer = _receive(lane)  # type: ignore[arg-type]
                if isinstance(answer, LaneFailed):
                    raise answer.error
                assert isinstance(answer, kind)
                answers.append(answer)
                waiting.remove(lane)  # type: ignore[arg-type]
            meanwhile()
        return answers


def _send(lane: Connection, what: object) -> None:
    try:
        lane.send(what)
    except OSError as error:
        raise _lane_ended() from error


def _receive(lane: Connection) -> object:
    try:
        return lane.recv()
    except (EOFError, OSError) as error:
        raise _lane_ended() from error


def _lane_ended() -> CipherbenchError:
    return CipherbenchError(
        phrase("A lane ended"),
        phrase("A process that sent requests to the server ended unexpectedly."),
        phrase("Memory may be short, or someone ended the process."),
    )


class Lanes:
    """Lane processes: they wait for the worker's messages at the other ends of `pipes`, and count
    in `counters` and `arrivals`."""

    def __init__(self, count: int, queue: int, cores: Cores | None) -> None:
        """`queue` is how many arrivals may ever wait for them.

        Raises: CipherbenchError where the system has no room for them
        """
        self.pipes: list[Connection] = []
        self.counters: list[LiveCounters] = []
        self._processes: list[BaseProcess] = []
        self.arrivals = _allocated(lambda: ArrivalQueue.create(queue))
        try:
            for _ in range(count):
                self._start(cores)
        except BaseException:
            self.close()
            raise

    @property
    def pids(self) -> Sequence[int]:
        return [each.pid for each in self._processes if each.pid is not None]

    def group(self, *, native: bool = False) -> LaneGroup:
        """These lanes for the worker, to which it is pickled. `native`: the native loop may send
        the requests of a closed load."""
        return LaneGroup(self.pipes, self.arrivals, native=native)

    def release_pipes(self) -> None:
        """Close our ends of the pipes, which the worker has now: else lanes would not see it
        end."""
        for pipe in self.pipes:
            pipe.close()
        self.pipes.clear()

    def close(self) -> None:
        """End all lanes at once."""
        self.release_pipes()
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        for counters in self.counters:
            counters.close()
        self.arrivals.close()

    def _start(self, cores: Cores | None) -> None:
        own_end, lane_end = new_pipe()
        self.pipes.append(own_end)
        self.counters.append(_allocated(LiveCounters))
        try:
            self._processes.append(
                start_worker(run_lane, lane_end, self.counters[-1], self.arrivals, cores)
            )
        finally:
            lane_end.close()


def _allocated[T](make: Callable[[], T]) -> T:
    try:
        return make()
    except OSError as error:
        raise no_resources_error(error) from error
