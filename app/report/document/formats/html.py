"""A report as one HTML file that needs nothing else: no network, no script, no other file."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

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
    Verbatim,
)
from app.report.document.formats.logo import load_logo
from app.report.document.formats.template_files import template_text
from app.report.drawing.chart_drawing import svg
from app.report.figures.campaign_report import CampaignReport
from app.system.escaping import html_text
from engines.contract.errors import InputError
from engines.contract.message import Number, phrase

_PLACE = re.compile(r"\{\{ *([a-z]+)(?: +([a-z]+))? *\}\}")
_SHORT = 24
"""Letters of a figure that stays on one line with its unit."""
_MEDIA = {"png": "image/png", "jpg": "image/jpeg"}
_MOST_CHARACTERS = 100_000_000
"""Of what a user's template is filled in with: it may name all sections 80,000 times."""


def html_report(report: CampaignReport, options: ReportOptions, *others: CampaignReport) -> str:
    """The file. The same campaigns and options give the same text.

    Raises: InputError for a section, template or logo that cannot be used
    """
    document = build_document(report, options, *others)
    texts = _texts(document, options)
    sections = {each.name: "\n".join(_section(each)) for each in document.sections}
    source = template_text("report.html", options.template)
    room = _MOST_CHARACTERS

    def filled(match: re.Match[str]) -> str:
        nonlocal room
        name, which = match.groups()
        if name == "section" and which:
            text = sections.get(which, "")
        elif name not in texts or which:
            raise _unknown(match[0], texts)
        else:
            text = texts[name]
        room -= len(text)
        if room < 0 and options.template is not None:
            raise _too_long(options.template)
        return text

    return _PLACE.sub(filled, source)


def _texts(document: Document, options: ReportOptions) -> Mapping[str, str]:
    """What stands in a template's places."""
    return {
        "title": html_text(document.title),
        "subtitle": html_text(document.subtitle),
        "byline": html_text(" · ".join(document.byline)),
        "description": html_text(document.description),
        "program": html_text(document.program),
        "language": html_text(document.language),
        "measured": html_text(document.measured),
        "listing": html_text(document.contents_title),
        "facts": "\n".join(_facts(document)),
        "logo": _logo(options),
        "contents": "\n".join(_contents(document)),
        "first": _written(document.sections[:1]),
        "rest": _written(document.sections[1:]),
        "sections": _written(document.sections),
    }


def _written(sections: Iterable[Section]) -> str:
    return "\n".join(line for each in sections for line in _section(each))


def _facts(document: Document) -> Iterator[str]:
    for name, value in document.facts:
        yield f"<div><dt>{html_text(name)}</dt><dd>{html_text(value)}</dd></div>"


def _contents(document: Document) -> Iterator[str]:
    for each in document.sections:
        yield f'<li><a href="#{each.name}">{html_text(each.title)}</a></li>'


def _logo(options: ReportOptions) -> str:
    if options.cover.logo is None:
        return ""
    found = load_logo(options.cover.logo)
    source = f"data:{_MEDIA[found.format]};base64,{b64encode(found.data).decode()}"
    return f'<img class="logo" alt="Logo" src="{source}">'


def _section(section: Section) -> Iterator[str]:
    kind = ' class="wide"' if section.wide else ""
    yield f'<section id="{section.name}"{kind} aria-labelledby="{section.name}-title">'
    yield f'<h2 id="{section.name}-title">{html_text(section.title)}</h2>'
    for block in section.blocks:
        yield from _block(block)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text, tone, head):
            before = f"<strong>{html_text(head)}</strong> " if head else ""
            yield f'<p class="{tone}">{before}{html_text(text)}</p>'
        case Heading(text, level):
            yield f"<h{level + 1}>{html_text(text)}</h{level + 1}>"
        case ListBlock(items, tone):
            yield f'<ul class="{tone}">'
            yield from (f"<li>{html_text(each)}</li>" for each in items)
            yield "</ul>"
        case TableBlock():
            yield from _table(block)
        case Verbatim(caption, text):
            if caption:
                yield f"<h3>{html_text(caption)}</h3>"
            yield f"<pre>{html_text(text)}</pre>"
        case _:
            yield from _shown(block)


def _shown(block: ChartBlock | Sketch | Cards | Pictures) -> Iterator[str]:
    match block:
        case ChartBlock():
            yield from _drawn(block)
        case Sketch(alternative, drawing):
            yield f"<figure>{_described(drawing, alternative)}</figure>"
        case Cards(items):
            yield from _cards(items)
        case Pictures():
            yield from _pictures(block)


def _cards(items: Iterable[BoxedText]) -> Iterator[str]:
    yield '<div class="cards">'
    for each in items:
        lines = "".join(f"<p>{html_text(line)}</p>" for line in each.lines)
        asked = f'<p class="asked">{html_text(each.title)}</p>'
        yield f'<div>{asked}<p class="answer">{html_text(each.head)}</p>{lines}</div>'
    yield "</div>"


def _drawn(block: ChartBlock) -> Iterator[str]:
    yield "<figure>"
    yield _described(svg(block.chart), block.alternative)
    yield f"<figcaption>{html_text(block.caption)}</figcaption>"
    yield "</figure>"


def _pictures(block: Pictures) -> Iterator[str]:
    yield '<figure class="pictures">'
    for each in block.items:
        source = f"data:image/png;base64,{b64encode(each.data).decode()}"
        yield "<div>"
        yield f'<img alt="{html_text(each.alternative)}" src="{source}">'
        yield f"<p><strong>{html_text(each.name)}</strong> {html_text(each.whose)}</p>"
        if each.message:
            yield f'<p class="method">{html_text(each.message)}</p>'
        yield "</div>"
    yield f"<figcaption>{html_text(block.caption)}</figcaption>"
    yield "</figure>"


def _described(drawing: str, alternative: str) -> str:
    """A drawing with its alternative text in place of its title, as wide as the page has room."""
    return re.sub(
        "<title>.*?</title>", lambda _: f"<title>{html_text(alternative)}</title>", drawing, count=1
    ).strip()


def _table(block: TableBlock) -> Iterator[str]:
    table = block.table
    cell = _cells(table.right)
    yield '<div class="table">'
    yield "<table>"
    if block.caption:
        yield f"<caption>{html_text(block.caption)}</caption>"
    yield from _columns(block.shares)
    yield "<thead><tr>"
    yield "".join(cell(at, text, "th", "col") for at, text in enumerate(table.head))
    yield "</tr></thead>"
    yield "<tbody>"
    for line in table.lines:
        first, *rest = line
        cells = cell(0, first, "th", "row") + "".join(
            cell(at, text, "td", "") for at, text in enumerate(rest, 1)
        )
        yield f"<tr>{cells}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _columns(shares: Sequence[float]) -> Iterator[str]:
    if shares:
        whole = sum(shares)
        widths = (f'<col style="width: {100 * each / whole:.0f}%">' for each in shares)
        yield f"<colgroup>{''.join(widths)}</colgroup>"


def _cells(right: Collection[int]) -> Callable[[int, str, str, str], str]:
    """Writes a cell of a column: its text, its element, and what it is the head of."""

    def cell(at: int, text: str, element: str, scope: str) -> str:
        scope_attribute = f' scope="{scope}"' if scope else ""
        kind = ' class="n"' if at in right else ""
        words = html_text(text)
        if kind and element == "td" and len(text) <= _SHORT:
            words = words.replace(" ", "&nbsp;")
        return f"<{element}{scope_attribute}{kind}>{words}</{element}>"

    return cell


def _too_long(template: Path) -> InputError:
    return InputError(
        phrase("Template not usable"),
        phrase("{path} repeats placeholders until the report has more than {most} characters."),
        phrase("Name each placeholder once."),
        path=template,
        most=Number(_MOST_CHARACTERS),
    )


def _unknown(place: str, known: Mapping[str, str]) -> InputError:
    return InputError(
        phrase("Unknown placeholder"),
        phrase("The placeholder “{place}” is unknown."),
        phrase("Places: {known}, section NAME."),
        place=place,
        known=", ".join(known),
    )
