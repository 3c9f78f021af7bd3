"""The event log of a running campaign."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    Noted,
    OperationFinished,
    RunFinished,
    RunStarted,
    ServerLost,
)
from app.results.records import ServerRecord
from app.window.base.messages import message_text
from app.window.shared.run_words import failed_words, run_words, seconds_text
from engines.contract.message import plural
from widgets.layout.boxes import vbox
from widgets.look.names import filled
from widgets.look.numbers import exact_time_text
from widgets.parts.event_log import MOST_LINES, EventLog

if TYPE_CHECKING:
    from app.results.store.store import Store

_TONES = {"info": "neutral", "warning": "warning", "error": "bad"}


@dataclass(frozen=True)
class EarlierSessions:
    """What the store has of earlier sessions: events in order, and the time of all operations of a
    run in seconds, by the run's id."""

    events: Sequence[Event]
    seconds: Mapping[int, float]


def read_earlier_sessions(store: Store, campaign_id: int, until: float) -> EarlierSessions:
    """Read log lines and finished runs of a campaign up to a moment (seconds since the epoch)."""
    events: list[tuple[float, Event]] = [
        (line.at, Noted(line.message, line.level, line.at, line.run))
        for line in store.events(campaign_id, MOST_LINES)
        if line.at < until
    ]
    for run in store.runs(campaign_id):
        if run.finished_at is not None and run.finished_at < until:
            begun = run.started_at or run.finished_at
            events.append((begun, RunStarted.of(run, begun)))
            events.append((run.finished_at, RunFinished.of(run, run.finished_at)))
    seconds: dict[int, float] = {}
    for each in store.operations(campaign_id):
        seconds[each.run_id] = seconds.get(each.run_id, 0.0) + each.seconds
    return EarlierSessions([event for _, event in sorted(events, key=itemgetter(0))], seconds)


class RunLog(QWidget):
    """A log widget with a line for each event."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._log = EventLog(self.tr("Events"), self)
        self._runs: dict[int, str] = {}
        self._seconds: dict[int, float] = {}
        self._at_end = True
        self._follow_newest_line()
        vbox(self, self._log)

    def clear(self) -> None:
        self._log.clear()
        self._runs.clear()
        self._seconds.clear()

    def insert_earlier(self, sessions: EarlierSessions) -> None:
        """Insert the lines of an earlier session before those of this one."""
        later = self._log.entries()
        self._log.clear()
        self._seconds |= sessions.seconds
        self.add_events(sessions.events)
        for each in later:
            self._log.append(*each)

    def lines(self) -> list[str]:
        """All lines, oldest first."""
        return self._log.lines()

    def add_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self._add_event(event)

    def _follow_newest_line(self) -> None:
        """Keep the newest line visible when the log is resized, unless the user scrolled up."""
        text = self._log.findChild(QPlainTextEdit)
        assert isinstance(text, QPlainTextEdit)
        bar = text.verticalScrollBar()

        def note(value: int) -> None:
            self._at_end = value >= bar.maximum() - 1

        def follow(_low: int, high: int) -> None:
            if self._at_end:
                bar.setValue(high)

        bar.valueChanged.connect(note)
        bar.rangeChanged.connect(follow)

    def _add_event(self, event: Event) -> None:
        match event:
            case ServerRecord():
                self._write(
                    filled(
                        self.tr("{server} is ready: {engine} {version}, {source}"),
                        server=event.name,
                        engine=event.engine,
                        version=event.version,
                        source=event.source,
                    )
                )
            case ServerLost():
                tone = "warning" if event.optional else "bad"
                self._write(message_text(event.message), tone)
            case CampaignStarted():
                text = plural(
                    "Campaign {number} started: {n} runs",
                    "Campaign {number} started: {n} run",
                    event.total,
                    number=event.campaign_id,
                )
                self._write(message_text(text))
            case RunStarted():
                self._runs[event.run_id] = run_words(event)
            case OperationFinished():
                spent = self._seconds.get(event.run_id, 0.0)
                self._seconds[event.run_id] = spent + event.seconds
            case RunFinished():
                self._run_finished(event)
            case Noted():
                self._write(
                    message_text(event.message), _TONES.get(event.level, "neutral"), event.at
                )
            case CampaignFinished():
                self._campaign_finished(event)

    def _run_finished(self, event: RunFinished) -> None:
        run = self._runs.pop(event.run_id, "")
        seconds = self._seconds.pop(event.run_id, 0.0)
        match event.status:
            case Status.DONE if event.stalled:
                pass  # the runner notes that, too
            case Status.DONE:
                text = self.tr("{run}: {time}").format(run=run, time=seconds_text(seconds))
                self._write(text, "neutral", event.at)
            case Status.CANCELLED:
                text = self.tr("{run}: cancelled").format(run=run)
                self._write(text, "warning", event.at)
            case _:
                pass  # the runner notes why a run failed

    def _campaign_finished(self, event: CampaignFinished) -> None:
        if event.status is Status.CANCELLED:
            self._write(self.tr("Campaign cancelled"), "warning", event.at)
        elif event.failed:
            text = self.tr("Campaign done with failures, {failed}")
            self._write(text.format(failed=failed_words(event.failed)), "warning", event.at)
        else:
            self._write(self.tr("Campaign done"), "good", event.at)

    def _write(self, text: str, tone: str = "neutral", at: float = 0.0) -> None:
        self._log.append(exact_time_text(at or time.time()), text, tone)
