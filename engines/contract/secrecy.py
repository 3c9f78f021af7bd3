"""The secrets that this process knows, taken out of every text that leaves it.

Code that receives a password or a key registers it here once (`register_secret`); `redacted` then
finds it in the words of drivers, servers and tracebacks, in each spelling that they use."""

from __future__ import annotations

import json
import re
import threading
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from itertools import product
from urllib.parse import quote, quote_plus

LEAST = 4
"""Fewer signs are no secret: to hide each "a" or "123" would make a riddle of every text."""

STARS = "***"
_BASE64_LEAST = 6


class Secrets:
    """Secrets that must not appear in any text, in every spelling."""

    def __init__(self) -> None:
        self._known: set[str | bytes] = set()
        self._forms: set[str] = set()
        self._longest_first: list[str] | None = []
        self._guard = threading.Lock()

    def register(self, secret: str | bytes | None) -> None:
        """Add a secret; one shorter than `LEAST` is ignored."""
        if secret is None or len(secret) < LEAST or secret in self._known:
            return
        with self._guard:
            self._known.add(secret)
            self._forms.update(form for form in spellings(secret) if len(form) >= LEAST)
            self._longest_first = None

    def taken_out_of(self, text: str) -> str:
        """The text, each secret in it replaced by three stars."""
        # One by one: an alternation of 10,000 spellings takes seconds for a traceback, this 0.01.
        for form in self._ordered():
            if form in text:
                text = text.replace(form, STARS)
        return text

    def copy(self) -> Secrets:
        """A copy: secrets that are registered in one later are not in the other."""
        other = Secrets()
        with self._guard:
            other._known, other._forms = set(self._known), set(self._forms)
            other._longest_first = self._longest_first
        return other

    def _ordered(self) -> list[str]:
        """All spellings, the longest first: of two that begin alike the shorter would leave the
        other's end."""
        with self._guard:
            if self._longest_first is None:
                self._longest_first = sorted(self._forms, key=len, reverse=True)
            return self._longest_first


of_this_process = Secrets()


def register_secret(secret: str | bytes | None) -> None:
    """Have `redacted` hide a password or a key from now on; one shorter than `LEAST` is ignored."""
    of_this_process.register(secret)


def redacted(text: str) -> str:
    """The text with three stars for each secret that this process knows."""
    return of_this_process.taken_out_of(text)


def spellings(secret: str | bytes) -> set[str]:
    """A secret as programs write it: plain, and as Python, JSON, SQL, URLs, Base64, hexadecimal
    numbers and wide characters have it."""
    if isinstance(secret, bytes):
        return set(_of_bytes(secret))
    raw = secret.encode(errors="surrogateescape")
    wide = (secret.encode(f"utf-16-{end}", errors="surrogatepass") for end in ("le", "be"))
    return {
        *_quoted(secret),
        *_of_bytes(raw),
        *_in_urls(raw),
        *(form for each in wide for form in (each.decode("latin-1"), _shown(each))),
    }


def _of_bytes(raw: bytes) -> Iterator[str]:
    yield from (raw.decode("latin-1"), _shown(raw), raw.hex(), raw.hex().upper())
    if len(raw) >= _BASE64_LEAST:
        yield from _in_base64(raw)


def _shown(raw: bytes) -> str:
    return repr(raw)[2:-1]


def _quoted(secret: str) -> Iterator[str]:
    """As source code of any kind quotes it. Which quotes are escaped depends on what stands
    around the secret, so that every combination may be met."""
    letters: tuple[Callable[[str], str], ...] = (str, _doubled, _escaped, _escaped_to_ascii)
    for letter, single, double in product(
        letters, ("'", "\\'", "''", "\\\\'"), ('"', '\\"', '""', '\\\\"')
    ):
        signs = {"'": single, '"': double}
        yield "".join(signs.get(each) or letter(each) for each in secret)
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield repr(repr(secret))[2:-2]


def _doubled(sign: str) -> str:
    return "\\\\" if sign == "\\" else sign


def _escaped(sign: str) -> str:
    return repr(sign)[1:-1]


def _escaped_to_ascii(sign: str) -> str:
    return ascii(sign)[1:-1]


def _in_urls(raw: bytes) -> Iterator[str]:
    for form in (quote(raw), quote(raw, safe=""), quote_plus(raw), quote_plus(raw, safe="/")):
        yield form
        yield re.sub("%..", lambda found: found[0].lower(), form)


def _in_base64(raw: bytes) -> Iterator[str]:
    """Alone, and within something longer: there it may begin at any of three places, and what
    stands beside it has a part in the first and the last sign."""
    for encode in (b64encode, urlsafe_b64encode):
        yield encode(raw).decode().rstrip("=")
        for lead in range(3):
            whole = encode(bytes(lead) + raw).decode()
            yield whole[-(-lead * 8 // 6) : (lead + len(raw)) * 8 // 6]
