"""PDFs and PNGs that Typst makes, with fonts of our own; layouts of users run in a sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from app.report.drawing.chart_drawing import WIDTH
from app.system.bounded_process import OutOfBounds, ResourceBounds, bounded
from app.system.desktop.fonts import FAMILY, JAPANESE, font_folder
from app.system.offline import offline, refuse_sockets
from app.system.terminal_text import visible
from engines.contract.message import phrase

if TYPE_CHECKING:
    from typst import Fonts

type Kind = Literal["png", "pdf"]
type Standard = Literal["ua-1"]
STANDARD: Standard = "ua-1"


def compile_typst(
    source: bytes,
    inputs: Mapping[str, str],
    kind: Kind,
    *,
    dpi: float = 144,
    standards: Sequence[Standard] = (),
) -> bytes:
    """A PNG of one page, or a PDF by these standards, of a Typst source that ships with the
    program. The same source and inputs give the same bytes.

    Raises: typst.TypstError
    """

    def compile_source() -> bytes:
        return _compile({"main": source}, ROOT, inputs, kind, dpi, standards)

    # threads that Typst starts once stay, and what others wrote may come to run in them
    try:
        return offline(compile_source)
    except OSError:
        return compile_source()


class LayoutFailed(Exception):
    """Typst's error message about a user's layout; its paths begin at the folder of the layout."""


def compile_in_sandbox(layout: str, files: Mapping[str, bytes], inputs: Mapping[str, str]) -> bytes:
    """A PDF (PDF/UA-1) by the user's layout of that name among `files`, which are all that it can
    read: in a process with bounds and without network.

    Raises: LayoutFailed; OutOfBounds; OSError where its files cannot be written
    """
    with TemporaryDirectory() as folder:
        made = bounded(BOUNDS, _compile_layout, layout, dict(files), dict(inputs), folder)
    if isinstance(made, str):
        raise LayoutFailed(made)
    return made


BOUNDS = ResourceBounds(seconds=60, megabytes=1500)
"""Of the sandbox. A report of 60 pages takes 4 s and 300 MB."""


def _compile_layout(
    layout: str, files: Mapping[str, bytes], inputs: Mapping[str, str], folder: str
) -> bytes | str:
    """The PDF, or Typst's error message. Files are written into `folder`, since Typst takes only
    text from memory."""
    import typst

    try:
        refuse_sockets()
    except OSError as error:
        why = phrase("the system cannot block its network access ({why})", why=error.strerror)
        raise OutOfBounds(why) from error
    for name, content in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    try:
        return _compile(str(Path(folder, layout)), folder, inputs, "pdf", 144, (STANDARD,))
    except (typst.TypstError, RuntimeError) as error:
        return _shortened(str(error).replace(folder, ""))


def _shortened(reason: str) -> str:
    """What a layout says of itself, without what steers a terminal."""
    text = visible(reason, keep="\n")
    return text if len(text) <= _MOST_REASON else f"{text[:_MOST_REASON]}…"


_MOST_REASON = 1_000
"""Characters."""


def _compile(
    file_or_sources: str | Mapping[str, bytes],
    root: str | Path,
    inputs: Mapping[str, str],
    kind: Kind,
    dpi: float,
    standards: Sequence[Standard],
) -> bytes:
    import typst  # 80 MB, which nobody else is to wait for

    source: Any = file_or_sources  # Typst's own types know names of files only
    return typst.compile(
        source,
        root=str(root),
        format=kind,
        ppi=float(dpi),
        font_paths=_fonts(system=not all(map(_has_glyphs, inputs.values()))),
        sys_inputs=dict(inputs),
        pdf_standards=list(standards),
        package_path=_NO_PACKAGES,
        package_cache_path=_NO_PACKAGES,
        timestamp=0,
    )


def convert_svg(drawing: bytes, format: str, dpi: int) -> bytes:
    """An SVG as PNG or PDF; the same one gives the same bytes."""
    kind: Kind = "png" if format == "png" else "pdf"
    return compile_typst(_DRAWING, {"chart": drawing.decode()}, kind, dpi=dpi)


_POINTS = 72 / 96
"""Of a pixel of an SVG (CSS: 96 to the inch)."""
_DRAWING = f"""\
#set document(date: none)
#set page(width: {WIDTH * _POINTS}pt, height: auto, margin: 0pt)
#set text(font: ("{FAMILY}", "{JAPANESE}"))
#image(bytes(sys.inputs.chart), format: "svg", width: 100%)
""".encode()
ROOT = font_folder()
"""The folder that sources of ours may read files from: it has only our fonts."""
_NO_PACKAGES = "/dev/null/packages"


@cache
def _fonts(*, system: bool) -> Fonts:
    """Ours, and behind them those of the system where they are asked for."""
    from typst import Fonts

    return Fonts(include_system_fonts=system, font_paths=[str(font_folder())])


def _has_glyphs(text: str) -> bool:
    return text.isascii() or all(map(has_glyph, set(text)))


def has_glyph(character: str) -> bool:
    return character < _FIRST_WITHOUT or character in _PUNCTUATION or _is_japanese(character)


def _is_japanese(character: str) -> bool:
    """Whether JIS X 0208 has it."""
    try:
        return len(character.encode("shift_jis")) > 1
    except UnicodeEncodeError:
        return False


_FIRST_WITHOUT, _PUNCTUATION = "\u0530", frozenset("–—’“”…−×·≤≥⊕✓")
