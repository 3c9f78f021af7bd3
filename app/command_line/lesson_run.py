"""Runs the experiment of a lesson on its server, as the lessons page does, and prints its figures
and right answers as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.command_line.common.campaign_execution import campaign_executor, errors_after_run
from app.command_line.common.terminal import password_prompt, say
from app.lessons.attempt import Figures, Inputs, fixed_inputs
from app.lessons.lab import lab_figures
from app.lessons.lesson import CAMPAIGNS, AnswerKind, Ask, Lesson, LessonStep, Module
from app.lessons.lesson_campaign import lesson_campaign, no_server, offered_protections, server_of
from app.lessons.lesson_figures import cost_figures, evidence_figures
from app.lessons.lesson_reading import LessonFile, check_offered
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
    """Run a lesson's experiment with the data that are the same for all students: its figures, None
    if its campaign was cancelled or failed. A campaign is stored.

    Raises: CipherbenchError
    """
    run, inputs = lesson.run, fixed_inputs(lesson_file.name, lesson, "", Data.SAME)
    entry = server_of(run, _entries())
    if entry is None:
        raise no_server(run)
    say(f"Running {run.module} on {entry.name} …")
    with opened(entry.spec, password_prompt()) as server:
        asked = ServerEntry(entry.spec, capabilities=server.capabilities)
        known = offered_protections(run, asked, engine_named(run.server).default_mode)
        check_offered(lesson_file.path, lesson, list(known))
        if run.module not in CAMPAIGNS:
            return lab_figures(server, run, inputs, known, lambda error: say(str(error)))
    protections = [known[each.protection] for each in run.on]
    return _campaign_figures(lesson, entry.spec, protections, inputs, store_url)


def _campaign_figures(
    lesson: Lesson,
    spec: ServerSpec,
    protections: Sequence[Protection],
    inputs: Inputs,
    store_url: str | None,
) -> Figures | None:
    from app.report.figures.campaign_report import report_on
    from app.results.store.store import open_store

    run = lesson.run
    campaign = lesson_campaign(f"Lesson: {lesson.title}", run, spec, protections, inputs.seed)
    with campaign_executor(store_url, campaign) as executor:
        outcome = executor.run(campaign)
    if outcome.status is not Status.DONE:
        return None
    names = {each.protection: each.name for each in run.on}
    with errors_after_run(), open_store(store_url, write=False) as store:
        if run.module is Module.EVIDENCE:
            return evidence_figures(store.evidence(outcome.campaign_id), names)
        found = report_on(store, outcome.campaign_id)
        control = next((each for each in found.compared.totals() if each.control), None)
        return cost_figures(found.headline, control, names, found.campaign.repetitions)


def _entries() -> list[ServerEntry]:
    found = [
        ServerEntry(spec, ServerState.AVAILABLE if why is None else ServerState.UNAVAILABLE)
        for spec, why in found_servers()
    ]
    return found + [ServerEntry(spec) for spec in saved_connections()]


def lesson_lines(lesson: Lesson, figures: Figures) -> Iterator[str]:
    """Lines with every figure by its name, then the right answers."""
    run = lesson.run
    yield f"{lesson.title}: {run.module} on {run.server}, {lesson.minutes} minutes"
    yield ""
    yield "Figures of Run:"
    width = max(map(len, figures), default=0)
    for name, value in figures.items():
        yield f"  {name:<{width}}  {_number(value)}"
    yield ""
    yield "Right answers:"
    for step, number, ask in lesson.asked():
        yield f"  {step}, question {number + 1}: {ask.text.strip()}"
        yield f"    {_answer(ask, step, figures)}"


def lesson_json(lesson_file: LessonFile, lesson: Lesson, figures: Figures) -> dict[str, object]:
    """The same as JSON values. `answer` is right by the figure, `in_file` by the lesson's file."""
    return {
        "name": lesson_file.path.stem,
        "file": str(lesson_file.path),
        "title": lesson.title,
        "minutes": lesson.minutes,
        "module": lesson.run.module.value,
        "server": lesson.run.server,
        "figures": dict(figures),
        "answers": [
            {
                "step": step.value,
                "number": number + 1,
                "question": ask.text.strip(),
                "answer": ask.truth(_measured(ask, step, figures)),
                "in_file": _in_file(ask),
                "figure": ask.figure or None,
                "within": None if ask.kind is AnswerKind.CHOICE else ask.tolerance,
                "agrees": _agrees(ask, step, figures),
            }
            for step, number, ask in lesson.asked()
        ],
    }


def _measured(ask: Ask, step: LessonStep, figures: Figures) -> float | None:
    """The measured figure of a question; None if it has none, or is on the student's own run."""
    return None if step is LessonStep.MODIFY else figures.get(ask.figure)


def _in_file(ask: Ask) -> str | float:
    return ask.truth()


def _agrees(ask: Ask, step: LessonStep, figures: Figures) -> bool:
    """Whether the answer in the file would count as right."""
    given, measured = _in_file(ask), _measured(ask, step, figures)
    right = ask.truth(measured)
    if isinstance(given, str) or isinstance(right, str):
        return given == right
    return abs(given - right) <= ask.tolerance + 1e-9


def _answer(ask: Ask, step: LessonStep, figures: Figures) -> str:
    in_file, measured = _answer_text(ask, _in_file(ask)), _measured(ask, step, figures)
    if not ask.figure:
        return in_file
    if step is LessonStep.MODIFY:
        return f"{in_file} by the file; the student's run gives {ask.figure}"
    if measured is None:
        return f"{in_file} by the file; this computer cannot tell {ask.figure}"
    both = f"{_answer_text(ask, ask.truth(measured))} by {ask.figure}; {in_file} by the file"
    if _agrees(ask, step, figures):
        return both
    off = "" if ask.kind is AnswerKind.CHOICE else f", more than {_number(ask.tolerance)} off"
    return f"{both}{off}: correct the file"


def _answer_text(ask: Ask, answer: str | float) -> str:
    if isinstance(answer, str):
        return f"“{answer}”"
    return _number(answer) + (" %" if ask.kind is AnswerKind.PERCENT else "")


def _number(value: float) -> str:
    """A number with at most two decimals, without trailing zeros."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
