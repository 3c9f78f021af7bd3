"""What Typst makes of a source and what is given to it, with fonts of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from app.report.drawing.drawing import WIDTH
from app.system.desktop.fonts import FAMILY, JAPANESE, font_folder
from app.system.offline import offline

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
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """A PNG of one page, or a PDF after these standards (“ua-1”); the same source and inputs give
    the same bytes. A source of others comes with the `files` that it may name: it reads no other,
    no package and no network.

    Raises: typst.TypstError, and OSError where a source of others cannot be kept from the network
    """
    import typst  # 80 MB, which nobody else is to wait for

    # with its types only names of files fit
    given: Any = {**(files or {}), _SOURCE: source}
    alone = all(map(_has_our_letters, inputs.values()))

    def made() -> bytes:
        return typst.compile(
            given,
            root=str(ROOT),
            format=kind,
            ppi=float(dpi),
            font_paths=_fonts(alone=alone),
            sys_inputs=dict(inputs),
            pdf_standards=list(standards),
            package_path=_NOWHERE,
            package_cache_path=_NOWHERE,
            timestamp=0,
        )

    # always: threads that Typst starts once stay, and what others wrote may come to run in them
    try:
        return offline(made)
    except OSError:
        if files is not None:
            raise
        return made()


def typeset(drawing: bytes, format: str, dpi: int) -> bytes:
    """A drawing (SVG) as PNG or PDF; the same one gives the same bytes."""
    kind: Kind = "png" if format == "png" else "pdf"
    return compiled(_DRAWING, {"chart": drawing.decode()}, kind, dpi=dpi)


_POINTS = 72 / 96
"""Of a unit of a drawing."""
_DRAWING = f"""\
#set document(date: none)
#set page(width: {WIDTH * _POINTS}pt, height: auto, margin: 0pt)
#set text(font: ("{FAMILY}", "{JAPANESE}"))
#image(bytes(sys.inputs.chart), format: "svg", width: 100%)
""".encode()
_SOURCE = "main"
ROOT = font_folder()
"""Where Typst looks for what it was not given: only our fonts lie there."""
_NOWHERE = "/dev/null/packages"


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
    return letter < _BEYOND or letter in _SIGNS or _is_japanese(letter)


def _is_japanese(letter: str) -> bool:
    """Whether JIS X 0208 has it."""
    try:
        return len(letter.encode("shift_jis")) > 1
    except UnicodeEncodeError:
        return False


_BEYOND, _SIGNS = "\u0530", frozenset("–—’“”…−×·≤≥⊕✓")
