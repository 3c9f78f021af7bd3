"""What `cipherbench evidence` prints: what was seen, as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.command_line.common.terminal import print_table, show
from app.evidence.tables import erasure_lines, tables, threat_lines
from app.evidence.threats import Threat, threats, threats_to
from app.report.words.wording import Titles
from app.results.traces import EvidenceFinding


def print_evidence(
    evidence: Sequence[EvidenceFinding], names: Mapping[tuple[str, str], str], called: Titles
) -> None:
    """Per server a table of places × protections with what was found in full, then the threats.

    `names` has protections with their marks, by server and protection, and `called` what people
    call them.
    """
    every = range(len(evidence) + len(Threat))  # as many columns as there can be
    for table in tables(evidence):
        show("")
        show(table.server)
        print_table(
            ("place", *(names.get((table.server, p), p) for p in table.protections)),
            table.lines,
            left=every,
        )
        for trace in table.cells.values():
            if trace.found is not False:
                title = called.get((trace.server, trace.protection), trace.protection)
                show(f"  {title}, {trace.where}: {trace.detail}")
    show("")
    show("Who can read what")
    lines = [
        (server, names.get((server, protection), protection), *gets)
        for server, protection, *gets in threat_lines(evidence)
    ]
    rows = threats(evidence)
    print_table(("server", "protection", *threats_to(rows)), lines, left=every)
    for row in rows:
        title = called.get((row.server, row.protection), row.protection)
        show(f"  {row.server}, {title}, {row.threat}: {row.detail}")
    for server, protection, left, sentence in erasure_lines(evidence):
        title = called.get((server, protection), protection)
        show(f"  {server}, {title}, deleted key: {left}. {sentence}")
