"""Progress of a campaign on a terminal: one line that is rewritten, or plain lines in a pipe."""

from __future__ import annotations

import sys

import click

from app.plan.status import DONE_WITH_FAILURES, Status
from app.results.events import (
    Activity,
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceStarted,
    Noted,
    Progressed,
    RunFinished,
    RunStarted,
    ServerLost,
)
from app.results.records import ServerRecord
from app.system.terminal_text import visible
from workloads.registry import case_label


class TerminalProgress:
    """A sink of events that writes to stderr."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._progress_text = ""
        self._server = ""
        self._runs: dict[int, str] = {}
        self._activity = ""
        self._reasons: dict[str, str] = {}
        """Server → why its last run failed, or why it is away; a repeated reason is not printed
        again."""

    def __call__(self, event: Event) -> None:
        match event:
            case ServerRecord() | ServerLost():
                self._show_server(event)
            case CampaignStarted():
                self._print_line(
                    f"“{event.name}”, campaign {event.campaign_id}: {event.total} runs"
                )
            case Progressed():
                self._progress_text = _progress_text(event)
            case RunStarted():
                self._show_run(event)
            case RunFinished(status=status, reason=reason) if status is not Status.DONE:
                self._print_line(f"{self._runs[event.run_id]}: {status}{self._why(reason)}")
            case Activity():
                self._show_activity(event)
            case Noted():
                self._note(event)
            case EvidenceStarted():
                number = f"evidence {event.done + 1} of {event.total}"
                self._show_status(f"[{number}] {event.server} · {event.title}")
            case CampaignFinished():
                self._finish(event)

    def _finish(self, event: CampaignFinished) -> None:
        if self._live and event.ended_by:
            self._print_line(str(event.ended_by))  # the line that told it is rewritten now
        self._print_line(f"Campaign {event.campaign_id} {_ended(event)}")

    def _show_server(self, event: ServerRecord | ServerLost) -> None:
        if isinstance(event, ServerLost):
            self._reasons[event.server] = event.reason
            self._print_line(event.text)
        else:
            self._print_line(f"{event.name}: {event.engine} {event.version} ({event.source})")

    def _note(self, event: Noted) -> None:
        """Show information as the rewritten line, print warnings as lines of their own; why a run
        failed is printed when it ends."""
        if event.level == "info":
            self._show_status(event.text)
        elif event.level != "error" or event.run_id is None:
            self._print_line(event.text)

    def _show_run(self, event: RunStarted) -> None:
        self._server = event.server
        kind = "warm-up" if event.warmup else "repetition"
        where = f"{case_label(event.workload, event.case)} · {kind} {event.repetition}"
        self._runs[event.run_id] = f"{event.server} · {event.protection} · {where}"
        if event.is_first_of_lockstep:
            protections = ", ".join(event.compared) or event.protection
            self._show_status(f"[{self._progress_text}] {event.server} · {protections} · {where}")

    def _show_activity(self, event: Activity) -> None:
        """Show an activity as the rewritten line; in a pipe only when it begins."""
        before, self._activity = self._activity, str(event.message)
        if not self._live and self._activity == before:
            return
        share = f", {100 * event.done / event.total:.0f} %" if event.done else ""
        self._show_status(
            f"[{self._progress_text}] {event.message}{share}"
            if self._progress_text
            else f"{event.message}{share}"
        )

    def _why(self, reason: str) -> str:
        """The reason of the run's end; empty if the same was printed last for its server."""
        known = self._reasons.get(self._server)
        self._reasons[self._server] = reason
        return "" if known == reason else f": {reason}"

    def _show_status(self, text: str) -> None:
        text = visible(text)
        if self._live:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)
        else:
            click.echo(text, err=True)

    def _print_line(self, text: str) -> None:
        text = visible(text)
        click.echo(f"\r\x1b[K{text}" if self._live else text, err=True)


def _progress_text(event: Progressed) -> str:
    message = f"{event.finished} of {event.total}"
    if event.remaining:
        message += f", {_duration_text(event.remaining)} left"
    if event.widest is not None:
        message += f", widest interval ± {event.widest:.1f} points, target {event.target:.3g}"
    return message


def _ended(event: CampaignFinished) -> str:
    if not event.failed:
        return event.status.value
    done = event.status is Status.DONE
    runs = "1 run" if event.failed == 1 else f"{event.failed} runs"
    return f"{DONE_WITH_FAILURES if done else event.status}, {runs} failed"


def _duration_text(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
