"""Finds passwords in the addresses of stores, and keeps them out of logs, errors and the process
list."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, unquote_plus

from engines.contract.secrecy import register_secret
from engines.platform.erasing import erase_argument

_NAMES = "pass|pwd|secret|token"
"""What is in the names of options that hold a password, whichever driver takes them."""
_LOGIN = re.compile("://[^:/]*(:[^@]*)?@")
"""As SQLAlchemy reads it, which takes as much as it can."""
_OPTION = re.compile(rf"(?<=[?&])[^=&]*(?:{_NAMES})[^=&]*=[^&]*", re.I)
_PARTS = re.compile(rf"://[^:/@?]*:(.*)@|[?&][^=&]*(?:{_NAMES})[^=&]*=(.+)", re.I | re.S)


def hide_passwords_in_address(text: str) -> None:
    """Keep secret whatever in an address may be a password or a piece of one: a sign in it that
    should have been escaped makes a host, a path or an option of its end."""
    for start, end in _spans(text):
        whole = text[start:end]
        for part in {whole, *re.split("[@&=/?#:]", whole)}:
            for form in (part, unquote(part), unquote_plus(part)):
                register_secret(form)


def hide_passwords_in_arguments(arguments: Iterable[str]) -> None:
    """Know the passwords in the addresses of a command line, and write over them in the list of
    processes, which every user of the machine may read."""
    for argument in arguments:
        hide_passwords_in_address(argument)
        for span in _spans(argument):
            erase_argument(argument, span)


def is_login_ambiguous(text: str) -> bool:
    """Whether a login may go on behind the @ where it is taken to end: what follows would be shown
    as the host, the database or an option."""
    login = _LOGIN.search(text)
    if login is None:
        return False
    return login[0].count("@") > 1 or "@" in _OPTION.sub("", text[login.end() :])


def names_password(option: str) -> bool:
    """Whether an option of an address holds a password."""
    return re.search(_NAMES, option, re.I) is not None


def _spans(text: str) -> list[tuple[int, int]]:
    """The places of passwords in an address; each reaches as far as it may."""
    if "://" not in text:
        return []
    return [found.span(found.lastindex or 0) for found in _PARTS.finditer(text)]
