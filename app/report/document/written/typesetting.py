"""What Typst makes of a source and what is given to it, with fonts of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from app.report.drawing.drawing import WIDTH
from app.system.bounded import Bounds, OutOfBounds, bounded
from app.system.desktop.fonts import FAMILY, JAPANESE, font_folder
from app.system.offline import offline, refuse_sockets
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.looking.reading import expanded, open_ordinary, read_text, why_not_read

if TYPE_CHECKING:
    from typst import Fonts

# The files by which reports are laid out.

_MOST_MB = 1
"""Of a layout: more than any is long."""
_MOST_WORD_MB = 20
"""Of a Word document with a letterhead."""


def template(name: str, own: Path | None) -> str:
    """The text of a template: the user's own, or the one of that name that ships with the program.

    Raises: InputError where it cannot be read, or is of the other kind
    """
    if own is None:
        return (files("assets") / "report" / name).read_text(encoding="utf-8")
    _check_ending(name, own)
    try:
        return read_text(expanded(own), _MOST_MB)
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(own, error) from error


def own_file(name: str, own: Path) -> bytes:
    """A template of the user's own that is no text.

    Raises: InputError as `template` does
    """
    _check_ending(name, own)
    try:
        with open_ordinary(expanded(own), _MOST_WORD_MB) as file:
            return file.read()
    except OSError as error:
        raise unreadable(own, error) from error


def _check_ending(name: str, own: Path) -> None:
    ending = Path(name).suffix
    if own.suffix.lower() != ending:
        raise InputError(
            phrase("Template not usable"),
            phrase("{path} does not end in {ending}."),
            phrase("Use a .html file for HTML, a .typ file for PDF, a .docx file for Word."),
            path=own,
            ending=ending,
        )


def unreadable(path: Path, error: OSError | UnicodeDecodeError) -> InputError:
    return InputError(
        phrase("File not read"),
        phrase("{path} cannot be read: {reason}."),
        phrase("Choose an existing file that you can read."),
        path=path,
        reason=why_not_read(error),
    )


type Kind = Literal["png", "pdf"]
type Standard = Literal["ua-1"]
STANDARD: Standard = "ua-1"


def compiled(
    source: bytes,
    inputs: Mapping[str, str],
    kind: Kind,
    *,
    dpi: float = 144,
    standards: Sequence[Standard] = (),
) -> bytes:
    """A PNG of one page, or a PDF after these standards (“ua-1”), of a source of ours; the same
    source and inputs give the same bytes.

    Raises: typst.TypstError
    """

    def made() -> bytes:
        return _compiled({"main": source}, ROOT, inputs, kind, dpi, standards)

    # threads that Typst starts once stay, and what others wrote may come to run in them
    try:
        return offline(made)
    except OSError:
        return made()


class LayoutFailed(Exception):
    """What Typst said of a layout of others; paths in it begin with the folder of the layout."""


def prepared(layout: str, files: Mapping[str, bytes], inputs: Mapping[str, str]) -> bytes:
    """A PDF (PDF/UA-1) by the layout of that name among `files`, which are all that it can read. It
    is made in a process with bounds and without network.

    Raises: NotLaidOut; OutOfBounds; OSError where its files cannot be written
    """
    with TemporaryDirectory() as folder:
        made = bounded(BOUNDS, _arranged, layout, dict(files), dict(inputs), folder)
    if isinstance(made, str):
        raise LayoutFailed(made)
    return made


BOUNDS = Bounds(seconds=60, megabytes=1500)
"""A report of 60 pages takes 4 s and 300 MB."""


def _arranged(
    layout: str, files: Mapping[str, bytes], inputs: Mapping[str, str], folder: str
) -> bytes | str:
    """The PDF, or Typst's words. Files lie in a folder of their own: what is handed over to Typst
    in its memory has to be text."""
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
        return _compiled(str(Path(folder, layout)), folder, inputs, "pdf", 144, (STANDARD,))
    except (typst.TypstError, RuntimeError) as error:
        return str(error).replace(folder, "")


def _compiled(
    given: str | Mapping[str, bytes],
    root: str | Path,
    inputs: Mapping[str, str],
    kind: Kind,
    dpi: float,
    standards: Sequence[Standard],
) -> bytes:
    import typst  # 80 MB, which nobody else is to wait for

    source: Any = given  # with its types only names of files fit
    return typst.compile(
        source,
        root=str(root),
        format=kind,
        ppi=float(dpi),
        font_paths=_fonts(alone=all(map(_has_our_letters, inputs.values()))),
        sys_inputs=dict(inputs),
        pdf_standards=list(standards),
        package_path=_NOWHERE,
        package_cache_path=_NOWHERE,
        timestamp=0,
    )


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
    return letter < _BEYOND or letter in _SIGNS or _is_japanese(letter)


def _is_japanese(letter: str) -> bool:
    """Whether JIS X 0208 has it."""
    try:
        return len(letter.encode("shift_jis")) > 1
    except UnicodeEncodeError:
        return False


_BEYOND, _SIGNS = "\u0530", frozenset("–—’“”…−×·≤≥⊕✓")
