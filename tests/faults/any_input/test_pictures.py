"""Pictures of any make: read, or refused in a sentence, and never more than a machine holds."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as some
from PIL import Image

from app.patterns.pictures.picture_loading import MOST_PIXELS, decode_picture
from app.patterns.pictures.picture_view import Tiles
from app.patterns.pictures.pixels import PixelFormat, to_image, to_raster
from engines.contract.errors import InputError
from tests.faults.any_input.inputs import Content, any_input, spoilt

KINDS = (
    *(("PNG", mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
    *(("JPEG", mode) for mode in ("L", "RGB", "CMYK")),
    *(("TIFF", mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16", "F", "LAB")),
    *(("PPM", mode) for mode in ("1", "L", "RGB", "I;16", "F")),
    *(("BMP", mode) for mode in ("1", "L", "P", "RGB", "RGBA")),
    *(("GIF", mode) for mode in ("L", "P", "RGB")),
    *(("WEBP", mode) for mode in ("RGB", "RGBA")),
)
MORE: dict[str, list[dict[str, object]]] = {
    "JPEG": [{"progressive": True}, {"exif": "upright"}, {"quality": 5}],
    "TIFF": [
        {"compression": "tiff_lzw"},
        {"compression": "packbits"},
        {"compression": "tiff_adobe_deflate"},
        {"moving": True},
    ],
    "PNG": [{"moving": True}, {"exif": "upright"}, {"transparency": 0}],
    "GIF": [{"moving": True}, {"transparency": 0}],
    "WEBP": [{"moving": True}, {"lossless": True}, {"exif": "upright"}],
}


@cache
def made(kind: str, mode: str, more: int) -> bytes:
    """A small sound picture; `more` numbers what its format can have beside pixels."""
    noise = np.random.default_rng(1).integers(0, 256, (9, 13, 3), np.uint8)
    image = Image.fromarray(noise)
    image = image.convert("L").convert(mode) if mode in ("I;16", "F") else _as(image, mode)
    options = dict(([{}, *MORE.get(kind, [])])[more])
    if options.pop("moving", False):
        options |= {
            "save_all": True,
            "append_images": [image.transpose(Image.Transpose.ROTATE_180)],
        }
    if "A" in mode or mode == "RGB":
        options.pop("transparency", None)
    if options.get("exif"):
        exif = Image.Exif()
        exif[0x0112] = 6  # on its side
        options["exif"] = exif.tobytes()
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def _as(image: Image.Image, mode: str) -> Image.Image:
    if mode == "LAB":
        return Image.frombytes("LAB", image.size, image.tobytes())
    return image.convert(mode)


@some.composite
def pictures(draw: some.DrawFn) -> bytes:
    """A picture of any format, some of its bytes others, or its size another."""
    kind, mode = draw(some.sampled_from(KINDS))
    more = draw(some.integers(0, len(MORE.get(kind, []))))
    note(f"{kind} of mode {mode}, {([{}, *MORE.get(kind, [])])[more]}")
    content = made(kind, mode, more)
    match draw(some.sampled_from(("spoilt", "spoilt", "spoilt", "size", "sound", "noise"))):
        case "spoilt" if kind == "PNG":
            return Content(with_right_sums(draw(spoilt(content))))
        case "spoilt":
            return draw(spoilt(content))
        case "size":
            return Content(draw(_of_another_size(content)))
        case "noise":
            return Content(content[:12] + draw(some.binary(max_size=60)))
    return Content(content)


_SIZES = some.sampled_from((0, 1, 2, 255, 4096, 20_000, 65_535, 2**31 - 1, 2**31, 2**32 - 1))


@some.composite
def _of_another_size(draw: some.DrawFn, content: bytes) -> bytes:
    """With its width or height, wherever it stands and however it is written, replaced."""
    for length in (13, 9):
        new = draw(_SIZES)
        for form in (">I", "<I", ">H", "<H"):
            most = 256 ** struct.calcsize(form) - 1
            content = content.replace(struct.pack(form, length), struct.pack(form, min(new, most)))
        content = content.replace(b"13 9", b"%d 9" % new)
    return with_right_sums(content) if content.startswith(b"\x89PNG") else content


def with_right_sums(content: bytes) -> bytes:
    """A PNG whose chunks have the checksums of what is in them."""
    at, pieces = 8, [content[:8]]
    while at + 12 <= len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        chunk = content[at + 4 : at + 8 + length]
        pieces += [content[at : at + 4], chunk, struct.pack(">I", zlib.crc32(chunk))]
        at += 12 + length
    return b"".join([*pieces, content[at:]])


@pytest.mark.slow
@any_input
@given(content=pictures(), pixel_format=some.sampled_from(PixelFormat))
def test_that_any_picture_is_read_or_refused(
    content: bytes, pixel_format: PixelFormat, tmp_path: Path
) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(content)
    try:
        image = decode_picture(file, file)
    except InputError:
        return
    assert image.mode in ("P", "L", "RGB") and 0 < image.width * image.height <= MOST_PIXELS
    if image.width * image.height > 1_000_000:
        return  # as the small ones, and slow
    raster = to_raster(image, pixel_format)
    assert to_image(raster).size == image.size
    assert Tiles(raster.pixels, raster.geometry).overview().size


@pytest.mark.parametrize(("kind", "mode"), KINDS)
def test_that_every_kind_of_sound_picture_is_read(kind: str, mode: str, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    for more in range(1 + len(MORE.get(kind, []))):
        file.write_bytes(made(kind, mode, more))
        size = sorted(decode_picture(file, file).size)
        assert size == [9, 13]
