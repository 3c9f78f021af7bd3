"""What a lesson runs, on its server, as its page does."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from app.command_line.common.execution import after_a_run, executing
from app.command_line.common.terminal import ask_password, say
from app.lessons.attempt import Figures, Inputs, fixed
from app.lessons.lab import lab_figures
from app.lessons.lesson import CAMPAIGNS, Lesson, Module
from app.lessons.lesson_campaign import lesson_campaign, no_server, offered_protections, server_of
from app.lessons.lesson_figures import cost_figures, evidence_figures
from app.lessons.lesson_files import LessonFile
from app.lessons.lesson_reading import check_offered
from app.lessons.results_file import Data
from app.plan.status import Status
from app.servers.by_name import opened
from app.servers.entry import ServerEntry, ServerState
from app.servers.saved_connections import saved_connections
from engines.contract.protection import Protection
from engines.opening import found_servers
from engines.registry import engine_named
from engines.servers.server import ServerSpec


def run_lesson(lesson_file: LessonFile, lesson: Lesson, store_url: str | None) -> Figures | None:
    """The figures of *Run* with the data that are the same for all; None where its campaign was
    cancelled or failed. The campaign of one that runs one is stored.

    Raises: CipherbenchError
    """
    run, given = lesson.run, fixed(lesson_file.name, lesson, "", Data.SAME)
    entry = server_of(run, _entries())
    if entry is None:
        raise no_server(run)
    say(f"Running {run.module} on {entry.name} …")
    with opened(entry.spec, ask_password if sys.stdin.isatty() else None) as server:
        asked = ServerEntry(entry.spec, capabilities=server.capabilities)
        known = offered_protections(run, asked, engine_named(run.server).default_mode)
        check_offered(lesson_file.path, lesson, list(known))
        if run.module not in CAMPAIGNS:
            return lab_figures(server, run, given, known, lambda error: say(str(error)))
    protections = [known[each.protection] for each in run.on]
    return _campaign_figures(lesson, entry.spec, protections, given, store_url)


def _campaign_figures(
    lesson: Lesson,
    spec: ServerSpec,
    protections: Sequence[Protection],
    given: Inputs,
    store_url: str | None,
) -> Figures | None:
    from app.report.figures.campaign_report import report_on
    from app.results.store.store import open_store

    run = lesson.run
    campaign = lesson_campaign(f"Lesson: {lesson.title}", run, spec, protections, given.seed)
    with executing(store_url, campaign) as executor:
        outcome = executor.run(campaign)
    if outcome.status is not Status.DONE:
        return None
    names = {each.protection: each.name for each in run.on}
    with after_a_run(), open_store(store_url, write=False) as store:
        if run.module is Module.EVIDENCE:
            return evidence_figures(store.evidence(outcome.campaign_id), names)
        found = report_on(store, outcome.campaign_id)
        control = next((each for each in found.compared.overall() if each.control), None)
        return cost_figures(found.headline, control, names, found.campaign.repetitions)


def _entries() -> list[ServerEntry]:
    found = [
        ServerEntry(spec, ServerState.AVAILABLE if why is None else ServerState.UNAVAILABLE)
        for spec, why in found_servers()
    ]
    return found + [ServerEntry(spec) for spec in saved_connections()]
