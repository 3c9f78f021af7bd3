"""`cipherbench compare` as a pivot table of campaigns and studies, or as changes since the first of
several campaigns; and all options of `compare` on layout (its table of one campaign is in
`results`)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.command_line.common.terminal import (
    interval,
    number,
    print_json,
    print_table,
    print_text,
    show,
)
from app.command_line.fail_conditions import FailConditions, conclude, judge_comparison
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase

if TYPE_CHECKING:
    from app.findings.across.pivot import Pivot, PivotTable
    from app.findings.across.sourced_figures import Dimension, GatheredFigures
    from app.findings.across.unpaired_comparison import Baseline
    from app.results.store.store import Store


@dataclass(frozen=True)
class CompareOptions:
    """The options of `compare` on layout, as typed; empty if not given. `limit_ms` is the limit of
    the 99th percentile of latency, for one campaign only."""

    rows: str = ""
    columns: str = ""
    baseline: str = ""
    hide: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    studies: tuple[str, ...] = ()
    as_csv: bool = False
    as_markdown: bool = False
    limit_ms: float | None = None

    @property
    def format(self) -> str:
        """csv or markdown; empty for a table."""
        return "csv" if self.as_csv else "markdown" if self.as_markdown else ""

    def check_format(self, *, as_json: bool) -> None:
        """Raises: InputError if several output formats are given"""
        wanted = {"--csv": self.as_csv, "--markdown": self.as_markdown, "--json": as_json}
        given = [name for name, chosen in wanted.items() if chosen]
        if len(given) > 1:
            raise InputError(
                phrase("Several formats"),
                phrase("A comparison is written in one format; these were given: {forms}."),
                phrase("Keep one of them."),
                forms=", ".join(given),
            )

    @property
    def asks_for_layout(self) -> bool:
        """Whether the options alone ask for a pivot table, of any campaigns: they select figures,
        or give a format. Several campaigns with a baseline or studies need one, too (`results`)."""
        return self.selects_figures or bool(self.format)

    @property
    def selects_figures(self) -> bool:
        """Whether rows, columns or values are chosen, or CSV is written."""
        return any((self.rows, self.columns, self.hide, self.only, self.as_csv))


def compare_pivoted(
    campaigns: Sequence[str],
    options: CompareOptions,
    measure: str | None,
    store_url: str | None,
    as_json: bool,
) -> None:
    """Print campaigns and studies as a pivot table.

    Raises: InputError
    """
    from app.findings.across.pivot import build_pivot_table
    from app.findings.studies.available_studies import study_named
    from app.report.across.gathering import gather
    from app.results.store.store import open_store

    studies = [study_named(each) for each in options.studies]
    with open_store(store_url, write=False) if campaigns else nullcontext() as store:
        snapshots = (
            [store.snapshot(each) for each in _campaign_ids(store, campaigns)] if store else []
        )
        baseline = _baseline(options.baseline, store)
        gathered = gather(
            snapshots, studies, measure, baseline.paired_protection if baseline else None
        )
        if baseline is not None:
            _check_baseline(gathered, baseline)
        pivot = _pivot(gathered, options, baseline, store)
    table = build_pivot_table(gathered, pivot)
    if as_json:
        from app.report.across.pivot_tables import pivot_json

        print_json(pivot_json(gathered, table))
    else:
        _show_table(gathered, table, options.format)


def _campaign_ids(store: Store, campaigns: Sequence[str]) -> list[int]:
    """IDs of the campaigns of these names, each once."""
    return list(dict.fromkeys(store.find(each) for each in campaigns))


def _show_table(gathered: GatheredFigures, table: PivotTable, form: str) -> None:
    from app.report.across.pivot_tables import csv_rows, table_notes, text_table
    from app.report.tables.text_table import markdown_table
    from app.system.escaping import csv_text, markdown_text

    if form == "csv":
        print_text(csv_text(csv_rows(gathered, table), line_end="\n"))
        return
    shown = text_table(gathered, table)
    if form == "markdown":
        print_text(markdown_table(shown) + "\n\n")  # what follows at once would be a row
    else:
        print_table(shown.head, shown.lines, left=range(len(shown.head)))
    for message in table_notes(gathered, table):
        show(markdown_text(str(message)) if form == "markdown" else str(message))


def _pivot(
    gathered: GatheredFigures,
    options: CompareOptions,
    baseline: Baseline | None,
    store: Store | None,
) -> Pivot:
    from app.findings.across.pivot import default_layout, fit_layout

    pivot = default_layout(gathered)
    if baseline is not None:
        pivot = replace(pivot, baseline=baseline)
    if options.rows:
        rows = tuple(_dimension(each) for each in options.rows.split(","))
        pivot = replace(pivot, rows=rows)
    if options.columns:
        pivot = replace(pivot, columns=_dimension(options.columns))
    filters = dict(_dimension_value(each, store) for each in options.only)
    hidden = frozenset(_dimension_value(each, store) for each in options.hide)
    for dimension, value in (*filters.items(), *hidden):
        _check_value(gathered, dimension, value, phrase("Unknown value"))
    # an axis that is filtered to one value hides all its others
    shown = fit_layout(gathered, replace(pivot, filters=filters))
    others = frozenset(
        (dimension, each)
        for dimension, value in filters.items()
        if dimension in shown.axes
        for each in gathered.values(dimension)
        if each != value
    )
    return replace(shown, hidden=hidden | others)


def _check_value(
    gathered: GatheredFigures, dimension: Dimension, value: str, title: Message
) -> None:
    """Raises: InputError, under a title, for a value that no figure has"""
    known = gathered.values(dimension)
    if value not in known:
        raise InputError(
            title,
            phrase("No figure has the {dimension} “{value}”."),
            phrase("Choose one of: {known}."),
            dimension=dimension.value,
            value=value,
            known=", ".join(known),
        )


def _check_baseline(gathered: GatheredFigures, baseline: Baseline) -> None:
    """Raises: InputError for a value that no figure has. The baseline of a study's own costs need
    not be among its figures."""
    ours = any(each.campaign is not None for each in gathered.sources)
    dimension = baseline.dimension
    if dimension is None or (baseline.paired_protection and not ours):
        return
    _check_value(gathered, dimension, baseline.value, phrase("Unknown baseline"))


def _baseline(text: str, store: Store | None) -> Baseline | None:
    """“own”, the name of a protection, or a dimension and a value: “server=pg”, “campaign=3”."""
    from app.findings.across.sourced_figures import Dimension
    from app.findings.across.unpaired_comparison import OWN_BASELINE, Baseline

    if not text:
        return None
    if text == "own":
        return OWN_BASELINE
    if "=" not in text:
        return Baseline(Dimension.PROTECTION, text)
    return Baseline(*_dimension_value(text, store))


def _dimension_value(text: str, store: Store | None) -> tuple[Dimension, str]:
    """“server=pg”; a campaign by its number or name, as everywhere."""
    name, given, value = text.partition("=")
    if not given:
        raise InputError(
            phrase("Dimension not understood"),
            phrase("“{text}” is not a dimension with a value."),
            phrase("Example: server=postgresql, campaign=3, protection=aes-128-cbc."),
            text=text,
        )
    if name.strip() == "campaign" and store is not None:
        value = f"#{store.find(value.strip().lstrip('#'))}"
    return _dimension(name), value.strip()


def _dimension(text: str) -> Dimension:
    from app.findings.across.sourced_figures import Dimension

    name = text.strip()
    if name in ("campaign", "study"):
        return Dimension.SOURCE
    if name in tuple(Dimension):
        return Dimension(name)
    raise InputError(
        phrase("Unknown dimension"),
        phrase("“{name}” is not a dimension for rows or columns."),
        phrase("Choose one of: {known}."),
        name=name,
        known=", ".join(("campaign", *Dimension)),
    )


def compare_with_first(
    campaigns: Sequence[str],
    options: CompareOptions,
    measure: str | None,
    store_url: str | None,
    conditions: FailConditions,
    as_json: bool,
) -> int:
    """Print what changed from the first campaign to each other, or compare the hosts that measured
    one plan; returns the exit code.

    Raises: InputError
    """
    from app.findings.across.pivot import build_pivot_table, default_layout
    from app.findings.across.unpaired_comparison import UNPAIRED
    from app.report.across.gathering import gather
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        snapshots = [store.snapshot(each) for each in _campaign_ids(store, campaigns)]
    gathered = gather(snapshots, measure=measure)
    found = judge_comparison(gathered, conditions, "") if conditions else []
    if not options.as_markdown:
        if gathered.by_machine and not conditions and not as_json:
            _show_table(gathered, build_pivot_table(gathered, default_layout(gathered)), "")
        else:
            _show_changes(gathered, snapshots[0].summary.id, as_json=as_json)
    notes = (UNPAIRED, *gathered.remarks)
    names = ", ".join(each.title for each in gathered.sources[1:])
    return conclude(names, conditions, found, notes, as_markdown=options.as_markdown)


def _show_changes(gathered: GatheredFigures, first: int, *, as_json: bool) -> None:
    from app.findings.across.pivot import no_common_cell
    from app.findings.across.unpaired_comparison import UNPAIRED
    from app.report.across.pivot_tables import (
        change_json,
        unpaired_changes,
        value_words,
        verdict_words,
    )

    cells = unpaired_changes(gathered, f"#{first}")
    rows = [change_json(gathered, each) for each in cells]
    if as_json:
        note = str(UNPAIRED)
        print_json({"first": first, "paired": False, "note": note, "rows": rows})
        return
    heads = ("campaign", "server", "protection", "case", "operation", "mean", "before", "worse %",
             "95 %", "change")  # fmt: skip
    lines = [
        (
            figure.source, figure.server, figure.protection, figure.case, figure.operation,
            value_words(figure) or "–", value_words(each.counterpart or figure) or "–",
            number(each.cost.percent, 1, "+"), interval(each.cost), verdict_words(each.cost),
        )
        for each in cells
        if (figure := each.figure) is not None
    ]  # fmt: skip
    print_table(heads, lines, left={0, 1, 2, 4, 9})
    show(str(UNPAIRED if lines else no_common_cell(gathered)))
    for remark in gathered.remarks:
        show(str(remark))
