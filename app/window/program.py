"""Runs the desktop program: starts Qt with the chosen scale, language and theme, and opens the
first window."""

from __future__ import annotations

import signal
import sys
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

import widgets  # noqa: F401 first, since it has what follows loaded as Python does
from app.system.desktop.entries import APPLICATION, icon_file
from app.window.base.language import install_language
from app.window.main_window import MainWindow
from app.window.settings import chosen_scheme, settings
from app.window.view_menu import chosen_language, chosen_size, scaled_to
from widgets.look.theme import apply_theme


def open_window(store_url: str | None = None, file: Path | None = None) -> int:
    """Run the desktop program, perhaps with a plan or an archive to open; returns its exit code."""
    with scaled_to(chosen_size(settings())):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("cipherbench")
    app.setApplicationDisplayName("Cipherbench")
    app.setDesktopFileName(APPLICATION)
    app.setWindowIcon(QIcon(str(icon_file())))
    install_language(app, chosen_language(settings()))
    apply_theme(app, chosen_scheme(settings()))
    window = MainWindow(store_url)
    # Ctrl+C closes the window without asking. It is queued, since an import in progress may hold a
    # lock that a thread needs, which closing waits for.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: QTimer.singleShot(0, close_all_windows))
    window.show()
    if file is not None:
        QTimer.singleShot(0, window, partial(window.open_file, file))
    return app.exec()


def close_all_windows() -> None:
    """Close the open windows without asking; the first may have been replaced by another."""
    for each in QApplication.topLevelWidgets():
        if isinstance(each, MainWindow) and each.isVisible():
            each.leave()
