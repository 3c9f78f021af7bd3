"""A run whose requests arrive: lanes send them, of this host and of others."""

from __future__ import annotations

import gc
from dataclasses import replace

from app.campaign.load.load_meter import LoadMeter
from app.campaign.load.load_report import report_of, together
from app.campaign.load.meeting import HostsMeeting, Meeting, SidesMeeting
from app.campaign.load.others import (
    HostFigures,
    HostLoad,
    OthersWanted,
    Start,
    StartWanted,
    check_alike,
    figures_of,
    spread_ms,
)
from app.campaign.load.outcome import LoadOutcome
from app.campaign.machine.meter import Metered, uncounted
from app.campaign.workers.orders import RequestFigures
from app.campaign.workers.prepared_run import PreparedRun, answered
from app.results.events import Noted, OperationFinished, OperationStarted
from app.system.clock import wall_time
from engines.contract.message import phrase
from workloads.load import ONE_HOST, START_SPREAD, Asking, LoadPart


class LoadRun(PreparedRun):
    """One that can carry out loads."""

    def _load(self, part: LoadPart, database: str) -> None:
        """Have lanes carry out a part, after they have warmed up; in lockstep those of all sides do
        it at the same time."""
        crew = self._crew
        assert crew is not None
        part = _of_host(part, self._order.host)
        if part.warmup is not None:
            warming = phrase("warming up lanes")
            self._begin(warming)
            asking = self._asking(part, database, warming=True)
            crew.carry_out(
                asking,
                part.warmup,
                part.lanes,
                begin=lambda: self._begin(warming),
                meeting=self._meeting,
            )
        doing, started_at = phrase("timing {operation}", operation=part.name), wall_time()

        def begin_timing() -> None:
            nonlocal started_at
            self._begin(doing)
            expected, started_at = part.pace.expected, wall_time()
            self._clock.start(expected)
            self._send(OperationStarted(self._order.run_id, part.name, expected, started_at))

        self._begin(doing)
        asking = self._asking(part, database, warming=False)
        together = self._meeting.together
        gc.collect()
        meter = LoadMeter(self._meter, self._endpoint, self._stage, together=together)
        meter.before()
        meeting = self._meeting
        found = crew.carry_out(
            asking, part.pace, part.lanes, meter.ready, begin_timing, meter.end, meeting
        )
        metered = meter.reported()
        if isinstance(meeting, HostsMeeting):
            self._verify_load(part, asking, found, database)
            found, metered, hosts = self._of_all_hosts(part, found, metered, meeting)
            self._tell_load(part, found, started_at, metered, hosts)
        else:
            self._tell_load(part, found, started_at, metered)
            self._verify_load(part, asking, found, database)
        self._wait_for_others()

    def _tell_load(
        self,
        part: LoadPart,
        found: LoadOutcome,
        started_at: float,
        metered: Metered,
        hosts: HostFigures | None = None,
    ) -> None:
        finished = found.event(self._order.run_id, part.name, started_at, metered)
        if hosts is not None:
            measures = {**(finished.measures or {}), START_SPREAD: spread_ms(hosts)}
            finished = replace(finished, measures=measures, hosts=hosts)
        self._send(finished)
        for name, kind in zip(part.kind_names, found.kinds, strict=True):
            reported = uncounted(finished.finished_at)
            kind_finished = kind.event(self._order.run_id, name, started_at, reported)
            self._events.send(RequestFigures(kind_finished))
        if found.generator_limited:
            self._send(_limited(finished))

    def _verify_load(
        self, part: LoadPart, asking: Asking, found: LoadOutcome, database: str
    ) -> None:
        self._begin(phrase("verifying {operation}", operation=part.name))
        with self._enter() as session:
            part.verify(self._setting(session, ()), asking, found.completed_of)

    def _of_all_hosts(
        self, part: LoadPart, found: LoadOutcome, metered: Metered, meeting: HostsMeeting
    ) -> tuple[LoadOutcome, Metered, HostFigures]:
        """The load of all hosts, with the CPU of all their lanes, and what each has told."""
        assert meeting.agreed is not None
        self._begin(_FOR_HOSTS)
        work = self._workload.work_digest(self._order.options)
        reported = report_of(found, metered["worker_cpu_s"], meeting.agreed.round_trip, work)
        side = 0 if self._turns is None else self._turns.side.number
        self._events.send(OthersWanted(self._loads - 1, side, reported, found.began))
        loads: tuple[HostLoad, ...] = answered()
        check_alike(loads)
        self._begin(phrase("timing {operation}", operation=part.name))
        cpu = [each.reported.cpu_s for each in loads]
        whole = None if None in cpu else sum(each for each in cpu if each is not None)
        return (
            together([each.reported for each in loads]),
            {**metered, "worker_cpu_s": whole},
            figures_of(loads, meeting.agreed.agreed),
        )

    def _agreed_start(self) -> Start:
        """Wait until all hosts are ready for the next load."""
        self._begin(_FOR_HOSTS)
        self._events.send(StartWanted(self._loads))
        self._loads += 1
        start: Start = answered()
        return start

    @property
    def _meeting(self) -> Meeting:
        own = Meeting()
        if self._turns is not None:
            own = SidesMeeting(self._turns.side, self._wait_for_others, self._events.send)
        return own if self._order.host == ONE_HOST else HostsMeeting(own, self._agreed_start)

    def _asking(self, part: LoadPart, database: str, *, warming: bool) -> Asking:
        with self._enter() as session:
            setting = self._setting(session, ())
            return part.asking(setting, self._place, self._stage, warming=warming)


_FOR_HOSTS = phrase("waiting for the other hosts")


def _of_host(part: LoadPart, host: tuple[int, int]) -> LoadPart:
    """What one of several hosts does of a load."""
    warmup = None if part.warmup is None else replace(part.warmup, host=host)
    return replace(part, pace=replace(part.pace, host=host), warmup=warmup)


def _limited(finished: OperationFinished) -> Noted:
    message = phrase(
        "{operation}: the load generator could not keep up. Its latencies show delays of this "
        "machine, not of the server: lower the rate, or add lanes.",
        operation=finished.operation,
    )
    return Noted(message, "warning", wall_time(), finished.run_id)
