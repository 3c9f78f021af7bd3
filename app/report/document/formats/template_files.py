"""The template of a report: the user's own file, or the one that ships with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import expanded, open_regular, read_text, why_not_read

_MOST_MB = 1
"""Limit for text templates."""
_MOST_WORD_MB = 20
"""Limit for Word templates, which may have a letterhead."""


def template_text(name: str, user_file: Path | None) -> str:
    """The text of `user_file`, or of the template of that name that ships with the program.

    Raises: InputError where it cannot be read, or has another suffix than `name`
    """
    if user_file is None:
        return (files("assets") / "report" / name).read_text(encoding="utf-8")
    _check_suffix(name, user_file)
    try:
        return read_text(expanded(user_file), _MOST_MB)
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(user_file, error) from error


def template_bytes(name: str, user_file: Path) -> bytes:
    """What a user's binary template (Word) holds.

    Raises: InputError as `template_text` does
    """
    _check_suffix(name, user_file)
    try:
        with open_regular(expanded(user_file), _MOST_WORD_MB) as file:
            return file.read()
    except OSError as error:
        raise unreadable(user_file, error) from error


def _check_suffix(name: str, user_file: Path) -> None:
    suffix = Path(name).suffix
    if user_file.suffix.lower() != suffix:
        raise InputError(
            phrase("Template not usable"),
            phrase("{path} does not end in {ending}."),
            phrase("Use a .html file for HTML, a .typ file for PDF, a .docx file for Word."),
            path=user_file,
            ending=suffix,
        )


def unreadable(path: Path, error: OSError | UnicodeDecodeError) -> InputError:
    return InputError(
        phrase("File not read"),
        phrase("{path} cannot be read: {reason}."),
        phrase("Choose an existing file that you can read."),
        path=path,
        reason=why_not_read(error),
    )
