"""The child of `lab`: the real window with one large picture."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import numpy as np
from PIL import Image
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.main_window import MainWindow
from app.window.pages.patterns.page import PatternsPage
from benchmarks.windows.campaign_window import Heartbeat
from benchmarks.windows.walking import Wait, Walk
from widgets.look.theme import apply_theme

_SERVER, _MODES = "postgresql", ("aes-128-ecb", "aes-128-cbc")
_FRAMES, _FRAME_MS = 240, 16
_LATEST_MS = 100_000


class Tour(Walk):
    """Encrypts the picture, then moves it, while the heart beats."""

    def __init__(self, window: MainWindow, path: Path) -> None:
        self._path = path
        self.frames: list[float] = []
        super().__init__(window, _LATEST_MS)
        self.heart = Heartbeat(self)

    def walk(self) -> Iterator[Wait]:
        known_servers = self.window.workbench.servers
        self.window.show_page("patterns")
        page = self.window.page("patterns")
        assert isinstance(page, PatternsPage)
        tab = page.view().pictures
        yield lambda: known_servers.discovered
        tab.controls.server.choose(_SERVER)
        yield lambda: bool(tab.encrypted) and not tab.work.busy
        tab.controls.protections.choose(_MODES)
        yield 1.0
        yield lambda: not tab.work.busy
        self.heart.start()
        tab.controls.source.open_file(self._path)
        yield lambda: not tab.encrypted
        original = tab.gallery.panel(-1).view
        yield lambda: original.has_picture() and tab.controls.encrypt_button.isEnabled()
        tab.controls.encrypt_button.click()
        yield lambda: len(tab.encrypted) == len(_MODES) and not tab.work.busy
        yield 1.0
        yield from self._move(tab)
        self.heart.stop()

    def _move(self, tab: PicturesTab) -> Iterator[Wait]:
        """In to where a pixel is a pixel and out again, dragged on the way."""
        views = tab.gallery.views
        view = views.panels()[0].view
        for number in range(_FRAMES):
            middle = QPointF(view.rect().center())
            views.link.zoom(view.size(), middle, 1.03 if number < _FRAMES / 2 else 1 / 1.03)
            views.link.pan(view.size(), QPointF(12 * math.sin(number / 9), 5))
            began = perf_counter()
            views.repaint()
            self.frames.append(1000 * (perf_counter() - began))
            yield _FRAME_MS / 1000


def picture(megapixels: int, path: Path) -> None:
    """Areas and noise, four pixels wide for each three high."""
    height = round(math.sqrt(megapixels * 1e6 * 3 / 4))
    width = int(megapixels * 1e6) // height
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[height // 6 : -height // 6, width // 5 : -width // 5] = (180, 30, 60)
    noise = np.random.default_rng(7).integers(0, 256, (height // 8, width, 3), np.uint8)
    pixels[: height // 8] = noise
    Image.fromarray(pixels).save(path, compress_level=1)


def main(megapixels: str) -> int:
    """Run it and print both figures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.png"
        picture(int(megapixels), path)
        application = QApplication(sys.argv[:1])
        apply_theme(application)
        window = MainWindow()
        window.resize(1440, 900)
        window.show()
        tour = Tour(window, path)
        if code := application.exec():
            return code
    frames, late = sorted(tour.frames), sorted(tour.heart.late)
    figures = {
        "lab_frame_ms": frames[int(0.95 * len(frames))],
        "lab_frame_p50_ms": frames[len(frames) // 2],
        "lab_stall_p999_ms": late[int(0.999 * len(late))],
        "lab_stall_max_ms": late[-1],
    }
    print(json.dumps(figures))
    return 0
