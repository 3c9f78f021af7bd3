"""The class `TextTable`, a table of texts for terminals, Markdown, HTML and PDF."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.system.escaping import markdown_text, pipe_table
from engines.contract.message import Message


@dataclass(frozen=True)
class TextTable:
    """A head and lines; the columns with the indices `right` are aligned to the right."""

    head: Sequence[str]
    lines: Sequence[Sequence[str]]
    right: Collection[int]

    def columns(self, names: Sequence[Message]) -> TextTable:
        """The table with only the columns of these names."""
        wanted = {str(each) for each in names}
        columns = [at for at, name in enumerate(self.head) if name in wanted]
        lines = [[line[at] for at in columns] for line in self.lines]
        right = [new for new, at in enumerate(columns) if at in self.right]
        return TextTable([self.head[at] for at in columns], lines, right)


def markdown_heading(title: Message, level: int = 2) -> str:
    return f"{'#' * level} {markdown_text(str(title))}"


def markdown_table(table: TextTable) -> str:
    return pipe_table(table.head, table.lines, table.right)
