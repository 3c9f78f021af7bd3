"""Goes through the lessons by mouse, and saves a picture of each step:
`python -m scripts.lesson_walk FOLDER [LESSON …] [--language pt_BR] [--dark] [--vision grey]`.

Prints how long the program took at each step. Nothing is left of it but the folder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.window.base.display import check_display
from app.window.base.language import ENGLISH, install_language
from app.window.main_window import MainWindow
from app.window.settings import settings
from scripts.lesson_walk.class_room import show_class
from scripts.lesson_walk.mouse import wait_for
from scripts.lesson_walk.vision import VISIONS
from scripts.lesson_walk.walk import LESSONS, Camera, LessonWalk, Report
from scripts.pictures.tour import own_home
from widgets.look.theme import Scheme, apply_theme

_CLASS = "class"
_SIZE = (1024, 768)
"""Pixels of a projector."""


def main() -> int:
    """0 when every lesson was gone through to its sheets and its challenge was met, else 1."""
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    with own_home() as home:
        _name_screen(options.size)
        app = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(app, QApplication)
        settings().clear()
        apply_theme(app, options.scheme)
        install_language(app, options.language)
        window = MainWindow(str(home / "results.sqlite"))
        apply_theme(app, options.scheme)
        window.resize(*options.size)
        window.show()
        wait_for(lambda: window.loaded, "the window")
        reports = [each for part in options.parts if (each := _go(window, options, part))]
        window.leave()
        wait_for(lambda: not window.isVisible(), "the window to close")
    written = json.dumps([asdict(each) for each in reports], indent=1, ensure_ascii=False)
    (options.folder / "report.json").write_text(written + "\n")
    return 0 if all(each.challenge and not each.stopped for each in reports) else 1


def _go(window: MainWindow, options: argparse.Namespace, part: str) -> Report | None:
    camera = Camera(options.folder, options.vision)
    if part == _CLASS:
        show_class(window, camera, options.folder)
        return None
    report = LessonWalk(window, camera, part, options.folder).go()
    sys.stdout.write(_line(report) + "\n")
    sys.stdout.flush()
    return report


def _options() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="scripts.lesson_walk")
    asked.add_argument("folder", type=Path)
    asked.add_argument("parts", nargs="*", metavar="LESSON", help=f"{', '.join(_PARTS)}")
    asked.add_argument("--language", default=ENGLISH, help="such as pt_BR; default: %(default)s")
    asked.add_argument("--dark", dest="scheme", action="store_const", const="dark")
    asked.add_argument("--vision", action="append", choices=[*VISIONS], default=[])
    asked.add_argument("--size", type=int, nargs=2, default=_SIZE, metavar=("WIDTH", "HEIGHT"))
    options = asked.parse_args()
    light: Scheme = "light"
    options.scheme = options.scheme or light
    options.parts = options.parts or [*_PARTS]
    if unknown := set(options.parts) - {*_PARTS}:
        asked.error(f"unknown: {', '.join(sorted(unknown))}")
    return options


_PARTS = (*LESSONS, _CLASS)


def _name_screen(size: tuple[int, int]) -> None:
    """Have an offscreen display as large as the projector, so that lists open within it."""
    check_display(fallback_platform="offscreen")
    if os.environ.get("QT_QPA_PLATFORM") != "offscreen":
        return
    width, height = size
    screen = {"name": "projector", "x": 0, "y": 0, "width": width, "height": height}
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump({"screens": [screen | {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]}, file)
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={file.name}"


def _line(report: Report) -> str:
    steps = ", ".join(f"{step} {seconds:.1f}" for step, seconds in report.seconds.items())
    total = sum(report.seconds.values())
    return (
        f"{report.lesson}: {total:.1f} s ({steps}); {report.words} words, "
        f"{report.minutes:.0f} minutes; challenge {'met' if report.challenge else 'NOT MET'}; "
        f"scrolled to {len(report.scrolled)}; judged wrong: {report.wrong or 'none'}; "
        f"cut: {report.cut or 'none'}; {report.stopped or 'to the end'}"
    )


if __name__ == "__main__":
    sys.exit(main())
