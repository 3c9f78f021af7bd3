"""Exports servers' capabilities as a file: a line for each cipher, with its properties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from app.servers.capability_answers import CipherAnswer, answers
from app.servers.entry import ServerEntry
from app.system.escaping import csv_text, json_text, markdown_text, pipe_table
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.inspection.regular_files import expanded
from engines.platform.private_files import write_atomically

type Line = dict[str, object]

COLUMNS = (
    "server",
    "engine",
    "source",
    "version",
    "kind",
    "algorithm",
    "bits",
    "mode",
    "answer",
    "said",
    "marks",
    "authenticated",
    "hides_equality",
    "needs_unique_iv",
    "search",
    "index",
    "sort",
    "stolen_disk",
    "os_login",
    "database_login",
    "protects",
    "gives_away",
)
"""The fields of a line, in their order. Properties hold for a new IV for each value."""


def write_capabilities(servers: Iterable[ServerEntry], format: str, path: str | Path) -> Path:
    """Write the answers of `servers` to `path` and return the path.

    Raises: InputError for an unknown format or a path that cannot be written
    """
    target = expanded(path)
    text = capabilities_text(servers, format)
    try:
        write_atomically(target, text)
    except OSError as error:
        raise InputError(
            phrase("Not saved"),
            phrase("{path} cannot be written: {reason}."),
            phrase("Choose a file in an existing folder that you can write to."),
            path=target,
            reason=error.strerror or error,
        ) from error
    return target


def capabilities_text(servers: Iterable[ServerEntry], format: str) -> str:
    """The answers of `servers` in one of FORMATS.

    Raises: InputError for any other format
    """
    if format not in FORMATS:
        raise InputError(
            phrase("Unknown format"),
            phrase("There is no format “{format}” for capabilities."),
            phrase("Formats: {known}."),
            format=format,
            known=", ".join(FORMATS),
        )
    return FORMATS[format].write(capability_lines(servers))


def capability_lines(servers: Iterable[ServerEntry]) -> list[Line]:
    """One line a cipher of each server that was asked, with the fields of COLUMNS."""
    return [
        _line(server, answer)
        for server in servers
        if server.capabilities is not None
        for answer in answers(server.capabilities)
    ]


def _line(server: ServerEntry, answer: CipherAnswer) -> Line:
    cipher, kind = answer.cipher, answer.kind.value
    line: Line = {
        "server": server.name,
        "engine": server.spec.engine,
        "source": server.spec.source.value,
        "version": server.version,
        "kind": kind,
        "algorithm": cipher.algorithm,
        "bits": cipher.bits,
        "mode": cipher.mode,
        "answer": "yes" if answer.able else "no",
        "said": str(answer.message),
    }
    known = line | answer.properties().to_json()
    return {column: known[column] for column in COLUMNS}


def _csv(lines: Sequence[Line]) -> str:
    return csv_text([COLUMNS, *([_words(line[column]) for column in COLUMNS] for line in lines)])


def _markdown(lines: Sequence[Line]) -> str:
    """A table a server, without the sentences, and each sentence once below all tables."""
    servers = list(dict.fromkeys(str(line["server"]) for line in lines))
    parts = ["# What servers can do"]
    for name in servers:
        own = [line for line in lines if line["server"] == name]
        first = own[0]
        parts += [
            f"## {markdown_text(name)}",
            markdown_text(f"{first['engine']} {first['version']}, {first['source']}"),
            _table(own),
        ]
    return "\n\n".join([*parts, *_sentences(lines)]) + "\n"


_TABLE_COLUMNS = tuple(c for c in COLUMNS[4:] if c not in ("protects", "gives_away"))


def _table(lines: Sequence[Line]) -> str:
    return pipe_table(
        [name.replace("_", " ") for name in _TABLE_COLUMNS],
        ([_words(line[column]) for column in _TABLE_COLUMNS] for line in lines),
        right={_TABLE_COLUMNS.index("bits")},
    )


def _sentences(lines: Sequence[Line]) -> list[str]:
    """What the protections that servers can do protect from and give away."""
    found: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        if line["answer"] == "yes":
            texts = str(line["protects"]), str(line["gives_away"])
            name = f"{line['kind']} {line['algorithm']}-{line['bits']}-{line['mode']}"
            names = found.setdefault(texts, [])
            if name not in names:
                names.append(name)
    if not found:
        return []
    items = [
        f"- {markdown_text(', '.join(names))}\n"
        f"  - protects: {protects}\n  - gives away: {gives_away}"
        for (protects, gives_away), names in found.items()
    ]
    return ["## What they protect from, and what they give away", "\n".join(items)]


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


class ExportFormat(NamedTuple):
    """A format of a file, by its title in the window and what writes it."""

    title: str
    write: Callable[[Sequence[Line]], str]


FORMATS = {
    "csv": ExportFormat("CSV", _csv),
    "json": ExportFormat("JSON", json_text),
    "md": ExportFormat("Markdown", _markdown),
}
"""By the ending of their files; the window offers these."""
