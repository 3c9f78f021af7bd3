"""Servers as a file that holds nothing else has them, and as plans have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import tomlkit
from cattrs.errors import ClassValidationError, IterableValidationError

from app.plan.faults import server_faults, server_name_faults
from engines.contract.errors import InputError, Unfit
from engines.contract.message import Message, phrase
from engines.servers.server import ServerSpec
from workloads.toml.faults import Fault, faults
from workloads.toml.text import tables_in
from workloads.toml.values import structured, table_of


def parse_servers(text: str, path: str) -> tuple[ServerSpec, ...]:
    """The saved connections in a file that holds nothing else.

    Raises: InputError, which names the first line that does not fit
    """
    try:
        servers = structured(tables_in(text), _ServersFile).server
    except Unfit as error:  # its words name the line, but for a file that breaks off
        raise _not_read(path, error.message) from error
    except (ClassValidationError, IterableValidationError) as error:
        raise _not_read(path, *_first_line(text, faults(error))) from error
    if _spec_faults(servers):
        beyond = (
            Fault(("server", str(number)), message)
            for number in range(1, len(servers) + 1)
            for message in _spec_faults(servers[:number])
        )
        raise _not_read(path, *_first_line(text, beyond))
    return servers


def _spec_faults(servers: Sequence[ServerSpec]) -> list[Message]:
    names = [spec.name for spec in servers]
    return [*server_name_faults(names), *server_faults(servers)]


def _first_line(text: str, found: Iterable[Fault]) -> tuple[Message, int | None]:
    """What is said of the first fault, and the line that it stands in, or its server begins in."""
    fault = next(iter(found))
    heads = [each.start() for each in _SERVER_HEAD.finditer(text)] + [len(text)]
    match fault.path:
        case ("server", number, *keys) if number.isdigit() and int(number) < len(heads):
            begin, end = heads[int(number) - 1 : int(number) + 1]
            key = "|".join(map(re.escape, keys)) or r"\Z"
            named = re.compile(rf"^[ \t]*\"?(?:{key})\"?[ \t]*=", re.M).search(text, begin, end)
            return fault.clause, text.count("\n", 0, named.start() if named else begin) + 1
    return fault.clause, None


_SERVER_HEAD = re.compile(r"^[ \t]*\[\[[ \t]*\"?server\"?[ \t]*\]\]", re.M)


def _not_read(path: str, what: Message, line: int | None = None) -> InputError:
    message = phrase("{path} cannot be read: {reason}.")
    if line is not None:
        message = phrase("{path} cannot be read, line {line}: {reason}.")
    return InputError(
        phrase("Saved connections not read"),
        message.with_values(path=path, line=line, reason=what),
        phrase("Correct the file, or remove it and add the servers again."),
    )


def write_servers(servers: Iterable[ServerSpec]) -> str:
    """The TOML text that `parse_servers` reads."""
    return tomlkit.dumps({"server": [server_table(spec) for spec in servers]})


def server_table(spec: ServerSpec) -> dict[str, Any]:
    return table_of(spec, keep=("name", "source", "engine"))


@dataclass(frozen=True)
class _ServersFile:
    server: tuple[ServerSpec, ...] = ()
