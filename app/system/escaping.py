"""Escaping of untrusted text for every output format: CSV, Markdown, HTML, XML, SVG, Typst, Excel,
LaTeX, JSON. Only k6's script, which `workloads/web_users/workload.py` writes, has its own.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from app.system.terminal_text import visible, visible_json

_FORMULA = tuple("=+-−@\t\r\n\uff1d\uff0b\uff0d\uff20")
_NUMBER = re.compile(r"[+\-−]?\d[\d.,\s'’]*([eE][+\-−]?\d+)?(\s*%|\s[^\W\d_]{1,5})?")
_NEXT_CELL = re.compile("(?<=[;\t\r\n])'?(?=[=+\\-−@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet with another separator than the comma would begin a cell with a formula, and
the apostrophe that prevents it."""


def csv_cell(value: object) -> object:
    """A cell of CSV. A text that a spreadsheet would take for a formula is prefixed with an
    apostrophe, as OWASP advises; numbers, also formatted ones, stay numbers. Terminal control
    sequences are made visible."""
    if not isinstance(value, str) or _NUMBER.fullmatch(value):
        return value
    text = _NEXT_CELL.sub("'", visible(value, keep="\t\r\n"))
    return f"'{text}" if text.lstrip(" \xa0").startswith(_FORMULA) else text


def without_formula_guard(text: str) -> str:
    """The text of a cell of CSV without surrounding blanks and the apostrophes that `csv_cell`
    adds, terminal control sequences made visible: `csv_cell` gives that text back."""
    text = visible(text, keep="\t\r\n")
    while (plain := _unguarded(text.strip())) != text:
        text = plain
    return text


def _unguarded(text: str) -> str:
    guarded = text.startswith("'") and csv_cell(text[1:]) == csv_cell(text)
    return _NEXT_CELL.sub("", text[1:] if guarded else text)


def csv_text(rows: Iterable[Iterable[object]], line_end: str = "\r\n") -> str:
    """Rows as comma-separated lines after RFC 4180, whose line end is CR LF."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=line_end)
    writer.writerows(map(csv_cell, row) for row in rows)
    return text.getvalue()


def pipe_table(
    head: Sequence[str], lines: Iterable[Sequence[str]], right: Collection[int] = ()
) -> str:
    """A Markdown table; `right` are the indexes of the right-aligned columns."""
    rule = ["---:" if place in right else "---" for place in range(len(head))]
    rows = [[markdown_text(text) for text in line] for line in (head, *lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def markdown_text(text: str) -> str:
    """Text of Markdown on one line that neither breaks a table nor starts markup, a heading, a
    list, a formula or an entity."""
    escaped = "".join(f"\\{c}" if c in _MARKUP else c for c in _printable(text))
    return _LINE_START.sub(r"\g<1>\\", " ".join(escaped.split()))


_MARKUP = frozenset("\\|*_`<[]&~$")
_LINE_START = re.compile(
    r"^(\d{1,9}(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|-{2,}\s*$|=+\s*$))"
)


def html_text(text: str) -> str:
    """Text of HTML, between tags or as the value of an attribute; its lines stay."""
    return html.escape(_printable(text))


def xml_text(text: str) -> str:
    """Text of XML that a library writes, which sees to its tags; XML holds no control character."""
    return _printable(text)


def svg_text(text: str) -> str:
    """Text of SVG on one line. A minus becomes a dash of its length: our fonts have none, and one
    letter that they lack turns a whole line into another font."""
    line = " ".join(_printable(text.replace("−", "–")).split())
    return html.escape(line, quote=False)


def typst_data(value: object) -> str:
    """Values as JSON for a Typst source, where they are never code; without unprintable
    characters."""
    return json.dumps(_printable_values(value), ensure_ascii=False)


def _printable_values(value: object) -> object:
    match value:
        case str():
            return _printable(value)
        case Mapping():
            return {name: _printable_values(each) for name, each in value.items()}
        case list() if not value or not isinstance(value[0], int):
            return [_printable_values(each) for each in value]
    return value


_EXCEL_CELL_UTF16_UNITS = 32_767


def excel_text(text: str) -> str:
    """Text of a workbook's cell, cut to what one holds; it must be written as a string, and charts
    must name the cell: what stands in a chart itself is a formula if it looks like one."""
    units = _printable(text, keep="\n\t").encode("utf-16-le")[: 2 * _EXCEL_CELL_UTF16_UNITS]
    return units.decode("utf-16-le", "ignore")


def latex_text(text: str) -> str:
    """Text of LaTeX on one line in which nothing is a command; brackets are kept from being an
    option of the \\\\ before them."""
    line = _MINUS.sub("−", " ".join(_printable(text).split()))
    return "".join(_LATEX.get(sign, sign) for sign in line)


_MINUS = re.compile(r"(?<!\w)-(?=\d)")
_LATEX = {
    "\\": "\\textbackslash{}",
    "{": "\\{",
    "}": "\\}",
    "$": "\\$",
    "&": "\\&",
    "#": "\\#",
    "%": "\\%",
    "_": "\\_",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\textquotedbl{}",
    "`": "\\textasciigrave{}",
    "'": "\\textquotesingle{}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "-": "{-}",
    "±": "\\ensuremath{\\pm}",
    "−": "\\ensuremath{-}",
    "×": "\\ensuremath{\\times}",
    "σ": "\\ensuremath{\\sigma}",
    "µ": "\\textmu{}",
    "≥": "\\ensuremath{\\geq}",
    "≤": "\\ensuremath{\\leq}",
    "…": "\\ldots{}",
}
"""Hyphens stand apart, so that two of them make no dash."""


def json_text(value: object) -> str:
    """JSON for people and programs: terminal control sequences are escaped.

    Raises: ValueError for a number that JSON has not
    """
    return visible_json(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def _printable(text: str, keep: str = "\n") -> str:
    """Blanks in place of control characters, of what turns the direction of writing, and of all
    else that a format cannot hold or a reader cannot see."""
    if text.isprintable():  # as almost all are
        return text
    return "".join(c if c.isprintable() or c in keep else " " for c in text)
