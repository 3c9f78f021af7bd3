"""The manual page `cipherbench(1)` in roff, written from the texts of `--help`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import click

from app.command_line.manual.command_help import EXAMPLES, SERVER_KEYS, server_keys, summary_of

EXIT_CODES = (
    ("0", "Everything succeeded."),
    ("1", "A run failed or was cancelled, nothing could be run, or results are not in the store."),
    ("2", "Bad input. Nothing was run."),
    ("3", "A cost is above its limit: `compare --fail-above`."),
)
ENVIRONMENT = (
    ("CIPHERBENCH_HOME", "Folder for results, log, settings and servers."),
    ("CIPHERBENCH_CONFIG", "Folder for saved connections and studies."),
    ("CIPHERBENCH_PASSWORD_NAME", "Password of the server NAME, in capitals."),
    ("CIPHERBENCH_PASSWORD_PKCS11", "PIN of the HSM's token that a plan names."),
    ("CIPHERBENCH_PASSWORD_KMS", "Credentials for KMS, as ID:SECRET or ID:SECRET:SESSION_TOKEN."),
    ("CIPHERBENCH_PASSWORD_VAULT", "Vault's token."),
    ("CIPHERBENCH_BINARIES", "Folders of server programs that plans may name."),
    ("CIPHERBENCH_PKCS11_MODULES", "PKCS#11 modules that plans may name, separated by colons."),
    ("CIPHERBENCH_LOCAL_KMS", "The program local-kms, where it is not in PATH."),
    ("CIPHERBENCH_PGBOUNCER", "The program pgbouncer, where it is not in PATH or /usr/sbin."),
    ("CIPHERBENCH_HAPROXY", "The program haproxy, where it is not in PATH or /usr/sbin."),
    ("CIPHERBENCH_PGPOOL", "The program pgpool, where it is not in PATH or /usr/sbin."),
)


def manual_page(program: click.Group) -> str:
    """`cipherbench(1)` in roff."""
    return "\n".join(_lines(program)) + "\n"


def _lines(program: click.Group) -> Iterator[str]:
    yield f'.TH CIPHERBENCH 1 "" "Cipherbench {version("cipherbench")}" "User Commands"'
    yield ".SH NAME"
    yield f"cipherbench \\- {_escaped(summary_of(program)).rstrip('.')}"
    yield ".SH SYNOPSIS"
    yield ".B cipherbench\n[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGS\\fR]]"
    yield ".SH DESCRIPTION"
    yield from _paragraphs(program.help or "")
    yield from _options(program)
    yield ".SH COMMANDS"
    for name, command in sorted(program.commands.items()):
        yield from _command(name, command)
    for head, rows in (
        (SERVER_KEYS.upper(), server_keys()),
        ("EXIT STATUS", EXIT_CODES),
        ("ENVIRONMENT", ENVIRONMENT),
    ):
        yield f".SH {head}"
        for term, text in rows:
            yield from _term(term, text)


def _command(name: str, command: click.Command) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(_context(command)))
    yield f".SS {_escaped(f'cipherbench {name} {usage}')}"
    yield from _paragraphs(command.help or "")
    yield from _options(command)
    yield ".PP"
    for example in EXAMPLES[name]:
        yield from _term(f"cipherbench {example.arguments}", example.description)


def _options(command: click.Command) -> Iterator[str]:
    for each in command.params:
        record = each.get_help_record(_context(command))
        if record and isinstance(each, click.Option):
            yield from _term(*record)


def _context(command: click.Command) -> click.Context:
    return click.Context(command, info_name=command.name)


def _paragraphs(text: str) -> Iterator[str]:
    for each in text.split("\n\n"):
        yield ".PP"
        yield _escaped(" ".join(each.split()))


def _term(term: str, text: str) -> Iterator[str]:
    yield ".TP"
    yield f".B {_escaped(term)}"
    yield _escaped(text)


def _escaped(text: str) -> str:
    """Escape roff's requests, backslashes and dashes."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
