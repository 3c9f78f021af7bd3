"""Names of the steps, controls and data of lessons."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.lessons.lesson import Control, LessonStep
from app.lessons.results_file import Data

_tr = QCoreApplication.translate


def step_word(step: LessonStep) -> str:
    """“Predict”."""
    return {
        LessonStep.PREDICT: _tr("Lessons", "Predict"),
        LessonStep.RUN: _tr("Lessons", "Run"),
        LessonStep.INVESTIGATE: _tr("Lessons", "Investigate"),
        LessonStep.MODIFY: _tr("Lessons", "Modify"),
        LessonStep.MAKE: _tr("Lessons", "Make"),
    }[step]


def control_word(control: Control) -> str:
    """The label of a setting; pictures need none."""
    return {
        Control.PICTURE: "",
        Control.FORMAT: _tr("Lessons", "Pixels"),
        Control.PROTECTIONS: _tr("Lessons", "Protections"),
        Control.PROTECTION: _tr("Lessons", "Protection"),
        Control.IV: _tr("Lessons", "IVs"),
        Control.RECORDS: _tr("Lessons", "Records"),
        Control.TABLE: _tr("Lessons", "Known frequencies"),
        Control.REPETITIONS: _tr("Lessons", "Repetitions"),
        Control.OPENED: _tr("Lessons", "The states that you read"),
        Control.PLACE: _tr("Lessons", "From byte"),
        Control.WANTED: _tr("Lessons", "New text"),
        Control.DATA: _tr("Lessons", "Key and data"),
    }[control]


def data_word(data: Data) -> str:
    """Whether key and data are the same for all students."""
    if data is Data.SAME:
        return _tr("Lessons", "The same data for all")
    return _tr("Lessons", "Data from my name")
