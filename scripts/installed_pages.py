"""Draws six pages of an installed program, by its own Python: installed_pages.py FOLDER PLAN

The window opens the plan, measures it into its store, and shows what it found: FOLDER/PAGE.png.
Each process of the campaign imports this file again, so it loads Qt where it is used.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app.window.main_window import MainWindow

_SIZE = (1280, 800)
_SETTLE_MS = 2_000
_PATIENCE_SECONDS = 3600


class Pages:
    def __init__(self, folder: Path, window: MainWindow) -> None:
        self._folder = folder
        self._errors: list[str] = []
        self._window = window
        self._workbench = window.workbench
        self._workbench.failed.connect(lambda error: self._errors.append(str(error)))
        self._window.resize(*_SIZE)
        self._window.show()

    def draw(self, plan: Path) -> int:
        """The number of errors that the window showed."""
        from PySide6.QtWidgets import QTabWidget

        from app.plan.plan_file import read_plan
        from app.window.lab.pictures.pictures_tab import PicturesTab

        campaign = read_plan(plan)
        servers = self._workbench.servers
        self._window.show_page("servers")  # which looks for them
        self._wait(lambda: servers.discovered)
        names = [spec.name for spec in campaign.servers]
        servers.ensure_probed(names)
        self._wait(lambda: all(map(self._is_known, names)))
        self._take("servers")
        self._window.open_file(plan)
        self._take("campaign")
        self._wait(lambda: self._window.loaded)  # before that the charts of Run are not built
        self._workbench.start(campaign)
        self._wait(lambda: self._workbench.running)
        self._wait(lambda: not self._workbench.running)
        self._take("run")
        self._window.show_page("results")
        page = self._window.page("results")
        self._wait(lambda: any(tabs.isVisible() for tabs in page.findChildren(QTabWidget)))
        self._take("results")
        self._window.show_page("patterns")
        [pictures] = self._window.page("patterns").findChildren(PicturesTab)
        self._wait(pictures.save_button.isEnabled)  # once its picture is loaded
        for name in ("patterns", "lessons"):
            self._take(name)
        self._window.close()
        for each in self._errors:
            sys.stdout.write(f"the window says: {each}\n")
        return len(self._errors)

    def _is_known(self, server: str) -> bool:
        entry = self._workbench.servers.entry(server)
        return entry is not None and entry.capabilities is not None

    def _take(self, name: str) -> None:
        self._window.show_page(name)
        _pass_time(_SETTLE_MS)
        if not self._window.grab().save(str(self._folder / f"{name}.png")):
            self._errors.append(f"{name}.png was not written")

    def _wait(self, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + _PATIENCE_SECONDS
        while not condition():
            _pass_time(50)
            if time.monotonic() > until:
                sys.exit(f"waited in vain; the window says: {self._errors}")


def _pass_time(ms: int) -> None:
    from PySide6.QtTest import QTest

    QTest.qWait(ms)


def main(folder: str, plan: str) -> int:
    from PySide6.QtWidgets import QApplication

    from app.window.base.language import install_language
    from app.window.main_window import MainWindow
    from widgets.look.theme import apply_theme

    target = Path(folder)
    target.mkdir(exist_ok=True)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("cipherbench")
    install_language(application, "en")
    apply_theme(application, "light")
    wrong = Pages(target, MainWindow()).draw(Path(plan))
    drawn = sorted(each.name for each in target.glob("*.png"))
    sys.stdout.write(f"drawn by {application.platformName()}: {', '.join(drawn)}\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
