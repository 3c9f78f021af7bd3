"""Writes the pages of the guide that the program itself can tell: `python -m scripts.guide_pages`.

docs/command-line.md comes from the commands, docs/guide/glossary.md from the window's glossary, and
docs/workloads/own-statements.md from the statements that a test has real servers carry out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import click

from app.command_line.main import cipherbench
from app.command_line.manual.examples import EXAMPLES
from app.command_line.manual.page import ENVIRONMENT, EXIT_CODES
from app.command_line.manual.server_keys import SERVER_KEYS, server_keys
from app.window.help.glossary import GLOSSARY, Term
from scripts.own_statements import own_statements

_GROUPS = {
    "Measure": ("run", "resume", "design", "engines", "serve-api", "export-k6"),
    "More than one machine": ("coordinator", "host", "hosts"),
    "Read and compare": ("campaigns", "compare", "advise", "cost", "studies"),
    "Write files": ("export", "charts", "archive", "plan"),
    "See what encryption hides": ("pattern", "evidence"),
    "Keep the store in order": (
        "tag", "note", "rename", "put-away", "delete", "import", "check",
    ),
    "The program on this machine": ("open", "desktop", "completion", "home"),
}  # fmt: skip


def pages() -> dict[str, str]:
    """Each page below docs/, with its text."""
    return {
        "command-line.md": "\n".join(_command_line()) + "\n",
        "guide/glossary.md": "\n".join(_glossary()) + "\n",
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
        yield f"cipherbench {example.words}    # {example.does}"
    yield "```\n"


def _glossary() -> Iterator[str]:
    yield "# Glossary\n"
    yield (
        "The window shows these sentences, too: hover over a term, or press F1 on it. *More* leads "
        "to the page that explains it.\n"
    )
    for letter, terms in groupby(GLOSSARY, key=lambda term: str(term.name)[0].upper()):
        yield f"## {letter}\n"
        for term in terms:
            yield from _term(term)


def _term(term: Term) -> Iterator[str]:
    spelt = ", ".join(str(each) for each in term.also)
    page, _, anchor = term.page.partition("#")
    address = f"../{page}.md" + (f"#{anchor}" if anchor else "")
    yield f"({term.anchor})="
    yield f"**{term.name}**" + (f" (also: {spelt})" if spelt else "") + "\\"
    yield f"{term.text} [More]({address})\n"


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {head[0]} | {head[1]} |"
    yield "|---|---|"
    for row in rows:
        yield f"| {' | '.join(each.replace('|', r'\|') for each in row)} |"
    yield ""


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs"
    for page_name, text in pages().items():
        target = folder / page_name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
