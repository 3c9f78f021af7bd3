"""A campaign as a workbook: a sheet for each table, real numbers, charts that it draws itself."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from app.report.campaign_report import CampaignReport
from app.report.files.tables import Table, Value, report_tables
from app.report.series import PAPER, mixed, paper_colours
from app.report.wording import case_figure
from app.results.compare import ComparisonRow

_MOST_LETTERS = 32_767
"""What a cell can hold."""
_MOST_ROWS = 1_048_575
_WIDEST, _SEEN = 60, 200
"""Letters of a column; rows that are looked at for its width."""
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
        for table in report_tables(report):
            _write(book.add_worksheet(table.name), table, head)
        _Charts(book, report).draw()
    return file.getvalue()


def _write(sheet: Worksheet, table: Table, head: Any) -> None:
    sheet.freeze_panes(1, 0)
    for column, name in enumerate(table.columns):
        sheet.write_string(0, column, name, head)
        sheet.set_column(column, column, _width(table, column))
    rows = table.rows[:_MOST_ROWS]
    for at, row in enumerate(rows, 1):
        for column, value in enumerate(row):
            _put(sheet, at, column, value)
    sheet.autofilter(0, 0, len(rows), len(table.columns) - 1)


def _put(sheet: Worksheet, row: int, column: int, value: Value) -> None:
    match value:
        case None | "":
            pass
        case bool():
            sheet.write_boolean(row, column, value)
        case int() | float():
            sheet.write_number(row, column, value)
        case _:
            sheet.write_string(row, column, value[:_MOST_LETTERS])


def _width(table: Table, column: int) -> int:
    seen = [str(row[column]) for row in table.rows[:_SEEN] if row[column] is not None]
    return min(_WIDEST, max(map(len, (table.columns[column], *seen))) + 3)


class _Charts:
    """A sheet with a chart for each server: cost by operation, with the 95 % interval, a series for
    each protection and case. The figures stand beside them."""

    def __init__(self, book: xlsxwriter.Workbook, report: CampaignReport) -> None:
        self._book = book
        self._report = report
        self._sheet: Worksheet | None = None
        self._row = 0
        self._charts = 0

    def draw(self) -> None:
        known = [
            row for row in self._report.comparison
            if row.cost_percent is not None and not row.control
        ]  # fmt: skip
        if not known:
            return
        self._sheet = self._book.add_worksheet("Charts")
        for server in dict.fromkeys(row.server for row in known):
            self._server([row for row in known if row.server == server])

    def _server(self, rows: Sequence[ComparisonRow]) -> None:
        operations = list(dict.fromkeys(row.operation for row in rows))
        assert self._sheet is not None
        self._sheet.write_row(self._row, _DATA_COLUMN, [rows[0].server, *operations])
        head, chart = self._row, self._book.add_chart({"type": "bar"})
        self._row += 1
        places = dict.fromkeys((row.protection, row.at) for row in rows)
        for place in places:
            own = {row.operation: row for row in rows if (row.protection, row.at) == place}
            shade = self._shade(rows[0], list(places).index(place) / len(places))
            known = [own.get(each) for each in operations]
            chart.add_series(self._series(head, place, known) | shade)
        axis = f"cost over {self._report.baseline}, % (95 % interval)"
        chart.set_title({"name": rows[0].server})
        chart.set_x_axis({"name": axis, "major_gridlines": {"visible": True}})
        chart.set_y_axis({"reverse": True, "label_position": "low"})
        chart.set_size({"width": 760, "height": 420})
        self._sheet.insert_chart(self._charts * _CHART_ROWS, 0, chart)
        self._charts += 1
        self._row += 1

    def _shade(self, row: ComparisonRow, share: float) -> dict[str, Any]:
        """The server's colour, the lighter the later."""
        colour = paper_colours((c.server, c.engine) for c in self._report.cells)[row.server]
        fill = mixed(colour, PAPER, 0.85 * share)
        return {"fill": {"color": fill}, "border": {"color": colour}}

    def _series(
        self, head: int, place: tuple[str, Any], rows: Sequence[ComparisonRow | None]
    ) -> dict[str, Any]:
        """Three rows of figures, costs and how far their intervals go to both sides, and what of
        a chart they are."""
        assert self._sheet is not None
        protection, case = place
        name = f"{protection}, {case_figure(case)}"
        lines = {
            name: [None if each is None else each.cost_percent for each in rows],
            "− to": [_away(each, "cost_low_percent") for each in rows],
            "+ to": [_away(each, "cost_high_percent") for each in rows],
        }
        places = []
        for title, values in lines.items():
            self._sheet.write_string(self._row, _DATA_COLUMN, title)
            for column, value in enumerate(values, _DATA_COLUMN + 1):
                _put(self._sheet, self._row, column, value)
            places.append(["Charts", self._row, _DATA_COLUMN + 1, self._row, column])
            self._row += 1
        return {
            "name": name,
            "categories": ["Charts", head, _DATA_COLUMN + 1, head, _DATA_COLUMN + len(rows)],
            "values": places[0],
            "y_error_bars": {
                "type": "custom",
                "plus_values": _reference(places[2]),
                "minus_values": _reference(places[1]),
            },
        }


def _away(row: ComparisonRow | None, end: str) -> float | None:
    far = None if row is None else getattr(row, end)
    return None if row is None or far is None else abs(far - (row.cost_percent or 0.0))


def _reference(place: Sequence[Any]) -> str:
    sheet, *cells = place
    return str(xlsxwriter.utility.xl_range_formula(sheet, *cells))
