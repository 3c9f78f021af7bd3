"""The class `TextTable`, a table of texts for terminals, Markdown, HTML and PDF; the columns that
most tables of a campaign begin with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from app.plan.cell_key import CellKey
from app.report.words.protection_names import axis_head, case_figure, marked_names
from app.report.words.terms import OPERATION, PROTECTION, SERVER
from app.results.records import CampaignSnapshot
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


def place_heads(snapshot: CampaignSnapshot) -> tuple[Message | str, ...]:
    return SERVER, PROTECTION, axis_head(snapshot), OPERATION


def place_cells(snapshot: CampaignSnapshot) -> Callable[[CellKey], tuple[str, ...]]:
    """What stands below `place_heads` in the line of a key."""
    names = marked_names(snapshot.cells)
    return lambda key: (
        key.server,
        names[key.server, key.protection],
        case_figure(snapshot, key.case),
        key.operation,
    )


def markdown_heading(title: Message, level: int = 2) -> str:
    return f"{'#' * level} {markdown_text(str(title))}"


def markdown_table(table: TextTable) -> str:
    return pipe_table(table.head, table.lines, table.right)
