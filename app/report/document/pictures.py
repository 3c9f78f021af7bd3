"""What the modes of a campaign's ciphers leave visible of a picture."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from app.plan.status import Status
from app.report.document.parts import Block, Paragraph, Picture, Pictures
from app.report.figures.campaign_report import CampaignReport
from app.report.words.wording import marked_names
from engines.contract.message import Message, phrase
from engines.contract.protection import ProtectionKind

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_BYTES = 400_000
"""Of all pixels together, which sealed cannot be made smaller: a report is to stay small."""
_MOST_PIXELS, _MOST_PICTURES = 65_536, 8
_SEALING = (ProtectionKind.NATIVE, ProtectionKind.CLIENT)


def pictured(report: CampaignReport, source: str = "") -> Iterator[Block]:
    """A picture (a file, or the name of one that ships) under each cipher and mode that sealed
    values in this campaign; nothing without one, or without a cipher that can be drawn.

    Raises: InputError for a file that is no picture, or cannot be read
    """
    if not source:
        return
    from app.patterns.pictures.shipped import picture  # NumPy, which nobody else is to wait for
    from app.patterns.pictures.software import drawn_by, original, small_raster

    image, _ = picture(source)
    ciphers = _ciphers(report)
    pixels = min(_MOST_PIXELS, _MOST_BYTES // (1 + len(ciphers)))
    raster = small_raster(image, pixels)
    items = [
        Picture(
            _name(*cipher),
            ", ".join(names),
            str(found.message),
            _png(found.image),
        )
        for cipher, names in ciphers.items()
        for found in [drawn_by(raster, *cipher)]
        if found is not None
    ]
    if items:
        yield Paragraph(str(_WHO))
        first = Picture(str(_ORIGINAL), str(_NOT_ENCRYPTED), "", _png(original(raster)))
        yield Pictures(str(_CAPTION), (first, *items))


_ORIGINAL, _NOT_ENCRYPTED = phrase("Original"), phrase("not encrypted")
_CAPTION = phrase(
    "The original picture, and the same picture under each cipher and mode of this campaign"
)


type _Cipher = tuple[str | None, int | None, str | None]
"""Algorithm, bits, mode."""


def _ciphers(report: CampaignReport) -> dict[_Cipher, list[str]]:
    """Those that seal value by value, the most telling ones first, with who uses them."""
    names = marked_names(report.cells)
    found: dict[_Cipher, dict[str, dict[str, None]]] = {}
    for cell in report.cells:
        if cell.kind in _SEALING and cell.status is not Status.UNSUPPORTED:
            users = found.setdefault((cell.algorithm, cell.bits, cell.mode), {})
            users.setdefault(names[cell.server, cell.protection], {})[cell.server] = None
    ranked = sorted(found, key=lambda each: (each[2] != "ecb", str(each)))
    return {
        each: [str(_used(name, servers)) for name, servers in found[each].items()]
        for each in ranked[:_MOST_PICTURES]
    }


def _used(name: str, servers: Iterable[str]) -> Message:
    """“aes-128-cbc on a, b and c”."""
    *others, last = servers
    where = _AND.with_values(first=", ".join(others), last=last) if others else last
    return phrase("{protection} on {server}", protection=name, server=where)


_AND = phrase("{first} and {last}")


def _name(algorithm: str | None, bits: int | None, mode: str | None) -> str:
    return "-".join(str(each).upper() for each in (algorithm, bits, mode) if each)


def _png(image: Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


_WHO = phrase(
    "These pictures were made without a server, by this program's cryptographic library, with the "
    "same cipher, key bits and mode. Each picture was encrypted as one value, always under the "
    "same key and initialisation vector. A server's function gives the same bytes."
)
