"""Sections of a report for page one, and for the lists behind it: conditions, reasons of marks,
what was not measured."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

from app.report.document.document_blocks import (
    Block,
    BoxedText,
    Cards,
    Heading,
    ListBlock,
    Paragraph,
    Sketch,
    TableBlock,
)
from app.report.drawing.protections import EXCLUSION_WORDS, SEARCH_BY, ProtectionRow
from app.report.drawing.protections_drawing import picture_svg
from app.report.figures.answer import CampaignAnswer, answer_of
from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.build_page_one import page_one
from app.report.page_one.model import PageOne
from app.report.tables.text_table import TextTable
from app.report.words.cost_words import cost_label
from app.report.words.protection_names import bounds_cell
from app.results.records import EvidenceFinding, SearchArea
from engines.contract.data_place import PlaceName
from engines.contract.message import Message, listed, phrase, with_semicolons

# The sentence on where evidence was searched, and what could not be read.


class _Kind(StrEnum):
    FILES = "files"
    LOGS = "logs"
    MEMORY = "memory"


_LOGS = frozenset(
    {
        PlaceName.WRITE_AHEAD_LOG,
        PlaceName.REDO_LOG,
        PlaceName.UNDO,
        PlaceName.BINARY_LOG,
        PlaceName.ARIA_LOG,
        PlaceName.SERVER_LOG,
    }
)


def searched_words(traces: Collection[EvidenceFinding]) -> Message:
    """That files, logs and memory were searched for data and keys, and what could not be read on
    which servers."""
    servers: dict[tuple[_Kind, ...], list[str]] = {}
    for name in dict.fromkeys(each.server for each in traces):
        unread = _unread([each for each in traces if each.server == name])
        servers.setdefault(unread, []).append(name)
    places = [
        _OF.with_values(what=listed(_WORDS[each] for each in unread), servers=", ".join(names))
        for unread, names in servers.items()
        if unread
    ]
    if not places:
        return _ALL
    nothing = servers.keys() == {tuple(_Kind)}
    return (_NOTHING if nothing else _SOME).with_values(unread=with_semicolons(places))


def _unread(traces: Sequence[EvidenceFinding]) -> tuple[_Kind, ...]:
    """What of one server nobody could look into; one without any log has nothing there to read."""
    known = {each for each in map(_kind, traces) if each is not None}
    read = {_kind(each) for each in traces if each.files or each.found is not None}
    expected = {_Kind.FILES, _Kind.MEMORY, *known, *(() if _Kind.FILES in read else {_Kind.LOGS})}
    return tuple(each for each in _Kind if each in expected and each not in read)


def _kind(trace: EvidenceFinding) -> _Kind | None:
    match trace.ground:
        case SearchArea.FILES:
            return _Kind.LOGS if trace.place in _LOGS else _Kind.FILES
        case SearchArea.MEMORY:
            return _Kind.MEMORY
    return None


_WORDS = {
    _Kind.FILES: phrase("files"),
    _Kind.LOGS: phrase("logs"),
    _Kind.MEMORY: phrase("memory"),
}
_ALL = phrase(
    "Files, logs and memory were searched for data and keys: finding nothing is no proof."
)
_SOME = phrase(
    "Data and keys were searched for: finding nothing is no proof. Could not be read: {unread}."
)
_NOTHING = phrase("Data and keys were not searched for. Could not be read: {unread}.")
_OF = phrase("{what} of {servers}")


type Blocks = Iterator[Block]


def summary(report: CampaignReport) -> Blocks:
    """The headline, the picture, three cards."""
    page = page_one(report)
    yield Paragraph(str(page.headline.message), "headline")
    about = [str(page.about), *map(str, page.requirements)]
    yield Paragraph(" · ".join(filter(None, about)), "method")
    if any(True for _ in page.rows):
        yield Sketch(str(_SHOWN.with_values(headline=page.headline.message)), picture_svg(page))
    yield Cards(
        tuple(
            BoxedText(
                str(each.title),
                str(each.head.message),
                tuple(str(one.message) for one in each.lines),
            )
            for each in page.cards
        )
    )


def conditions_and_reasons(report: CampaignReport, *, picture_as_table: bool = True) -> Blocks:
    """Page two: conditions and steps, why each mark is so and what evidence found, the picture of
    page one as a table too (`picture_as_table`), and what was not measured."""
    page, answer = page_one(report), answer_of(report)
    steps = tuple(_steps(answer))
    if steps:
        yield Heading(str(_STEPS))
        yield ListBlock(steps)
    if page.columns:
        if picture_as_table:
            shares = (1, 2.2, 1, 1.5, *[0.9] * len(page.columns), 1.1)
            yield TableBlock(str(_AS_TABLE), picture_table(page), shares)
        yield Heading(str(_REASONS))
        searched = (str(searched_words(report.evidence)),) if report.evidence else ()
        yield ListBlock((*_reasons(page), *searched))
    missing = tuple(_not_measured(page))
    if missing:
        yield Heading(str(_NOT_MEASURED))
        yield ListBlock(missing)


def _steps(answer: CampaignAnswer) -> Iterator[str]:
    """Conditions of what is advised, each once, with its servers where it holds of some alone."""
    found: dict[str, tuple[Message, list[str]]] = {}
    for each in answer.recommended_or_relaxed:
        for one in each.conditions:
            found.setdefault(one.code.value, (one.message, []))[1].append(each.candidate.server)
    every = {each.candidate.server for each in answer.recommended_or_relaxed}
    for words, there in found.values():
        names = ", ".join(dict.fromkeys(there))
        yield str(words if {*there} == every else _ON.with_values(servers=names, words=words))


def _reasons(page: PageOne) -> Iterator[str]:
    """Each reason once, with what it is of and the protections that have it."""
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in page.rows:
        if row.baseline:
            continue
        for what, why in row.reasons:
            named = found.setdefault((str(what), str(why)), {})
            named.setdefault(_full_name(row), []).append(row.server)
    order = {what: at for at, what in enumerate(dict.fromkeys(what for what, _ in found))}
    for (title, reason), named in sorted(found.items(), key=lambda each: order[each[0][0]]):
        names = [
            str(_NAMED.with_values(name=name, servers=", ".join(dict.fromkeys(servers))))
            for name, servers in named.items()
        ]
        yield str(_REASON.with_values(what=title, why=reason, names="; ".join(names)))


def _full_name(row: ProtectionRow) -> str:
    return " ".join(filter(None, (str(row.name), str(row.where.values.get("one", row.where)))))


def picture_table(page: PageOne) -> TextTable:
    """The rows of the picture in words."""
    titles = [*(column.message for column in page.columns), *([SEARCH_BY] if page.columns else [])]
    head = [str(each) for each in (_SERVER, _PROTECTION, _COST, _INTERVAL, *titles)]
    lines = [
        (
            row.server,
            ", ".join(filter(None, (str(row.name), str(row.where)))),
            str(row.missing or cost_label(row.cost)),
            bounds_cell(row.cost),
            *_marks(row, len(titles)),
        )
        for row in page.rows
    ]
    return TextTable(head, lines, ())


def _marks(row: ProtectionRow, columns: int) -> Sequence[str]:
    """Those of all columns; of a server on which nothing could be measured there are none."""
    if not row.marks:
        return [""] * columns
    words = (str(EXCLUSION_WORDS[each.exclusion]) + " •" * each.found for each in row.marks)
    return [*words, str(row.search.sign)]


def _not_measured(page: PageOne) -> Iterator[str]:
    servers = [row.server for row in page.rows if row.proposed]
    if servers:
        yield str(_PROPOSED.with_values(servers=_names(servers)))
    if page.left_out:
        yield str(_LEFT_OUT.with_values(n=page.left_out))


def _names(servers: Sequence[str]) -> Message:
    return listed([Message(each) for each in dict.fromkeys(servers)])


_SHOWN = phrase("{headline} The next page has the picture as a table.")
_STEPS = phrase("Conditions and steps")
_REASONS = phrase("Why each mark, and what evidence found")
_AS_TABLE = phrase("The picture as a table (•: found on these servers)")
_NOT_MEASURED = phrase("What was not measured")
_ON = phrase("On {servers}: {words}")
_NAMED = phrase("{name} ({servers})")
_REASON = phrase("{what}: {why} {names}.")
_SERVER, _PROTECTION, _COST = phrase("Server"), phrase("Protection"), phrase("Cost")
_INTERVAL = phrase("95 % interval")
_PROPOSED = phrase(
    "AES-256-GCM in the application on {servers}. In the window: Results, Summary, Measure."
)
_LEFT_OUT = phrase("{n} weaker protections are in the table of costs, not in the picture.")
