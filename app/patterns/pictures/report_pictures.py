"""Encrypts pictures for reports and lesson sheets by the cryptography library, without a server."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from PIL import Image

from app.patterns.base.block_statistics import BlockStatistics, statistics_and_blocks
from app.patterns.base.explanations import explanations
from app.patterns.base.software_cipher import Mode, encrypt
from app.patterns.pictures.pixels import PixelFormat, Raster, bytes_to_image, to_raster
from engines.contract.message import Message

_VECTOR = sha256(b"the vector of pictures in reports").digest()[:16]


@dataclass(frozen=True)
class EncryptedImage:
    """A picture's ciphertext as a picture, with what can be counted of it."""

    image: Image.Image
    figures: BlockStatistics

    @property
    def message(self) -> Message:
        """How many of its blocks repeat others."""
        return explanations(self.figures)["repeated_percent"]


def raster_of_at_most(image: Image.Image, pixels: int) -> Raster:
    """A picture reduced to at most so many `pixels`, of one byte each."""
    share = (pixels / (image.width * image.height)) ** 0.5
    if share < 1:
        size = max(1, int(image.width * share)), max(1, int(image.height * share))
        image = image.resize(size, Image.Resampling.NEAREST)  # no new colours
    grey = image.mode == "L"
    return to_raster(image, PixelFormat.GREY if grey else PixelFormat.PALETTE)


def encrypted_image(
    raster: Raster, algorithm: str | None, bits: int | None, mode: str | None
) -> EncryptedImage | None:
    """A picture under AES in a mode; None for a cipher that is not known here. Key and vector are
    always the same, and no secret."""
    encrypted = _encrypted(raster.pixels, algorithm, bits or 0, mode)
    if encrypted is None:
        return None
    return EncryptedImage(
        bytes_to_image(encrypted, raster.geometry).image, statistics_and_blocks([encrypted])[0]
    )


def _encrypted(data: bytes, algorithm: str | None, bits: int, mode: str | None) -> bytes | None:
    if algorithm != "aes" or bits not in (128, 192, 256) or mode not in set(Mode):
        return None
    key = sha256(b"the key of pictures in reports").digest()[: bits // 8]
    encrypted = encrypt(Mode(mode), key, _VECTOR, data)
    return encrypted[: len(data)] if mode == Mode.GCM else encrypted
