"""Pictures with their captions, into a PNG or SVG file: one alone, or all on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from app.patterns.base.statistics import BlockStatistics
from app.patterns.pictures.pixels import Geometry, PixelFormat, Raster, to_image
from app.patterns.pictures.sealed import SealedPicture
from app.patterns.pictures.sheet import Panel, sheet_png, sheet_svg
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.protection import Protection, ProtectionKind
from engines.looking.reading import check_target
from engines.platform.private_files import write_whole

_NARROWEST = 480
_SHEET_CELL = 640
_FORMATS = {
    PixelFormat.PALETTE: phrase("palette, one byte a pixel"),
    PixelFormat.GREY: phrase("grey, one byte a pixel"),
    PixelFormat.RGB: phrase("RGB, four bytes a pixel"),
}


@dataclass(frozen=True)
class Caption:
    """A heading, and the lines below a picture."""

    heading: Message
    lines: tuple[Message, ...]

    def panel(self, image: Image.Image, written: Callable[[Message], str] = str) -> Panel:
        """A picture with this caption, whose words `written` gives."""
        return Panel(image, written(self.heading), tuple(map(written, self.lines)))


def original_caption(geometry: Geometry) -> Caption:
    """How the picture's pixels are written."""
    size = phrase(
        "{width} × {height} pixels, {format}",
        width=Number(geometry.width),
        height=Number(geometry.height),
        format=_FORMATS[geometry.format],
    )
    return Caption(phrase("Original"), (size,))


def sealed_caption(
    server: str,
    protection: Protection,
    figures: BlockStatistics,
    *,
    key: bytes,
    vector: bytes,
    tag: bytes,
    padding: int,
) -> Caption:
    """Where and how a picture was encrypted, and its block figures."""
    native = protection.kind is ProtectionKind.NATIVE
    vector_text = phrase("IV {digits}") if native else phrase("Nonce {digits}")
    return Caption(
        Message(title_of(protection)),
        (
            phrase("Encrypted by {server}", server=server)
            if native
            else phrase("Encrypted by the application"),
            phrase("Key {digits}", digits=key.hex()),
            vector_text.with_values(digits=vector.hex()) if vector else phrase("No IV"),
            phrase("Tag {digits}", digits=tag.hex())
            if tag
            else plural("Padding {n} bytes", "Padding {n} byte", padding),
            phrase(
                "{distinct} of {blocks} blocks differ ({percent})",
                distinct=Number(figures.distinct_blocks),
                blocks=Number(figures.blocks),
                percent=Number(_distinct_percent(figures), 2, "%"),
            ),
            phrase(
                "Entropy {bits} bits per byte, compressed to {percent}",
                bits=Number(figures.entropy_bits_per_byte, 4),
                percent=Number(figures.compressed_percent, 1, "%"),
            ),
        ),
    )


def original_panel(raster: Raster) -> Panel:
    """The picture as it was, and how its pixels are written."""
    return original_caption(raster.geometry).panel(to_image(raster))


def sealed_panel(picture: SealedPicture) -> Panel:
    """The ciphertext as a picture, with where and how it was encrypted, and its block figures."""
    caption = sealed_caption(
        picture.server,
        picture.protection,
        picture.statistics,
        key=picture.key,
        vector=picture.vector,
        tag=picture.tag,
        padding=picture.padding,
    )
    return caption.panel(picture.shown().image)


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


def _distinct_percent(figures: BlockStatistics) -> float:
    return 100 * figures.distinct_blocks / figures.blocks
