"""The program `cipherbench host`: it joins a shared store, sends a heartbeat every second and runs
the shares of campaigns that it is given. It listens on no port."""

from __future__ import annotations

import asyncio
import logging
import math
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from uuid import UUID

import psycopg
from sqlalchemy.exc import DBAPIError

from app.campaign.command import Command
from app.execution.campaign_process import CampaignProcess, CampaignRequest
from app.hosts.facts import Facts, facts_of_this_machine, refuse_unlike
from app.hosts.membership import Membership
from app.hosts.messages import BEAT_SECONDS, SHARE_TASK, STATE_OF_CAMPAIGN, Share, ShareState
from app.hosts.roles import check_name
from app.hosts.shared_load import SharedLoad, clock_offset
from app.hosts.shared_schema import queue_library
from app.hosts.store_login import StoreLogin
from app.plan.plan_file import parse_plan
from app.plan.status import Status
from app.results.database.store_connection import connect_options, libpq_limits
from app.results.events import CampaignFinished, Event
from app.results.records import MACHINE
from app.results.spool.spool_import import import_leftovers
from app.results.store.store import open_store
from app.system.child_process import ProcessEnded
from app.system.password_sources import passwords_for
from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, phrase, plural

# A share's campaign runs in a process of its own, which ends with this one.

_POLL_SECONDS = 0.2
_CHILD_SECONDS = 15.0
"""How long a killed host's child may still hold its campaign: it clears up within two."""
_MOST_REFUSALS = 3
"""How often a store that answers may reject a spool before that counts as final."""


class _Ending(Exception):
    """The host ends before the results of a share could be stored."""


@dataclass
class ShareRunner:
    """Runs shares one after another. `ending` is set when the host is to end; `on_event` is given
    each event with its share."""

    member: Membership
    login: StoreLogin
    ending: threading.Event
    on_event: Callable[[Share, Event], None]

    def run_share(self, token: UUID) -> ShareState | None:
        """Take a share and run it; None for one that was taken before, or is another host's.

        Raises: InputError if the store does not answer before the share is taken
        """
        share = self.member.take(token)
        if share is None:
            return None
        try:
            finished = self._run_campaign(share)
            if isinstance(finished, CampaignFinished):  # told when all of it is stored
                return self._finish(share, *_state(finished))
            state, message = _state_of_unfinished(finished)
            if self._import_spools(share, math.inf):
                state, message = ShareState.DONE, NOTHING
        except _Ending:
            return None  # a later program of this name finishes it
        except CipherbenchError as error:  # a plan that this version does not understand
            state, message = ShareState.FAILED, error.advice
        except Exception:
            log.exception("a share failed")
            state, message = ShareState.FAILED, _INTERNAL_ERROR
        return self._finish(share, state, message)

    def finish_abandoned(self) -> None:
        """Finish shares that were taken but are not running: of an earlier program of this name, or
        taken by a call whose answer was lost. Their results in spools are stored.

        Raises: InputError
        """
        for share in self.member.shares(ShareState.TAKEN):
            try:
                done = self._import_spools(share, _CHILD_SECONDS)
            except _Ending:
                return
            state = ShareState.DONE if done else ShareState.CANCELLED
            self.member.finish(share.token, state, _INTERRUPTED)

    def _import_spools(self, share: Share, seconds: float) -> bool:
        """Import a share's spools into the store, retried for so many seconds; returns whether the
        campaign is then done without a failed run. A spool that the store rejects stays, for
        `cipherbench import`.

        Raises: CipherbenchError, _Ending
        """
        until, left = time.monotonic() + seconds, _MOST_REFUSALS
        while True:
            try:
                campaign_id = self.member.campaign_of(share.token)
                if campaign_id is None:
                    return False
                with open_store(self.login.text, write=True) as store, store.locked(campaign_id):
                    whole = import_leftovers(
                        store, campaign_id, lambda each: self.on_event(share, each)
                    )
                    store.cancel_abandoned()
                    known = store.summary(campaign_id)
                left -= 1
                if whole or not left:
                    return whole and known.status is Status.DONE and not known.runs_failed
            except CipherbenchError as error:
                log.info("share %s is not stored yet: %s", share.token, error)
                if time.monotonic() > until:
                    raise
            if self.ending.wait(_RETRY_SECONDS):
                raise _Ending

    def _run_campaign(self, share: Share) -> CampaignFinished | ProcessEnded:
        """Run the share's campaign; how it ended."""
        campaign = parse_plan(share.plan, phrase("the plan of the share"))
        again = share.campaign_id is not None
        others = SharedLoad(self.login, share.token, (share.part - 1, share.parts))
        process = CampaignProcess(
            CampaignRequest(
                None if again else campaign,
                resume=str(share.campaign_id) if again else "",
                store_url=self.login.text,
                passwords=passwords_for(campaign.servers),
                facts={MACHINE: self.member.name},
                others=others if campaign.hosts > 1 else None,
            )
        )
        try:
            return self._follow(share, process)
        finally:
            process.close()

    def _follow(self, share: Share, process: CampaignProcess) -> CampaignFinished | ProcessEnded:
        cancelled = False
        while True:
            if self.ending.is_set() and not cancelled:
                cancelled = True
                process.send(Command.CANCEL)
            select.select([process], [], [], _POLL_SECONDS)
            for event in process.receive():
                if isinstance(event, ProcessEnded):
                    return event
                self.on_event(share, event)
                if isinstance(event, CampaignFinished):
                    return event

    def _finish(self, share: Share, state: ShareState, message: Message) -> ShareState:
        """Report the share's end until the store answers, or the host ends. If the store rejects
        the message, an internal error is reported instead."""
        refused = False
        while True:
            try:
                self.member.finish(share.token, state, message)
                return state
            except CipherbenchError:
                if self.ending.wait(_RETRY_SECONDS):
                    return state
            except DBAPIError:
                if refused:
                    raise
                refused = True
                log.exception("the end of a share was refused")
                state, message = ShareState.FAILED, _INTERNAL_ERROR


def _state(finished: CampaignFinished) -> tuple[ShareState, Message]:
    if finished.failed and finished.status is Status.DONE:
        message = plural("{n} runs failed", "{n} run failed", finished.failed)
        return ShareState.FAILED, message
    return STATE_OF_CAMPAIGN.get(finished.status, ShareState.FAILED), NOTHING


def _state_of_unfinished(ended: ProcessEnded) -> tuple[ShareState, Message]:
    if ended.error is None:
        return ShareState.CANCELLED, NOTHING
    return ShareState.FAILED, ended.error.advice


_INTERNAL_ERROR = phrase("An internal error ended it. The host's log has the details.")
_INTERRUPTED = phrase("The host ended before its share did.")


_RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class Host:
    """One host of a shared store, from joining to leaving. `on_event` is given the events of a
    share, `report_connection` the error when the store stops answering, and None when it answers
    again.

    Raises: InputError for a name that no role can have, or where the queue's library is missing
    """

    def __init__(
        self,
        login: StoreLogin,
        name: str,
        on_event: Callable[[Share, Event], None] = lambda share, event: None,
        report_connection: Callable[[CipherbenchError | None], None] = lambda error: None,
    ) -> None:
        check_name(name)
        self._queue = queue_library()
        self._login, self._name, self._report_connection = login, name, report_connection
        self._ending = threading.Event()
        self._member = Membership(login, name)
        self._share_runner = ShareRunner(self._member, login, self._ending, on_event)
        self._share_lock = threading.Lock()  # while a share is run or finished
        self._worker: tuple[asyncio.AbstractEventLoop, asyncio.Task[None]] | None = None
        self._beats = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def join(self) -> Facts:
        """Join the store and send heartbeats, then finish shares of an earlier program of this
        name; returns the facts that this host sent.

        Raises: InputError, also where it is refused, which names what differs
        """
        self._member.hold_name()
        coordinator = self._member.coordinator()
        offset, trip = clock_offset(self._member.clock)
        facts = replace(facts_of_this_machine(), offset_s=offset, round_trip_s=trip)
        self._member.join(facts)
        refuse_unlike(coordinator, facts, self._name)
        self._beats.start()
        self._finish_abandoned()
        return facts

    def serve(self) -> None:
        """Run shares until `end`."""
        while not self._ending.is_set():
            with suppress(asyncio.CancelledError):
                asyncio.run(self._wait_for_shares())
            self._ending.wait(_RETRY_SECONDS)  # the store did not answer
        self._beats.join(_RETRY_SECONDS)

    def end(self) -> None:
        """End the host and cancel its campaign; may be called from any thread and signal
        handler."""
        self._ending.set()
        if self._worker is not None:
            loop, task = self._worker
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(task.cancel)

    def close(self) -> None:
        """Let go of the name."""
        self._ending.set()
        if self._beats.is_alive():
            self._beats.join(_RETRY_SECONDS)
        self._member.close()

    def _beat(self) -> None:
        silent = False
        while not self._ending.wait(BEAT_SECONDS):
            try:
                self._member.beat()
            except CipherbenchError as error:
                if not silent:
                    self._report_connection(error)
                silent = True
                continue
            if silent:
                self._report_connection(None)
            silent = False

    async def _wait_for_shares(self) -> None:
        """Run Procrastinate's worker, one share at a time. It ends when the store does not answer,
        after the running share; before it starts again, abandoned shares are finished."""
        task = asyncio.current_task()
        assert task is not None
        loop = asyncio.get_running_loop()
        self._worker = loop, task
        if self._ending.is_set():
            return
        procrastinate = self._queue
        app = procrastinate.App(
            connector=procrastinate.PsycopgConnector(
                kwargs={
                    **self._login.for_libpq,
                    **connect_options(self._login.url),
                    "options": f"-c search_path=queue {libpq_limits()}",
                },
                min_size=1,
                max_size=2,
            )
        )

        @app.task(name=SHARE_TASK)  # type: ignore[untyped-decorator]
        def share(token: str) -> None:
            try:
                self._run_share(UUID(token))
            except Exception:
                loop.call_soon_threadsafe(task.cancel)  # it may have been taken: finish it
                raise

        try:
            await asyncio.to_thread(self._finish_abandoned)
            for each in await asyncio.to_thread(self._member.shares, ShareState.WAITING):
                await asyncio.to_thread(self._run_share, each.token)
            async with app.open_async():
                for job in await app.job_manager.list_jobs_async(queue=self._name, status="doing"):
                    # of an earlier program: nobody else has this name, and no job is tried again
                    failed = procrastinate.jobs.Status.FAILED
                    await app.job_manager.finish_job(job, failed, delete_job=False)
                await app.run_worker_async(
                    queues=[self._name],
                    name=self._name,
                    concurrency=1,
                    install_signal_handlers=False,
                )
        except CipherbenchError as error:
            log.info("the store does not answer: %s", error)
        except (
            procrastinate.exceptions.ProcrastinateException,
            psycopg.Error,
            DBAPIError,
            OSError,
        ):
            log.info("the queue does not answer", exc_info=True)
        finally:
            self._worker = None

    def _finish_abandoned(self) -> None:
        with self._share_lock:
            if not self._ending.is_set():
                self._share_runner.finish_abandoned()

    def _run_share(self, token: UUID) -> None:
        with self._share_lock:
            if not self._ending.is_set():
                self._share_runner.run_share(token)
