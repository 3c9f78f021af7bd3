"""What the window remembers between sessions."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings

from app.system.folders import config_folder
from engines.platform.private_files import private_folder
from widgets.look.theme import Scheme


def settings() -> QSettings:
    """What the window remembers, in a file everywhere: a registry would keep it when all else is
    removed. Beside the store where CIPHERBENCH_HOME names a folder."""
    home = os.environ.get("CIPHERBENCH_HOME")
    if home:
        return QSettings(str(Path(home) / "window.ini"), QSettings.Format.IniFormat)
    folder = config_folder()
    with suppress(OSError):  # Qt would make it for everybody, and saved connections are beside
        private_folder(folder)
    return QSettings(str(folder / "cipherbench.conf"), QSettings.Format.IniFormat)


def chosen_scheme(settings: QSettings) -> Scheme:
    """The remembered colour scheme."""
    match settings.value("scheme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
    return "system"
