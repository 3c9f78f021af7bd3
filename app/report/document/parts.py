"""What a report is made of, whoever writes it: sections of paragraphs, lists, tables and charts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from app.report.drawing.chart import Chart
from app.report.drawing.drawing import svg
from app.report.tables.text_table import TextTable
from engines.contract.message import Message

type Tone = Literal["plain", "headline", "lead", "caution", "method"]


class Reader(StrEnum):
    """For whom a report is made."""

    CLIENT = "client"
    """Who decides: the answer, on a few pages."""
    TECHNICAL = "technical"
    """Who has to believe it: charts and figures, each once."""
    FULL = "full"
    """Who measures again: everything."""


@dataclass(frozen=True)
class Paragraph:
    """Running text: “headline” is what the eye is to land on, “lead” what comes next, “method” how
    figures came about. `head` stands before it in bold."""

    text: str
    tone: Tone = "plain"
    head: str = ""

    def to_json(self) -> dict[str, object]:
        return {"kind": "paragraph", "text": self.text, "tone": self.tone, "head": self.head}


@dataclass(frozen=True)
class Heading:
    """Of what follows inside of a section; `level` 2 is below the section's own."""

    text: str
    level: int = 2

    def to_json(self) -> dict[str, object]:
        return {"kind": "heading", "text": self.text, "level": self.level}


@dataclass(frozen=True)
class ListBlock:
    """Sentences, one below the other, in the tone of a paragraph."""

    items: tuple[str, ...]
    tone: Tone = "plain"

    def to_json(self) -> dict[str, object]:
        """Its sentences and their tone."""
        return {"kind": "list", "items": list(self.items), "tone": self.tone}


@dataclass(frozen=True)
class TableBlock:
    """A table under its caption. Columns share the width by `shares`, where it has them."""

    caption: str
    table: TextTable
    shares: tuple[float, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Caption, head, lines, and the columns whose figures stand to the right."""
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
    """A chart over its caption, and for who cannot see it what it shows."""

    caption: str
    alternative: str
    chart: Chart

    def to_json(self) -> dict[str, object]:
        """With the drawing as SVG."""
        return {
            "kind": "chart",
            "caption": self.caption,
            "alternative": self.alternative,
            "svg": svg(self.chart),
        }


@dataclass(frozen=True)
class Sketch:
    """The picture of page one as SVG, a unit of which is a point, and what it shows."""

    alternative: str
    svg: str

    def to_json(self) -> dict[str, object]:
        """As a chart without a caption."""
        return {
            "kind": "chart",
            "caption": "",
            "alternative": self.alternative,
            "svg": self.svg,
        }


@dataclass(frozen=True)
class BoxedText:
    """A card: what is asked in small letters over the answer, and a few lines."""

    title: str
    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Cards:
    """Cards beside each other."""

    items: tuple[BoxedText, ...]

    def to_json(self) -> dict[str, object]:
        items = [
            {"title": each.title, "head": each.head, "lines": list(each.lines)}
            for each in self.items
        ]
        return {"kind": "cards", "items": items}


@dataclass(frozen=True)
class Verbatim:
    """Text line by line, such as a plan file; without a caption where it needs none."""

    caption: str
    text: str

    def to_json(self) -> dict[str, object]:
        return {"kind": "verbatim", "caption": self.caption, "text": self.text}


@dataclass(frozen=True)
class ImageBlock:
    """A PNG, its name, whose it is, and what there is to say of it."""

    name: str
    whose: str
    message: str
    data: bytes

    @property
    def alternative(self) -> str:
        """For who cannot see it."""
        return " ".join(filter(None, (f"{self.name}: {self.whose}.", self.message)))


@dataclass(frozen=True)
class Pictures:
    """Pictures beside each other over one caption."""

    caption: str
    items: tuple[ImageBlock, ...]

    def to_json(self) -> dict[str, object]:
        """With the bytes of each as numbers."""
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


def tabled(caption: Message, table: TextTable, *method: Message) -> Iterator[Block]:
    """A table behind how it came about, in a list where that takes several sentences; nothing where
    it has no lines."""
    if table.lines:
        if len(method) > 1:
            yield ListBlock(tuple(map(str, method)), "method")
        else:
            yield from (Paragraph(str(each), "method") for each in method)
        yield TableBlock(str(caption), table)


@dataclass(frozen=True)
class Section:
    """A chapter; a wide one has tables that want paper in landscape."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    wide: bool = False

    def to_json(self) -> dict[str, object]:
        """All of it as plain values."""
        return {
            "name": self.name,
            "title": self.title,
            "wide": self.wide,
            "blocks": [each.to_json() for each in self.blocks],
        }


@dataclass(frozen=True)
class Cover:
    """Who hands what to whom. A logo is a picture, PNG, JPEG or SVG."""

    client: str = ""
    consultant: str = ""
    date: str = ""
    logo: Path | None = None


@dataclass(frozen=True)
class Document:
    """A report: what stands on its first page, and its sections. `facts` are names and values;
    `contents` is whether paper has a list of sections, with pages."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    description: str
    program: str
    contents: bool = False
    at: float = 0.0
    """When what it tells of had been measured, in seconds since 1970."""
    language: str = "en"
    """As documents name it: “pt-BR”."""
    measured: str = ""
    """By which program, in words."""
    contents_title: str = ""
    """What stands above the list of sections."""
    byline: tuple[str, ...] = ()
    """For whom, by whom, when: what page one has room for."""

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
