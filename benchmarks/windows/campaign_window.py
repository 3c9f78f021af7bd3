"""The child of `stalls`: the real window, a real campaign, and a heartbeat in the GUI thread."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from time import perf_counter, thread_time

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import read_plan
from app.window.main_window import MainWindow
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from widgets.look.theme import apply_theme
from workloads.hospital.workload import HospitalParameters

_BEAT_MS = 5
_SETTLE_MS = 3_000
_AFTER_MS = 1_000
_LEAST_BEATS = 1_000


class Heartbeat(QObject):
    """Notes by how many milliseconds each beat of a precise timer comes too late, and how many of
    CPU time this thread took in between: other programs and threads make beats late, too."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.late: list[float] = []
        self.own: list[float] = []
        self._last = self._used = 0.0
        self._timer = QTimer(self, interval=_BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Beat from now on."""
        self._last, self._used = perf_counter(), thread_time()
        self._timer.start()

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()

    def _beat(self) -> None:
        now, used = perf_counter(), thread_time()
        self.late.append(max(0.0, 1000 * (now - self._last) - _BEAT_MS))
        self.own.append(1000 * (used - self._used))
        self._last, self._used = now, used


class Watch(QObject):
    """Starts the campaign once the window has settled, and ends the program after it."""

    def __init__(self, window: MainWindow, campaign: Campaign) -> None:
        super().__init__(window)
        self._window, self._campaign = window, campaign
        self.heart = Heartbeat(self)
        window.workbench.campaign_ended.connect(lambda: QTimer.singleShot(_AFTER_MS, self._finish))
        window.workbench.failed.connect(_give_up)
        QTimer.singleShot(_SETTLE_MS, self._begin)

    def _begin(self) -> None:
        if not self._window.loaded:  # on a busy machine
            QTimer.singleShot(_SETTLE_MS, self._begin)
            return
        self.heart.start()
        self._window.workbench.start(self._campaign)

    def _finish(self) -> None:
        self.heart.stop()
        self._window.close()
        QApplication.exit(0)


def _short_demo() -> Campaign:
    demo = read_plan("demo")
    return replace(demo, workload=HospitalParameters(sizes=(200,)), repetitions=2, warmups=0)


def _twelve_servers() -> Campaign:
    """The same on four servers of each engine that comes with us."""
    engines = ("postgresql", "firebird", "sqlite")
    servers = tuple(
        ServerSpec(f"{engine}-{number}", Source.EMBEDDED, engine)
        for engine in engines
        for number in range(1, 5)
    )
    encrypted = Protection("client-aes-128", ProtectionKind.CLIENT, "aes", 128, "gcm")
    planned = PlannedProtection(PLAINTEXT), PlannedProtection(encrypted)
    return replace(_short_demo(), name="twelve servers", servers=servers, protections=planned)


_CAMPAIGNS = {"demo": _short_demo, "twelve": _twelve_servers}


def _give_up(error: CipherbenchError) -> None:
    print(error, file=sys.stderr, flush=True)
    QApplication.exit(1)


def main(which: str) -> int:
    """Run it and print both figures, and beside them what was the window's own doing."""
    application = QApplication(sys.argv[:1])
    apply_theme(application)
    window = MainWindow()
    window.show()
    watch = Watch(window, _CAMPAIGNS[which]())
    if code := application.exec():
        return code
    heart = watch.heart
    assert len(heart.late) >= _LEAST_BEATS, f"only {len(heart.late)} beats"
    figures: dict[str, float] = {"beats": len(heart.late)}
    for name, beats in (("", sorted(heart.late)), ("own_", sorted(heart.own))):
        figures |= {f"{name}p999_ms": beats[int(0.999 * len(beats))], f"{name}max_ms": beats[-1]}
    print(json.dumps(figures))
    return 0
