"""Translations that ship: in the terms of their glossary, with the places of the English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from unicodedata import east_asian_width
from xml.etree import ElementTree

import pytest

from app.window.help.glossary import GLOSSARY
from tests.words.pseudo import pseudo

FOLDER = Path(__file__).parents[2] / "assets" / "translations"
LANGUAGES = {each.stem.removeprefix("cipherbench_"): each for each in FOLDER.glob("*.ts")}
TO_FILL = "list what is missing, and fill it in: python -m scripts.fill_texts "
LEAST_FINISHED = 0.99
"""A text that came in today may wait for its translation, and is English until then."""
SLACK = 12
"""Letters by which a short text may be longer than in the language that every page was tried in."""

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


@dataclass(frozen=True)
class Form:
    """An English text, and what it is in the language: of plural forms, each with its own."""

    context: str
    english: str
    text: str


@cache
def messages(language: str) -> list[tuple[str, ElementTree.Element]]:
    """Contexts and messages of a translation."""
    root = ElementTree.parse(LANGUAGES[language]).getroot()
    return [
        (context.findtext("name") or "", message)
        for context in root.iter("context")
        for message in context.iter("message")
    ]


@cache
def forms(language: str) -> list[Form]:
    """What is finished."""
    return [form for context, message in messages(language) for form in _of(context, message)]


def _of(context: str, message: ElementTree.Element) -> Iterator[Form]:
    english = message.findtext("source") or ""
    translation = message.find("translation")
    if translation is None or translation.get("type") == "unfinished":
        return
    several = translation.findall("numerusform")
    for at, form in enumerate(several):
        one = at == 0 < len(several) - 1 and message.findtext("comment")
        text = form.text or ""
        if one and "{n}" in english and "{n}" not in one:
            text = text.replace("{n}", "1")  # said of 0 too, where the English has its plural
        yield Form(context, one or english, text)
    if not several:
        yield Form(context, english, translation.text or "")


@cache
def glossary(language: str) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((FOLDER / f"glossary_{language}.toml").read_text("utf-8"))


def test_that_it_has_every_text_and_no_other(language: str, found: set[tuple[str, str]]) -> None:
    there = {(context, each.findtext("source") or "") for context, each in messages(language)}
    file = LANGUAGES[language]
    assert there == found, f"{TO_FILL}{file.relative_to(FOLDER.parents[1])}"


def test_that_it_is_finished(language: str) -> None:
    open_ones = [
        each.findtext("source")
        for _, each in messages(language)
        if (translation := each.find("translation")) is None or "type" in translation.attrib
    ]
    assert len(open_ones) <= (1 - LEAST_FINISHED) * len(messages(language)), TO_FILL


def test_that_it_has_the_places_commands_and_ends_of_the_english(language: str) -> None:
    stored = (r"\{[^}]*\}", r"%n|%\d", r"`[^`]*`", r"\(\*[^)]*\)", r"\n|\t", r"<[^>]*>", r"&(?=\w)")
    wrong = [
        form
        for form in forms(language)
        if any(
            sorted(re.findall(p, form.english)) != sorted(re.findall(p, form.text)) for p in stored
        )
        or _ends(form.english) != _ends(form.text)
        or not form.text
    ]
    assert not wrong


def _ends(text: str) -> tuple[str, str]:
    """Spaces in front and behind; a full stop, colon or ellipsis at the end."""
    rest = text.translate(_STOPS).strip()
    stop = rest[-1:] if rest.endswith((".", ":", "…", "!", "?")) else ""
    before = len(text) - len(text.lstrip())
    return text[:before], text[before + len(rest) :] + stop


_STOPS = str.maketrans("。\uff1a\uff01\uff1f", ".:!?")


def test_that_it_has_the_terms_of_its_glossary(language: str) -> None:
    terms = glossary(language)["terms"]
    pattern = re.compile(rf"(?<![\w-])(?=({'|'.join(terms)})s?(?![\w-]))")
    wrong = []
    for form in forms(language):
        if found := set(pattern.findall(_plain(form.english))):
            text = _plain(form.text).lower()
            wrong += [(term, form) for term in found if not _has(text, terms[term])]
    assert not wrong


WHOLE = 4
"""Letters of a word that stands by itself; a longer one may go on, in another form."""


def _has(text: str, words: list[str]) -> bool:
    return any(re.search(_pattern(word), text) for word in words)


def _pattern(word: str) -> str:
    if _is_wide(word[-1]):
        return re.escape(word.lower())  # there are no spaces around words
    end = r"(?![^\W\u2e80-\uffef])" if len(word) < WHOLE else ""
    return rf"(?<![^\W\u2e80-\uffef]){re.escape(word.lower())}{end}"


def _is_wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def test_that_it_avoids_what_its_glossary_avoids(language: str) -> None:
    avoided = re.compile("|".join(glossary(language)["avoided"]))
    assert not [form for form in forms(language) if avoided.search(_plain(form.text).lower())]


def _plain(text: str) -> str:
    """Without letters underlined, places, commands and what is quoted or given as an example."""
    without = re.sub(r"\{[^}]*\}|`[^`]*`|“[^”]*”|--[\w-]+|\w+=\S+|\w+\.(?=\{)", "", text)
    return without.replace("&", "").replace("\n", " ")


def test_that_the_glossary_of_the_window_is_in_it(language: str) -> None:
    terms, report = (
        glossary(language)["terms"],
        {form.english: form.text for form in forms(language)},
    )
    known = [each.name.template for each in GLOSSARY if each.name.template in terms]
    assert len(known) > 30
    assert not [name for name in known if not _has(report[name].lower(), terms[name])]


def test_that_short_texts_of_the_window_are_not_much_longer(language: str) -> None:
    """Every page was tried with texts 40 % longer than English (test_pseudo_language)."""
    assert not [
        form
        for form in forms(language)
        if len(form.english) < 60 and "{" not in form.english
        if _longest(form.text) > _longest(pseudo(form.english)) + SLACK
    ]


def _longest(text: str) -> int:
    """In letters of which each wide one counts for two."""
    return max(len(each) + sum(map(_is_wide, each)) for each in text.split("\n"))


def test_that_underlined_letters_stay_different_where_english_has_different_ones(
    language: str,
) -> None:
    parts: dict[str, list[Form]] = {}
    for form in forms(language):
        if form.context and "&" in form.english:
            parts.setdefault(form.context, []).append(form)
    assert not [
        (one, other)
        for some in parts.values()
        for one, other in combinations(some, 2)
        if _letter(one.text) == _letter(other.text)
        if _letter(one.english) != _letter(other.english)
    ]


def _letter(text: str) -> str:
    found = re.search(r"&(\w)", text)
    return found[1].lower() if found else ""
