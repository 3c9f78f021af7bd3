"""A sheet of pictures side by side with their captions, as PNG or SVG."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont as Font

from app.system.desktop.fonts import FAMILY, JAPANESE, font_file, japanese_font_file
from app.system.escaping import svg_text
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import check_target
from engines.platform.private_files import write_atomically

_MARGIN_PX = 24
_TITLE_PX, _HEADING_PX, _TEXT_PX = 30, 22, 16
_LEADING = 1.35
"""Height of a line in units of its font size."""
_FIRST_OF_JAPANESE = "\u3000"
_INK, _PAPER = "#1c1c1c", "#ffffff"


@dataclass(frozen=True, eq=False)
class SheetPanel:
    """A picture, its heading and the lines below: protection, server, key, vector, figures."""

    image: Image.Image
    heading: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Text:
    x: int
    y: int
    size: int
    text: str


@dataclass(frozen=True, eq=False)
class _Layout:
    width: int
    height: int
    pictures: tuple[tuple[int, int, Image.Image], ...]
    texts: tuple[_Text, ...]


def sheet_png(
    panels: Sequence[SheetPanel], title: str = "", columns: int = 3, cell: int = 640
) -> bytes:
    """All panels on one white sheet.

    `cell` is the width of a column in pixels; larger pictures are made to fit, smaller ones keep
    their size.

    Raises: ValueError without a panel.
    """
    layout = _layout_of(panels, title, columns, cell)
    sheet = Image.new("RGB", (layout.width, layout.height), _PAPER)
    pen = ImageDraw.Draw(sheet)
    for x, y, image in layout.pictures:
        sheet.paste(image, (x, y))
    for text in layout.texts:
        font = _font_of(text.text, text.size)
        pen.text((text.x, text.y + text.size), text.text, _INK, font, anchor="ls")
    return _png(sheet)


def sheet_svg(
    panels: Sequence[SheetPanel], title: str = "", columns: int = 3, cell: int = 640
) -> str:
    """The same as SVG 1.1, with the pictures inside as PNG and captions as text.

    Raises: ValueError without a panel.
    """
    layout = _layout_of(panels, title, columns, cell)
    size = f'width="{layout.width}" height="{layout.height}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {size}'
    )
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'{head} viewBox="0 0 {layout.width} {layout.height}" version="1.1">',
            f"<title>{svg_text(title)}</title>",
            f'<rect width="100%" height="100%" fill="{_PAPER}"/>',
            *(_svg_picture(*picture) for picture in layout.pictures),
            *(_svg_text(text) for text in layout.texts),
            "</svg>\n",
        )
    )


def _svg_picture(x: int, y: int, image: Image.Image) -> str:
    data = base64.b64encode(_png(image)).decode()
    place = f'x="{x}" y="{y}" width="{image.width}" height="{image.height}"'
    return f'<image {place} xlink:href="data:image/png;base64,{data}"/>'


def _svg_text(text: _Text) -> str:
    place = f'x="{text.x}" y="{text.y + text.size}"'  # y is the base line, which is lower
    family = f"{FAMILY}, {JAPANESE}, sans-serif"
    style = f'font-family="{family}" font-size="{text.size}" fill="{_INK}"'
    return f"<text {place} {style}>{svg_text(text.text)}</text>"


def _layout_of(panels: Sequence[SheetPanel], title: str, columns: int, cell: int) -> _Layout:
    """Rows of `columns` panels; each row is as high as its highest panel."""
    if not panels:
        raise ValueError("a sheet needs a panel")
    columns = min(columns, len(panels))
    pictures: list[tuple[int, int, Image.Image]] = []
    texts: list[_Text] = []
    width = _MARGIN_PX + columns * (cell + _MARGIN_PX)
    top = _MARGIN_PX
    for line in _wrapped(title, _TITLE_PX, width - 2 * _MARGIN_PX):
        texts.append(_Text(_MARGIN_PX, top, _TITLE_PX, line))
        top += round(_TITLE_PX * _LEADING)
    top += _MARGIN_PX // 2
    for begin in range(0, len(panels), columns):
        row = [_scaled_down(panel, cell) for panel in panels[begin : begin + columns]]
        caption_top = top + max(panel.image.height for panel in row) + _HEADING_PX // 2
        bottoms = []
        for index, panel in enumerate(row):
            left = _MARGIN_PX + index * (cell + _MARGIN_PX)
            pictures.append((left, top, panel.image))
            caption = list(_caption(panel, left, caption_top, cell))
            texts += caption
            bottoms.append(caption[-1].y + round(caption[-1].size * _LEADING))
        top = max(bottoms) + _MARGIN_PX
    return _Layout(width, top, tuple(pictures), tuple(texts))


def _scaled_down(panel: SheetPanel, cell: int) -> SheetPanel:
    image = panel.image.convert("RGB")
    if image.width > cell:
        height = max(1, round(image.height * cell / image.width))
        image = image.resize((cell, height), Image.Resampling.BOX)
    return SheetPanel(image, panel.heading, panel.lines)


def _caption(panel: SheetPanel, left: int, top: int, cell: int) -> Iterator[_Text]:
    parts = [(panel.heading, _HEADING_PX), *((line, _TEXT_PX) for line in panel.lines)]
    for text, size in parts:
        for line in _wrapped(text, size, cell) or [""]:
            yield _Text(left, top, size, line)
            top += round(size * _LEADING)


def _wrapped(text: str, size: int, width: int) -> list[str]:
    """Lines no wider than `width` pixels; a word too long for a line, such as a key, is broken."""
    font = _font_of(text, size)
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if _fits(joined, font, width):
            line = joined
        elif _fits(word, font, width):
            lines.append(line)
            line = word
        else:
            *broken, line = _broken(joined, font, width)
            lines += broken
    return [*lines, line] if line else lines


def _broken(text: str, font: Font, width: int) -> list[str]:
    pieces = [""]
    for letter in text:
        if pieces[-1] and not _fits(pieces[-1] + letter, font, width):
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _fits(text: str, font: Font, width: int) -> bool:
    return font.getlength(text) <= width


def _font_of(text: str, size: int) -> Font:
    """The font with all of its letters."""
    return _font(size, japanese=any(each >= _FIRST_OF_JAPANESE for each in text))


@cache
def _font(size: int, *, japanese: bool) -> Font:
    file = japanese_font_file() if japanese else font_file()
    return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)


def _png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


# The file of a picture or of a sheet.

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
