"""Captions of pictures: what each shows of its blocks, and how it was sealed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.patterns.pictures.view import BlockFact
from app.patterns.requests import PictureReady
from app.window.lab.common.figures import leaks, percent_text
from app.window.shared.protection_words import marks_words
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import ECB, properties_of
from widgets.look.numbers import format_number

_tr = QCoreApplication.translate


def marks_of(protection: Protection) -> tuple[tuple[str, str], ...]:
    """The warning next to a title. One IV for one picture is no weakness."""
    return ((marks_words([ECB]), "warning"),) if protection.mode == "ecb" else ()


def tone_of(ready: PictureReady) -> str:
    """Good only where a protection hides equal blocks of any picture, not of this one alone.

    A server's own functions take the same vector for every picture until another is drawn.
    """
    if leaks(ready.statistics):
        return "bad"
    if ready.protection is None:
        return "text"
    known = properties_of(ready.protection, ready.protection.mode, fixed_iv=True)
    return "good" if known.hides_equality and not known.reuses_keystream else "text"


def distinct_words(ready: PictureReady) -> str:
    """“Shows: 3.1 % distinct”; an original neither shows nor hides."""
    words = {
        "bad": _tr("Pictures", "Shows: {0} distinct"),
        "good": _tr("Pictures", "Hides: {0} distinct"),
        "text": _tr("Pictures", "Hides this: {0} distinct"),
    }
    text = _tr("Pictures", "{0} distinct") if ready.protection is None else words[tone_of(ready)]
    return text.format(_distinct_share(ready))


def verdict_words(ready: PictureReady) -> str:
    """“Shows”, which has room below the smallest picture."""
    return {
        "bad": _tr("Pictures", "Shows"),
        "good": _tr("Pictures", "Hides"),
        "text": _tr("Pictures", "Hides this"),
    }[tone_of(ready)]


def distinct_tip(ready: PictureReady) -> str:
    """The long form, for the tooltip."""
    return _tr("Pictures", "Distinct blocks {0}").format(_distinct_share(ready))


def _distinct_share(ready: PictureReady) -> str:
    return percent_text(ready.statistics.distinct_percent)


def original_note(ready: PictureReady) -> str:
    """Size and format of the original."""
    geometry = ready.geometry
    size = f"{format_number(geometry.width)} × {format_number(geometry.height)}"
    return _tr("Pictures", "{size} px, {bytes} B a pixel").format(
        size=size, bytes=format_number(geometry.format.pixel_bytes)
    )


def sealing_note(ready: PictureReady) -> str:
    """Vector and padding, as far as a line has room."""
    native = ready.protection is not None and ready.protection.kind is ProtectionKind.NATIVE
    word = _tr("Pictures", "IV") if native else _tr("Pictures", "nonce")
    parts = [
        f"{word} {ready.vector.hex()[:6]}…" if ready.vector else _tr("Pictures", "no IV"),
        _tr("Pictures", "tag {0} B").format(format_number(len(ready.tag))) if ready.tag else "",
        _tr("Pictures", "padding {0} B").format(format_number(ready.padding))
        if not ready.tag
        else "",
    ]
    return " · ".join(filter(None, parts))


def sealing_tip(ready: PictureReady) -> str:
    """What the caption says, and everything that is needed to do it again."""
    parts = [
        distinct_tip(ready),
        _verdict_tip(tone_of(ready)),
        _tr("Pictures", "Key {0}").format(ready.key.hex()),
        _tr("Pictures", "IV or nonce {0}").format(ready.vector.hex()) if ready.vector else "",
        _tr("Pictures", "Tag {0}").format(ready.tag.hex()) if ready.tag else "",
        _tr("Pictures", "Encrypted in {0} s").format(format_number(ready.seconds, 2)),
    ]
    return "\n".join(filter(None, parts))


def _verdict_tip(tone: str) -> str:
    """What the word in the caption claims."""
    return {
        "bad": _tr("Pictures", "Shows the picture: equal blocks stay equal."),
        "good": _tr("Pictures", "Hides any picture."),
        "text": _tr(
            "Pictures",
            "Hides this picture. Another picture with the same key and IV may show patterns.",
        ),
    }[tone]


def block_words(found: BlockFact) -> str:
    """“block 8,020: 108 alike”, “block 8,020: unique”."""
    if found.equal > 1:
        text = _tr("Pictures", "block {index}: {equal} alike")
    else:
        text = _tr("Pictures", "block {index}: unique")
    return text.format(index=format_number(found.index), equal=format_number(found.equal))
