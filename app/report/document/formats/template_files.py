"""The template of a report: the user's own file, or the one that ships with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.ordinary_files import expanded, open_ordinary, read_text, why_not_read

_MOST_MB = 1
"""Of a template that is text: longer than any is."""
_MOST_WORD_MB = 20
"""Of a Word template with a letterhead."""


def template_text(name: str, own: Path | None) -> str:
    """The text of `own`, or of the template of that name that ships with the program.

    Raises: InputError where it cannot be read, or has another ending than `name`
    """
    if own is None:
        return (files("assets") / "report" / name).read_text(encoding="utf-8")
    _check_ending(name, own)
    try:
        return read_text(expanded(own), _MOST_MB)
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(own, error) from error


def template_bytes(name: str, own: Path) -> bytes:
    """What a user's binary template (Word) holds.

    Raises: InputError as `template_text` does
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
