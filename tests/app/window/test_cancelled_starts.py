"""Cancel while a server is still being laid out: over at once, and no fault."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.plan.campaign import PlannedProtection
from app.window.pages.run.page import RunPage
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.window.settling import let_go, part
from tests.patience import is_within
from widgets.parts.progress_line import ProgressLine
from workloads.hospital.workload import HospitalParameters

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


@pytest.fixture
def endless(home: Path) -> ServerSpec:
    """A PostgreSQL whose `initdb` takes longer than anybody waits."""
    binaries = home / "endless"
    binaries.mkdir()
    for name in ("initdb", "postgres"):
        (binaries / name).write_text(f"#!/bin/sh\ntouch {binaries}/begun\nexec sleep 1000\n")
        (binaries / name).chmod(0o755)
    binaries.chmod(0o777)
    return ServerSpec("slow", Source.LOCAL, "postgresql", binaries=str(binaries))


@pytest.fixture
def page(home: Path, qtbot: QtBot, tmp_path: Path) -> Iterator[RunPage]:
    made = RunPage(Workbench(str(tmp_path / "results.sqlite")))
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    yield made
    let_go(made.workbench)
    made.close_down()


def test_that_cancel_does_not_wait_for_a_server_that_is_prepared(
    page: RunPage, endless: ServerSpec, qtbot: QtBot
) -> None:
    faults: list[object] = []
    page.workbench.failed.connect(faults.append)
    page.workbench.start(
        quick_campaign(
            "slow", (endless,), (PlannedProtection(PLAINTEXT),), HospitalParameters(sizes=(20,))
        )
    )
    assert endless.binaries is not None
    qtbot.waitUntil((Path(endless.binaries) / "begun").exists)
    cancel = next(each for each in page.findChildren(QPushButton) if each.text() == "Ca&ncel")
    started = time.monotonic()
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.workbench.running)
    assert is_within(started, 3)
    line = part(page, ProgressLine)
    assert "cancelled before it started" in line.accessibleDescription()
    assert faults == []
