"""A host: joined, heard every second, waiting for shares. It listens on nothing."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

import psycopg
from sqlalchemy.exc import DBAPIError

from app.hosts.clock import clock_offset
from app.hosts.entrance import Entrance
from app.hosts.facts import Facts, facts_of_this_machine, refuse_unlike
from app.hosts.library import library
from app.hosts.membership import Membership
from app.hosts.messages import BEAT_SECONDS, SHARE_TASK, Share, ShareState
from app.hosts.performing import Performer
from app.hosts.roles import check_name
from app.results.database.location import connect_options, limits
from app.results.events import Event
from engines.contract.errors import CipherbenchError

_AGAIN_SECONDS = 1.0

log = logging.getLogger(__name__)


class Host:
    """One host of a shared store, from joining to leaving. `tell` is given what befalls a share,
    `message` what befalls the connection: None when the store answers again.

    Raises: InputError for a name that no role can have, or where the queue's library is missing
    """

    def __init__(
        self,
        way: Entrance,
        name: str,
        tell: Callable[[Share, Event], None] = lambda share, event: None,
        message: Callable[[CipherbenchError | None], None] = lambda error: None,
    ) -> None:
        check_name(name)
        self._queue = library()
        self._way, self._name, self._message = way, name, message
        self._ending = threading.Event()
        self._member = Membership(way, name)
        self._performer = Performer(self._member, way, self._ending, tell)
        self._busy = threading.Lock()  # by the one share that is done, or settled
        self._worker: tuple[asyncio.AbstractEventLoop, asyncio.Task[None]] | None = None
        self._beats = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def join(self) -> Facts:
        """Join; what this host has told of itself. Shares of an earlier life are ended, which takes
        longer than a host may be silent where much was measured.

        Raises: InputError, also where it is refused, which names what differs
        """
        self._member.hold_name()
        coordinator = self._member.coordinator()
        offset, trip = clock_offset(self._member.clock)
        facts = replace(facts_of_this_machine(), offset_s=offset, round_trip_s=trip)
        self._member.join(facts)
        refuse_unlike(coordinator, facts, self._name)
        self._beats.start()
        self._settle()
        return facts

    def serve(self) -> None:
        """Do shares until `end`."""
        while not self._ending.is_set():
            with suppress(asyncio.CancelledError):
                asyncio.run(self._wait_for_shares())
            self._ending.wait(_AGAIN_SECONDS)  # the store did not answer
        self._beats.join(_AGAIN_SECONDS)

    def end(self) -> None:
        """Have it end, from any thread and from a signal's handler: a campaign is cancelled."""
        self._ending.set()
        if self._worker is not None:
            loop, task = self._worker
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(task.cancel)

    def close(self) -> None:
        """Let go of the name."""
        self._ending.set()
        if self._beats.is_alive():
            self._beats.join(_AGAIN_SECONDS)
        self._member.close()

    def _beat(self) -> None:
        silent = False
        while not self._ending.wait(BEAT_SECONDS):
            try:
                self._member.beat()
            except CipherbenchError as error:
                if not silent:
                    self._message(error)
                silent = True
                continue
            if silent:
                self._message(None)
            silent = False

    async def _wait_for_shares(self) -> None:
        """Procrastinate's worker, one share at a time. It ends when the store does not answer, once
        the share that is being done has ended; then shares are settled before others are done."""
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
                    **self._way.for_libpq,
                    **connect_options(self._way.url),
                    "options": f"-c search_path=queue {limits()}",
                },
                min_size=1,
                max_size=2,
            )
        )

        @app.task(name=SHARE_TASK)  # type: ignore[untyped-decorator]
        def share(token: str) -> None:
            try:
                self._perform(UUID(token))
            except Exception:
                loop.call_soon_threadsafe(task.cancel)  # it may have been taken: settle it
                raise

        try:
            await asyncio.to_thread(self._settle)
            for each in await asyncio.to_thread(self._member.shares, ShareState.WAITING):
                await asyncio.to_thread(self._perform, each.token)
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

    def _settle(self) -> None:
        with self._busy:
            if not self._ending.is_set():
                self._performer.settle()

    def _perform(self, token: UUID) -> None:
        with self._busy:
            if not self._ending.is_set():
                self._performer.perform(token)
