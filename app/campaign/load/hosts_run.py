"""A run of a load that several hosts share, on one of them: asks the others in threads for the
start and their counts, and ends the run when it is over for all."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from app.campaign.load.other_hosts import COMPLETE, ExchangeRequest, OtherHosts, Start, StartRequest
from app.processes.deadlines import SilenceTimer
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase

_LOOK_SECONDS = 1.0
_ALONE_SECONDS = 20.0
"""After how long without an answer a run ends by itself: where others reach the store, they have
given this host up by then."""
_END_SECONDS = 1.0
"""For how long others may hold up the end of a run: what a store that does not answer is asked goes
on in the background."""

log = logging.getLogger(__name__)


class HostsRun:
    """Asks the other hosts in threads, so that who supervises the workers never waits. In lockstep
    all sides have one."""

    def __init__(self, others: OtherHosts, run: str, step: int) -> None:
        """`run` names it on all hosts alike; `step` is its place in the order of this host's."""
        self.broken: CipherbenchError | None = None
        """Why it is over for all hosts."""
        self._others, self._run, self._step = others, run, step
        self._over = threading.Event()
        self._patience: SilenceTimer | None = None
        self._answered, self._since = False, 0.0
        self._starts: dict[int, Start] = {}
        self._asks: list[threading.Thread] = []
        self._threads: list[threading.Thread] = []
        self._failed = False

    @property
    def place(self) -> tuple[int, int]:
        """The how manieth this host is, from 0, of how many."""
        return self._others.place

    @property
    def waiting(self) -> bool:
        """Whether a worker waits for other hosts."""
        return any(each.is_alive() for each in self._asks)

    def ended(self) -> bool:
        """Whether it is over for all hosts, or the store has long not answered; to be asked
        often."""
        if self._patience is not None and self.broken is None:
            now = self._patience.waited()
            if self._answered:
                self._answered, self._since = False, now
            elif now - self._since > _ALONE_SECONDS:
                self.broken = CipherbenchError(*_ALONE)
        return self.broken is not None

    def ask(self, wanted: StartRequest | ExchangeRequest, answer: Callable[[object], None]) -> None:
        """Ask what a worker wants of the others, and give it the answer in time."""
        match wanted:
            case StartRequest(load=load):
                self._start(load, answer)
            case ExchangeRequest():
                self._ask(lambda: self._exchanged(wanted), answer)

    def _start(self, load: int, answer: Callable[[object], None]) -> None:
        """Agree on the start of a load; sides that ask later are given the same."""
        if load in self._starts:
            answer(self._starts[load])
            return

        def ask() -> Start:
            found = self._others.start(self._run, load, self._over.is_set, self._step)
            self._starts[load] = found
            return found

        self._ask(ask, answer)
        if load == 0:
            self._patience = SilenceTimer()
            self._begin(self._watch)

    def _exchanged(self, wanted: ExchangeRequest) -> object:
        return tuple(self._others.exchange(self._run, wanted, self._over.is_set))

    def fail(self) -> None:
        """It did not go well here: it is over for all, at once, since sides of other hosts may wait
        for one that failed."""
        if not self._failed:
            self._failed = True
            self._begin(lambda: self._others.give_up(self._run))

    def close(self, *, well: bool) -> None:
        """The run is over here; where it did not go `well`, it is for all."""
        if not well:
            self.fail()
        self._over.set()
        until = time.monotonic() + _END_SECONDS
        for each in self._threads:
            each.join(max(0.0, until - time.monotonic()))

    def _ask(self, question: Callable[[], object], answer: Callable[[object], None]) -> None:
        def ask() -> None:
            try:
                answer(question())
            except CipherbenchError as error:
                answer(error)
            except Exception:
                log.exception("asking other hosts")
                answer(CipherbenchError(*_FAULTY))

        self._asks.append(self._begin(ask))

    def _watch(self) -> None:
        while not self._over.wait(_LOOK_SECONDS):
            try:
                fault = self._others.fault(self._run)
            except InputError:
                continue
            self._answered = True
            if fault is not None:
                self.broken = fault
                return

    def _begin(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, name="other hosts", daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread


_ALONE = (
    phrase("Repetition ended"),
    phrase("The store did not answer: this repetition ended on this host."),
    COMPLETE,
)
_FAULTY = (
    phrase("Other hosts not reached"),
    phrase("An internal error ended this repetition. The host's log has the details."),
)
