"""Reads what a load uses: its lanes, the API that they ask, and the server's part of it."""

from __future__ import annotations

from collections.abc import Sequence

from app.campaign.load.lane import Ready
from app.campaign.machine.meter import Meter, Metered
from app.campaign.turns.turn_taking import ServerCpu, own_cpu
from engines.contract.endpoint import Endpoint
from workloads.stage import Stage


class LoadMeter:
    """`before` the lanes open, `ready` when they have, `end` when they are done, then
    `reported`."""

    def __init__(
        self, meter: Meter, endpoint: Endpoint, stage: Stage | None, *, together: bool
    ) -> None:
        """`together` with those of other sides: what the server spends is read of the connections
        of this one's alone."""
        self._meter, self._endpoint, self._stage = meter, endpoint, stage
        self._together = together
        self._server: ServerCpu = lambda: None
        self._first: int | None = None
        self._spent: float | None = None

    def before(self) -> None:
        """Take the readings before the first request."""
        self._meter.before()

    def ready(self, lanes: Sequence[Ready]) -> None:
        """Start measuring: these lanes are about to send requests."""
        if self._together:
            opened = [each.thread for each in lanes]
            threads = opened if self._stage is None else self._stage.threads
            self._server = own_cpu(self._endpoint, threads)
        self._meter.begin([each.pid for each in lanes])
        self._first = self._server()

    def end(self) -> None:
        """Take the readings after the last request, while the lanes still exist."""
        last = self._server()
        if last is not None and self._first is not None:
            self._spent = (last - self._first) / 1e9
        self._meter.end()

    def reported(self) -> Metered:
        """All of it, once none of the lanes is connected any more."""
        return self._meter.per_request(self._spent) if self._together else self._meter.reported()
