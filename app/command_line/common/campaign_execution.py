"""Runs a campaign from a terminal: passwords, progress, Ctrl+C and the exit code; and explains
errors of the operating system."""

from __future__ import annotations

import errno
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.command_line.common.options import DONE, RUN_FAILED
from app.command_line.common.terminal import password_prompt, print_json, say
from app.plan.status import Status
from app.system import interruption
from app.system.password_sources import passwords_for
from engines.contract.errors import CipherbenchError, FailedAfterRun
from engines.contract.message import Message, phrase
from engines.platform.signals import HANGUP_SIGNALS

if TYPE_CHECKING:
    from app.campaign.executor import CampaignExecutor, CampaignOutcome
    from app.campaign.runner import CampaignRunner
    from app.plan.campaign import Campaign

STOPPED = "Stopped."


@contextmanager
def campaign_executor(store_url: str | None, campaign: Campaign) -> Iterator[CampaignExecutor]:
    """An executor that shows its progress on stderr and that Ctrl+C cancels.

    Passwords of servers at an address come from the environment, the keyring, else are asked for.
    """
    from app.campaign.executor import CampaignExecutor
    from app.command_line.common.terminal_progress import TerminalProgress
    from app.evidence.gathering import gather_evidence

    passwords = passwords_for(campaign.servers, password_prompt())
    executor = CampaignExecutor(
        store_url, passwords, sink=TerminalProgress(), gather=gather_evidence
    )
    seconds = interruption.CLEAN_UP_SECONDS
    # a terminal that closes does not end the campaign
    before = {each: signal.signal(each, signal.SIG_IGN) for each in HANGUP_SIGNALS}

    has_begun = False

    def cancel_on_signal(runner: CampaignRunner) -> None:
        nonlocal has_begun
        has_begun = True
        interruption.on_first_signal(lambda: runner.cancel(seconds))

    executor.on_start = cancel_on_signal
    interruption.before_interrupt(lambda: executor.cancellation.ask(0))
    try:
        with explained_os_errors():
            yield executor
    except CipherbenchError as error:
        if not has_begun or isinstance(error, FailedAfterRun):
            raise
        raise FailedAfterRun.of(error) from error
    finally:
        interruption.on_first_signal(None)
        interruption.before_interrupt(None)
        for each, handler in before.items():
            signal.signal(each, handler)


def finish(outcome: CampaignOutcome, store_url: str | None, as_json: bool) -> int:
    """Print how a campaign ended, and return the exit code."""
    from app.results.store.store import open_store

    if as_json:
        with errors_after_run(), open_store(store_url, write=False) as store:
            print_json(store.summary(outcome.campaign_id).to_json())
    if outcome.status is Status.CANCELLED:
        say(STOPPED)
        return interruption.STOPPED_CODE
    if outcome.refused:
        say(f"Not everything was measured. Reasons: cipherbench compare {outcome.campaign_id}")
    clean = not outcome.failed and not outcome.refused and bool(outcome.supported)
    done = outcome.status is Status.DONE and clean
    return DONE if done else RUN_FAILED


@contextmanager
def errors_after_run() -> Iterator[None]:
    """Raise errors as FailedAfterRun (exit code 1): something was run before."""
    try:
        yield
    except CipherbenchError as error:
        raise FailedAfterRun.of(error) from error


@contextmanager
def explained_os_errors() -> Iterator[None]:
    """Turn common OSErrors (full disk, too many files …) into CipherbenchErrors with a hint."""
    try:
        yield
    except OSError as error:
        if error.errno in _OS_ERROR_HINTS:
            raise _refused_by_system(error, _OS_ERROR_HINTS[error.errno]) from error
        raise


_OS_ERROR_HINTS = {
    errno.EMFILE: phrase("Let programs open more files (`ulimit -n 1024`)."),
    errno.ENFILE: phrase("Close other programs: the whole system has too many files open."),
    errno.ENOSPC: phrase("Make room on that disk."),
    errno.EDQUOT: phrase("Make room on that disk."),
    errno.ENAMETOOLONG: phrase("Choose a shorter name."),
    errno.ENOMEM: phrase("Close other programs, or choose fewer records."),
}
"""Error number → hint."""


def _refused_by_system(error: OSError, hint: Message) -> CipherbenchError:
    message = phrase("The system says: {why}.")
    if error.filename:
        message = phrase("The system says of {path}: {why}.")
    return CipherbenchError(
        phrase("Refused by the system"),
        message,
        hint,
        path=error.filename,
        why=error.strerror,
    )
