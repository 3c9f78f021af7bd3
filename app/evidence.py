"""`cipherbench evidence`: what was seen, as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

import click

from app.patterns.exhibit import Exhibit
from app.results.evidence import found_text, tables, threat_lines
from app.results.threats import Threat, threats
from app.terminal import print_table


def print_evidence(evidence: Sequence[Exhibit]) -> None:
    """Per server a table of places × protections with what was found in full, then the threats."""
    every = range(len(evidence) + len(Threat))  # as many columns as there can be
    for table in tables(evidence):
        click.echo(f"\n{table.server}")
        print_table(
            ("place", *table.protections),
            [
                (place, *(found_text(table.cells.get((place, name))) for name in table.protections))
                for place in table.places
            ],
            left=every,
        )
        for exhibit in table.cells.values():
            if exhibit.found is not False:
                click.echo(f"  {exhibit.protection}, {exhibit.place}: {exhibit.detail}")
    click.echo("\nWho gets at what")
    print_table(("server", "protection", *Threat), threat_lines(evidence), left=every)
    for row in threats(evidence):
        click.echo(f"  {row.server}, {row.protection}, {row.threat}: {row.detail}")
