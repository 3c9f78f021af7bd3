"""One host's run of a load that several hosts share: asks the other hosts, in threads, for the
common start and their counts, and ends the run when it has ended for all."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial

from app.campaign.load.other_hosts import COMPLETE, ExchangeRequest, OtherHosts, Start, StartRequest
from app.processes.deadlines import SilenceTimer
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase

_POLL_SECONDS = 1.0
_NO_ANSWER_SECONDS = 20.0
"""A run ends by itself when the store has not answered for so long: hosts that reach the store have
given this host up by then."""
_END_SECONDS = 1.0
"""The end of a run waits so long for open questions; then they go on in the background."""

log = logging.getLogger(__name__)


class HostsRun:
    """Asks the other hosts in threads, so that the supervision of workers never waits. All sides of
    a lockstep share one."""

    def __init__(self, others: OtherHosts, run: str, step: int) -> None:
        """`run` identifies the run on all hosts; `step` is its index in this host's order of
        runs."""
        self.end_error: CipherbenchError | None = None
        """Why the run has ended for all hosts."""
        self._others, self._run, self._step = others, run, step
        self._over = threading.Event()
        self._patience: SilenceTimer | None = None
        self._answered, self._since = False, 0.0
        self._starts: dict[int, Start] = {}
        self._asks: list[threading.Thread] = []
        self._threads: list[threading.Thread] = []
        self._failed = False

    @property
    def position(self) -> tuple[int, int]:
        """The index of this host, from 0, and the number of hosts."""
        return self._others.position

    @property
    def waiting(self) -> bool:
        """Whether a worker waits for other hosts."""
        return any(each.is_alive() for each in self._asks)

    def ended(self) -> bool:
        """Whether the run has ended for all hosts, or the store has not answered for long; to be
        polled."""
        if self._patience is not None and self.end_error is None:
            now = self._patience.waited()
            if self._answered:
                self._answered, self._since = False, now
            elif now - self._since > _NO_ANSWER_SECONDS:
                self.end_error = CipherbenchError(*_NO_ANSWER)
        return self.end_error is not None

    def ask(
        self, request: StartRequest | ExchangeRequest, answer: Callable[[object], None]
    ) -> None:
        """Start asking the other hosts for a worker; `answer` is called with what they reply."""
        match request:
            case StartRequest(load=load):
                self._start(load, answer)
            case ExchangeRequest():
                exchange = partial(self._others.exchange, self._run, request, self._over.is_set)
                self._ask_in_thread(lambda: tuple(exchange()), answer)

    def _start(self, load: int, answer: Callable[[object], None]) -> None:
        """Agree on the start of a load; sides that ask later are given the same."""
        if load in self._starts:
            answer(self._starts[load])
            return

        def ask() -> Start:
            found = self._others.start(self._run, load, self._over.is_set, self._step)
            self._starts[load] = found
            return found

        self._ask_in_thread(ask, answer)
        if load == 0:
            self._patience = SilenceTimer()
            self._start_thread(self._watch)

    def fail(self) -> None:
        """The run failed here: end it for all hosts at once, since their sides may wait for this
        one."""
        if not self._failed:
            self._failed = True
            self._start_thread(lambda: self._others.give_up(self._run))

    def close(self, *, succeeded: bool) -> None:
        """The run has ended here; where it has not `succeeded`, end it for all hosts."""
        if not succeeded:
            self.fail()
        self._over.set()
        until = time.monotonic() + _END_SECONDS
        for each in self._threads:
            each.join(max(0.0, until - time.monotonic()))

    def _ask_in_thread(
        self, question: Callable[[], object], answer: Callable[[object], None]
    ) -> None:
        def ask() -> None:
            try:
                answer(question())
            except CipherbenchError as error:
                answer(error)
            except Exception:
                log.exception("asking other hosts")
                answer(CipherbenchError(*_FAULTY))

        self._asks.append(self._start_thread(ask))

    def _watch(self) -> None:
        while not self._over.wait(_POLL_SECONDS):
            try:
                fault = self._others.fault(self._run)
            except InputError:
                continue
            self._answered = True
            if fault is not None:
                self.end_error = fault
                return

    def _start_thread(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, name="other hosts", daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread


_NO_ANSWER = (
    phrase("Repetition ended"),
    phrase("The store did not answer: this repetition ended on this host."),
    COMPLETE,
)
_FAULTY = (
    phrase("Other hosts not reached"),
    phrase("An internal error ended this repetition. The host's log has the details."),
)
