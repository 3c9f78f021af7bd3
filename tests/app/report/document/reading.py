"""What a reader, or a program that reads aloud, gets of a report."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import docx
from docx.oxml.ns import qn

from tests.requirements import lacking

_EMPTY = frozenset({"meta", "col", "img", "br", "link", "input"})


@dataclass
class Element:
    """A tag with its attributes, and the text inside."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """An HTML file taken apart; a tag that is not closed as it should be is an error."""

    source: str
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[Element, int]] = []
        self._message: list[str] = []
        self.feed(self.source)
        self.close()
        assert not self._open

    def all(self, *tags: str) -> list[Element]:
        return [each for each in self.elements if each.tag in tags]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        assert len(made.attributes) == len(attrs), attrs
        self.elements.append(made)
        if tag not in _EMPTY:
            self._open.append((made, len(self._message)))

    def handle_endtag(self, tag: str) -> None:
        element, first = self._open.pop()
        assert element.tag == tag
        element.text = "".join(self._message[first:])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._message.append(data)


def words(text: str) -> str:
    """Text without what only breaks its lines."""
    return re.sub(r"[\s\u200b]+", "", text)


def pdf_words(data: bytes) -> str:
    """All that a PDF says on its pages, without spaces and line breaks."""
    return words(_pdftotext("-raw", data))


def html_words(source: str) -> str:
    """All that an HTML file says on its page."""
    return words(Page(source).all("body")[0].text)


def docx_words(data: bytes) -> str:
    """All that a Word document says, in its paragraphs and its tables."""
    body = docx.Document(io.BytesIO(data)).element.body
    return words("".join(each.text or "" for each in body.iter(qn("w:t"))))


def printed(path: Path) -> str:
    """All that a PDF says, with its lines and columns."""
    return _pdftotext("-layout", path.read_bytes())


def _pdftotext(how: str, data: bytes) -> str:
    if shutil.which("pdftotext") is None:
        lacking("pdftotext", "Debian's poppler-utils is not here")
    read = ["pdftotext", how, "-", "-"]
    return subprocess.run(read, input=data, check=True, capture_output=True).stdout.decode()
