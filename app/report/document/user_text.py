"""The user's own text for a report, in Markdown: notes, a recommendation, remarks on sections. It
is parsed into blocks, so that no format takes anything in it for its own markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.report.document.document_blocks import (
    Block,
    Heading,
    ListBlock,
    Paragraph,
    TableBlock,
    Verbatim,
)
from app.report.tables.text_table import TextTable
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, phrase
from engines.inspection.regular_files import expanded, read_text, why_not_read

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

NOTES, RECOMMENDATION = "notes", "recommendation"
_MOST_MB = 1
_MOST_CHARACTERS = 100_000
"""Some forty pages. A megabyte of brackets took the parser minutes, and one of lists gigabytes."""

type UserSections = Mapping[str, tuple[Block, ...]]
"""By the name of the section that they belong to."""


def read_user_text(path: Path) -> str:
    """The text of a file.

    Raises: InputError where it cannot be read, or is too long
    """
    try:
        text = read_text(expanded(path), _MOST_MB)
    except (OSError, ValueError) as error:
        raise _unreadable(path, why_not_read(error)) from error
    if len(text) > _MOST_CHARACTERS:
        most = Number(_MOST_CHARACTERS)
        raise _unreadable(path, phrase("it has more than {most} characters", most=most))
    return text


def _unreadable(path: Path, reason: Message | str) -> InputError:
    return InputError(
        phrase("File not read"),
        phrase("{path} cannot be read: {reason}."),
        phrase("Choose an existing text file of at most {most} characters."),
        path=path,
        reason=reason,
        most=Number(_MOST_CHARACTERS),
    )


def check_headings(text: str, titles: Mapping[str, Message]) -> None:
    """Whether each heading of the first level names a section, as those of a file must.

    Raises: InputError for one that does not
    """
    known = _names(titles)
    for node in _parsed(text):
        if node.type == "heading" and node.tag == "h1" and _key(_text(node)) not in known:
            raise InputError(
                phrase("Unknown section"),
                phrase("The heading “{heading}” names no section of a report."),
                phrase("Sections: {known}. For a heading of your own, use “##”."),
                heading=_text(node),
                known=", ".join(titles),
            )


def user_sections(text: str, titles: Mapping[str, Message]) -> UserSections:
    """The text by section: what is below a heading with a section's name or title. Text above all
    of these belongs to the notes."""
    known = _names(titles)
    found: dict[str, list[Block]] = {}
    section, above = NOTES, str(titles[NOTES])
    for node in _parsed(text):
        if node.type == "heading":
            above = _text(node)
            if _key(above) in known:
                section = known[_key(above)]
                continue
        found.setdefault(section, []).extend(_blocks(node, above))
    return {name: tuple(blocks) for name, blocks in found.items()}


def _names(titles: Mapping[str, Message]) -> Mapping[str, str]:
    """The sections by whatever a heading may call them: titles are known in English, too."""
    return {
        _key(each): name
        for name, title in titles.items()
        for each in (title.english(), str(title), name)
    }


def _key(heading: str) -> str:
    return " ".join(heading.split()).rstrip(":").casefold()


def _parsed(text: str) -> list[SyntaxTreeNode]:
    if not text.strip():
        return []
    from markdown_it import MarkdownIt  # few campaigns have notes
    from markdown_it.tree import SyntaxTreeNode

    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    return SyntaxTreeNode(tokens).children


def _blocks(node: SyntaxTreeNode, above: str) -> Iterator[Block]:
    match node.type:
        case "heading":
            yield Heading(_text(node))
        case "paragraph":
            if text := _text(node):
                yield Paragraph(text)
        case "bullet_list" | "ordered_list":
            yield ListBlock(tuple(_items(node)))
        case "blockquote":
            for each in node.children:
                yield from _blocks(each, above)
        case "table":
            yield _table(node, above)
        case "fence" | "code_block":
            yield Verbatim("", node.content.rstrip("\n"))


def _items(node: SyntaxTreeNode) -> Iterator[str]:
    """Those of a list, and of lists in them, one after another; numbers of theirs stay."""
    numbered = node.type == "ordered_list"
    for number, item in enumerate(node.children, int(node.attrs.get("start", 1) or 1)):
        texts = [each for each in item.children if each.type not in _LISTS]
        words = " ".join(filter(None, map(_text, texts)))
        yield f"{number}. {words}" if numbered else words
        for each in item.children:
            if each.type in _LISTS:
                yield from _items(each)


_LISTS = ("bullet_list", "ordered_list")


def _table(node: SyntaxTreeNode, caption: str) -> TableBlock:
    rows = [
        [_text(cell) for cell in row.children] for part in node.children for row in part.children
    ]
    head, *lines = rows
    right = [
        at
        for at, cell in enumerate(node.children[0].children[0].children)
        if "right" in str(cell.attrs.get("style", ""))
    ]
    return TableBlock(caption, TextTable(head, lines, right))


def _text(node: SyntaxTreeNode) -> str:
    """The words of a block, on one line."""
    return " ".join("".join(_pieces([node])).split())


def _pieces(nodes: Iterable[SyntaxTreeNode]) -> Iterator[str]:
    for node in nodes:
        if node.type == "link":
            words = "".join(_pieces(node.children))
            address = str(node.attrs.get("href", ""))
            yield words if address in ("", words) else f"{words} ({address})"
        elif node.children and node.type != "image":
            yield from _pieces(node.children)
        elif node.type in ("softbreak", "hardbreak"):
            yield " "
        else:
            yield node.content
