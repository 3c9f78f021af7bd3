"""The guide as it ships: pages that need nothing else, and no link that leads nowhere."""

from __future__ import annotations

import os
import re
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from app.command_line.main import cipherbench
from app.plan.plan_file import shipped_plans
from app.window.help.glossary import GLOSSARY
from app.window.page_list import RAIL_PAGES
from engines.registry import engine_names
from scripts.guide import ROOT
from scripts.guide_pages import pages
from tests.test_packages import GUIDE, packages
from tests.words.test_translations import LANGUAGES as TRANSLATED
from tests.words.test_translations import forms

_LOADED = {"script": "src", "img": "src", "link": "href", "source": "srcset", "iframe": "src"}
_LOADING = ("stylesheet", "icon", "preload", "preconnect", "dns-prefetch")
_MOST_WORDS = 20
LANGUAGES = [each.parent.name for each in (ROOT / "docs").glob("*_*/index.md")]
"""Of pages beside the English ones."""
LESSONS = ROOT / "assets" / "lessons"


class Page(HTMLParser):
    """What a page is, leads to and loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.text = ""
        self.language = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.anchors |= {known[name] for name in ("id", "name") if name in known}
        if tag == "html":
            self.language = known.get("lang", "")
        kinds = known.get("rel", "")
        leads = tag == "a" or (tag == "link" and not any(each in kinds for each in _LOADING))
        if leads and "href" in known:
            self.links.append(known["href"])
        elif _LOADED.get(tag) in known:
            self.loaded.append(known[_LOADED[tag]])

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As a wheel carries it."""
    folder = tmp_path_factory.mktemp("guide").resolve()
    (path,) = packages().glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(folder, [each for each in wheel.namelist() if each.startswith(GUIDE)])
    return folder / GUIDE


@pytest.fixture(scope="module")
def read(guide: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in guide.rglob("*.html")}


def targets(path: Path, page: Page) -> Iterator[tuple[str, Path, str]]:
    """Each address within the guide that a page names, with its file and its anchor."""
    for address in (*page.links, *page.loaded):
        parts = urlsplit(address)
        if not parts.scheme and not parts.netloc:
            file = _compared(path.parent, unquote(parts.path)) if parts.path else path
            yield address, file, unquote(parts.fragment)


@cache
def _compared(folder: Path, name: str) -> Path:
    return Path(os.path.normpath(folder / name))


@pytest.mark.slow
def test_that_each_link_leads_to_a_page_and_an_anchor_of_it(read: dict[Path, Page]) -> None:
    there = cache(Path.is_file)
    broken = [
        f"{path.name}: {address}"
        for path, page in read.items()
        for address, file, anchor in targets(path, page)
        if not there(file) or (anchor and file in read and anchor not in read[file].anchors)
    ]
    assert broken == []


@pytest.mark.slow
def test_that_every_page_is_reached_from_the_first(guide: Path, read: dict[Path, Page]) -> None:
    reached, left = set[Path](), [guide / "index.html"]
    while left:
        path = left.pop()
        reached.add(path)
        left += {file for _, file, _ in targets(path, read[path]) if file in read} - reached
    assert {path.name for path in read.keys() - reached} <= {"search.html", "genindex.html"}


@pytest.mark.slow
def test_that_nothing_is_loaded_from_elsewhere(guide: Path, read: dict[Path, Page]) -> None:
    loaded = {each for page in read.values() for each in page.loaded}
    assert not [each for each in loaded if urlsplit(each).netloc]
    styles = "".join(path.read_text(encoding="utf-8") for path in guide.rglob("*.css"))
    assert not re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^)]*", styles)


@pytest.mark.slow
def test_that_search_needs_no_server(guide: Path, read: dict[Path, Page]) -> None:
    """A browser lets a page from a file load scripts, but fetch nothing."""
    search = read[guide / "search.html"]
    assert any("searchindex.js" in each for each in search.loaded)
    assert "lockstep" in (guide / "searchindex.js").read_text(encoding="utf-8")


@pytest.mark.slow
def test_that_f1_leads_to_a_page_that_is_there(read: dict[Path, Page], guide: Path) -> None:
    window = ROOT / "app" / "window"
    sources = "".join(path.read_text(encoding="utf-8") for path in window.rglob("*.py"))
    named = {*re.findall(r'"((?:guide|workloads)/[a-z][\w/#-]*)"', sources)}
    named |= {f"guide/glossary#{term.anchor}" for term in GLOSSARY}
    missing = []
    for folder in (guide, *(guide / each for each in LANGUAGES)):
        for each in named:
            name, _, anchor = each.partition("#")
            page = read.get(folder / f"{name}.html")
            if page is None and folder != guide:
                continue  # opens in English
            if page is None or (anchor and anchor not in page.anchors):
                missing.append(f"{folder.name}: {each}")
    assert len(named) > len(GLOSSARY) and missing == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_that_a_page_in_another_language_says_so_and_has_the_english_one(
    language: str, read: dict[Path, Page], guide: Path
) -> None:
    pages = {path: page for path, page in read.items() if guide / language in path.parents}
    assert len(pages) > 5
    assert {page.language for page in pages.values()} == {language.replace("_", "-")}
    for path, page in pages.items():
        english = guide / path.relative_to(guide / language)
        for one, other, there in ((path, page, english), (english, read[english], path)):
            assert there in {file for _, file, _ in targets(one, other)}


def test_that_each_page_of_the_window_has_one_of_the_guide() -> None:
    for page in RAIL_PAGES:
        kind = getattr(import_module(page.module), page.class_path.partition(":")[2])
        assert (ROOT / "docs" / f"{kind.guide}.md").is_file()


def test_that_what_the_program_can_tell_is_as_it_tells_it() -> None:
    report = pages()
    assert {"command-line.md", "guide/glossary.md", "pt_BR/guide/glossary.md"} <= {*report}
    for name, text in report.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, "run `make docs`"


def test_that_the_guide_names_no_option_that_is_not_there() -> None:
    """Of its examples; the command line's own page is written from the commands."""
    known = {
        name: {spelling for each in command.params for spelling in each.opts}
        for name, command in cipherbench.commands.items()
    }
    unknown = []
    for path in (ROOT / "docs").rglob("*.md"):
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for name, rest in re.findall(r"(?:^|`)cipherbench ([a-z][\w-]+)([^`\n#]*)", text, re.M):
            options = set(re.findall(r"(?<=\s)--[a-z][\w-]+", rest))
            if name not in known or options - known[name]:
                unknown.append(f"{path.name}: cipherbench {name}{rest}")
    assert unknown == []


def test_that_the_page_of_plans_names_each_that_ships_and_each_engine() -> None:
    text = (ROOT / "docs" / "guide" / "plans.md").read_text(encoding="utf-8")
    report, _, example = text.partition("```toml")
    first, last = "study-001", "study-004"
    assert f"`{first}` to `{last}`" in report
    separate = [each for each in shipped_plans() if not first < each < last]
    assert [each for each in separate if f"`{each}`" not in report] == []
    assert [each for each in engine_names() if f'"{each}"' not in example] == []


def test_that_the_glossary_is_in_order_and_has_each_word_once() -> None:
    names = [str(term.name).lower() for term in GLOSSARY]
    assert names == sorted(names) and len(names) >= 40
    spelt = [
        each
        for term in GLOSSARY
        for each in {str(name).lower() for name in (term.name, *term.also)}
    ]
    assert len({*spelt}) == len(spelt)


def test_that_the_glossary_can_be_read_in_a_breath() -> None:
    sentences = [
        each for term in GLOSSARY for each in re.split(r"(?<=[.:;]) ", str(term.text)) if each
    ]
    assert not [each for each in sentences if len(each.split()) > _MOST_WORDS]


@pytest.mark.parametrize("language", TRANSLATED)
def test_that_a_translated_guide_uses_the_words_of_the_window(language: str) -> None:
    """Of its pages and its README, except the name of the page in English."""
    shown = {_name(form.text) for form in forms(language)}
    shown |= {_title(each) for each in LESSONS.glob(f"*.{language}.toml")}
    pages = (*ROOT.glob(f"README.{language}.md"), *ROOT.glob(f"docs/{language}/**/*.md"))
    wrong = [each for each in _names_in(pages) if each not in shown]
    assert not [each for each in wrong if not each.startswith("In English: ")]


def test_that_the_english_guide_uses_the_words_of_the_window() -> None:
    """Where a name begins with a capital; one may stand for texts in which values are filled in,
    and a way through menus for each name on it."""
    shown = {_name(form.english) for language in TRANSLATED for form in forms(language)}
    shown |= {_title(each) for each in LESSONS.glob("*.toml")}
    filled = [_filled(each) for each in shown if re.search(r"\w.*\{|\}.*\w", each)]
    pages = (ROOT / "README.md", *(ROOT / "docs" / "guide").glob("*.md"))
    names = {each for each in _names_in(pages) if each[0].isupper()}
    wrong = [
        name
        for name in names
        for step in name.split(" → ")
        if _name(step) not in shown and not any(each.fullmatch(step) for each in filled)
    ]
    assert not [each for each in wrong if not each.startswith("Em português: ")]


def _names_in(pages: Iterable[Path]) -> list[str]:
    return [name for page in pages for name in _in_italics(page.read_text("utf-8"))]


def _in_italics(page: str) -> list[str]:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)
    return [" ".join(each.split()) for each in re.findall(r"(?<![*\w])\*([^*]+)\*(?![*\w])", text)]


def _name(text: str) -> str:
    """Of a button, menu, field or advice, as one says it."""
    return text.replace("&", "").rstrip("…:. ").partition("\t")[0]


def _filled(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)))


def _title(lesson: Path) -> str:
    title: str = tomllib.loads(lesson.read_text("utf-8"))["title"]
    return title
