"""Writing a study, so that `read_study` reads the same one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import tomlkit

from app.findings.studies.reading import COLUMNS, MORE, PLACES, TEXTS
from app.findings.studies.study import Figure, Study
from app.system.documents import csv_text


def study_toml(study: Study) -> str:
    """The text of its TOML file."""
    reported: dict[str, Any] = {"title": study.title, "authors": list(study.authors)}
    if study.year:
        reported["year"] = study.year
    for key in (*TEXTS[1:], *PLACES, *MORE):
        if text := getattr(study, key):
            reported[key] = text
    return tomlkit.dumps({**reported, "engines": dict(study.engines)})


def figures_csv(figures: Iterable[Figure]) -> str:
    rows = ([_cell(getattr(each, name)) for name in COLUMNS] for each in figures)
    return csv_text([COLUMNS, *rows], line_end="\n")


def _cell(value: object) -> object:
    """Numbers as short as they are exact."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    return "" if value is None else value
