"""Where a lesson's campaign finds the marker, and the keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.lessons.attempt import Figures, Fixed
from app.lessons.lesson import Lesson
from app.plan.campaign import Campaign
from app.results.traces import Ground, Subject, Trace
from app.window.lab.evidence.findings import FindingsView
from app.window.pages.lessons.bench.campaign import CampaignBench
from app.window.workbench.workbench import Workbench
from engines.contract.data_place import PlaceName

if TYPE_CHECKING:
    from app.results.store.store import Store

_RECORDS = 10
"""Of the run that a campaign has before its search, which plants records of its own."""
_LOGS = (
    PlaceName.WRITE_AHEAD_LOG,
    PlaceName.REDO_LOG,
    PlaceName.UNDO,
    PlaceName.BINARY_LOG,
    PlaceName.ARIA_LOG,
    PlaceName.SERVER_LOG,
)
_PLACES = {"data": (PlaceName.DATA,), "logs": _LOGS}


class EvidenceBench(CampaignBench[Sequence[Trace]]):
    """The places of the evidence tab; the timed run before the search is as short as can be."""

    def __init__(
        self, workbench: Workbench, lesson: Lesson, fixed: Fixed, parent: QWidget | None = None
    ) -> None:
        self.found = FindingsView(guided=True)
        super().__init__(workbench, lesson, fixed, parent)

    def _view(self) -> QWidget:
        self.found.places.set_placeholder(self.tr("Findings appear here after Run."))
        return self.found

    def _clear(self) -> None:
        self.found.clear()

    def _planned(self, campaign: Campaign) -> Campaign:
        return replace(
            campaign,
            repetitions=1,
            warmups=0,
            control=False,
            evidence=True,
        )

    def _size(self) -> int:
        return _RECORDS

    def _read(self, store: Store, campaign_id: int) -> Sequence[Trace]:
        return store.evidence(campaign_id)

    def _show(self, found: Sequence[Trace], names: Mapping[str, str]) -> Figures:
        self.found.show_evidence(found)
        return evidence_figures(found, names)


def evidence_figures(evidence: Sequence[Trace], names: Mapping[str, str]) -> Figures:
    """1 where the marker or a key was found, 0 where it was not; `names` are those of figures by
    protection. There is none where nobody can tell, and none of a key where there is none."""
    figures: dict[str, float] = {}
    for protection, name in names.items():
        for subject in Subject:
            own = [
                each
                for each in evidence
                if each.protection == protection and each.subject is subject
            ]
            for where, seen in _seen(own).items():
                if seen is not None:
                    figures[f"{name}.{subject.value}-in-{where}"] = float(seen)
    return figures


def _seen(traces: Sequence[Trace]) -> dict[str, bool | None]:
    files = [each for each in traces if each.ground is Ground.FILES]
    memory = [each for each in traces if each.ground is Ground.MEMORY]
    found = {"files": _any(files), "memory": _any(memory)}
    for where, places in _PLACES.items():
        there = [each for each in files if each.place in (*places, PlaceName.ALL_FILES)]
        # a key that was found has a trace for each place where it was, and none for others
        found[where] = _any(there) if there or not files else False
    return found


def _any(traces: Iterable[Trace]) -> bool | None:
    """Whether it was found in any of them; None where nobody can tell, or there are none."""
    seen = [each.found for each in traces]
    if any(seen):
        return True
    return None if not seen or None in seen else False
