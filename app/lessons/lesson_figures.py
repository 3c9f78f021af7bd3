"""Figures of a lesson's run, which its questions and checks are about; `lesson.py` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from app.lessons.attempt import Figures
from app.patterns.columns.column import PUBLIC_FIGURES
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from engines.contract.data_place import PlaceName

if TYPE_CHECKING:
    from app.findings.cost import Cost
    from app.findings.figure import Figure
    from app.patterns.base.block_statistics import BlockStatistics
    from app.patterns.columns.column import ColumnReport, StreamReuse
    from app.patterns.columns.encrypted_records import Tampered

_AS_WANTED, _GARBAGE, _NOTICED = 0.0, 1.0, 2.0
_LOGS = (
    PlaceName.WRITE_AHEAD_LOG,
    PlaceName.REDO_LOG,
    PlaceName.UNDO,
    PlaceName.BINARY_LOG,
    PlaceName.ARIA_LOG,
    PlaceName.SERVER_LOG,
)
_PLACES = {"data": (PlaceName.DATA,), "logs": _LOGS}


def picture_figures(found: BlockStatistics) -> dict[str, float]:
    return {
        "distinct": found.distinct_percent,
        "repeated": found.repeated_percent,
        "blocks": float(found.blocks),
    }


def column_figures(report: ColumnReport) -> dict[str, float]:
    """Of a column; names are guessed only where there are public figures."""
    figures = {
        "distinct": float(report.distinct_ciphertexts),
        "records": float(report.records),
    }
    found = report.recovery
    if found is not None:
        figures["named"] = 100 * found.share
        figures["guessed"] = 100 * found.commonest_share
        if found.length_share is not None:
            figures["named-by-length"] = 100 * found.length_share
    return figures


def stream_figures(found: StreamReuse, word: str, solved: int) -> dict[str, float]:
    """Of a known `word` that was laid over another record."""
    opened = min(found.shared_stream_bytes or 0, len(word.encode()))
    return {
        "bytes": float(opened),
        "opened": 100 * opened / len(found.other),
        "solved": float(solved),
    }


def change_figures(found: Tampered, wanted: bytes) -> dict[str, float]:
    """Of a value that was changed, to decrypt to what is `wanted`."""
    outcome = _NOTICED if found.detected else _AS_WANTED if found.opened == wanted else _GARBAGE
    public = PUBLIC_FIGURES.get(found.column)
    names = {name.encode() for name in public()} if public else set()
    another = found.opened in names - {found.plaintext}
    return {"outcome": outcome, "another": float(another)}


def cost_figures(
    totals: Sequence[Figure], control: Figure | None, names: Mapping[str, str], done: int
) -> Figures:
    """Figures of a lesson from the costs that page one reports, and from the `control`, the
    baseline compared with itself; `names` are those of figures by protection, `done` the
    repetitions. Empty without any cost."""
    figures: dict[str, float] = {}
    for each in totals:
        if (name := names.get(each.protection)) is not None:
            figures |= {f"{name}.{key}": value for key, value in _figures_of(each.cost).items()}
    if control is not None:
        figures |= {f"control.{key}": value for key, value in _difference(control.cost).items()}
    return figures | {"campaign.repetitions": float(done)} if figures else {}


def _figures_of(cost: Cost) -> dict[str, float]:
    found = {"cost": cost.percent, "low": cost.low, "high": cost.high}
    if cost.low is not None and cost.high is not None:
        found["width"] = cost.high - cost.low
    known = {key: value for key, value in found.items() if value is not None}
    return known | {"decided": float(cost.decided)}


def _difference(cost: Cost) -> dict[str, float]:
    """Of two that are alike: by how much they differ, whichever was slower."""
    found: dict[str, float] = {}
    if cost.percent is not None:
        found["apart"] = abs(cost.percent)
    if cost.margin is not None:
        found["limit"] = cost.margin
    if cost.low is not None and cost.high is not None:
        ends = sorted((abs(cost.low), abs(cost.high)))
        found |= {
            "low": 0.0 if cost.low <= 0 <= cost.high else ends[0],
            "high": ends[1],
            "width": cost.high - cost.low,
        }
    return found


def evidence_figures(evidence: Sequence[EvidenceFinding], names: Mapping[str, str]) -> Figures:
    """1 where the marker or a key was found, 0 where it was not; `names` are those of figures by
    protection. There is none where nobody can tell, and none of a key where there is none."""
    figures: dict[str, float] = {}
    for protection, name in names.items():
        for subject in SearchSubject:
            own = [
                each
                for each in evidence
                if each.protection == protection and each.subject is subject
            ]
            for where, seen in _seen(own).items():
                if seen is not None and (subject is not SearchSubject.DELETED or where == "files"):
                    figures[f"{name}.{subject.value}-in-{where}"] = float(seen)
    return figures


def _seen(traces: Sequence[EvidenceFinding]) -> dict[str, bool | None]:
    files = [each for each in traces if each.ground is SearchArea.FILES]
    memory = [each for each in traces if each.ground is SearchArea.MEMORY]
    found = {"files": _found_in_any(files), "memory": _found_in_any(memory)}
    for where, places in _PLACES.items():
        in_place = [each for each in files if each.place in (*places, PlaceName.ALL_FILES)]
        # a key that was found has a trace for each place where it was, and none for others
        found[where] = _found_in_any(in_place) if in_place or not files else False
    return found


def _found_in_any(traces: Iterable[EvidenceFinding]) -> bool | None:
    """Whether it was found in any of them; None where nobody can tell, or there are none."""
    seen = [each.found for each in traces]
    if any(seen):
        return True
    return None if not seen or None in seen else False
