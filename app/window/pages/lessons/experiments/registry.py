"""The experiment class of each module of lessons, and its icon in the list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.lessons.lesson import Module
from app.window.pages.lessons.experiments.campaign_experiments import (
    CostExperiment,
    EvidenceExperiment,
)
from app.window.pages.lessons.experiments.experiment import Experiment
from app.window.pages.lessons.experiments.picture_experiment import PicturesExperiment
from app.window.pages.lessons.experiments.record_experiments import (
    ChangeExperiment,
    ColumnsExperiment,
    StreamExperiment,
)


class ExperimentKind(NamedTuple):
    """The class, and the name of an icon."""

    experiment: type[Experiment]
    icon: str


EXPERIMENTS: Mapping[Module, ExperimentKind] = {
    Module.PICTURES: ExperimentKind(PicturesExperiment, "patterns"),
    Module.COLUMNS: ExperimentKind(ColumnsExperiment, "results"),
    Module.STREAM: ExperimentKind(StreamExperiment, "copy"),
    Module.CHANGE: ExperimentKind(ChangeExperiment, "edit"),
    Module.COST: ExperimentKind(CostExperiment, "run"),
    Module.EVIDENCE: ExperimentKind(EvidenceExperiment, "search"),
}
