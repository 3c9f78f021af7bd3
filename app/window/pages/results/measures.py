"""What the cost table can compare (time, CPU time, a ratio of means as a published study has it),
with the texts on each."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from app.findings.figure import Figure
from app.findings.measured import measure_of, measures_of
from app.report.charts.cost_chart import main_measure
from app.report.figures.campaign_report import CampaignReport
from app.report.words.protection_names import inside_sentence
from app.window.base.messages import message_text
from app.window.shared.run_words import percent_text, points_text
from widgets.look.names import filled
from workloads.contract import Case, Measure

_tr = QCoreApplication.translate


class ComparedMeasure(StrEnum):
    TIME = "time"
    """The report's own measure, which is time for most workloads."""
    CPU = "cpu"
    STUDY = "study"
    """The ratio of means that published studies give, without interval or verdict."""


def secondary_measures(report: CampaignReport) -> list[Measure]:
    """Measures that can be compared and are the main one of no operation."""
    workload = report.campaign.workload.name
    main = {each.name for op in report.operations if (each := measure_of(workload, op))}
    yielded = {name for operation in report.operations for name in operation.measures or ()}
    return [each for each in measures_of(workload) if each.compared and each.name in yielded - main]


def elapsed_measures(report: CampaignReport) -> list[Measure]:
    """The main measures of operations, to be offered where the report compares CPU time instead."""
    workload = report.campaign.workload.name
    found = {each.name: each for op in report.operations if (each := measure_of(workload, op))}
    return list(found.values())


def main_measure_name(report: CampaignReport, case: Case) -> str:
    """The name of what is compared first, inside a sentence: “time”, “CPU time”."""
    return inside_sentence(message_text(main_measure(report, case).title))


def column_tip(measure: ComparedMeasure, baseline: str) -> str:
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


def study_sentence(figure: Figure) -> str:
    """“+42 %: the study's ratio of means, no interval”."""
    frame = _tr("Results", "{cost}: the study's ratio of means, no interval")
    deviation = figure.cost.sd
    if deviation is not None:
        frame = _tr(
            "Results",
            "{cost}: the study's ratio of means, no interval; standard deviation over "
            "operations: {deviation}",
        )
    return frame.format(
        cost=percent_text(figure.cost.study_method_percent or 0.0),
        deviation=points_text(deviation or 0.0),
    )


def study_meaning() -> str:
    return _tr(
        "Results",
        "The mean compared with the baseline's, as in the published study. It does not account "
        "for chance, so there is no verdict.",
    )
