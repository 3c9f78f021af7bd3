"""A report as one HTML file that needs nothing else: no network, no script, no other file."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator, Mapping
from html import escape as html_escape

from app.report.campaign_report import CampaignReport
from app.report.charts.drawing import svg
from app.report.document.making import ReportOptions, document_of
from app.report.document.parts import (
    Block,
    Document,
    Drawn,
    Heading,
    Listing,
    Paragraph,
    Pictures,
    Section,
    Tabled,
    Verbatim,
)
from app.report.document.template import picture, template
from engines.contract.errors import InputError
from engines.contract.message import phrase

_PLACE = re.compile(r"\{\{ *([a-z]+)(?: +([a-z]+))? *\}\}")
_SHORT = 24
"""Letters of a figure that stays on one line with its unit."""
_MEDIA = {"png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml"}


def html_report(report: CampaignReport, options: ReportOptions) -> str:
    """The file. The same campaign and options give the same text.

    Raises: InputError for a section, template or logo that cannot be used
    """
    document = document_of(report, options)
    texts = _texts(document, options)
    sections = {each.name: "\n".join(_section(each)) for each in document.sections}
    source = template("report.html", options.template)

    def filled(match: re.Match[str]) -> str:
        name, which = match.groups()
        if name == "section" and which:
            return sections.get(which, "")
        if name not in texts or which:
            raise _unknown(match[0], texts)
        return texts[name]

    return _PLACE.sub(filled, source)


def _texts(document: Document, options: ReportOptions) -> Mapping[str, str]:
    """What stands in a template's places."""
    return {
        "title": escaped(document.title),
        "subtitle": escaped(document.subtitle),
        "description": escaped(document.description),
        "program": escaped(document.program),
        "facts": "\n".join(_facts(document)),
        "logo": _logo(options),
        "contents": "\n".join(_contents(document)),
        "sections": "\n".join(line for each in document.sections for line in _section(each)),
    }


def escaped(text: str) -> str:
    """Text in which nothing is markup, and no sign that HTML cannot hold."""
    return html_escape("".join(c if c.isprintable() or c == "\n" else " " for c in text))


def _facts(document: Document) -> Iterator[str]:
    for name, value in document.facts:
        yield f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>"


def _contents(document: Document) -> Iterator[str]:
    for each in document.sections:
        yield f'<li><a href="#{each.name}">{escaped(each.title)}</a></li>'


def _logo(options: ReportOptions) -> str:
    if options.cover.logo is None:
        return ""
    kind, data = picture(options.cover.logo)
    source = f"data:{_MEDIA[kind]};base64,{b64encode(data).decode()}"
    return f'<img class="logo" alt="Logo" src="{source}">'


def _section(section: Section) -> Iterator[str]:
    kind = ' class="wide"' if section.wide else ""
    yield f'<section id="{section.name}"{kind} aria-labelledby="{section.name}-title">'
    yield f'<h2 id="{section.name}-title">{escaped(section.title)}</h2>'
    for block in section.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text, tone):
            yield f'<p class="{tone}">{escaped(text)}</p>'
        case Heading(text):
            yield f"<h3>{escaped(text)}</h3>"
        case Listing(items):
            yield "<ul>"
            yield from (f"<li>{escaped(each)}</li>" for each in items)
            yield "</ul>"
        case Tabled():
            yield from _table(block)
        case Drawn():
            yield from _drawn(block)
        case Pictures():
            yield from _pictures(block)
        case Verbatim(caption, text):
            yield f"<h3>{escaped(caption)}</h3>"
            yield f"<pre>{escaped(text)}</pre>"


def _drawn(block: Drawn) -> Iterator[str]:
    yield "<figure>"
    yield _described(svg(block.chart), block.alternative)
    yield f"<figcaption>{escaped(block.caption)}</figcaption>"
    yield "</figure>"


def _pictures(block: Pictures) -> Iterator[str]:
    yield '<figure class="pictures">'
    for each in block.items:
        source = f"data:image/png;base64,{b64encode(each.data).decode()}"
        yield "<div>"
        yield f'<img alt="{escaped(each.alternative)}" src="{source}">'
        yield f"<p><strong>{escaped(each.name)}</strong> {escaped(each.whose)}</p>"
        if each.said:
            yield f'<p class="method">{escaped(each.said)}</p>'
        yield "</div>"
    yield f"<figcaption>{escaped(block.caption)}</figcaption>"
    yield "</figure>"


def _described(drawing: str, alternative: str) -> str:
    """A drawing with its alternative text in place of its title, as wide as the page has room."""
    return re.sub(
        "<title>.*?</title>", lambda _: f"<title>{escaped(alternative)}</title>", drawing, count=1
    ).strip()


def _table(block: Tabled) -> Iterator[str]:
    table = block.table
    cell = _cells(table.right)
    yield '<div class="table">'
    yield "<table>"
    yield f"<caption>{escaped(block.caption)}</caption>"
    yield "<thead><tr>"
    yield "".join(cell(at, text, "th", "col") for at, text in enumerate(table.head))
    yield "</tr></thead>"
    yield "<tbody>"
    for line in table.lines:
        first, *rest = line
        told = cell(0, first, "th", "row") + "".join(
            cell(at, text, "td", "") for at, text in enumerate(rest, 1)
        )
        yield f"<tr>{told}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _cells(right: Collection[int]) -> Callable[[int, str, str, str], str]:
    """Writes a cell of a column: its text, its element, and what it is the head of."""

    def cell(at: int, text: str, element: str, scope: str) -> str:
        told = f' scope="{scope}"' if scope else ""
        kind = ' class="n"' if at in right else ""
        words = escaped(text)
        if kind and element == "td" and len(text) <= _SHORT:
            words = words.replace(" ", "&nbsp;")
        return f"<{element}{told}{kind}>{words}</{element}>"

    return cell


def _unknown(place: str, known: Mapping[str, str]) -> InputError:
    return InputError(
        phrase("Unknown place in a template"),
        phrase("Nothing is known that could stand in place of “{place}”."),
        phrase("Places: {known}, section NAME."),
        place=place,
        known=", ".join(known),
    )
