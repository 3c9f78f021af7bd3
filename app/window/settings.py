"""The window's settings file, which holds what it remembers between sessions."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings

from app.system.folders import config_folder
from engines.platform.private_files import private_folder
from widgets.look.theme import Scheme


def settings() -> QSettings:
    """The settings, in a file on every system: entries in a registry would stay when all else is
    removed. The file is in the folder CIPHERBENCH_HOME if that is set, else in the user's."""
    home = os.environ.get("CIPHERBENCH_HOME")
    if home:
        return QSettings(str(Path(home) / "window.ini"), QSettings.Format.IniFormat)
    folder = config_folder()
    with suppress(OSError):  # Qt would make the folder, which has saved connections, for everybody
        private_folder(folder)
    return QSettings(str(folder / "cipherbench.conf"), QSettings.Format.IniFormat)


def chosen_scheme(settings: QSettings) -> Scheme:
    """The stored colour scheme."""
    match settings.value("scheme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
    return "system"
