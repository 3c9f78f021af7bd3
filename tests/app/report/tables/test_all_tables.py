"""Workbooks hold numbers, LaTeX holds text, and both are the same each time."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

from app.report.figures.campaign_report import report_on
from app.report.files.export import export
from app.report.files.latex import latex
from app.report.files.workbook import workbook
from app.results.store.campaign_details import set_details
from app.results.store.store import Store
from app.system.escaping import latex_text
from engines.contract.protection import PLAINTEXT
from tests.app.report.files.test_archive import CAMPAIGNS
from tests.app.results.making import CBC, make_campaign, store_campaign, whole_run
from tests.app.results.noisy import costly_campaign, store_costs

ODD = '=cmd|"calc" & <b> {1} \\x 100 % _~^$# São Paulo'


@pytest.mark.slow
@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_that_a_workbook_has_the_figures_of_the_csv_as_numbers(
    kind: str, store: Store, tmp_path: Path
) -> None:
    number = CAMPAIGNS[kind](store)
    path = export(store, number, "xlsx", tmp_path / "x.xlsx")
    head, *rows = csv.reader(io.StringIO(export(store, number, "csv", tmp_path / "x").read_text()))
    book = openpyxl.load_workbook(path)
    sheet = book["Figures"]
    assert sheet.freeze_panes == "A2"
    first, *cells = sheet.iter_rows(values_only=True)
    assert list(first) == head
    assert [list(map(_rounded, row)) for row in cells] == [list(map(_rounded, row)) for row in rows]
    assert {type(row[head.index("mean_s")]) for row in cells} <= {int, float, type(None)}
    assert {"Summary", "Runs", "Operations", "Plan"} <= set(book.sheetnames)
    assert workbook(report_on(store, number)) == path.read_bytes()


def _rounded(cell: object) -> object:
    """A number, or the text of one, to the digits that a workbook keeps."""
    try:
        return float(f"{float(str(cell)):.13g}")
    except ValueError:
        return "" if cell is None else str(cell)


@pytest.mark.slow
def test_that_a_workbook_draws_costs_with_their_intervals(store: Store) -> None:
    content = workbook(report_on(store, CAMPAIGNS["web users"](store)))
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        charts = [name for name in packed.namelist() if "/charts/chart" in name]
        drawn = packed.read(charts[0]).decode()
        for name in packed.namelist():
            ElementTree.fromstring(packed.read(name))
    assert len(charts) == 1
    assert drawn.count("<c:ser>") == 2 and drawn.count("<c:errBars>") == 2
    fills = [part[:200] for part in drawn.split("<c:spPr><a:solidFill>")[1:]]
    assert len({part.split('val="')[1][:6] for part in fills[:2]}) == 2, "bars look apart"
    assert "aes-256-gcm, 100 reads/s, then 50 writes/s directly to the database" in drawn


def test_that_the_summary_of_a_workbook_shows_whole_sentences(store: Store) -> None:
    """In rows that are high enough for them: LibreOffice and others make none higher."""
    number = store_costs(store, costly_campaign(3, repetitions=6), {("mariadb", CBC.name): 0.4})
    set_details(store, number, notes="A note that goes on and on. " * 30)
    book = openpyxl.load_workbook(io.BytesIO(workbook(report_on(store, number))))
    summary = book["Summary"]
    room = summary.column_dimensions["B"].width
    assert room <= 110
    long = 0
    for row in summary.iter_rows(min_row=2):
        value = str(row[1].value)
        assert row[1].alignment.wrap_text and row[1].alignment.vertical == "top"
        height = summary.row_dimensions[row[0].row].height or 15
        assert height >= min(409, 15 * -(-len(value) // room)), value
        long += len(value) > room
    assert long >= 2 and summary.page_setup.fitToHeight == 0
    assert not book["Figures"]["A2"].alignment.wrap_text


def test_that_odd_names_are_no_formulas_and_no_commands(store: Store) -> None:
    number = store_campaign(store, make_campaign(ODD, protections=(PLAINTEXT, CBC)))
    for run in store.load(number).runs:
        store.write(number, whole_run(run, {"INSERT": 1.0, "SELECT": 0.5}))
    report = report_on(store, number)
    book = openpyxl.load_workbook(io.BytesIO(workbook(report)))
    assert book["Summary"]["B2"].value == ODD and book["Summary"]["B2"].data_type == "s"
    text = latex(report)
    assert "\\textbackslash{}x 100 \\% \\_\\textasciitilde{}" in text and "São Paulo" in text
    assert "1.0000 \\ensuremath{\\pm} 0.0000" in text
    assert text.count("\\toprule") == text.count("\\end{longtable}") == 3
    rows = [line for line in text.splitlines() if line.endswith("\\\\")]
    assert {line.count(" & ") for line in rows} >= {7, 8}
    assert latex_text("a --b\n[-1]") == "a {-}{-}b {[}\\ensuremath{-}1{]}"
