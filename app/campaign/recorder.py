"""Records a campaign's events: each at once in the spool (an append-only file), in batches in the
store (the results database).

A store that does not answer ends no campaign: results wait, and it is tried again until it answers.
At the end the store is read and verified; only then the spool is removed.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.exc import DataError, IntegrityError

from app.plan.matrix import PlannedRun
from app.results.database.ledger import Ledger
from app.results.database.store_connection import StoreDamaged
from app.results.events import (
    Activity,
    CellMeasured,
    DryRunFinished,
    Event,
    EvidenceProgressed,
    EvidenceStarted,
    Noted,
    OperationStarted,
    Progressed,
    ServerLost,
)
from app.results.records import RunRecord
from app.results.spool.spool import Spool, replayed_events, spool_head
from app.results.storable_text import cleaned
from app.results.store.store import Store
from app.system.folders import see_log
from app.system.wall_time import wall_time
from engines.contract.errors import CipherbenchError, FailedAfterRun
from engines.contract.message import Message, Number, phrase
from engines.platform.scheduling import lower_priority


class NotStored(FailedAfterRun):
    """A campaign has run, and its store does not hold what it measured."""


def not_stored(fault: CipherbenchError | None, spool: Spool | None) -> NotStored:
    """With the store's `fault`, and where the results are kept instead."""
    return NotStored(
        phrase("Not in the store"),
        phrase("The campaign has run, but its results are not in the store. {reason}"),
        _where_stored(spool),
        reason=fault.messages[1] if fault is not None else phrase("It does not answer."),
        spool=spool.path if spool is not None else "",
    )


def _where_stored(spool: Spool | None) -> Message:
    if spool is None:
        return phrase("They are lost: no spool could be written either.")
    if spool.fault:
        return phrase(
            "The spool had no room for all of them. Import what it holds: `cipherbench import "
            "{spool}`."
        )
    return phrase("They are kept in the spool. Import them: `cipherbench import {spool}`.")


PATIENCE_SECONDS = 30.0
"""How long a store that does not answer is waited for when the campaign is over."""

_BATCH_SECONDS = 0.25
_MOST_AT_ONCE = 100
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
_CANCELLED_SECONDS = 1.5
"""How long a store that makes no progress is waited for after a cancellation."""

_HALTING_SECONDS = 0.3
SILENCE_SECONDS = 12.0
"""How long a store may take for a statement (SQLite: a batch) before its connections are closed; a
locked SQLite file reports that after 10 s."""
_CHECK_SILENCE_SECONDS = 300.0
"""The same while the store is verified: a million samples take half a minute."""
_CHECK_SECONDS = 600.0
"""Seconds for the check, including all retries."""
_REFUSALS = (DataError, IntegrityError, ValueError, TypeError)
"""Errors caused by the data, not by the store."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _StoreRequest:
    """A request to the store with an answer; it may be tried twice, but takes effect once."""

    make: Callable[[Store], Any]
    answer: Future[Any] = field(default_factory=Future)


class Recorder:
    """Records one session of a campaign. `sink` is given notes for the user.

    `put` and `close` belong to the thread that runs the campaign.
    """

    def __init__(self, store: Store, campaign_id: int, sink: Callable[[Event], None]) -> None:
        self._store, self._campaign_id, self._sink = store, campaign_id, sink
        self._queue: queue.SimpleQueue[Event | _StoreRequest | None] = queue.SimpleQueue()
        self._notices: queue.SimpleQueue[Noted] = queue.SimpleQueue()
        self._ledger = Ledger()
        self._spool: Spool | None = None
        self._spool_fault = ""
        self._begin_spool()
        self._halt = threading.Event()
        self._fault: CipherbenchError | None = None
        self._reported = False
        self._asked_at: float | None = None
        self._guard = threading.Lock()
        self._steps = 0
        self._is_complete = self._checking = self._closing = self._abandoned = self._silent = False
        self._thread = threading.Thread(target=self._write, name="store writer", daemon=True)
        self._thread.start()

    def put(self, event: Event) -> None:
        """Keep an event: when this returns, a kill of the program loses nothing of it."""
        self._record(event)
        self._pass_on_notices()

    def repeat(self, run_id: int) -> Future[tuple[int, int]]:
        """Add another run of the same cell and repetition to the end of the campaign: its id and
        its place in the order, once the store has answered."""
        return self._ask(lambda store: store.add_repeat(run_id))

    def add_runs(self, runs: Sequence[PlannedRun]) -> Future[tuple[RunRecord, ...]]:
        """Add further repetitions to the end of the campaign: the stored runs, once the store has
        answered."""
        return self._ask(lambda store: store.add_runs(self._campaign_id, runs))

    def _ask(self, make: Callable[[Store], Any]) -> Future[Any]:
        asked = _StoreRequest(make)
        self._queue.put(asked)
        return asked.answer

    def close(self, asked_to_end: Callable[[], bool] = lambda: False) -> None:
        """Store what waits, and see that the store holds it all.

        Raises: NotStored, which names the spool
        """
        self._closing = True
        self._queue.put(None)
        try:
            self._wait(asked_to_end)
            self._pass_on_notices()
        finally:
            self._halt.set()
            self._thread.join(_HALTING_SECONDS)
            self._abandoned = self._thread.is_alive()
            if self._spool is not None:
                self._close_spool(self._spool)
        unchecked = self._checking and self._fault is None and asked_to_end()
        if not self._is_complete and not unchecked:
            raise not_stored(self._fault, self._spool)

    def secure(self) -> None:
        """Store what waits before the program ends, from any thread; what does not get stored in
        time stays in the spool."""
        with suppress(CipherbenchError):
            self.close(lambda: True)

    def _close_spool(self, spool: Spool) -> None:
        if self._is_complete:
            spool.remove()
            return
        if not self._abandoned and not self._silent:
            self._replay_earlier(spool)
        spool.close()

    def _replay_earlier(self, spool: Spool) -> None:
        """Copy results of earlier sessions from the store to the spool: a removed SQLite file can
        be read as long as it is open. What is damaged costs only itself; a server that does not
        answer is asked once."""
        with _logged():
            for part in replayed_events(self._store, self._campaign_id, self._ledger):
                began = time.monotonic()
                with _logged():
                    for event in part:
                        spool.append(cleaned(event))
                if not self._store.has_answered(began):
                    return

    def _begin_spool(self) -> None:
        try:
            self._spool = Spool.begin(spool_head(self._store, self._campaign_id))
        except OSError as error:
            self._warn_of_spool(error.strerror or str(error))

    def _record(self, event: Event) -> None:
        if isinstance(event, _NOT_STORED):
            return
        event = cleaned(_dated(event))
        self._ledger.add(event)
        if self._spool is not None:
            self._spool.append(event)
            if self._spool.fault != self._spool_fault and self._spool.fault:
                self._warn_of_spool(self._spool.fault)
            self._spool_fault = self._spool.fault
        self._queue.put(event)

    def _warn_of_spool(self, reason: str) -> None:
        self._warn(
            phrase(
                "No spool can be written. Results are saved in the store only. {reason}",
                reason=reason,
            )
        )

    def _warn(self, message: Message) -> None:
        self._notices.put(Noted(message, "warning", wall_time()))

    def _pass_on_notices(self) -> None:
        self._look_for_silence()
        while not self._notices.empty():
            notice = self._notices.get()
            if not self._closing:
                self._record(notice)
            self._sink(notice)

    def _look_for_silence(self) -> None:
        """Close the connections of a store that has been silent for long; they are opened again."""
        asked, patience = (
            self._asked_at,
            _CHECK_SILENCE_SECONDS if self._checking else SILENCE_SECONDS,
        )
        if asked is None or time.monotonic() - max(asked, self._store.answered_at) < patience:
            return
        self._asked_at = time.monotonic()
        self._warn_of_fault(f"It has not answered for {patience:.0f} seconds.")
        self._store.cut_connections()

    def _wait(self, asked_to_end: Callable[[], bool]) -> None:
        """Wait until the store has everything, or makes no progress for too long."""
        steps, since = self._steps, time.monotonic()
        while self._thread.is_alive():
            self._thread.join(0.05)
            self._pass_on_notices()
            if self._steps != steps:
                steps, since = self._steps, time.monotonic()
            waited = time.monotonic() - since
            patience = _CHECK_SECONDS if self._checking else PATIENCE_SECONDS
            if waited > (_CANCELLED_SECONDS if asked_to_end() else patience):
                return

    # On the thread that writes.

    def _write(self) -> None:
        lower_priority()  # the spool holds all of it already
        for batch in self._batches():
            if not self._store_batch(batch):
                break
            self._steps += 1
        else:
            self._check()
        if self._abandoned:
            self._store.close()  # it was waited for no longer, and closed under this thread

    def _store_batch(self, batch: list[Event | _StoreRequest]) -> bool:
        """Store a batch, however often it takes; False when there is no more time."""
        pause = _FIRST_PAUSE
        while not self._try_batch(batch):
            if self._halt.wait(pause):
                return False
            pause = min(2 * pause, _LONGEST_PAUSE)
        return True

    def _try_batch(self, batch: list[Event | _StoreRequest]) -> bool:
        events = [each for each in batch if not isinstance(each, _StoreRequest)]
        self._asked_at = asked = time.monotonic()
        try:
            self._write_all(events)
            for each in batch:
                if isinstance(each, _StoreRequest):
                    self._answer(each)
        except Exception as error:  # noqa: BLE001 whatever it is, the results are kept
            self._warn_of_fault(self._failed(error, asked).message)
            return False
        finally:
            self._asked_at = None
        if self._reported:
            self._answers_again(len(events) + self._queue.qsize())
        return True

    def _write_all(self, events: list[Event]) -> None:
        """Store a batch; if the store rejects it, event by event, without the rejected ones."""
        again = self._fault is not None  # it may have been stored as the answer was lost
        try:
            if events:
                self._store.write(self._campaign_id, events, idempotent=again)
        except _REFUSALS:
            for event in events:
                self._asked_at = time.monotonic()
                self._write_one(event)

    def _write_one(self, event: Event) -> None:
        try:
            self._store.write(self._campaign_id, [event], idempotent=True)
        except _REFUSALS:
            log.exception("the store cannot hold %r", event)
            message = phrase(
                "The store rejected one of the results ({kind}); see the log file",
                kind=type(event).__name__,
            )
            self._notices.put(Noted(message, "error", wall_time()))

    def _answer(self, wanted: _StoreRequest) -> None:
        if wanted.answer.done():  # as when nobody waits for it any more
            return
        made = wanted.make(self._store)
        with suppress(InvalidStateError):
            wanted.answer.set_result(made)

    def _failed(self, error: Exception, asked: float) -> CipherbenchError:
        """Why the store failed at what it was asked then."""
        self._fault = fault = _plain(error)
        self._silent = not self._store.has_answered(asked)
        return fault

    def _warn_of_fault(self, reason: str) -> None:
        with self._guard:
            if self._reported:
                return
            self._reported = True
        where = self._spool.path if self._spool is not None else "memory"
        self._warn(
            phrase(
                "The store does not answer: {reason} Results wait in {where}",
                reason=reason,
                where=where,
            )
        )

    def _answers_again(self, waited: int) -> None:
        self._fault, self._reported = None, False
        self._warn(
            phrase(
                "The store answers again; {count} waiting results were saved",
                count=Number(waited),
            )
        )

    def _check(self) -> None:
        """Verify that the store holds everything; retried for a while if it does not answer."""
        self._checking = True
        pause, until = _FIRST_PAUSE, 0.0
        while not self._verified():
            until = until or time.monotonic() + PATIENCE_SECONDS
            over = isinstance(self._fault, StoreDamaged) or time.monotonic() > until
            if over or self._halt.wait(pause):
                return
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _verified(self) -> bool:
        self._asked_at = asked = time.monotonic()
        try:
            self._store.verify(self._campaign_id, self._ledger)
            self._is_complete = True
        except Exception as error:  # noqa: BLE001 whatever it is, the results are kept
            self._failed(error, asked)
        finally:
            self._asked_at = None
        return self._is_complete

    def _batches(self) -> Iterator[list[Event | _StoreRequest]]:
        """Events of about a quarter of a second each, to the last."""
        going = True
        while going:
            batch, going = self._batch()
            if batch:
                yield batch

    def _batch(self) -> tuple[list[Event | _StoreRequest], bool]:
        batch: list[Event | _StoreRequest] = []
        timeout: float | None = None
        while len(batch) < _MOST_AT_ONCE:
            try:
                event = self._queue.get(timeout=timeout)
            except queue.Empty:
                break
            if event is None:
                return batch, False
            batch.append(event)
            timeout = _BATCH_SECONDS if timeout is None else 0.01
        return batch, True


_NOT_STORED = (
    OperationStarted
    | CellMeasured
    | Progressed
    | Activity
    | DryRunFinished
    | EvidenceStarted
    | EvidenceProgressed
)
"""Events that are not stored."""


def _dated(event: Event) -> Event:
    """With its time, by which a line that is in the log already is recognised."""
    match event:
        case ServerLost():
            return Noted(event.message, "warning" if event.optional else "error", wall_time())
        case Noted(at=0.0):
            return replace(event, at=wall_time())
    return event


@contextmanager
def _logged() -> Iterator[None]:
    try:
        yield
    except Exception:  # whatever damaged rows do to those who read them
        log.warning("not all of earlier sessions could be read", exc_info=True)


def _plain(error: Exception) -> CipherbenchError:
    if isinstance(error, CipherbenchError):
        return error
    log.error("the store failed", exc_info=error)
    return CipherbenchError(phrase("Store failed"), phrase("Internal error."), see_log())
