"""Loads pictures: those that ship with the program, and files of the user, which are decoded in a
process with limits on time and memory."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import BinaryIO

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from app.patterns.base.cipher_blocks import AES_BLOCK
from app.patterns.pictures.pixels import PixelFormat
from app.system.bounded_process import OutOfBounds, ResourceBounds, bounded
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import open_regular

MOST_PIXELS = 50_000_000
"""Larger pictures are refused before their pixels are unpacked."""

_MOST_MB = 1000

BOUNDS = ResourceBounds(seconds=20, megabytes=1500)
"""A picture of fifty megapixels takes 3 s and 1,000 MB."""

_FORMATS = ("PNG", "JPEG", "BMP", "GIF", "TIFF", "WEBP", "PPM")
"""The formats that Pillow reads without another program."""


@dataclass(frozen=True)
class ShippedPicture:
    """A picture in assets/pictures (drawn by draw.py there) and the format that suits it."""

    name: str
    title: Message
    format: PixelFormat


SHIPPED = (
    ShippedPicture("logo", phrase("Logo"), PixelFormat.PALETTE),
    ShippedPicture("form", phrase("Scanned form"), PixelFormat.GREY),
    ShippedPicture("phantom", phrase("Shepp–Logan head phantom"), PixelFormat.GREY),
    ShippedPicture("flag", phrase("Flag"), PixelFormat.RGB),
)


def open_shipped_picture(name: str) -> Image.Image:
    """A shipped picture by its name.

    Raises: InputError for a name that none has.
    """
    if name not in {picture.name for picture in SHIPPED}:
        raise InputError(
            phrase("Picture not found"),
            phrase("Cipherbench has no picture named “{name}”."),
            phrase("Choose one of: {names}."),
            name=name,
            names=", ".join(picture.name for picture in SHIPPED),
        )
    with as_file(files("assets") / "pictures" / f"{name}.png") as path:
        return decode_picture(path, path)


def open_picture(source: str | Path) -> tuple[Image.Image, PixelFormat]:
    """The picture in a file, or the shipped one of that name, and the pixel format that suits it.

    Raises: InputError
    """
    path = Path(source)
    if path.exists() or path.suffix or path.parent != Path():
        image = load_picture_file(path)
        return image, _FORMAT_OF_MODE[image.mode]
    return open_shipped_picture(str(source)), next(
        each.format for each in SHIPPED if each.name == str(source)
    )


def load_picture_file(path: Path, *, transparent: bool = False) -> Image.Image:
    """A picture of mode P, L or RGB, upright as its EXIF data say. Transparent ones are on white,
    or RGBA where `transparent` is asked for. It is decoded in a process with limits on time and
    memory.

    Of several pictures in a file the first is taken.

    Raises: InputError for more than 50 megapixels or a file that is no picture.
    """
    try:
        return bounded(BOUNDS, decode_picture, path.absolute(), path, transparent)
    except OutOfBounds as error:
        raise _unreadable(path, error.reason) from error


def decode_picture(file_path: Path, path: Path, transparent: bool = False) -> Image.Image:
    """As `load_picture_file`, in this process: the file at `file_path`, called `path` in errors.

    Raises: InputError
    """
    try:
        with open_regular(file_path, _MOST_MB) as file, _strict(), _opened(file) as image:
            if max(image.width, AES_BLOCK) * image.height > MOST_PIXELS:  # rows are filled up
                raise _too_large(path, f"{image.width:,} × {image.height:,}")
            image.load()
            upright = ImageOps.exif_transpose(image)
            clear = transparent and upright.has_transparency_data
            found = upright.convert("RGBA") if clear else _plain(upright)
            found.info = {}
            return found
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_large(path, "far too many") from error
    except (OSError, ValueError, SyntaxError) as error:  # what Pillow raises for damaged files
        raise _unreadable(path, _reason(error)) from error


def _unreadable(path: Path, reason: object) -> InputError:
    return InputError(
        phrase("Picture not read"),
        phrase("{path} cannot be read as a picture: {reason}."),
        phrase("Supported formats: {formats}."),
        path=path,
        reason=reason,
        formats=", ".join(_FORMATS),
    )


def _reason(error: Exception) -> object:
    """The error's reason. Pillow's own message on unknown formats names a Python object."""
    if isinstance(error, UnidentifiedImageError):
        return phrase("it is not a picture, or it is damaged")
    return getattr(error, "strerror", None) or error


_FORMAT_OF_MODE = {"P": PixelFormat.PALETTE, "L": PixelFormat.GREY, "RGB": PixelFormat.RGB}


@contextmanager
def _strict() -> Iterator[None]:
    """Turns Pillow's warning of decompression bombs into an error, and drops its other warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


def _opened(file: BinaryIO) -> Image.Image:
    return Image.open(file, formats=_FORMATS)


def _too_large(path: Path, size: str) -> InputError:
    return InputError(
        phrase("Picture too large"),
        phrase("{path} has {size} pixels; at most {most} megapixels are allowed."),
        phrase("Reduce its size first."),
        path=path,
        size=size,
        most=MOST_PIXELS // 1_000_000,
    )


def _plain(image: Image.Image) -> Image.Image:
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", image.size, "white"), layer).convert("RGB")
    if image.mode.startswith("I"):  # sixteen bits of grey; Pillow would clip them
        grey = np.asarray(image).clip(0, 0xFFFF) >> 8
        return Image.fromarray(grey.astype(np.uint8))
    if image.mode in ("P", "L", "RGB"):
        return image.copy()
    return image.convert("L" if image.mode in ("1", "LA", "F") else "RGB")
