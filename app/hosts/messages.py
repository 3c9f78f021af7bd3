"""What coordinator and hosts exchange through the store: shares with their states, hosts with their
heartbeats. Plain data, never code."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from app.hosts.facts import Facts, differences
from app.plan.status import Status
from app.results.message_json import message_from_json, message_to_json
from app.results.storable_text import cleaned
from engines.contract.message import NOTHING, Message

SHARE_TASK = "cipherbench.share"
"""The one task of the queue; its only argument is the token of a share."""
LOST_SECONDS = 10.0
"""After how long without a heartbeat a host is lost, by the database's clock."""
BEAT_SECONDS = 1.0


class ShareState(StrEnum):
    WAITING = "waiting"
    TAKEN = "taken"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def over(self) -> bool:
        return self not in (ShareState.WAITING, ShareState.TAKEN)


STATE_OF_CAMPAIGN = {Status.DONE: ShareState.DONE, Status.CANCELLED: ShareState.CANCELLED}
"""State of a share by its campaign's status at the end; FAILED for any other."""


@dataclass(frozen=True)
class Share:
    """One host's part of a batch: a plan as TOML, its seed, and which of how many parts it is. A
    share with a `campaign_id` continues that campaign; otherwise its host creates one.
    """

    token: UUID
    host: str
    plan: str
    seed: int
    part: int
    parts: int
    state: ShareState
    campaign_id: int | None = None
    message: Message = NOTHING


class HostState(StrEnum):
    """Whether a host can be given a share; a LOST one sends no heartbeats, a REFUSED one has other
    versions than the coordinator."""

    READY = "ready"
    LOST = "lost"
    REFUSED = "refused"


@dataclass(frozen=True)
class HostRecord:
    """A host that has joined; `silent_s` is the time since its last heartbeat, by the database's
    clock. `facts` are None if this version cannot parse them."""

    name: str
    facts: Facts | None
    silent_s: float

    @property
    def lost(self) -> bool:
        return self.silent_s > LOST_SECONDS

    def differences(self, coordinator: Facts) -> list[Message]:
        """Messages on versions that must equal the coordinator's and do not."""
        return list(differences(coordinator, self.facts))

    def state(self, coordinator: Facts) -> HostState:
        """Its state for a coordinator with these facts."""
        if self.lost:
            return HostState.LOST
        return HostState.REFUSED if self.differences(coordinator) else HostState.READY


def share_of(row: Any) -> Share:
    """A row of `hosts.shares`. A message that cannot be parsed becomes its plain text."""
    return Share(
        row.token, row.host, row.plan, row.seed, row.part, row.parts, ShareState(row.state),
        row.campaign_id, _message_of(row.message),
    )  # fmt: skip


def _message_of(received: Any) -> Message:
    if received is None:
        return NOTHING
    try:
        return message_from_json(received)
    except (ValueError, RecursionError):
        return Message(str(received)[:_MOST_LETTERS])


def share_message_to_json(message: Message) -> Any:
    """JSON for the column `message` (64 KiB), cut if too long; None for an empty message."""
    if not message:
        return None
    as_json = message_to_json(cleaned(message))
    if len(json.dumps(as_json)) < _MOST_BYTES:
        return as_json
    return f"{cleaned(str(message))[:_MOST_LETTERS]}…"


_MOST_BYTES, _MOST_LETTERS = 60_000, 2_000
"""The column takes 64 KiB."""
