"""Pictures with their captions, into a PNG or SVG file: one alone, or all on a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.patterns.base.statistics import BlockStatistics
from app.patterns.pictures.pixels import PixelFormat, Raster, to_image
from app.patterns.pictures.sealed import SealedPicture
from app.patterns.pictures.sheet import Panel, sheet_png, sheet_svg
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind
from engines.keeping.private_files import write_whole
from engines.looking.reading import check_target

_NARROWEST = 480
_SHEET_CELL = 640
_FORMATS = {
    PixelFormat.PALETTE: "palette, one byte a pixel",
    PixelFormat.GREY: "grey, one byte a pixel",
    PixelFormat.RGB: "RGB, four bytes a pixel",
}


def original_panel(raster: Raster) -> Panel:
    """The picture as it was, and how its pixels are written."""
    geometry = raster.geometry
    size = f"{geometry.width:,} × {geometry.height:,} pixels, {_FORMATS[geometry.format]}"
    return Panel(to_image(raster), "Original", (size,))


def sealed_panel(picture: SealedPicture) -> Panel:
    """The ciphertext as a picture, with where and how it was encrypted, and its block figures."""
    figures = picture.statistics
    who = picture.server if picture.protection.kind is ProtectionKind.NATIVE else "the application"
    lines = [
        f"Encrypted by {who}",
        f"Key {picture.key.hex()}",
        f"{_vector_word(picture)} {picture.vector.hex()}" if picture.vector else "No IV",
        f"Tag {picture.tag.hex()}" if picture.tag else f"Padding {picture.padding} bytes",
        f"{figures.distinct_blocks:,} of {figures.blocks:,} blocks differ "
        f"({_distinct_percent(figures):.2f} %)",
        f"Entropy {figures.entropy_bits_per_byte:.4f} bits per byte, compressed to "
        f"{figures.compressed_percent:.1f} %",
    ]
    return Panel(picture.shown().image, title_of(picture.protection), tuple(lines))


def title_of(protection: Protection) -> str:
    """A protection's algorithm, key bits and mode: AES-128-ECB."""
    parts = (protection.algorithm, protection.bits, protection.mode)
    return "-".join(str(part).upper() for part in parts if part)


def write_panels(path: Path, panels: Sequence[Panel], title: str = "") -> None:
    """One picture in its own size with its caption, several as a sheet; by the file's ending.

    Raises: InputError for an ending that is neither .png nor .svg, or a file that cannot be written
    """
    cell = max(_NARROWEST, panels[0].image.width) if len(panels) == 1 else _SHEET_CELL
    check_ending(path)
    if path.suffix.lower() == ".png":
        data = sheet_png(panels, title, cell=cell)
    else:
        data = sheet_svg(panels, title, cell=cell).encode()
    try:
        write_whole(path, data)
    except OSError as error:
        raise _not_written(path, error) from error


def check_ending(path: Path) -> None:
    """Refuse a file's ending, or what is no file, before any work is done.

    Raises: InputError
    """
    _check_target(path)
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError(
            phrase("Unknown format"),
            phrase("A picture is written as .png or .svg, not as “{ending}”."),
            phrase("Choose a file name with one of these endings."),
            ending=path.suffix,
        )


def _check_target(path: Path) -> None:
    try:
        check_target(path)
    except OSError as error:
        raise _not_written(path, error) from error


def _not_written(path: Path, error: OSError) -> InputError:
    return InputError(
        phrase("Picture not written"),
        phrase("{path} cannot be written: {reason}."),
        phrase("Choose a file in an existing folder that you can write to."),
        path=path,
        reason=error.strerror or error,
    )


def _vector_word(picture: SealedPicture) -> str:
    return "IV" if picture.protection.kind is ProtectionKind.NATIVE else "Nonce"


def _distinct_percent(figures: BlockStatistics) -> float:
    return 100 * figures.distinct_blocks / figures.blocks
