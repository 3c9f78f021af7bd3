"""`python -m tests.app.window.opening.first_paint_imports STORE MODULE…`: as JSON, the pages that a
window on this store has built when it is first painted, and which of the modules it has imported.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtWidgets import QApplication

from app.window.main_window import MainWindow


class Watched(MainWindow):
    """Prints that, and ends the program."""

    def _after_first_paint(self) -> None:
        there = [each for each in sys.argv[2:] if each in sys.modules]
        sys.stdout.write(json.dumps([self.built_pages(), there]))
        QApplication.exit(0)


if __name__ == "__main__":
    app = QApplication([])
    window = Watched(sys.argv[1])
    window.show()
    app.exec()
