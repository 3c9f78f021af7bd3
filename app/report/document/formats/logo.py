"""The logo of a report, drawn anew: what somebody sent is decoded in a process with bounds, and no
writer and no reader of the report gets the file itself."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.patterns.pictures.picture_loading import load_picture_file
from app.report.document.formats.template_files import unreadable
from app.report.document.formats.typesetting import compile_typst
from app.system.bounded_process import OutOfBounds, ResourceBounds, bounded
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.inspection.regular_files import expanded, open_regular

_MOST_BYTES = 500_000
"""Of the file: the whole of a report is to go into a letter."""
_WIDE, _HIGH = 1200, 480
"""Pixels at most. Layouts of ours show it up to 22 mm high: 550 dots per inch."""
_STARTS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg"}
BOUNDS = ResourceBounds(seconds=5, megabytes=800)
"""A logo takes 0.1 s and 50 MB; most of that are fonts."""
_DPI = 96
_DRAWING = f"""\
#set document(date: none)
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#let drawn = image.with(bytes(sys.inputs.logo), format: "svg")
#context {{
  let size = measure(drawn())
  let scale = calc.min({_WIDE * 0.75}pt / size.width, {_HIGH * 0.75}pt / size.height)
  drawn(width: scale * size.width, height: scale * size.height)
}}
""".encode()


@dataclass(frozen=True)
class Logo:
    format: Literal["png", "jpg"]
    data: bytes


def load_logo(path: Path) -> Logo:
    """The logo in a file, drawn anew.

    Raises: InputError where it is no PNG, JPEG or SVG, is too large, or cannot be read
    """
    try:
        with open_regular(expanded(path)) as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise unreadable(path, error) from error
    if len(data) > _MOST_BYTES:
        raise _unusable(path, phrase("it is larger than 500 kB"))
    kind = next((each for start, each in _STARTS.items() if data.startswith(start)), None)
    if kind is not None:
        return _redrawn_picture(path, kind)
    if b"<svg" not in data[:1000]:
        raise _unusable(path, phrase("it is not a PNG, JPEG or SVG picture"))
    try:
        return Logo("png", bounded(BOUNDS, _svg_as_png, data))
    except OutOfBounds as error:
        raise _unusable(path, error.reason) from error


def _redrawn_picture(path: Path, kind: str) -> Logo:
    image = load_picture_file(expanded(path), transparent=True)
    image.thumbnail((_WIDE, _HIGH))
    written = io.BytesIO()
    if kind == "jpg":
        image.convert("RGB").save(written, "JPEG", quality=92)
        return Logo("jpg", written.getvalue())
    image.save(written, "PNG", optimize=True)
    return Logo("png", written.getvalue())


def _svg_as_png(data: bytes) -> bytes:
    """An SVG as PNG.

    Raises: OutOfBounds for one that cannot be drawn
    """
    import typst

    try:
        return compile_typst(_DRAWING, {"logo": data.decode()}, "png", dpi=_DPI)
    except UnicodeDecodeError as error:
        raise OutOfBounds(phrase("it is not UTF-8")) from error
    except typst.TypstError as error:
        raise OutOfBounds(Message(" ".join(str(error).split())[:200].rstrip("."))) from error


def _unusable(path: Path, why: Message) -> InputError:
    return InputError(
        phrase("Logo not usable"),
        phrase("{path} cannot be used as the logo: {why}."),
        phrase("Choose a PNG, JPEG or SVG picture of at most 500 kB."),
        path=path,
        why=why,
    )
