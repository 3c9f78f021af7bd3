"""A report as a Word document: real headings, tables whose first row repeats, charts as pictures
with a text for who cannot see them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from itertools import count, groupby
from pathlib import Path
from typing import Any

import docx
from docx.document import Document as Word
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.opc.exceptions import OpcError
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.section import Section as Pages
from docx.shared import Emu, Mm, Pt, RGBColor
from docx.text.paragraph import Paragraph as Written
from lxml.etree import LxmlError  # type: ignore[import-untyped]

from app.report.document.build_document import ReportOptions, build_document
from app.report.document.document_blocks import (
    Block,
    BoxedText,
    Cards,
    ChartBlock,
    Document,
    Heading,
    ListBlock,
    Paragraph,
    Pictures,
    Section,
    Sketch,
    TableBlock,
    Tone,
    Verbatim,
)
from app.report.document.formats.logo import load_logo
from app.report.document.formats.typesetting import convert_svg
from app.report.document.formats.word_template import not_word, word_template
from app.report.drawing.chart_drawing import svg
from app.report.figures.campaign_report import CampaignReport
from app.report.tables.text_table import TextTable
from app.system.escaping import xml_text
from engines.contract.message import phrase

# Parts of a Word document that python-docx has no word for, as elements of its XML.


def row_of(
    texts: Sequence[str],
    right: Collection[int],
    widths: Sequence[int],
    points: float,
    *,
    head: bool,
) -> Any:
    """One row; the head is repeated on each page, and no row is parted."""

    row: Any = parse_xml(
        f"<w:tr {nsdecls('w')}><w:trPr><w:cantSplit/>"
        + ("<w:tblHeader/>" if head else "")
        + "</w:trPr></w:tr>"
    )
    for at, text in enumerate(texts):
        row.append(_cell(text, widths[at], points, bold=head, right=at in right))
    return row


def _cell(text: str, width: int, points: float, *, bold: bool, right: bool) -> Any:

    cell: Any = parse_xml(
        f'<w:tc {nsdecls("w")}><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr>'
        '<w:p><w:pPr><w:spacing w:before="30" w:after="30"/>'
        + ('<w:jc w:val="right"/>' if right else "")
        + "</w:pPr><w:r><w:rPr>"
        + ("<w:b/>" if bold else "")
        + f'<w:sz w:val="{round(2 * points)}"/></w:rPr>'
        '<w:t xml:space="preserve"/></w:r></w:p></w:tc>'
    )
    cell.xpath(".//w:t")[0].text = xml_text(text)
    return cell


def _element(tag: str, /, **attributes: str) -> Any:
    """Tag and attributes are of Word's namespace."""
    element: Any = OxmlElement(f"w:{tag}")
    for key, value in attributes.items():
        element.set(qn(f"w:{key}"), value)
    return element


def borders(colour: str, *edges: str) -> Any:
    """Thin lines at these edges of a table; `colour` in hexadecimal."""
    made = _element("tblBorders")
    for each in edges:
        made.append(_element(each, val="single", sz="4", space="0", color=colour))
    return made


def add_field(paragraph: Written, kind: str, instruction: str = "") -> None:
    """One end of a field; its instruction follows the first."""
    for each in (kind, "separate") if instruction else (kind,):
        run: Any = paragraph.add_run()
        run._r.append(_element("fldChar", fldCharType=each))
        if instruction and each == kind:
            words = _element("instrText")
            words.set(qn("xml:space"), "preserve")
            words.text = f" {instruction} "
            run = paragraph.add_run()
            run._r.append(words)


def add_link(paragraph: Any, name: str, title: str) -> None:
    """A word that leads to a bookmark."""
    link = _element("hyperlink", anchor=name)
    link.append(paragraph.add_run(xml_text(title))._r)
    paragraph._p.append(link)


def add_bookmark(paragraph: Any, name: str, number: int) -> None:
    """What links lead to; no two of a document have the same number."""
    paragraph._p.append(_element("bookmarkStart", id=str(number), name=name))
    paragraph._p.append(_element("bookmarkEnd", id=str(number)))


_DPI, _SHARP = 180, 300
_MARGIN, _WIDTH, _HEIGHT = 20.0, 210.0, 297.0
"""Of a page in millimetres: A4 upright."""
_TALLEST = 225.0
_PICTURES_IN_A_ROW = 3
_INK, _MUTED, _WARNING, _LINE = "1B1F27", "596170", "8A4B00", "D5D9E0"


def docx_report(report: CampaignReport, options: ReportOptions, *others: CampaignReport) -> bytes:
    """The file. The same campaigns and options give the same bytes.

    Raises: InputError for a section, template or logo that cannot be used
    """
    document = build_document(report, options, *others)
    writer = _Writer(options.template)
    writer.write(document, options.cover.logo)
    return _same_each_time(writer.word)


class _Writer:
    """Writes one document behind what its template holds."""

    def __init__(self, template: Path | None) -> None:
        self.word = _opened(template)
        self._own = template is not None
        self._bookmarks = count(1)
        self._style_ids: dict[str, str | None] = {}
        if not self._own:
            _lay_out(self.word)

    def write(self, document: Document, own_logo: Path | None) -> None:
        _describe(self.word, document)
        if own_logo is not None:
            self._picture(load_logo(own_logo).data, "Logo", height=14.0)
        first = document.sections[0]
        if first.name == "summary":
            self._paragraph(" · ".join((document.title, *document.byline)), "Subtitle")
        else:
            self._paragraph(document.title, "Title")
            self._paragraph(document.subtitle, "Subtitle")
            self._facts(document)
        for wide, sections in groupby(document.sections, key=lambda each: each.wide):
            if wide != self._is_wide:
                self._turn()
            for section in sections:
                self._section(section)
                if section is first and first.name == "summary":
                    self._paragraph("").paragraph_format.page_break_before = True
                    self._facts(document)
                if document.contents and section is first:
                    self._contents(document.contents_title, document.sections)

    def _facts(self, document: Document) -> None:
        if document.facts:
            self._table(TextTable((), document.facts, ()), size=9.5)
        self._paragraph(document.measured, tone="method")

    @property
    def _is_wide(self) -> bool:
        pages = self._pages
        return (pages.page_width or 0) > (pages.page_height or 0)

    @property
    def _pages(self) -> Pages:
        return self.word.sections[-1]

    def _turn(self) -> None:
        """Go on upon pages that lie the other way."""

        before = self._pages
        wide = self._is_wide
        pages = self.word.add_section(WD_SECTION.NEW_PAGE)
        pages.orientation = WD_ORIENT.PORTRAIT if wide else WD_ORIENT.LANDSCAPE
        pages.page_width, pages.page_height = before.page_height, before.page_width

    def _room(self) -> tuple[float, float]:
        """Width and height of a page between its margins, in millimetres."""
        pages = self._pages
        wide = (pages.page_width or 0) - (pages.left_margin or 0) - (pages.right_margin or 0)
        high = (pages.page_height or 0) - (pages.top_margin or 0) - (pages.bottom_margin or 0)
        return wide / 36_000, high / 36_000

    def _contents(self, title: str, sections: Sequence[Section]) -> None:
        """A list of sections that Word brings up to date, with pages, when it is asked to."""
        self._paragraph(title, "Heading 2")
        paragraph = self._paragraph("")
        add_field(paragraph, "begin", 'TOC \\o "1-1" \\h \\z')
        for at, section in enumerate(sections):
            if at:
                paragraph = self._paragraph("")
            paragraph.paragraph_format.space_after = 0
            add_link(paragraph, section.name, section.title)
        add_field(paragraph, "end")

    def _section(self, section: Section) -> None:
        first, *others = section.blocks
        leads = isinstance(first, Paragraph) and first.tone == "headline"
        if isinstance(first, Paragraph) and leads:  # a headline stands in place of the title
            heading = self._paragraph(first.text, "Heading 1", tone="headline")
        else:
            heading = self._paragraph(section.title, "Heading 1")
        add_bookmark(heading, section.name, next(self._bookmarks))
        for block in others if leads else section.blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        match block:
            case Paragraph(text, tone, head):
                self._paragraph(text, tone=tone, head=head)
            case Heading(text, level):
                self._paragraph(text, f"Heading {level}")
            case ListBlock(items, tone):
                for each in items:
                    self._paragraph(each, "List Bullet", tone=tone)
            case TableBlock(caption, table):
                self._caption(caption)
                self._table(table)
            case Verbatim(caption, text):
                if caption:
                    self._paragraph(caption, "Heading 2")
                self._verbatim(text)
            case _:
                self._shown(block)

    def _shown(self, block: ChartBlock | Sketch | Cards | Pictures) -> None:
        match block:
            case ChartBlock():
                self._drawn(block)
            case Sketch(alternative, drawing):
                self._picture(convert_svg(drawing.encode(), "png", _SHARP), alternative)
            case Cards(items):
                self._cards(items)
            case Pictures():
                self._pictured(block)

    def _paragraph(
        self, text: str, style: str = "Normal", *, tone: Tone = "plain", head: str = ""
    ) -> Written:

        paragraph = self.word.add_paragraph()
        paragraph._p.style = self._style_id(style)
        if head:
            paragraph.add_run(f"{xml_text(head)} ").bold = True
        run = paragraph.add_run(xml_text(text))
        if tone == "headline":
            run.bold, run.font.size = True, Pt(18)
        elif tone == "lead":
            run.bold, run.font.size = True, Pt(12.5)
        elif tone == "method":
            run.font.size, run.font.color.rgb = Pt(9.5), RGBColor.from_string(_MUTED)
        elif tone == "caution":
            run.font.color.rgb = RGBColor.from_string(_WARNING)
        return paragraph

    def _style_id(self, name: str) -> str | None:
        """None for the usual one, and for one that the template has not. Asked of the library once:
        it goes through all styles."""

        if name not in self._style_ids:
            known = any(each.name == name for each in self.word.styles)
            part: Any = self.word.part
            found = part.get_style_id(name, WD_STYLE_TYPE.PARAGRAPH) if known else None
            self._style_ids[name] = found
        return self._style_ids[name]

    def _caption(self, text: str) -> None:
        if text:
            paragraph = self._paragraph(text, "Caption")
            paragraph.paragraph_format.keep_with_next = True

    def _verbatim(self, text: str) -> None:

        paragraph = self._paragraph("")
        run = paragraph.add_run(xml_text(text))
        run.font.name, run.font.size = "Courier New", Pt(7.5)

    def _drawn(self, block: ChartBlock) -> None:
        drawing = convert_svg(svg(block.chart).encode(), "png", _DPI)
        self._picture(drawing, block.alternative, keep=True)
        self._paragraph(block.caption, tone="method")

    def _cards(self, items: Sequence[BoxedText]) -> None:

        self._paragraph("").paragraph_format.space_after = 0
        table: Any = self.word.add_table(1, len(items))
        table.alignment = WD_TABLE_ALIGNMENT.CENTER
        table._tbl.tblPr.append(borders(_LINE, "top", "left", "bottom", "right", "insideV"))
        for cell, each in zip(table.rows[0].cells, items, strict=True):
            parts = ((each.title.upper(), 9.5, True), (each.head, 12.5, True),
                     *((line, 9.5, False) for line in each.lines))  # fmt: skip
            for at, (text, size, bold) in enumerate(parts):
                paragraph = cell.paragraphs[0] if at == 0 else cell.add_paragraph()
                paragraph.paragraph_format.space_after = Pt(3)
                paragraph.paragraph_format.space_before = Pt(0 if at else 5)
                run = paragraph.add_run(xml_text(text))
                run.font.size, run.bold = Pt(size), bold
                if at == 0:
                    run.font.color.rgb = RGBColor.from_string(_MUTED)

    def _pictured(self, block: Pictures) -> None:
        wide, _ = self._room()
        each_wide = wide / _PICTURES_IN_A_ROW - 2
        for each in block.items:
            self._picture(each.data, each.alternative, width=each_wide, keep=True)
            self._paragraph(f"{each.name}, {each.whose}. {each.message}".strip(), tone="method")
        self._paragraph(block.caption, tone="method")

    def _picture(
        self,
        data: bytes,
        alternative: str,
        *,
        width: float | None = None,
        height: float | None = None,
        keep: bool = False,
    ) -> None:
        """A picture as wide as it may be, in millimetres, or as high."""

        paragraph = self._paragraph("")
        paragraph.paragraph_format.keep_with_next = keep
        room_wide, room_high = self._room()
        if height is not None:
            shape = paragraph.add_run().add_picture(io.BytesIO(data), height=Mm(height))
        else:
            shape = paragraph.add_run().add_picture(io.BytesIO(data), width=Mm(width or room_wide))
            most = Mm(min(_TALLEST, room_high - 20))
            if shape.height > most:
                shape.width = Emu(shape.width * most // shape.height)
                shape.height = most
        properties: Any = shape._inline.docPr
        properties.set("descr", xml_text(alternative))

    def _table(self, table: TextTable, size: float | None = None) -> None:
        """Written row by row as XML: cell by cell through the library takes a minute for a
        thousand."""

        columns = len(table.head or table.lines[0])
        wide, _ = self._room()
        made: Any = self.word.add_table(0, columns)
        made.autofit = True
        element = made._tbl
        points = size or (6.5 if columns > 8 else 7.0 if columns > 5 else 8.0)
        shares = _shares(table, wide / (_LETTER_MM * points))
        for each, share in zip(made.columns, shares, strict=True):
            each.width = Mm(wide * share)
        widths = [int(wide * share * 56.7) for share in shares]
        rows = [table.head] if table.head else []
        for at, line in enumerate([*rows, *table.lines]):
            head = bool(table.head) and at == 0
            element.append(row_of(line, table.right, widths, points, head=head))
        element.tblPr.append(borders(_LINE, "insideH", "bottom"))
        self._paragraph("").paragraph_format.space_after = 0


def _shares(table: TextTable, room: float) -> list[float]:
    """Of a width of so many letters that each column gets: its longest word first, so that none is
    broken, and of what is left the more the longer its texts are."""
    lines = [table.head, *table.lines] if table.head else [*table.lines]
    words, texts = list[int](), list[int]()
    for column in zip(*lines, strict=True):
        longest = max((len(each) for cell in column for each in cell.split()), default=0)
        words.append(min(_LONGEST, longest) + _PADDING)
        texts.append(max(1, min(_MOST_TEXT, max(map(len, column))) - longest))
    left = max(0.0, room - sum(words)) / sum(texts)
    weights = [word + left * text for word, text in zip(words, texts, strict=True)]
    return [each / sum(weights) for each in weights]


_LETTER_MM = 0.2
"""How wide a letter is, in millimetres for each point of its size."""
_LONGEST, _PADDING, _MOST_TEXT = 24, 5, 60
"""Letters of a word that a column has room for, of what stands around it (heads are bold), and of
a text that counts."""


def _opened(template: Path | None) -> Word:
    """A document to write behind: the template of a user's own, or an empty one.

    Raises: InputError for a file that Word could not open either
    """
    if template is None:
        return docx.Document()
    data = word_template(template).data
    try:
        word = docx.Document(io.BytesIO(data))
        _see(word)
        has_room = _has_room(word.sections[-1])
    except (OpcError, LxmlError, *_STRANGE) as error:
        raise not_word(template, phrase("it is damaged")) from error
    if not has_room:
        raise not_word(template, phrase("its pages have no room for text"))
    return word


_STRANGE = (LookupError, ValueError, AttributeError, TypeError, OverflowError)
"""What python-docx raises for values and parts of other kinds."""


def _see(word: Word) -> tuple[object, ...]:
    """All that is written with: parts of another kind have none of it."""
    pages = word.sections[-1]
    names = [each.name for each in word.styles]
    return names, pages.page_width, pages.left_margin, word.core_properties.title


def _has_room(pages: Pages) -> bool:
    """Whether text has room on its pages, also if they are turned; sizes that it leaves open become
    ours."""

    sizes = {"page_width": _WIDTH, "page_height": _HEIGHT}
    margins = dict.fromkeys(("left_margin", "right_margin", "top_margin", "bottom_margin"), _MARGIN)
    for name, millimetres in (sizes | margins).items():
        if getattr(pages, name) is None:
            setattr(pages, name, Mm(millimetres))
    left, right, top, bottom = (getattr(pages, name) for name in margins)
    sides = (pages.page_width or 0, pages.page_height or 0)
    widest = max(left + right, top + bottom)
    return min(sides) - widest >= Mm(_LEAST) and max(sides) <= Mm(_MOST)


_LEAST, _MOST = 40.0, 2_000.0
"""Millimetres of a page that are for text, and of its longer side."""


def _lay_out(word: Word) -> None:
    """Paper and letters where no template has them."""

    pages = word.sections[0]
    pages.page_width, pages.page_height = Mm(_WIDTH), Mm(_HEIGHT)
    pages.left_margin = pages.right_margin = pages.top_margin = pages.bottom_margin = Mm(_MARGIN)
    sizes = {"Normal": 10.0, "Title": 24.0, "Subtitle": 12.0, "Heading 1": 16.0, "Heading 2": 12.0,
             "Heading 3": 10.5, "Caption": 9.0, "List Bullet": 10.0}  # fmt: skip
    for name, points in sizes.items():
        style: Any = word.styles[name]
        style.font.name, style.font.size = "Calibri", Pt(points)
        style.font.color.rgb = RGBColor.from_string(_MUTED if name == "Subtitle" else _INK)
        for attribute in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            # a theme's font comes before one that is named
            style.element.rPr.rFonts.attrib.pop(qn(f"w:{attribute}"), None)
    normal: Any = word.styles["Normal"]
    normal.paragraph_format.space_after = Pt(6)


def _describe(word: Word, document: Document) -> None:
    properties = word.core_properties
    when = datetime.fromtimestamp(document.at, UTC)
    properties.title, properties.subject = (
        xml_text(document.title)[:255],
        xml_text(document.subtitle)[:255],
    )
    properties.author, properties.last_modified_by = "", ""
    properties.comments, properties.language = "", document.language
    properties.created = properties.modified = when
    if document.language != "en":  # what Word checks spelling by
        for found in word.styles.element.iter(qn("w:lang")):
            found.set(qn("w:val"), document.language)


def _same_each_time(word: Word) -> bytes:
    """The file, with one time for all that is in it."""
    made, fixed = io.BytesIO(), io.BytesIO()
    word.save(made)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(fixed, "w") as target:
        for name in source.namelist():
            entry = zipfile.ZipInfo(name)
            target.writestr(entry, source.read(name), zipfile.ZIP_DEFLATED)
    return fixed.getvalue()
