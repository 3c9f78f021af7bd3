"""What drives each module, and its picture in the list: a line for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.lessons.lesson import Module
from app.window.pages.lessons.bench.bench import Bench
from app.window.pages.lessons.bench.change import ChangeBench
from app.window.pages.lessons.bench.columns import ColumnsBench
from app.window.pages.lessons.bench.cost import CostBench
from app.window.pages.lessons.bench.evidence import EvidenceBench
from app.window.pages.lessons.bench.pictures import PicturesBench
from app.window.pages.lessons.bench.stream import StreamBench


class BenchKind(NamedTuple):
    """The bench of a module, and the name of an icon."""

    bench: type[Bench]
    icon: str


KINDS: Mapping[Module, BenchKind] = {
    Module.PICTURES: BenchKind(PicturesBench, "patterns"),
    Module.COLUMNS: BenchKind(ColumnsBench, "results"),
    Module.STREAM: BenchKind(StreamBench, "copy"),
    Module.CHANGE: BenchKind(ChangeBench, "edit"),
    Module.COST: BenchKind(CostBench, "run"),
    Module.EVIDENCE: BenchKind(EvidenceBench, "search"),
}
