"""All charts of a campaign as files: SVG, PNG at any resolution, and PDF, drawn by Typst with our
own fonts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.findings.studies.study import Study
from app.report.charts.block_charts import pair_charts
from app.report.charts.chart_names import with_distinct_names
from app.report.charts.cipher_speed_charts import speed_charts
from app.report.charts.cost_and_protection_chart import cost_and_protection_chart
from app.report.charts.cost_chart import cost_charts
from app.report.charts.cost_sources_chart import source_charts
from app.report.charts.encryption_change_charts import backup_charts, change_charts
from app.report.charts.key_service_distance_chart import key_distance_charts
from app.report.charts.latency_charts import load_charts, percentile_charts
from app.report.charts.scalability_chart import scalability_charts
from app.report.charts.stability_charts import steadiness_charts, turn_charts
from app.report.document.formats.typesetting import convert_svg
from app.report.drawing.chart import Chart
from app.report.drawing.chart_drawing import svg
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.change_figures import change_rows
from app.report.files.export import write_file
from app.results.store.store import Store
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import expanded


def campaign_charts(report: CampaignReport) -> list[Chart]:
    """The charts that have something to show; none before anything was measured."""
    cases = sorted({cell.case for cell in report.cells})
    guarding = cost_and_protection_chart(report)
    return list(
        with_distinct_names(
            [
                *cost_charts(report),
                *([guarding] if guarding else []),
                *pair_charts(report, cases),
                *source_charts(report, cases),
                *percentile_charts(report, cases),
                *scalability_charts(report),
                *key_distance_charts(report),
                *steadiness_charts(report, cases),
                *turn_charts(report, cases),
                *speed_charts(report),
            ]
        )
    )


CHART_FORMATS = ("svg", "png", "pdf")
DPI = 200
"""Where nobody asks for another resolution."""
_LEAST_DPI, _MOST_DPI = 30, 1200


def export_charts(
    store: Store,
    campaign_id: int,
    format: str,
    folder: str | Path,
    baseline: str | None = None,
    dpi: int = DPI,
    studies: Sequence[Study] = (),
) -> list[Path]:
    """Write every chart of a campaign into a folder that is made where it is missing, a file each,
    with the `studies` beside it; gives their paths.

    Raises: InputError, also where nothing has been measured that could be drawn
    """
    _check(format, dpi)
    with store.consistent_read():
        report = report_on(store, campaign_id, baseline, studies=studies, latencies=True)
        charts = [
            *campaign_charts(report),
            *load_charts(store, report),
            *change_charts(store, report),
            *backup_charts(report, change_rows(report)),
        ]
    if not charts:
        raise InputError(
            phrase("Charts not drawn"),
            phrase("This campaign has no measured figures to draw."),
            phrase("Run it first."),
        )
    target = expanded(folder)
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(
            phrase("Export not written"),
            phrase("{path} cannot be created: {reason}."),
            phrase("Choose a folder that you can write to."),
            path=target,
            reason=error.strerror or str(error),
        ) from error
    return list(_written(charts, format, target, dpi))


def _written(charts: list[Chart], format: str, folder: Path, dpi: int) -> Iterator[Path]:
    for chart in charts:
        path = folder / f"{chart.name}.{format}"
        write_file(path, chart_bytes(chart, format, dpi))
        yield path


def chart_bytes(chart: Chart, format: str, dpi: int = DPI) -> bytes:
    """A chart as a file of one of `CHART_FORMATS`; `dpi` is the resolution of PNG.

    Raises: InputError for another format, or a resolution that no picture has
    """
    return typeset_svg(svg(chart), format, dpi)


def typeset_svg(drawn: str, format: str, dpi: int = DPI) -> bytes:
    """The same of what is SVG already.

    Raises: as `drawn`
    """
    _check(format, dpi)
    drawing = drawn.encode()
    return drawing if format == "svg" else convert_svg(drawing, format, dpi)


def _check(format: str, dpi: int) -> None:
    if format not in CHART_FORMATS:
        raise InputError(
            phrase("Unknown format"),
            phrase("There is no chart format “{format}”."),
            phrase("Formats: {known}."),
            format=format,
            known=", ".join(CHART_FORMATS),
        )
    if not _LEAST_DPI <= dpi <= _MOST_DPI:
        raise InputError(
            phrase("Unknown resolution"),
            phrase("A resolution of {dpi} dots per inch is not possible."),
            phrase("Choose 30 to 1200."),
            dpi=dpi,
        )
