"""The lanes of one run, as its worker leads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait

from app.campaign.load.arrivals import ArrivalQueue
from app.campaign.load.lane import Begin, Counted, Job, LaneFailed, Leave, Ready
from app.campaign.load.meeting import Meeting
from app.campaign.load.outcome import LoadOutcome, all_lanes
from app.campaign.load.tally import spans_in
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from workloads.load import Asking, Pace

_LOOK_SECONDS = 0.1
"""How often the queue is brought up to date for those who watch it: as often as they look."""

_ALONE = Meeting()


class Crew:
    """Lanes that were started for this worker, each at the other end of a pipe."""

    def __init__(self, lanes: Sequence[Connection], arrivals: ArrivalQueue) -> None:
        self._lanes = lanes
        self._arrivals = arrivals

    def carry_out(
        self,
        asking: Asking,
        pace: Pace,
        lanes: int,
        ready: Callable[[Sequence[Ready]], None] = lambda lanes: None,
        begin: Callable[[], None] = lambda: None,
        end: Callable[[], None] = lambda: None,
        meeting: Meeting = _ALONE,
    ) -> LoadOutcome:
        """Have so many lanes ask at a pace. `ready` hears of them when all are, `begin` is called
        when they are about to ask, and `end` when all have, before any of them leaves.

        Raises: CipherbenchError as soon as one of them fails or is gone
        """
        working = self._lanes[:lanes]
        for lane in working:
            _tell(lane, Job(asking))
        ready(self._until_all_say(working, Ready))
        meeting.rest()
        meeting.gather()
        begin()
        pace, start = meeting.dealt(pace), meeting.start()
        self._arrivals.begin(start)
        taking = self._arrivals.taking(pace)
        seconds = pace.seconds or 0.0
        with meeting.lanes_at_work():
            for lane in working:
                _tell(lane, Begin(start, pace, lanes, spans_in(seconds) if meeting.together else 0))
            counted = self._until_all_say(working, Counted, taking.admit)
        meeting.rest()
        end()
        for lane in working:
            _tell(lane, Leave())
        seen = self._arrivals.glance()
        return all_lanes(counted, seen.arrived, seen.dropped, start, pace)

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
