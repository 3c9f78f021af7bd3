"""Tables of what a search for evidence found, by place, threat and finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.evidence.finding_tables import erasure_lines, tables, threat_lines
from app.evidence.threats import threats, threats_in
from app.report.tables.text_table import TextTable
from app.report.words.terms import DETAILS, PLACE, PROTECTION, SERVER, THREATS, heads
from app.results.records import EvidenceFinding, SearchSubject
from engines.contract.message import phrase


def place_tables(evidence: Sequence[EvidenceFinding]) -> Iterator[tuple[str, TextTable]]:
    """A server's name and its table, for each where planted markers were found."""
    for table in tables(evidence):
        yield table.server, TextTable(heads(PLACE, *table.protections), table.lines, ())


def threats_table(evidence: Sequence[EvidenceFinding]) -> TextTable:
    threats_seen = threats_in(threats(evidence))
    head = heads(SERVER, PROTECTION, *(THREATS[threat] for threat in threats_seen))
    return TextTable(head, threat_lines(evidence), ())


def findings_by_threat_table(evidence: Sequence[EvidenceFinding]) -> TextTable:
    lines = [(r.server, r.protection, str(THREATS[r.threat]), r.detail) for r in threats(evidence)]
    return TextTable(heads(SERVER, PROTECTION, phrase("threat"), DETAILS), lines, ())


def findings_table(evidence: Sequence[EvidenceFinding]) -> TextTable:
    """All that was found or could not be searched."""
    found = [
        (each.server, each.protection, str(_SUBJECTS[each.subject]), str(each.where), each.detail)
        for each in evidence
        if each.found is not False
    ]
    head = heads(SERVER, PROTECTION, phrase("searched for"), PLACE, DETAILS)
    return TextTable(head, found, ())


def erasure_table(evidence: Sequence[EvidenceFinding]) -> TextTable:
    """What remained of a row whose data key was deleted."""
    head = heads(SERVER, PROTECTION, phrase("key or row"), DETAILS)
    return TextTable(head, erasure_lines(evidence), ())


_SUBJECTS = {
    SearchSubject.MARKER: phrase("marker"),
    SearchSubject.KEY: phrase("key"),
    SearchSubject.DELETED: phrase("deleted key"),
}
EVIDENCE_METHOD = phrase(
    "A random marker was stored as protected text under each protection, committed and written to "
    "disk. Then everything that the server writes was searched for the key and for the marker, in "
    "plain and in the encodings that engines use. “Not found” counts only where plaintext "
    "was found."
)
