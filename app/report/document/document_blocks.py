"""The classes that a report consists of, independent of its format: sections of blocks (paragraphs,
lists, tables, charts)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from app.report.drawing.chart import Chart
from app.report.drawing.chart_drawing import svg
from app.report.tables.text_table import TextTable
from engines.contract.message import Message

type Tone = Literal["plain", "headline", "lead", "caution", "method"]


class Reader(StrEnum):
    CLIENT = "client"
    """Decides: the answer, on a few pages."""
    TECHNICAL = "technical"
    """Checks it: charts and figures, each once."""
    FULL = "full"
    """Repeats it: everything."""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph with a bold `head` in front. Tones: “headline” is the largest, “lead” the next,
    “method” explains how figures were made."""

    text: str
    tone: Tone = "plain"
    head: str = ""

    def to_json(self) -> dict[str, object]:
        return {"kind": "paragraph", "text": self.text, "tone": self.tone, "head": self.head}


@dataclass(frozen=True)
class Heading:
    """Inside a section, whose own heading is level 1."""

    text: str
    level: int = 2

    def to_json(self) -> dict[str, object]:
        return {"kind": "heading", "text": self.text, "level": self.level}


@dataclass(frozen=True)
class ListBlock:
    items: tuple[str, ...]
    tone: Tone = "plain"

    def to_json(self) -> dict[str, object]:
        return {"kind": "list", "items": list(self.items), "tone": self.tone}


@dataclass(frozen=True)
class TableBlock:
    """A table below its caption; `shares`: relative widths of the columns, if given."""

    caption: str
    table: TextTable
    shares: tuple[float, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "table",
            "caption": self.caption,
            "head": list(self.table.head),
            "lines": [list(line) for line in self.table.lines],
            "right": sorted(self.table.right),
            "shares": list(self.shares),
        }


@dataclass(frozen=True)
class ChartBlock:
    """A chart above its caption; `alternative` describes it for people who cannot see it."""

    caption: str
    alternative: str
    chart: Chart

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "chart",
            "caption": self.caption,
            "alternative": self.alternative,
            "svg": svg(self.chart),
        }


@dataclass(frozen=True)
class Sketch:
    """The picture of page one as SVG in points."""

    alternative: str
    svg: str

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "chart",
            "caption": "",
            "alternative": self.alternative,
            "svg": self.svg,
        }


@dataclass(frozen=True)
class BoxedText:
    """A card: the question small above the answer (`head`), and a few lines."""

    title: str
    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Cards:
    items: tuple[BoxedText, ...]

    def to_json(self) -> dict[str, object]:
        items = [
            {"title": each.title, "head": each.head, "lines": list(each.lines)}
            for each in self.items
        ]
        return {"kind": "cards", "items": items}


@dataclass(frozen=True)
class Verbatim:
    caption: str
    text: str

    def to_json(self) -> dict[str, object]:
        return {"kind": "verbatim", "caption": self.caption, "text": self.text}


@dataclass(frozen=True)
class ImageBlock:
    """A PNG; `whose` names its protection or source, `message` comments on it."""

    name: str
    whose: str
    message: str
    data: bytes

    @property
    def alternative(self) -> str:
        return " ".join(filter(None, (f"{self.name}: {self.whose}.", self.message)))


@dataclass(frozen=True)
class Pictures:
    """In a row above one caption."""

    caption: str
    items: tuple[ImageBlock, ...]

    def to_json(self) -> dict[str, object]:
        items = [
            {
                "name": each.name,
                "whose": each.whose,
                "said": each.message,
                "alternative": each.alternative,
                "bytes": list(each.data),
            }
            for each in self.items
        ]
        return {"kind": "pictures", "caption": self.caption, "items": items}


type Block = (
    Paragraph | Heading | ListBlock | TableBlock | ChartBlock | Sketch | Cards | Pictures | Verbatim
)


def table_blocks(caption: Message, table: TextTable, *method: Message) -> Iterator[Block]:
    """A table after the sentences on its method; nothing if it has no lines."""
    if table.lines:
        if len(method) > 1:
            yield ListBlock(tuple(map(str, method)), "method")
        else:
            yield from (Paragraph(str(each), "method") for each in method)
        yield TableBlock(str(caption), table)


@dataclass(frozen=True)
class Section:
    """A chapter; a `wide` one is printed in landscape."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    wide: bool = False

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "title": self.title,
            "wide": self.wide,
            "blocks": [each.to_json() for each in self.blocks],
        }


@dataclass(frozen=True)
class Cover:
    """For a report to a client. The logo is a PNG, JPEG or SVG."""

    client: str = ""
    consultant: str = ""
    date: str = ""
    logo: Path | None = None


@dataclass(frozen=True)
class Document:
    """A report. `facts` of its first page are pairs of name and value; `contents`: with a table of
    contents in print."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    description: str
    program: str
    contents: bool = False
    at: float = 0.0
    """End of the measurement, in seconds since 1970."""
    language: str = "en"
    """BCP 47: “pt-BR”."""
    measured: str = ""
    """Names the program that measured."""
    contents_title: str = ""
    """Heading of the table of contents."""
    byline: tuple[str, ...] = ()
    """For whom, by whom, when; on page one."""

    def to_json(self) -> dict[str, object]:
        """As templates get it (docs/report.md)."""
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "description": self.description,
            "program": self.program,
            "contents": self.contents,
            "language": self.language,
            "measured": self.measured,
            "contents_title": self.contents_title,
            "byline": list(self.byline),
            "facts": [list(each) for each in self.facts],
            "sections": [each.to_json() for each in self.sections],
        }

    def blocks(self) -> Iterator[Block]:
        for section in self.sections:
            yield from section.blocks
