"""What does not fit of a TOML document, with the line and column where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.contract.message import MOST_FAULTS, Message, phrase, plural
from workloads.toml.faults import Fault
from workloads.toml.places import Position, position_of


@dataclass(frozen=True)
class PlacedFault:
    """A clause about what does not fit, and where it stands; None where it is about the whole."""

    clause: Message
    position: Position | None = None

    @property
    def reported(self) -> Message:
        """The clause with its place in front."""
        if self.position is None:
            return self.clause
        return phrase(
            "line {line}, column {column}: {words}",
            line=self.position.line,
            column=self.position.column,
            words=self.clause,
        )


def placed(text: str, found: Iterable[Fault]) -> list[PlacedFault]:
    """Faults with the line and column that they are about: the first of them, since looking for
    each takes its time, and how many more there are."""
    known = list(found)
    first = [PlacedFault(e.clause, position_of(text, e.path)) for e in known[:MOST_FAULTS]]
    rest = len(known) - len(first)
    return [*first, PlacedFault(plural("and {n} more", "and {n} more", rest))] if rest else first
