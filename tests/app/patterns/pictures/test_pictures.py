"""Pictures: shipped, loaded, turned into bytes and back, and put on a sheet."""

from __future__ import annotations

import base64
import io
import math
import os
import re
import tracemalloc
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.patterns.base.block_statistics import statistics_of_bytes
from app.patterns.pictures.picture_loading import (
    MOST_PIXELS,
    SHIPPED,
    load_picture_file,
    open_shipped_picture,
)
from app.patterns.pictures.pixels import Geometry, PixelFormat, bytes_to_image, to_image, to_raster
from app.patterns.pictures.sheet import SheetPanel, sheet_png, sheet_svg
from assets.pictures import draw
from engines.contract.errors import InputError
from tests.app.patterns.ciphers import encrypt

_NAMES = [picture.name for picture in SHIPPED]
_FORMATS = {picture.name: picture.format for picture in SHIPPED}


def pixels_of(image: Image.Image) -> bytes:
    return image.convert("RGB").tobytes()


@pytest.mark.exhaustive  # they change when the script is run alone
@pytest.mark.slow
def test_that_shipped_pictures_are_what_the_script_draws(tmp_path: Path) -> None:
    draw.main(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(_NAMES)
    for name in _NAMES:
        stored, drawn = open_shipped_picture(name), load_picture_file(tmp_path / f"{name}.png")
        assert (stored.size, stored.mode) == (drawn.size, drawn.mode)
        differ = np.asarray(stored.convert("RGB")) != np.asarray(drawn.convert("RGB"))
        assert differ.mean() < 0.01  # letters may be smoothed otherwise by another FreeType


def test_that_an_unknown_picture_is_reported_with_those_there_are() -> None:
    with pytest.raises(InputError, match="logo, form, phantom, flag"):
        open_shipped_picture("cat")


def test_that_the_phantom_has_the_published_greys() -> None:
    phantom = open_shipped_picture("phantom")

    def at(x: float, y: float) -> float:
        place = round((x + 1) / 2 * phantom.width), round((1 - y) / 2 * phantom.height)
        return round(phantom.getpixel(place) / 255, 1)  # type: ignore[operator]

    assert at(0, 0.9) == 1.0  # skull
    assert at(0, -0.8) == 0.2  # brain
    assert at(0.22, 0) == at(-0.22, 0) == 0.0  # ventricles
    assert at(0, 0.45) == at(-0.08, -0.605) == 0.3  # tumours
    assert at(0.95, 0.95) == 0.0


@pytest.mark.parametrize("name", _NAMES)
def test_that_ecb_shows_a_shipped_picture_and_other_modes_do_not(name: str) -> None:
    raster = to_raster(open_shipped_picture(name), _FORMATS[name])
    figures = {
        mode: statistics_of_bytes(encrypt(mode, raster.pixels)) for mode in ("ecb", "cbc", "ctr")
    }
    share = {mode: each.distinct_blocks / each.blocks for mode, each in figures.items()}
    assert share["ecb"] < 0.3
    assert share["cbc"] > 0.999 and share["ctr"] > 0.999
    assert figures["ecb"].longest_repeat > 100


@pytest.mark.parametrize("pixel_format", list(PixelFormat))
@pytest.mark.parametrize("size", [(64, 48), (37, 11), (1, 1), (17, 3)])
def test_that_pixels_come_back_as_they_were(
    pixel_format: PixelFormat, size: tuple[int, int]
) -> None:
    noise = np.random.default_rng(7).integers(0, 256, (size[1], size[0], 3), np.uint8)
    if pixel_format is PixelFormat.PALETTE:
        noise = noise // 100 * 100  # 27 colours
    image = Image.fromarray(noise)
    if pixel_format is PixelFormat.GREY:
        image = image.convert("L")
    raster = to_raster(image, pixel_format)
    assert len(raster.pixels) == raster.geometry.size
    assert raster.geometry.row_bytes % 16 == 0
    assert pixels_of(to_image(raster)) == pixels_of(image)
    again = to_raster(to_image(raster), pixel_format)
    assert again.pixels == raster.pixels


def test_that_a_palette_picture_keeps_its_own_indices() -> None:
    logo = open_shipped_picture("logo")
    raster = to_raster(logo, PixelFormat.PALETTE)
    assert raster.pixels == logo.tobytes()  # 640 is a multiple of 16: no row is filled up
    assert len(raster.geometry.palette) == 768


@pytest.mark.parametrize("size", [(400, 700), (33, 256), (16, 257)])
def test_that_colours_are_looked_up_alike_in_every_part_of_a_picture(size: tuple[int, int]) -> None:
    draw = np.random.default_rng(3)
    colours = draw.integers(0, 256, (200, 3), np.uint8)
    pixels = colours[draw.integers(0, 200, (size[1], size[0]))]
    table, places = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    raster = to_raster(Image.fromarray(pixels), PixelFormat.PALETTE)
    rows = np.frombuffer(raster.pixels, np.uint8).reshape(size[1], -1)[:, : size[0]]
    assert (rows == places.reshape(size[1], size[0])).all()
    assert raster.geometry.palette.startswith(table.tobytes())


def test_that_a_large_picture_of_few_colours_takes_little_memory_meanwhile() -> None:
    image = Image.new("RGB", (2500, 2000), (1, 2, 3))
    image.paste((200, 0, 9), (0, 0, 900, 900))
    tracemalloc.start()
    try:
        to_raster(image, PixelFormat.PALETTE)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12 * 2500 * 2000


def test_that_a_picture_of_many_colours_gets_sixteen_alike() -> None:
    photo = Image.effect_noise((200, 200), 60).convert("RGB")
    photo.putpixel((0, 0), (255, 0, 0))
    gradient = Image.merge(
        "RGB",
        [photo.getchannel(0), Image.linear_gradient("L").resize((200, 200)), photo.getchannel(2)],
    )
    raster = to_raster(gradient, PixelFormat.PALETTE)
    assert 1 < len(set(raster.pixels)) <= 17  # sixteen, and the zeros that fill rows up


def test_that_flat_rgb_gives_one_block_and_its_pixels_are_reported() -> None:
    raster = to_raster(Image.new("RGB", (32, 4), (200, 30, 60)), PixelFormat.RGB)
    assert statistics_of_bytes(raster.pixels).distinct_blocks == 1
    assert raster.geometry.block_box(0) == (0, 0, 4, 1)
    assert raster.geometry.block_box(9) == (4, 1, 8, 2)
    grey = Geometry(PixelFormat.GREY, 40, 2)
    assert grey.row_bytes == 48
    assert grey.block_box(4) == (16, 1, 32, 2)
    assert grey.block_box(1, 8) == (8, 0, 16, 1)


def test_that_what_is_cut_off_or_missing_is_reported() -> None:
    raster = to_raster(open_shipped_picture("phantom"), PixelFormat.GREY)
    encrypted = encrypt("cbc", raster.pixels)
    padded = bytes_to_image(encrypted, raster.geometry)
    assert (padded.cut, padded.missing) == (16, 0)
    assert padded.image.tobytes() == encrypted[:-16]
    short = bytes_to_image(encrypted[:1000], raster.geometry)
    assert (short.cut, short.missing) == (0, raster.geometry.size - 1000)
    assert short.image.size == (768, 768)


def test_that_ciphertext_shows_in_colours_beyond_a_small_palette() -> None:
    raster = to_raster(open_shipped_picture("logo"), PixelFormat.PALETTE)
    image = bytes_to_image(os.urandom(raster.geometry.size), raster.geometry).image
    assert image.mode == "P"
    assert len(image.convert("RGB").getcolors(1 << 24) or []) > 200


def test_that_a_user_file_is_turned_upright(tmp_path: Path) -> None:
    image = Image.new("RGB", (30, 20), "white")
    image.paste("red", (0, 0, 30, 4))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90° to the right
    image.save(tmp_path / "photo.png", exif=exif)
    turned = load_picture_file(tmp_path / "photo.png")
    assert turned.size == (20, 30)
    assert turned.getpixel((18, 15)) == (255, 0, 0) and turned.getpixel((2, 15)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("mode", "colour", "expected"),
    [
        ("RGBA", (0, 0, 255, 0), ("RGB", (255, 255, 255))),
        ("RGBA", (0, 0, 255, 255), ("RGB", (0, 0, 255))),
        ("LA", (10, 255), ("RGB", (10, 10, 10))),
        ("1", 1, ("L", 255)),
        ("I;16", 0x8000, ("L", 0x80)),
        ("L", 77, ("L", 77)),
    ],
)
def test_that_every_kind_of_picture_becomes_a_plain_one(
    mode: str, colour: int | tuple[int, ...], expected: tuple[str, object], tmp_path: Path
) -> None:
    Image.new(mode, (8, 8), colour).save(tmp_path / "picture.png")
    loaded = load_picture_file(tmp_path / "picture.png")
    assert (loaded.mode, loaded.getpixel((3, 3))) == expected


@pytest.mark.parametrize("size", [(7100, 7100), (10_000, 10_000), (30_000, 30_000)])
def test_that_too_large_a_picture_is_refused_before_it_is_unpacked(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "large.pgm"
    path.write_bytes(b"P5 %d %d 255\n" % size)  # a header without a pixel
    assert math.prod(size) > MOST_PIXELS
    with pytest.raises(InputError, match="at most 50 megapixels"):
        load_picture_file(path)


def test_that_what_is_no_picture_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("not a picture")
    whole = io.BytesIO()
    open_shipped_picture("flag").save(whole, "PNG")
    (tmp_path / "half.png").write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    for name in ("text.png", "half.png", "gone.png"):
        with pytest.raises(InputError, match="cannot be read as a picture"):
            load_picture_file(tmp_path / name)


def panels() -> list[SheetPanel]:
    long = "key " + "0f" * 32
    return [
        SheetPanel(open_shipped_picture("logo"), "original", ("640 × 480",)),
        SheetPanel(
            open_shipped_picture("phantom"),
            "AES-128-ECB on “São João” <1>",
            (long, "909 of 19,200 blocks"),
        ),
        SheetPanel(open_shipped_picture("flag"), "AES-128-CBC"),
        SheetPanel(Image.new("L", (10, 10)), "small"),
    ]


def test_that_a_sheet_is_one_picture_with_all_panels() -> None:
    sheet = Image.open(io.BytesIO(sheet_png(panels(), "What a mode hides", columns=2, cell=320)))
    assert sheet.width == 24 + 2 * (320 + 24)
    assert sheet.height > 320 + 213
    logo = open_shipped_picture("logo").convert("RGB").resize((320, 240), Image.Resampling.BOX)
    places = np.asarray(sheet)[:, 24:344]
    tops = [top for top in range(100) if np.array_equal(places[top : top + 240], np.asarray(logo))]
    assert len(tops) == 1
    below = places[tops[0] + 320 : tops[0] + 380]  # the phantom beside it is higher
    assert (below < 128).any()  # the caption
    with pytest.raises(ValueError, match="a panel"):
        sheet_png([])


def test_that_no_letter_of_a_caption_loses_its_accent() -> None:
    headings = ("São Paulo", "Sao Paulo", "S\ue000o Paulo")
    drawn = {sheet_png([SheetPanel(Image.new("L", (400, 10)), heading)]) for heading in headings}
    assert len(drawn) == 3


def test_that_an_svg_sheet_holds_the_pictures_and_every_word() -> None:
    root = ET.fromstring(sheet_svg(panels(), "What <modes> hide", columns=2, cell=320))
    space = "{http://www.w3.org/2000/svg}"
    images = root.findall(f"{space}image")
    links = [image.get("{http://www.w3.org/1999/xlink}href", "") for image in images]
    sizes = [
        Image.open(io.BytesIO(base64.b64decode(link.removeprefix("data:image/png;base64,")))).size
        for link in links
    ]
    assert sizes == [(320, 240), (320, 320), (320, 213), (10, 10)]
    words = [text.text or "" for text in root.findall(f"{space}text")]
    assert "AES-128-ECB on “São João” <1>" in " ".join(words)
    assert "What <modes> hide" in words
    assert "0f" * 32 in re.sub(r"\s", "", "".join(words))
    assert float(root.get("height", "0")) > 533


def test_that_what_is_odd_in_a_picture_but_does_no_harm_is_no_noise(tmp_path: Path) -> None:
    path = tmp_path / "odd.jpg"
    Image.new("L", (8, 8)).save(
        path, exif=b"Exif\0\0II*\0\x08\0\0\0\x05\0"
    )  # five tags, none there
    assert load_picture_file(path).size == (8, 8)  # a warning would fail it
