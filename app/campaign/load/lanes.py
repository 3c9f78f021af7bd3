"""The processes of a run's lanes, started beside its worker and ended with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.campaign.load.arrivals import ArrivalQueue
from app.campaign.load.crew import Crew
from app.campaign.load.lane import run_lane
from app.campaign.machine.cores import Cores
from app.processes.fork_server import new_pipe, no_room, start_worker
from app.processes.live_counters import LiveCounters


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

    def crew(self) -> Crew:
        """What leads them; pickles, so that it reaches a worker."""
        return Crew(self.pipes, self.arrivals)

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
        self.counters.append(_had(LiveCounters.create))
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
        raise no_room(error) from error
