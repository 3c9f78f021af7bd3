"""The languages that a report can be written in, read from the translations that the window has.

Needs neither Qt nor a screen: texts come from the `.ts` files, numbers and dates from Babel (CLDR).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from engines.contract.errors import InputError
from engines.contract.message import Language, Message, in_language, phrase

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = "en"
_PREFIX, _ENDING = "cipherbench_", ".ts"
_FORMS = ("zero", "one", "two", "few", "many", "other")
"""Plural categories of CLDR in the order in which Qt has a language's numerus forms."""


def languages() -> tuple[str, ...]:
    """Codes such as pt_BR; English, which needs no file, comes first."""
    names = (each.name for each in (files("assets") / "translations").iterdir())
    ours = (name for name in names if name.startswith(_PREFIX) and name.endswith(_ENDING))
    return (ENGLISH, *sorted(each.removeprefix(_PREFIX).removesuffix(_ENDING) for each in ours))


def check_language(code: str) -> None:
    """Whether a report can be written in it.

    Raises: InputError
    """
    if code in languages():
        return
    raise InputError(
        phrase("Language not available"),
        phrase("There is no translation into “{code}”."),
        phrase("Languages: {known}."),
        code=code,
        known=", ".join(languages()),
    )


@contextmanager
def written_in(code: str) -> Iterator[None]:
    """Texts, numbers and dates that are made within are of this language, whatever the window
    speaks; of English where none is named.

    Raises: InputError for one that there is not
    """
    if code in ("", ENGLISH):
        yield
        return
    check_language(code)
    before = _LOCALE.set(code)
    try:
        with in_language(_language(code)):
            yield
    finally:
        _LOCALE.reset(before)


def language_tag() -> str:
    """The language that is written in, as documents name it: “pt-BR”."""
    return _LOCALE.get().replace("_", "-")


def date_text(at: float) -> str:
    """A date on a cover: “2026-11-22”, “22 de novembro de 2026”."""
    moment = datetime.fromtimestamp(at, UTC)
    if _LOCALE.get() == ENGLISH:
        return moment.strftime("%Y-%m-%d")
    from babel.dates import format_date

    return format_date(moment, "long", locale=_LOCALE.get())


def time_text(at: float) -> str:
    """“2026-11-22 14:05 UTC”, “22/11/2026 14:05 UTC”."""
    moment = datetime.fromtimestamp(at, UTC)
    if _LOCALE.get() == ENGLISH:
        return moment.strftime("%Y-%m-%d %H:%M UTC")
    from babel.dates import format_date, format_time

    date, time = (
        made(moment, "short", locale=_LOCALE.get()) for made in (format_date, format_time)
    )
    return f"{date} {time} UTC"


_LOCALE = ContextVar("locale", default=ENGLISH)


@dataclass(frozen=True)
class _Texts:
    """Translations by their English texts, those with plural forms in the order of the file."""

    plain: Mapping[str, str]
    forms: Mapping[tuple[str, str], tuple[str, ...]]
    locale: Locale

    def of(self, words: Message) -> str:
        """A message's template; English where it has none."""
        if not words.one:
            return self.plain.get(words.template, words.template)
        forms = self.forms.get((words.template, words.one))
        if forms is None:
            return words.english()
        known = self.locale.plural_form.tags | {"other"}
        order = [each for each in _FORMS if each in known]
        return forms[min(order.index(self.locale.plural_form(words.count)), len(forms) - 1)]


@cache
def _language(code: str) -> Language:
    from babel import Locale
    from babel.numbers import get_decimal_symbol, get_group_symbol

    locale = Locale.parse(code)
    marks = str.maketrans({".": get_decimal_symbol(locale), ",": get_group_symbol(locale)})
    return Language(_texts(code, locale).of, lambda number: number.translate(marks))


def _texts(code: str, locale: Locale) -> _Texts:
    """What has no context in the file: that is every `phrase` and `plural`."""
    source = files("assets") / "translations" / f"{_PREFIX}{code}{_ENDING}"
    plain: dict[str, str] = {}
    forms: dict[tuple[str, str], tuple[str, ...]] = {}
    for context in ElementTree.fromstring(source.read_bytes()).iter("context"):
        if context.findtext("name"):
            continue
        for message in context.iter("message"):
            text, translation = message.findtext("source") or "", message.find("translation")
            if translation is None:
                continue
            several = tuple(each.text or "" for each in translation.iter("numerusform"))
            if several and all(several):
                forms[text, message.findtext("comment") or ""] = several
            elif translation.text:
                plain[text] = translation.text
    return _Texts(plain, forms, locale)
