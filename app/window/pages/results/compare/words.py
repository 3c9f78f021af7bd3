"""Dimensions, baselines and values in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from app.findings.across.baseline import Baseline
from app.findings.across.figures import Dimension, Gathered, SourcedFigure
from app.findings.across.pivot import Pivot
from app.window.base.messages import enumerated, message_text
from app.window.shared.protection_words import marks_words
from widgets.look.names import filled, isolated

_tr = QCoreApplication.translate


def dimension_title(dimension: Dimension) -> str:
    """“Campaign”, “Protection”."""
    return _titles()[dimension]


def _titles() -> Mapping[Dimension, str]:
    return {
        Dimension.SOURCE: _tr("Compare", "campaign"),
        Dimension.ENGINE: _tr("Compare", "engine"),
        Dimension.SERVER: _tr("Compare", "server"),
        Dimension.VERSION: _tr("Compare", "version"),
        Dimension.MACHINE: _tr("Compare", "machine"),
        Dimension.PROTECTION: _tr("Compare", "protection"),
        Dimension.CASE: _tr("Compare", "case"),
        Dimension.OPERATION: _tr("Compare", "operation"),
    }


def dimensions_title(dimensions: Iterable[Dimension]) -> str:
    """“campaign and server”; “no groups” if there are none."""
    titles = [dimension_title(each) for each in dimensions]
    return enumerated(titles) or _tr("Compare", "no groups")


def filter_title(dimension: Dimension) -> str:
    titles = {
        Dimension.SOURCE: _tr("Compare", "Campaigns"),
        Dimension.ENGINE: _tr("Compare", "Engines"),
        Dimension.SERVER: _tr("Compare", "Servers"),
        Dimension.VERSION: _tr("Compare", "Versions"),
        Dimension.MACHINE: _tr("Compare", "Machines"),
        Dimension.PROTECTION: _tr("Compare", "Protections"),
        Dimension.CASE: _tr("Compare", "Cases"),
        Dimension.OPERATION: _tr("Compare", "Operations"),
    }
    return titles[dimension]


def value_title(gathered: Gathered, dimension: Dimension, value: str) -> str:
    """A value in words; “not stated” if it is unknown."""
    return message_text(gathered.named(dimension, value)) or _tr("Compare", "not stated")


def weak_title(
    gathered: Gathered, dimension: Dimension, value: str, figures: Iterable[SourcedFigure]
) -> str:
    """The same, with the weak marks that all of these figures share."""
    title = value_title(gathered, dimension, value)
    weak = marks_words(shared_marks(figures)) if dimension is Dimension.PROTECTION else ""
    return f"{isolated(title)} ({weak})" if weak else title


def shared_marks(figures: Iterable[SourcedFigure]) -> list[str]:
    """The weak marks that all of these share: a protection may have a mode per engine."""
    first, *others = [each.marks for each in figures if not each.published] or [()]
    return [mark for mark in first if all(mark in each for each in others)]


def baseline_title(gathered: Gathered, baseline: Baseline) -> str:
    """What figures are compared with."""
    if baseline.dimension is None:
        return _tr("Compare", "own baseline")
    value = value_title(gathered, baseline.dimension, baseline.value)
    return filled(_tr("Compare", "{dimension} {value}"), dimension=_of(baseline), value=value)


def _of(baseline: Baseline) -> str:
    return dimension_title(baseline.dimension) if baseline.dimension else ""


def held_title(gathered: Gathered, pivot: Pivot) -> str:
    """“all operations · 1,000 records”: the dimensions held at one value."""
    held = [value_title(gathered, each, value) for each, value in pivot.held.items() if value]
    return " · ".join(held)
