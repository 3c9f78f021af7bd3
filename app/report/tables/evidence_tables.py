"""Tables of what a search for evidence found, by place, threat and finding; the same as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from app.evidence.threats import SEEN, Threat, ThreatRow, threats, threats_in
from app.report.tables.text_table import TextTable
from app.report.words.terms import DETAILS, PLACE, PROTECTION, SERVER, THREATS, heads
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from engines.contract.data_place import place_text
from engines.contract.message import phrase


@dataclass(frozen=True)
class EvidenceTable:
    """The places × protections of a server; `cells` by (place, protection)."""

    server: str
    places: tuple[str, ...]
    protections: tuple[str, ...]
    cells: dict[tuple[str, str], EvidenceFinding]

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """Each place, and what was found there under each protection."""
        return [
            (
                str(place_text(place)),
                *(found_text(self.cells.get((place, name))) for name in self.protections),
            )
            for place in self.places
        ]


def tables(evidence: Sequence[EvidenceFinding], *, memory: bool = True) -> list[EvidenceTable]:
    """Where the marker was found, one table per server."""
    made = []
    for server in dict.fromkeys(each.server for each in evidence):
        own = [each for each in evidence if each.server == server]
        shown = [each for each in own if _is_place(each, memory)]
        made.append(
            EvidenceTable(
                server,
                tuple(dict.fromkeys(each.place for each in shown)),
                tuple(dict.fromkeys(each.protection for each in own)),
                {(each.place, each.protection): each for each in shown},
            )
        )
    return made


def found_text(trace: EvidenceFinding | None) -> str:
    """“found 30 ×”, “not found”, “unable to tell”; “–” for a place that was not searched."""
    if trace is None:
        return "–"
    if trace.found:
        return str(phrase("found {count} ×", count=trace.count))
    return str(_UNABLE if trace.found is None else _NOT_FOUND)


_NOT_FOUND, _UNABLE = phrase("not found"), phrase("unable to tell")


def place_rows(
    evidence: Sequence[EvidenceFinding], *, memory: bool = False
) -> list[dict[str, object]]:
    """`server`, `protection`, `place`, `found`, `detail`, then counts and bytes. `memory` adds the
    memory of servers."""
    return [
        {
            "server": each.server,
            "protection": each.protection,
            "place": str(each.where),
            "found": each.found,
            "detail": each.detail,
            "count": each.count,
            "files": each.files,
            "bytes": each.size,
            "findings": [asdict(spot) for spot in each.spots],
        }
        for each in evidence
        if _is_place(each, memory)
    ]


def evidence_json(evidence: Sequence[EvidenceFinding]) -> dict[str, object]:
    """Everything as plain values: `traces` as they were seen, `threats` derived from them."""
    return {
        "exhibits": [_in_english(each) for each in evidence],
        "threats": [_in_english(each) for each in threats(evidence)],
    }


def _in_english(each: EvidenceFinding | ThreatRow) -> dict[str, object]:
    """Its fields, with the sentence in English as `detail`, and the place in English."""
    known = asdict(each)
    if isinstance(each, EvidenceFinding):
        known["place"] = str(each.where)
    return {
        "detail" if name == "message" else name: each.detail if name == "message" else value
        for name, value in known.items()
    }


def threat_lines(evidence: Sequence[EvidenceFinding]) -> list[tuple[str, ...]]:
    """Server, protection, and what each threat gets, by `threats_in` all of them."""
    seen: dict[tuple[str, str], dict[Threat, str]] = {}
    rows = threats(evidence)
    for row in rows:
        seen.setdefault((row.server, row.protection), {})[row.threat] = str(SEEN[row.seen])
    threats_seen = threats_in(rows)
    return [
        (*key, *(words.get(threat, "–") for threat in threats_seen)) for key, words in seen.items()
    ]


def erasure_lines(evidence: Sequence[EvidenceFinding]) -> list[tuple[str, ...]]:
    """Server, protection, whether anything was left of a person whose data key was deleted, and the
    sentence."""
    return [
        (each.server, each.protection, found_text(each), each.detail)
        for each in evidence
        if each.subject is SearchSubject.DELETED
    ]


def _is_place(trace: EvidenceFinding, memory: bool) -> bool:
    grounds = {SearchArea.FILES, SearchArea.NETWORK} | ({SearchArea.MEMORY} if memory else set())
    return trace.subject is SearchSubject.MARKER and trace.ground in grounds


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
