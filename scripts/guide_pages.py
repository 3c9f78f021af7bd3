"""Writes the pages of the guide that the program itself can tell: `python -m scripts.guide_pages`.

docs/command-line.md comes from the commands, docs/guide/glossary.md from the window's glossary, in
other languages from its translations, and docs/workloads/own-statements.md from the statements that
a test has real servers carry out.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import click

from app.command_line.main import cipherbench
from app.command_line.manual.command_help import EXAMPLES, SERVER_KEYS, server_keys
from app.command_line.manual.manual_page import ENVIRONMENT, EXIT_CODES
from app.window.help.glossary import GLOSSARY, Term
from scripts.compile_texts import SHIPPED
from scripts.own_statements import own_statements

_DOCS = Path(__file__).parent.parent / "docs"

_GROUPS = {
    "Measure": ("run", "resume", "design", "engines", "serve-api", "export-k6"),
    "More than one machine": ("coordinator", "host", "hosts"),
    "Read and compare": ("campaigns", "compare", "changes", "advise", "cost", "studies"),
    "Write files": ("export", "charts", "archive", "plan"),
    "See what encryption hides": ("pattern", "evidence", "lesson"),
    "Keep the store in order": (
        "tag", "note", "rename", "put-away", "delete", "import", "check",
    ),
    "The program on this machine": ("open", "desktop", "completion", "home"),
}  # fmt: skip


@dataclass(frozen=True)
class _Language:
    """What the glossary's page says beside its terms."""

    title: str
    other: str
    about: str
    also: str
    more: str


_GLOSSARIES = {
    "": _Language(
        "Glossary",
        "*Em português: [Glossário](../pt_BR/guide/glossary.md).*",
        "The window shows these sentences, too: hover over a term, or press F1 on it. *More* leads "
        "to the page that explains it.",
        "also",
        "More",
    ),
    "pt_BR": _Language(
        "Glossário",
        "*In English: [Glossary](../../guide/glossary.md).*",
        "A janela também mostra estas frases: passe o ponteiro sobre um termo, ou pressione F1 "
        "nele. **Mais** leva à página que o explica, em inglês onde ela não está em português.",
        "também",
        "Mais",
    ),
}


def pages() -> dict[str, str]:
    """Each page below docs/, with its text."""
    glossaries = {
        f"{language}/guide/glossary.md".removeprefix("/"): "\n".join(_glossary(language)) + "\n"
        for language in _GLOSSARIES
    }
    return glossaries | {
        "command-line.md": "\n".join(_command_line()) + "\n",
        "workloads/own-statements.md": "\n".join(own_statements()) + "\n",
    }


def _command_line() -> Iterator[str]:
    yield "# Command line\n"
    yield "Data goes to stdout, messages go to stderr. In a clone, use `.venv/bin/cipherbench`.\n"
    yield "Without a command, `cipherbench` opens the window. CAMPAIGN is a name or a number.\n"
    yield from _table(("exit code", "means"), EXIT_CODES)
    yield from _table(("variable", "is"), ((f"`{name}`", text) for name, text in ENVIRONMENT))
    listed = {name for names in _GROUPS.values() for name in names}
    if listed != {*cipherbench.commands}:
        raise ValueError(f"commands without a group: {listed ^ {*cipherbench.commands}}")
    for title, names in _GROUPS.items():
        yield f"## {title}\n"
        for name in names:
            yield from _command(name, cipherbench.commands[name])
    yield f"## {SERVER_KEYS}\n"
    yield from _table(("key", "means"), ((f"`{name}`", text) for name, text in server_keys()))


def _command(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    yield f"### {name}\n"
    yield f"```\ncipherbench {name} {' '.join(command.collect_usage_pieces(context))}\n```\n"
    for paragraph in (command.help or "").split("\n\n"):
        yield " ".join(paragraph.split()) + "\n"
    options = [each for each in command.params if isinstance(each, click.Option)]
    records = [each.get_help_record(context) for each in options]
    rows = [(f"`{record[0]}`", record[1]) for record in records if record]
    if rows:
        yield from _table(("option", "does"), rows)
    yield "```"
    for example in EXAMPLES[name]:
        yield f"cipherbench {example.arguments}    # {example.description}"
    yield "```\n"


def _glossary(language: str) -> Iterator[str]:
    words, answer_text = _GLOSSARIES[language], _translations(language)
    yield f"# {words.title}\n"
    yield f"{words.other}\n"
    yield f"{words.about}\n"
    for letter, terms in groupby(
        sorted(GLOSSARY, key=lambda term: _order(answer_text[term.name.template])),
        key=lambda term: _order(answer_text[term.name.template])[0].upper(),
    ):
        yield f"## {letter}\n"
        for term in terms:
            yield from _term(term, language, answer_text)


def _translations(language: str) -> Mapping[str, str]:
    """The glossary's texts by the English ones."""
    texts = [each.template for term in GLOSSARY for each in (term.name, term.text, *term.also)]
    if not language:
        return {each: each for each in texts}
    root = ElementTree.parse(SHIPPED / f"cipherbench_{language}.ts").getroot()
    found = {
        message.findtext("source", ""): message.findtext("translation", "")
        for context in root.iter("context")
        if not context.findtext("name")
        for message in context.iter("message")
    }
    return {each: found[each] or each for each in texts}


def _order(word: str) -> str:
    """Without accents, as a dictionary sorts."""
    plain = unicodedata.normalize("NFKD", word.lower())
    return "".join(each for each in plain if not unicodedata.combining(each))


def _term(term: Term, language: str, answer_text: Mapping[str, str]) -> Iterator[str]:
    words = _GLOSSARIES[language]
    spellings = [answer_text[each.template] for each in term.also]
    name = answer_text[term.name.template].casefold()
    spelt = ", ".join(each for each in spellings if each.casefold() != name)
    yield f'<a id="{term.anchor}"></a>'
    yield (
        f"**{answer_text[term.name.template]}**"
        + (f" ({words.also}: {spelt})" if spelt else "")
        + "\\"
    )
    yield f"{answer_text[term.text.template]} [{words.more}]({_address(term.page, language)})\n"


def _address(page: str, language: str) -> str:
    """Of a page as seen from the glossary: in its language, else in English."""
    name, _, anchor = page.partition("#")
    up = "../../" if language and not (_DOCS / language / f"{name}.md").is_file() else "../"
    return f"{up}{name}.md" + (f"#{anchor}" if anchor else "")


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {head[0]} | {head[1]} |"
    yield "|---|---|"
    for row in rows:
        yield f"| {' | '.join(each.replace('|', r'\|') for each in row)} |"
    yield ""


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _DOCS
    for page_name, text in pages().items():
        target = folder / page_name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
