"""What Typst makes of a source and what is given to it, with fonts of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.system.fonts import font_folder

if TYPE_CHECKING:
    from typst import Fonts

type Kind = Literal["png", "pdf"]


def compiled(
    source: bytes,
    inputs: Mapping[str, str],
    kind: Kind,
    *,
    dpi: float = 144,
    standards: Sequence[Literal["ua-1"]] = (),
    folder: Path | None = None,
) -> bytes:
    """A PNG of one page, or a PDF after these standards (“ua-1”); the same source and inputs give
    the same bytes. Files that a source names are looked for in `folder` and nowhere outside.

    Raises: typst.TypstError
    """
    import typst  # 80 MB, which nobody else is to wait for

    given: Any = source  # bytes; its types say so only of names of files
    alone = all(map(_has_our_letters, inputs.values()))
    return typst.compile(
        given,
        root=str(folder or font_folder()),
        format=kind,
        ppi=float(dpi),
        font_paths=_fonts(alone=alone),
        sys_inputs=dict(inputs),
        pdf_standards=list(standards),
        timestamp=0,
    )


@cache
def _fonts(*, alone: bool) -> Fonts:
    """Ours, and those of the machine behind them unless they are to be alone."""
    from typst import Fonts

    return Fonts(include_system_fonts=not alone, font_paths=[str(font_folder())])


def _has_our_letters(text: str) -> bool:
    """Whether our fonts have every letter; only where they lack one the machine's are asked."""
    return text.isascii() or all(map(is_ours, set(text)))


def is_ours(letter: str) -> bool:
    """Whether our fonts have it."""
    return letter < _BEYOND or letter in _SIGNS


_BEYOND, _SIGNS = "\u0530", frozenset("–—’“”…−×·≤≥")
