"""The files by which reports are laid out, and pictures for their first page."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from app.patterns.pictures.shipped import load
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase
from engines.looking.reading import expanded, open_ordinary, read_text, why_not_read

_MOST_BYTES = 500_000
"""Of a logo: the whole of a report is to go into a letter."""
_MOST_MB = 1
"""Of a layout: more than any is long."""
_MOST_WORD_MB = 20
"""Of a Word document with a letterhead."""
_PICTURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg"}


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
        raise _unreadable(own, error) from error


def own_file(name: str, own: Path) -> bytes:
    """A template of the user's own that is no text.

    Raises: InputError as `template` does
    """
    _check_ending(name, own)
    try:
        with open_ordinary(expanded(own), _MOST_WORD_MB) as file:
            return file.read()
    except OSError as error:
        raise _unreadable(own, error) from error


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


def picture(path: Path) -> tuple[str, bytes]:
    """A picture as “png”, “jpg” or “svg”, and its bytes.

    Raises: InputError where it is none, too large, or cannot be read
    """
    try:
        with open_ordinary(expanded(path)) as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(data) > _MOST_BYTES:
        raise _no_picture(path, phrase("it is larger than 500 kB"))
    for start, kind in _PICTURES.items():
        if data.startswith(start):
            load(expanded(path))  # a small one may have more pixels than there is room for
            return kind, data
    if b"<svg" in data[:1000]:
        return "svg", data
    raise _no_picture(path, phrase("it is not a PNG, JPEG or SVG picture"))


def _no_picture(path: Path, why: Message) -> InputError:
    return InputError(
        phrase("Logo not usable"),
        phrase("{path} cannot be used as the logo: {why}."),
        phrase("Choose a PNG, JPEG or SVG picture of at most 500 kB."),
        path=path,
        why=why,
    )


def _unreadable(path: Path, error: OSError | UnicodeDecodeError) -> InputError:
    return InputError(
        phrase("File not read"),
        phrase("{path} cannot be read: {reason}."),
        phrase("Choose an existing file that you can read."),
        path=path,
        reason=why_not_read(error),
    )
