"""Doing a share: its campaign, in a process of its own that ends with this one."""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from app.campaign.command import Command
from app.execution.campaign_process import CampaignProcess, Commission
from app.hosts.entrance import Entrance
from app.hosts.membership import Membership
from app.hosts.messages import STATE_OF, Share, ShareState
from app.plan.plan_file import parse_plan
from app.plan.status import Status
from app.results.events import CampaignFinished, Event
from app.results.spool.taking import take_leftovers
from app.results.store.store import open_store
from app.system.child_process import Ended
from app.system.passwords import passwords_for
from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, Message, phrase, plural

_LOOK_SECONDS = 0.2
_AGAIN_SECONDS = 1.0
_CHILD_SECONDS = 15.0
"""How long a killed host's child may still hold its campaign: it clears up within two."""


@dataclass
class Performer:
    """Does shares one after another. `ending` is set when all is to be over; `tell` is given what
    happens, with the share that it happens to."""

    member: Membership
    way: Entrance
    ending: threading.Event
    tell: Callable[[Share, Event], None]

    def perform(self, token: UUID) -> ShareState | None:
        """Take a share and do it; None for one that was taken before, or is another host's.

        Raises: InputError where the store did not answer before anything was taken
        """
        share = self.member.take(token)
        if share is None:
            return None
        try:
            campaign = parse_plan(share.plan, phrase("the plan of the share"))
            passwords = passwords_for(campaign.servers)
        except CipherbenchError as error:  # a plan that this version does not understand
            return self._finish(share, ShareState.FAILED, error.advice)
        process = CampaignProcess(
            Commission(
                campaign,
                store_url=self.way.text,
                passwords=passwords,
                facts={"machine": self.member.name},
            )
        )
        try:
            return self._finish(share, *self._followed(share, process))
        finally:
            process.close()

    def settle(self) -> None:
        """End shares of an earlier program of this name, with what it had measured.

        Raises: InputError
        """
        for share in self.member.shares(ShareState.TAKEN):
            state = ShareState.CANCELLED
            if share.campaign_id is not None:
                state = self._taken_up(share, share.campaign_id)
            self.member.finish(share.token, state, _INTERRUPTED)

    def _taken_up(self, share: Share, campaign_id: int) -> ShareState:
        """Store what lies in spools; how the campaign stands then."""
        until = time.monotonic() + _CHILD_SECONDS
        while True:
            try:
                with open_store(self.way.text, write=True) as store, store.locked(campaign_id):
                    take_leftovers(store, campaign_id, lambda event: self.tell(share, event))
                    store.abandon_running()
                    done = store.summary(campaign_id).status is Status.DONE
                return ShareState.DONE if done else ShareState.CANCELLED
            except CipherbenchError:
                if time.monotonic() > until or self.ending.wait(_AGAIN_SECONDS):
                    raise

    def _followed(self, share: Share, process: CampaignProcess) -> tuple[ShareState, Message]:
        """How a campaign ended; its end is told when all of it is stored."""
        told = False
        while True:
            if self.ending.is_set() and not told:
                told = True
                process.send(Command.CANCEL)
            select.select([process], [], [], _LOOK_SECONDS)
            for news in process.receive():
                if isinstance(news, Ended):
                    return _unfinished(news)
                self.tell(share, news)
                if isinstance(news, CampaignFinished):
                    return _state(news)

    def _finish(self, share: Share, state: ShareState, said: Message) -> ShareState:
        """Tell it until it is heard, or the end has come."""
        while True:
            try:
                self.member.finish(share.token, state, said)
                return state
            except CipherbenchError:
                if self.ending.wait(_AGAIN_SECONDS):
                    return state


def _state(finished: CampaignFinished) -> tuple[ShareState, Message]:
    if finished.failed and finished.status is Status.DONE:
        said = plural("{n} runs failed", "{n} run failed", finished.failed)
        return ShareState.FAILED, said
    return STATE_OF.get(finished.status, ShareState.FAILED), NOTHING


def _unfinished(ended: Ended) -> tuple[ShareState, Message]:
    if ended.error is None:
        return ShareState.CANCELLED, NOTHING
    return ShareState.FAILED, ended.error.advice


_INTERRUPTED = phrase("The host ended before its share did.")
