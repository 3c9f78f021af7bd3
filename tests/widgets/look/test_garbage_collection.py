"""Cycles that hold Qt objects are collected on the thread that owns them."""

from __future__ import annotations

import gc
import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from widgets.look.garbage_collection import GuiCollector


class _Cycle:
    """A QObject that only the cycle keeps; tells which thread destroyed it."""

    def __init__(self, report: list[int]) -> None:
        self._reported = report
        self._held = QObject()
        self._self = self

    def __del__(self) -> None:
        self._reported.append(threading.get_ident())


@pytest.mark.slow
def test_that_only_the_thread_of_the_widgets_collects(qtbot: QtBot) -> None:
    report: list[int] = []
    collector = GuiCollector()

    def allocate() -> None:
        for _ in range(20):
            _Cycle(report)
        stored = [[each] for each in range(200_000)]  # a hundred times what starts a collection
        del stored

    worker = threading.Thread(target=allocate)
    worker.start()
    worker.join()
    assert report == []
    junk = [[each] for each in range(100_000)]
    qtbot.waitUntil(lambda: len(report) == 20)
    assert set(report) == {threading.get_ident()} and junk and not gc.isenabled()
    del collector
