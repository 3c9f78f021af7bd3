"""Exports a campaign as an XLSX workbook: a sheet for each table, and charts drawn by Excel."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from app.findings.across.pivot import build_pivot_table, by_operation
from app.findings.across.sourced_figures import Dimension, GatheredFigures, SourcedFigure
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.all_tables import ReportTable, Value, report_tables
from app.report.words.colours import PAPER, colour_keys, mixed, paper_colour
from app.report.words.protection_names import case_figure
from app.system.escaping import excel_text

_MOST_ROWS = 1_048_575
_WIDEST, _PROSE, _SEEN = 60, 100, 200
"""Letters of a column, and of one that is read; rows that are looked at for its width."""
_LINE_POINTS, _HIGHEST = 15, 409
_CHART_ROWS = 22
_DATA_COLUMN = 12
"""Where the figures of charts stand, to the right of them."""


def workbook(report: CampaignReport) -> bytes:
    """The file. The same campaign gives the same bytes."""
    file = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False,
               "strings_to_numbers": False}  # fmt: skip
    with xlsxwriter.Workbook(file, options) as book:
        created = datetime.fromtimestamp(report.summary.created_at, UTC).replace(tzinfo=None)
        book.set_properties({"title": report.summary.name, "created": created})
        head = book.add_format({"bold": True, "bottom": 1})
        prose = book.add_format({"text_wrap": True, "valign": "top", "align": "left"})
        for table in report_tables(report):
            _write(book.add_worksheet(table.name), table, head, prose)
        _Charts(book, report).draw()
    return file.getvalue()


def _write(sheet: Worksheet, table: ReportTable, head: Any, prose: Any) -> None:
    """What is read, and not calculated with, has its lines below each other: a row is as high as
    its longest cell needs, for readers that do not find that out themselves."""
    sheet.freeze_panes(1, 0)
    if table.prose:
        sheet.fit_to_pages(1, 0)
    widest = _PROSE if table.prose else _WIDEST
    widths = [min(widest, _longest(table, column) + 3) for column in range(len(table.columns))]
    for column, name in enumerate(table.columns):
        _put(sheet, 0, column, name, head)
        sheet.set_column(column, column, widths[column])
    rows = table.rows[:_MOST_ROWS]
    for at, row in enumerate(rows, 1):
        for column, value in enumerate(row):
            _put(sheet, at, column, value, prose if table.prose else None)
        if table.prose:
            lines = max(map(_lines, row, widths))
            sheet.set_row(at, min(_HIGHEST, lines * _LINE_POINTS))
    sheet.autofilter(0, 0, len(rows), len(table.columns) - 1)


def _lines(value: Value, width: int) -> int:
    """That a text takes in a column."""
    return sum(len(textwrap.wrap(each, width)) or 1 for each in str(value).split("\n"))


def _put(sheet: Worksheet, row: int, column: int, value: Value, format: Any = None) -> None:
    match value:
        case None | "":
            pass
        case bool():
            sheet.write_boolean(row, column, value, format)
        case int() | float():
            sheet.write_number(row, column, value, format)
        case _:
            sheet.write_string(row, column, excel_text(value), format)


def _longest(table: ReportTable, column: int) -> int:
    seen = [str(row[column]) for row in table.rows[:_SEEN] if row[column] is not None]
    return max(map(len, (table.columns[column], *seen)))


type _Cells = list[str | int]
"""The sheet, the first and the last row and column, as charts name cells."""


class _Charts:
    """A sheet with a chart for each server: cost by operation, with the 95 % interval, a series for
    each protection and case. Figures and texts stand beside them, and charts name their cells: a
    text within a chart would be a formula if it looks like one."""

    def __init__(self, book: xlsxwriter.Workbook, report: CampaignReport) -> None:
        self._book = book
        self._report = report
        self._sheet: Worksheet | None = None
        self._row = 0
        self._charts = 0

    def draw(self) -> None:
        figures = self._report.figures
        known = [row for row in figures.figures if row.cost and not row.control]
        if not known:
            return
        self._sheet = self._book.add_worksheet("Charts")
        for server in dict.fromkeys(row.server for row in known):
            self._server(server, replace(figures, figures=tuple(known)))

    def _server(self, server: str, known: GatheredFigures) -> None:
        table = build_pivot_table(
            known, by_operation(Dimension.PROTECTION, Dimension.CASE, server=server)
        )
        assert self._sheet is not None
        axis = self._text_cells(f"cost over {self._report.baseline}, % (95 % interval)")
        title, categories = self._line(server, table.columns)
        chart = self._book.add_chart({"type": "bar"})
        for number, row in enumerate(table.rows):
            shade = self._shade(server, number / len(table.rows))
            series = self._series([cell.figure for cell in row.cells])
            chart.add_series(series | shade | {"categories": categories})
        chart.set_title({"name": title})
        chart.set_x_axis({"name": axis, "major_gridlines": {"visible": True}})
        chart.set_y_axis({"reverse": True, "label_position": "low"})
        chart.set_size({"width": 760, "height": 420})
        self._sheet.insert_chart(self._charts * _CHART_ROWS, 0, chart)
        self._charts += 1
        self._row += 1

    def _text_cells(self, text: str) -> _Cells:
        return self._line(text, ())[0]

    def _line(self, text: str, values: Sequence[Value]) -> tuple[_Cells, _Cells]:
        """Where a text and the values behind it stand, which are written into the next row."""
        assert self._sheet is not None
        row, first = self._row, _DATA_COLUMN + 1
        for column, value in enumerate((text, *values), _DATA_COLUMN):
            _put(self._sheet, row, column, value)
        self._row += 1
        name: _Cells = ["Charts", row, _DATA_COLUMN]
        return name, ["Charts", row, first, row, first + len(values) - 1]

    def _shade(self, server: str, share: float) -> dict[str, Any]:
        """The server's colour, the lighter the later."""
        keys = colour_keys((c.server, c.engine) for c in self._report.cells)
        colour = paper_colour(keys[server])
        fill = mixed(colour, PAPER, 0.85 * share)
        return {"fill": {"color": fill}, "border": {"color": colour}}

    def _series(self, rows: Sequence[SourcedFigure | None]) -> dict[str, Any]:
        """Three rows of figures, costs and how far their intervals go to both sides, and what of
        a chart they are."""
        first = next(each for each in rows if each is not None)
        costs = [None if each is None else each.cost.percent for each in rows]
        name, values = self._line(
            f"{first.protection}, {case_figure(self._report, first.at)}", costs
        )
        bounds = [each.cost.interval if each else None for each in rows]
        to_low = [abs(each.low - each.estimate) if each else None for each in bounds]
        to_high = [abs(each.high - each.estimate) if each else None for each in bounds]
        _, minus = self._line("− to", to_low)
        _, plus = self._line("+ to", to_high)
        return {
            "name": name,
            "values": values,
            "y_error_bars": {
                "type": "custom",
                "plus_values": _reference(plus),
                "minus_values": _reference(minus),
            },
        }


def _reference(place: _Cells) -> str:
    sheet, *cells = place
    return str(xlsxwriter.utility.xl_range_formula(sheet, *cells))
