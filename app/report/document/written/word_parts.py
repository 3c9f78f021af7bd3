"""Parts of a Word document that python-docx has no word for, as elements of its XML."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from app.system.documents import xml_text

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph as Written


def row_of(
    texts: Sequence[str],
    right: Collection[int],
    widths: Sequence[int],
    points: float,
    *,
    head: bool,
) -> Any:
    """One row; the head is repeated on each page, and no row is parted."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    row: Any = parse_xml(
        f"<w:tr {nsdecls('w')}><w:trPr><w:cantSplit/>"
        + ("<w:tblHeader/>" if head else "")
        + "</w:trPr></w:tr>"
    )
    for at, text in enumerate(texts):
        row.append(_cell(text, widths[at], points, bold=head, right=at in right))
    return row


def _cell(text: str, width: int, points: float, *, bold: bool, right: bool) -> Any:
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

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


def edge(name: str, colour: str) -> Any:
    """A thin line at one edge of a table; `colour` in hexadecimal."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    edge = OxmlElement(name)
    for key, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", colour)):
        edge.set(qn(f"w:{key}"), value)
    return edge


def add_field(paragraph: Written, kind: str, instruction: str = "") -> None:
    """One end of a field; its instruction follows the first."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    for each in (kind, "separate") if instruction else (kind,):
        mark = OxmlElement("w:fldChar")
        mark.set(qn("w:fldCharType"), each)
        run: Any = paragraph.add_run()
        run._r.append(mark)
        if instruction and each == kind:
            words = OxmlElement("w:instrText")
            words.set(qn("xml:space"), "preserve")
            words.text = f" {instruction} "
            run = paragraph.add_run()
            run._r.append(words)


def add_link(paragraph: Any, name: str, title: str) -> None:
    """A word that leads to a bookmark."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), name)
    link.append(paragraph.add_run(xml_text(title))._r)
    paragraph._p.append(link)


def add_bookmark(paragraph: Any, name: str, number: int) -> None:
    """What links lead to; no two of a document have the same number."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    for kind in ("w:bookmarkStart", "w:bookmarkEnd"):
        mark = OxmlElement(kind)
        mark.set(qn("w:id"), str(number))
        if kind == "w:bookmarkStart":
            mark.set(qn("w:name"), name)
        paragraph._p.append(mark)
