"""Progress of a campaign on a terminal: one line that is rewritten, or plain lines in a pipe."""

from __future__ import annotations

import sys

import click

from app.campaign.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    Noted,
    Progressed,
    RunFinished,
    RunStarted,
    ServerLost,
    ServerReady,
)
from app.campaign.status import Status


class TerminalProgress:
    """A sink of events that writes to stderr."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._where = ""
        self._run = ""

    def __call__(self, event: Event) -> None:
        match event:
            case ServerReady():
                self._line(f"{event.server}: {event.engine} {event.version} ({event.source})")
            case ServerLost():
                self._line(f"{event.server}: {event.reason}")
            case CampaignStarted():
                self._line(f"“{event.name}”, campaign {event.campaign_id}: {event.total} runs")
            case Progressed():
                self._where = f"{event.finished} of {event.total}"
                if event.remaining:
                    self._where += f", {_span(event.remaining)} left"
            case RunStarted():
                self._show_run(event)
            case RunFinished(status=status, reason=reason) if status is not Status.DONE:
                self._line(f"{self._run}: {status}: {reason}")
            case Noted(level=level) if level != "info":
                self._line(event.text)
            case CampaignFinished():
                failed = f", {event.failed} runs failed" if event.failed else ""
                self._line(f"Campaign {event.campaign_id} {event.status}{failed}")

    def _show_run(self, event: RunStarted) -> None:
        kind = "warm-up" if event.warmup else "repetition"
        self._run = (
            f"{event.server} · {event.protection} · {event.size:,} records · "
            f"{kind} {event.repetition}"
        )
        text = f"[{self._where}] {self._run}"
        if self._live:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)
        else:
            click.echo(text, err=True)

    def _line(self, text: str) -> None:
        click.echo(f"\r\x1b[K{text}" if self._live else text, err=True)


def _span(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
