"""Writes pictures with their captions into a PNG or SVG file: a single one, or several as a
sheet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.patterns.pictures.sheet import SheetPanel, sheet_png, sheet_svg
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import check_target
from engines.platform.private_files import write_atomically

_LEAST_CAPTION_WIDTH_PX = 480
_SHEET_COLUMN_WIDTH_PX = 640


def write_panels(path: Path, panels: Sequence[SheetPanel], title: str = "") -> None:
    """One picture in its own size with its caption, several as a sheet; PNG or SVG by the ending.

    Raises: InputError for an ending that is neither .png nor .svg, or a file that cannot be written
    """
    cell = (
        max(_LEAST_CAPTION_WIDTH_PX, panels[0].image.width)
        if len(panels) == 1
        else _SHEET_COLUMN_WIDTH_PX
    )
    check_target_file(path)
    if path.suffix.lower() == ".png":
        data = sheet_png(panels, title, cell=cell)
    else:
        data = sheet_svg(panels, title, cell=cell).encode()
    try:
        write_atomically(path, data)
    except OSError as error:
        raise _not_written(path, error) from error


def check_target_file(path: Path) -> None:
    """Check that a picture can be written there, before any work is done.

    Raises: InputError for another ending than .png and .svg, or what is no file
    """
    try:
        check_target(path)
    except OSError as error:
        raise _not_written(path, error) from error
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError(
            phrase("Unknown format"),
            phrase("A picture is written as .png or .svg, not as “{ending}”."),
            phrase("Choose a file name with one of these endings."),
            ending=path.suffix,
        )


def _not_written(path: Path, error: OSError) -> InputError:
    return InputError(
        phrase("Picture not written"),
        phrase("{path} cannot be written: {reason}."),
        phrase("Choose a file in an existing folder that you can write to."),
        path=path,
        reason=error.strerror or error,
    )
