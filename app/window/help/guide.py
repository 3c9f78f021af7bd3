"""The guide that ships: static pages, opened in the system's browser without a network."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QDesktopServices

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase


def guide_file(page: str) -> tuple[Path, str]:
    """The file of a page such as `guide/servers#containers`, in the window's language where it has
    one, and the anchor, which is the same in each language."""
    name, _, anchor = page.partition("#")
    guide = Path(str(files("assets") / "guide"))
    translated = guide / QLocale().name() / f"{name}.html"
    return translated if translated.is_file() else guide / f"{name}.html", anchor


def open_guide(page: str) -> None:
    """Open a page in the browser.

    Raises: CipherbenchError when it is not there, or nothing opens it.
    """
    path, anchor = guide_file(page)
    if not path.is_file():
        raise CipherbenchError(
            phrase("Guide not built"),
            phrase("{file} does not exist."),
            phrase("Run `make docs`."),
            file=path,
        )
    address = QUrl.fromLocalFile(str(path))
    address.setFragment(anchor)
    if not QDesktopServices.openUrl(address):
        raise CipherbenchError(
            phrase("Guide not opened"),
            phrase("No program opened the guide."),
            phrase("Open {file} in a browser."),
            file=path,
        )
