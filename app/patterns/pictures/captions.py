"""Captions of encrypted pictures: cipher, key, IV or nonce, tag, and block figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from app.patterns.base.block_statistics import BlockStatistics
from app.patterns.pictures.encrypted_pictures import EncryptedPicture
from app.patterns.pictures.pixels import Geometry, PixelFormat, Raster, to_image
from app.patterns.pictures.sheet import SheetPanel
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.protection import Protection, ProtectionKind

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

    def panel(self, image: Image.Image, to_text: Callable[[Message], str] = str) -> SheetPanel:
        """A picture with this caption; `to_text` translates a message."""
        return SheetPanel(image, to_text(self.heading), tuple(map(to_text, self.lines)))


def original_caption(geometry: Geometry) -> Caption:
    """Size and pixel format."""
    size = phrase(
        "{width} × {height} pixels, {format}",
        width=Number(geometry.width),
        height=Number(geometry.height),
        format=_FORMATS[geometry.format],
    )
    return Caption(phrase("Original"), (size,))


def encrypted_caption(
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
                percent=Number(figures.distinct_percent, 2, "%"),
            ),
            phrase(
                "Entropy {bits} bits per byte, compressed to {percent}",
                bits=Number(figures.entropy_bits_per_byte, 4),
                percent=Number(figures.compressed_percent, 1, "%"),
            ),
        ),
    )


def original_panel(raster: Raster) -> SheetPanel:
    return original_caption(raster.geometry).panel(to_image(raster))


def encrypted_panel(picture: EncryptedPicture) -> SheetPanel:
    """The ciphertext as a picture, with its caption."""
    caption = encrypted_caption(
        picture.server,
        picture.protection,
        picture.statistics,
        key=picture.key,
        vector=picture.vector,
        tag=picture.tag,
        padding=picture.padding,
    )
    return caption.panel(picture.as_image().image)


def title_of(protection: Protection) -> str:
    """A protection's algorithm, key bits and mode: AES-128-ECB."""
    parts = (protection.algorithm, protection.bits, protection.mode)
    return "-".join(str(part).upper() for part in parts if part)
