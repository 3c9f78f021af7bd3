"""`cipherbench evidence`: what was seen, as text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.patterns.exhibit import Exhibit
from app.results.evidence import found_text, tables, threat_lines
from app.results.threats import Threat, threats

type PrintTable = Callable[[Sequence[str], Iterable[Sequence[str]]], None]


def print_evidence(
    evidence: Sequence[Exhibit], say: Callable[[str], None], print_table: PrintTable
) -> None:
    """Per server a table of places × protections with what was found in full, then the threats."""
    for table in tables(evidence):
        say(f"\n{table.server}")
        print_table(
            ("place", *table.protections),
            [
                (place, *(found_text(table.cells.get((place, name))) for name in table.protections))
                for place in table.places
            ],
        )
        for exhibit in table.cells.values():
            if exhibit.found is not False:
                say(f"  {exhibit.protection}, {exhibit.place}: {exhibit.detail}")
    say("\nWho gets at what")
    print_table(("server", "protection", *Threat), threat_lines(evidence))
    for row in threats(evidence):
        say(f"  {row.server}, {row.protection}, {row.threat}: {row.detail}")
