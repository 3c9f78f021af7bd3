"""Commands on results: `compare`, `export`, `charts`, `cost`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.options import (
    DONE,
    REQUIREMENTS,
    IntegerBetween,
    LateChoice,
    NumberBetween,
    baseline_option,
    check_single_campaign,
    json_option,
    layout_options,
    report_options,
    report_options_of,
    requirement_options,
    store_option,
    study_option,
    with_requirements,
)
from app.command_line.common.terminal import (
    interval,
    number,
    output_file,
    print_json,
    print_table,
    print_text_table,
    say,
    show,
)
from app.command_line.compare_campaigns import CompareOptions, compare_pivoted, compare_with_first
from app.command_line.fail_conditions import (
    FailConditions,
    conclude,
    judge_comparison,
    limit_options,
)
from app.plan.cell_key import ALL_CASES

if TYPE_CHECKING:
    from app.findings.figure import Figure
    from app.report.figures.campaign_report import CampaignReport
    from app.report.figures.matched_study import MatchedStudy
    from engines.contract.message import Message


@click.command()
@click.argument("named", metavar="CAMPAIGN…", nargs=-1)
@click.option(
    "--baseline",
    metavar="NAME",
    help=(
        "Baseline: a protection, or with several campaigns also “own” or campaign=3, server=NAME, "
        "version=…; default: the campaign's own, or the first campaign."
    ),
)
@click.option(
    "--measure",
    metavar="NAME",
    help="Measure to compare, such as seconds; default: the first of the workload.",
)
@click.option(
    "--p99",
    "limit_ms",
    type=NumberBetween(0.001, 3_600_000),
    metavar="MS",
    help="Where clients vary: the requests per second at which p99 latency reaches this.",
)
@study_option
@layout_options
@limit_options
@requirement_options
@store_option
@json_option
def compare(
    named: tuple[str, ...],
    baseline: str | None,
    measure: str | None,
    studies: tuple[str, ...],
    conditions: FailConditions,
    store_url: str | None,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Show mean, standard deviation and cost of every cell.

    With several campaigns: show what changed from the first to each of the others.

    Where the number of clients varies, also where throughput bends, and JSON has it as “clients”.

    With --study, and for operations that have weights, JSON is an object: the rows are under
    “comparison”. It also has “studies”, “total” and “lead”, the first sentences of page one.

    With --withstand, --search, --may-cost or --rate, of one campaign: also what `advise` says
    first, over what is kept with the campaign. JSON is an object then, which has it as “advice”.

    --rows, --columns, --only, --hide, --csv and --markdown lay out campaigns and studies in rows
    and columns. Studies alone need no CAMPAIGN.

    In a pipeline, --fail-above ends with exit code 3 if a cost is above the limit: of every
    operation, or of one by name. Costs are over the baseline, or with --against over another
    campaign. A cost without verdict is told, but fails only with --fail-unproven.
    """
    required = {name: chosen.pop(name) for name in REQUIREMENTS}
    options = CompareOptions(baseline=baseline or "", studies=studies, **chosen)
    options.check_format(as_json=as_json)
    if not named and (conditions or conditions.against or not studies):
        raise click.UsageError("Name a campaign, or a study by --study.")
    if conditions.against:
        named = (conditions.against, *named)
    conditions.check(
        needs_layout=options.selects_figures or (len(named) > 1 and bool(baseline or studies))
    )
    needs_pivot = bool(options.asks_for_layout or (len(named) > 1 and (baseline or studies)))
    check_single_campaign(required, one=len(named) == 1 and (conditions or not needs_pivot))
    if not named or (needs_pivot and not conditions):
        compare_pivoted(named, options, measure, store_url, as_json)
    elif len(named) > 1:
        return compare_with_first(named, options, measure, store_url, conditions, as_json)
    else:
        return _compare_one(
            named[0], options, measure, store_url, conditions, required, as_json=as_json
        )
    return DONE


def _compare_one(
    campaign: str,
    options: CompareOptions,
    measure: str | None,
    store_url: str | None,
    conditions: FailConditions,
    required: Mapping[str, Any],
    *,
    as_json: bool,
) -> int:
    from app.findings.studies.available_studies import study_named
    from app.report.document.build_document import ReportOptions, with_choices
    from app.report.figures.campaign_report import report_on
    from app.results.store.store import open_store

    matched = [study_named(each) for each in options.studies]
    with open_store(store_url, write=False) as store:
        report = report_on(store, store.find(campaign), options.baseline or None, measure, matched)
    report_options = with_requirements(ReportOptions(), required)
    report = with_choices(report, report_options)
    found = judge_comparison(report.figures, conditions, report.baseline) if conditions else []
    advise = bool(report_options.answered)
    if not options.as_markdown and as_json:
        print_json(_comparison_json(report, options.limit_ms, with_studies=bool(options.studies),
                                  with_advice=advise))  # fmt: skip
    elif not options.as_markdown:
        _show_one(report, options.limit_ms, advise=advise)
    notes = _notes(report, advise=advise)
    return conclude(report.summary.name, conditions, found, notes, as_markdown=options.as_markdown)


def _notes(report: CampaignReport, *, advise: bool) -> Iterator[object]:
    yield from _answer(report, advise=advise)
    yield report.quality.text
    for each in report.cautions:
        yield each.message


def _show_one(report: CampaignReport, limit_ms: float | None, *, advise: bool) -> None:
    from app.report.words.protection_names import axis_head, case_figure, decimals_of, marked_names

    rows, names = report.comparison, marked_names(report.cells)
    decimals = decimals_of(rows)
    units = {row.scaled.unit for row in rows}
    unit = units.pop() if len(units) == 1 else ""
    api = ["API CPU s"] if any(row.api_cpu_s is not None for row in rows) else []
    heads = ("server", "protection", str(axis_head(report)), "operation", "n",
             f"mean {unit}".strip(), f"sd {unit}".strip(), "cost %", "95 %",
             "server CPU s", "worker CPU s", *api,
             "CPU cost %", "MB", "status", "verdict")  # fmt: skip
    cells = [
        (
            row.server, names[row.server, row.protection], case_figure(report, row.at),
            row.operation, str(row.n), *_measured(row, decimals, with_unit=not unit),
            number(row.cost.percent, 1, "+"), interval(row.cost), number(row.server_cpu_s, 4),
            number(row.worker_cpu_s, 4), *([number(row.api_cpu_s, 4)] if api else []),
            number(row.cpu.percent, 1, "+"),
            number(row.memory_mb, 0), row.status, row.cost.text or row.why_text or "",
        )
        for row in rows
    ]  # fmt: skip
    print_table(heads, cells, left={0, 1, 3, len(heads) - 2, len(heads) - 1})
    _show_totals(report)
    _show_loads(report, limit_ms)
    _show_weighted(report)
    for message in (*_answer(report, advise=advise), report.quality.text):
        show(str(message))
    for caution in report.cautions:
        show(f"Caution: {caution.message}")
    for message in (*report.remarks, *(each.message for each in report.bounds.values())):
        show(str(message))
    if report.summary.ended_by:
        show(f"What ended it: {report.summary.ended_by}.")
    for each in report.growth:
        if not each.linear:
            show(str(each.message))
    for study in report.matched:
        _show_matched(study)


def _answer(report: CampaignReport, *, advise: bool) -> Sequence[Message]:
    """The headline, and page one's cards where advice was asked for."""
    from app.report.page_one.build_page_one import page_one

    page = page_one(report)
    lines = [
        line
        for card in page.cards
        for line in (card.head.message, *(e.message for e in card.lines))
    ]
    return (page.headline.message, *(lines if advise else ()))


def _show_totals(report: CampaignReport) -> None:
    """What each protection costs over all operations, as page one has it."""
    from app.report.tables.cost_tables import COSTS, cost_table

    table = cost_table(report).columns(COSTS)
    if table.lines:
        show("All operations:")
        print_text_table(table)


def _show_weighted(report: CampaignReport) -> None:
    """Totals of operations in their mix, where they have weights."""
    from app.report.tables.cost_tables import WEIGHTED_METHOD, weighted_table

    found = weighted_table(report)
    if found.lines:
        show(f"Weighted total. {WEIGHTED_METHOD}")
        print_table(found.head, found.lines, left={0, 1, 6})


def _show_loads(report: CampaignReport, limit_ms: float | None) -> None:
    from app.report.tables.key_service_table import key_service_table
    from app.report.tables.load_hosts import hosts_table
    from app.report.tables.measured_tables import (
        client_points_table,
        load_table,
        scalability_table,
    )

    clients, keys = scalability_table(report, limit_ms), key_service_table(report)
    points = client_points_table(report)
    for table in (load_table(report), hosts_table(report), clients, points, keys):
        if table.lines:
            print_text_table(table)


def _comparison_json(
    report: CampaignReport, limit_ms: float | None, *, with_studies: bool, with_advice: bool
) -> object:
    """The rows, or an object with the rows and more (studies, totals, clients, advice)."""
    from app.findings.key_services import key_service_rows
    from app.report.figures.answer import answer_of
    from app.report.page_one.build_page_one import page_one
    from app.report.tables.load_hosts import host_rows

    found: dict[str, object] = {"comparison": [row.to_json() for row in report.comparison]}
    if report.weighted:
        found["total"] = [each.weighted_json() for each in report.weighted]
        found["lead"] = [str(page_one(report).headline.message)]
    if hosts := host_rows(report):
        found["load_hosts"] = [each.to_json() for each in hosts]
    if keys := key_service_rows(report):
        found["key_service"] = [each.to_json() for each in keys]
    if clients := report.scalability(limit_ms):
        found["clients"] = [each.to_json() for each in clients]
    if with_studies:
        found["studies"] = [each.to_json() for each in report.matched]
    if with_advice:
        found["advice"] = answer_of(report).to_json()
    return found if len(found) > 1 else found["comparison"]


def _show_matched(matched: MatchedStudy) -> None:
    """A study below the campaign's own table: what it says, where, and what differs."""
    from app.report.figures.matched_study import cost_text, figure_words

    show("")
    show(str(matched.message))
    heads = ("server", "protection", "operation", "case", "cost", "value", "differences", "source")
    rows = [
        (
            each.key.server, each.key.protection, each.key.operation or "all operations",
            "all cases" if each.key.case == ALL_CASES else str(each.key.case), str(cost_text(each)),
            figure_words(each.figure) if each.figure else "",
            " ".join(map(str, each.differences)), "; ".join(each.sources),
        )
        for each in matched.found
    ]  # fmt: skip
    if rows:
        print_table(heads, rows, left={0, 1, 2, 3, 6, 7})
        for message in matched.differs:
            show(str(message))


def _measured(
    row: Figure, decimals_by_unit: Mapping[str, int], *, with_unit: bool
) -> tuple[str, str]:
    """Mean and deviation, with the unit where the head of the column has none."""
    shown = row.scaled
    decimals = decimals_by_unit[shown.unit]
    mean = number(shown.mean, decimals)
    unit = f" {shown.unit}" if with_unit and shown.mean is not None else ""
    return mean + unit, number(shown.sd, decimals)


def _export_formats() -> Sequence[str]:
    from app.report.files.export import export_formats

    return export_formats()


def _chart_formats() -> Sequence[str]:
    from app.report.files.chart_files import CHART_FORMATS

    return CHART_FORMATS


@click.command()
@click.argument("named", metavar="CAMPAIGN…", nargs=-1, required=True)
@click.option(
    "--format", "kind", required=True, type=LateChoice(_export_formats), help="Format of the file."
)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="A file; - for a pipe."
)
@baseline_option
@study_option
@report_options
@requirement_options
@store_option
def export(
    named: tuple[str, ...],
    kind: str,
    output: Path,
    baseline: str | None,
    studies: tuple[str, ...],
    store_url: str | None,
    **chosen: Any,
) -> None:
    """Export the results of CAMPAIGN to a file.

    HTML, PDF and DOCX are a report for readers, who are chosen by --for. It may be on several
    campaigns, which stand beside each other. `study` is the form of published studies: a TOML
    file and a CSV file next to it.
    """
    from app.findings.studies.available_studies import study_named
    from app.report.files.export import STUDY, removed_from_template
    from app.report.files.export import export as write_export
    from app.results.store.store import open_store

    matched = [study_named(each) for each in studies]
    with open_store(store_url, write=False) as store:
        numbers = list(dict.fromkeys(map(store.find, named)))
        options = report_options_of(chosen)
        with output_file(output, kind, files=2 if kind == STUDY else 1) as path:
            written = write_export(store, numbers, kind, path, baseline, matched, options)
    if removed := removed_from_template(kind, options):
        say(str(removed))
    if path == output:
        figures_note = ", and its figures in a CSV file next to it" if kind == STUDY else ""
        say(f"Wrote {written}{figures_note}")


@click.command()
@click.argument("campaign")
@click.option(
    "--format",
    "kind",
    default="svg",
    show_default=True,
    type=LateChoice(_chart_formats),
    help="Format of each file.",
)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="A folder.")
@click.option(
    "--dpi", type=IntegerBetween(30, 1200), help="Dots per inch of PNG, 30 to 1200; default: 200."
)
@baseline_option
@study_option
@store_option
def charts(
    campaign: str,
    kind: str,
    output: Path,
    dpi: int | None,
    baseline: str | None,
    studies: tuple[str, ...],
    store_url: str | None,
) -> None:
    """Draw all charts of CAMPAIGN, one file each.

    No display is needed.
    """
    from app.findings.studies.available_studies import study_named
    from app.report.files.chart_files import DPI, export_charts
    from app.results.store.store import open_store

    matched = [study_named(each) for each in studies]
    with open_store(store_url, write=False) as store:
        number, chosen = store.find(campaign), DPI if dpi is None else dpi
        for path in export_charts(store, number, kind, output, baseline, chosen, matched):
            say(f"Wrote {path}")


@click.command()
@click.argument("times", type=click.Path(path_type=Path))
@json_option
def cost(times: Path, as_json: bool) -> None:
    """Compute the published study's cost table from TIMES, a CSV of times."""
    from app.findings.study_method import cost_json, cost_table, read_times
    from engines.inspection.csv_file import form_of

    table = cost_table(read_times(times))
    if not (form := form_of(times)).usual:
        say(f"{times} is read as {form.description}.")
    if as_json:
        print_json(cost_json(table))
        return
    operations = list(next(iter(table.values())).operations)
    rows = [
        (
            engine,
            *(f"{each.operations[name]:.2f}" for name in operations),
            f"{each.mean_percent:.2f}",
            number(each.sd_percent, 2),
        )
        for engine, each in table.items()
    ]
    print_table(("engine", *operations, "mean %", "sd"), rows, left={0})
