"""The measures of the table and their words: time, CPU time, and the study's method."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from app.findings.figure import Figure
from app.findings.measured import measure_of, measures_of
from app.report.charts.readings import main_measure
from app.report.figures.campaign_report import CampaignReport
from app.report.words.wording import inside_sentence
from app.window.base.messages import message_text
from app.window.shared.run_words import percent_text, points_text
from widgets.look.names import filled
from workloads.contract import Case, Measure

_tr = QCoreApplication.translate


class ComparedMeasure(StrEnum):
    TIME = "time"
    CPU = "cpu"
    STUDY = "study"


def other_measures(report: CampaignReport) -> list[Measure]:
    """Measures that can be compared and are not the main one of an operation."""
    workload = report.campaign.workload.name
    firsts = {each and each.name for op in report.operations for each in [measure_of(workload, op)]}
    yielded = {name for operation in report.operations for name in operation.measures or ()}
    return [
        each for each in measures_of(workload) if each.compared and each.name in yielded - firsts
    ]


def elapsed_measures(report: CampaignReport) -> list[Measure]:
    """What operations yield first, where CPU time is told instead."""
    workload = report.campaign.workload.name
    found = {each.name: each for op in report.operations if (each := measure_of(workload, op))}
    return list(found.values())


def main_title(report: CampaignReport, case: Case) -> str:
    """Its name among others: “time”, “CPU time”."""
    return inside_sentence(message_text(main_measure(report, case).title))


def column_tip(measure: ComparedMeasure, baseline: str) -> str:
    """What the figures of a column are."""
    words = {
        ComparedMeasure.TIME: _tr("Results", "Cost over {baseline} with its 95 % interval"),
        ComparedMeasure.CPU: _tr("Results", "CPU cost over {baseline} with its 95 % interval"),
        ComparedMeasure.STUDY: _tr(
            "Results", "The study's ratio of means over {baseline}, without an interval"
        ),
    }
    return filled(words[measure], baseline=baseline)


def table_hint(measure: ComparedMeasure) -> str:
    words = {
        ComparedMeasure.TIME: _tr(
            "Results",
            "Lines: 95 % intervals on one scale. Grey band: detection limit. Coloured: verdict. "
            "Grey: none.",
        ),
        ComparedMeasure.CPU: _tr(
            "Results",
            "Lines: 95 % intervals of the CPU cost (server, worker and API). Grey band: "
            "detection limit. Coloured: verdict. Grey: none.",
        ),
        ComparedMeasure.STUDY: _tr(
            "Results",
            "Dots: the study's ratio of means, without interval or verdict.",
        ),
    }
    return words[measure]


def cpu_sentence(row: Figure) -> str:
    """“CPU time: costs 15 % (14 to 16)”: its verdict."""
    return _tr("Results", "CPU time: {words}").format(words=message_text(row.cpu.message))


def study_sentence(found: Figure) -> str:
    """“+42 %: the study's ratio of means, no interval”."""
    frame = _tr("Results", "{cost}: the study's ratio of means, no interval")
    deviation = found.cost.sd
    if deviation is not None:
        frame = _tr(
            "Results",
            "{cost}: the study's ratio of means, no interval; standard deviation over "
            "operations: {deviation}",
        )
    return frame.format(
        cost=percent_text(found.cost.of_means or 0.0), deviation=points_text(deviation or 0.0)
    )


def study_meaning() -> str:
    """What the study's figure is."""
    return _tr(
        "Results",
        "The mean compared with the baseline's, as in the published study. It does not account "
        "for chance, so there is no verdict.",
    )
