"""How a report is laid out on paper."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from app.report.document.document_blocks import Document, Paragraph, Section, TableBlock
from app.report.document.formats.template_files import template_text
from app.report.document.formats.typesetting import compile_typst
from app.report.tables.text_table import TextTable
from app.system.escaping import typst_data

pytestmark = pytest.mark.slow  # each is laid out first

LEAD = "This table answers the usual requirements."
TABLE = TableBlock("The table", TextTable(("a", "b"), [("first cell", "x " * 700)] * 2, ()), (1, 2))
"""Rows so high that it needs much of a page."""


def pages(lines: int) -> list[str]:
    """What stands on each page, where so many lines stand above a sentence and its table."""
    filler = Section("first", "First", tuple(Paragraph(f"Line {each}") for each in range(lines)))
    after = Section("second", "Second", (Paragraph(LEAD), TABLE))
    document = Document("A report", "", (), (filler, after), "What it is about", "Cipherbench")
    data = typst_data({**document.to_json(), "logo": None})
    made = compile_typst(template_text("report.typ", None).encode(), {"report": data}, "pdf")
    return [each.extract_text() for each in PdfReader(io.BytesIO(made)).pages]


@pytest.mark.parametrize("lines", [28, 30, 32, 34, 36, 38])
def test_that_a_sentence_on_a_table_stands_on_its_page(lines: int) -> None:
    report = pages(lines)
    (page,) = [each for each in report if LEAD in each]
    assert "The table" in page and "first cell" in page
