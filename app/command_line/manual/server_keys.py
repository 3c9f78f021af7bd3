"""Describes the keys of `[[server]]` in a plan, for `run --help` and the manual page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from engines.base.engine import Engine
    from engines.contract.endpoint import Source
    from engines.contract.parameter import Parameter

SERVER_KEYS = "Keys of [[server]] in a plan"


class PlanCommand(click.Command):
    """A command that takes a plan; its help lists the keys of `[[server]]`."""

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Its options, and below them the keys."""
        super().format_options(context, formatter)
        with formatter.section(SERVER_KEYS):
            formatter.write_dl(list(server_keys()))


def server_keys(spec: type | None = None) -> Iterator[tuple[str, str]]:
    """(key, description with values and sources) for each field of `spec`, a `ServerSpec`. Loads
    every driver."""
    from engines.contract.parameter import all_parameters_of
    from engines.opening import sources_of
    from engines.registry import engines
    from engines.servers.option import options_of
    from engines.servers.server import ServerSpec

    spec = spec or ServerSpec
    kinds = [(source, engine) for engine in engines() for source in sources_of(engine)]
    having = {(source, engine): options_of(spec, engine, source) for source, engine in kinds}
    for name, known in all_parameters_of(spec).items():
        sentences = [str(known.shown.help), *_values(known)]
        if known_by := [kind for kind in kinds if name in having[kind]]:
            sentences.append(_where(known_by, kinds))
        yield name, " ".join(f"{each}." for each in sentences)


def _values(known: Parameter) -> Iterator[str]:
    """Possible values, and the default."""
    if known.choices:
        yield f"One of {', '.join(known.choices)}"
    if known.least is not None and known.most is not None:
        unit = f" {known.shown.unit}" if known.shown.unit else ""
        yield f"{known.least:,} to {known.most:,}{unit}"
    if known.default and isinstance(known.default, str | int):
        yield f"Default: {known.default}"


def _where(
    having: Collection[tuple[Source, Engine]], kinds: Iterable[tuple[Source, Engine]]
) -> str:
    """“Source: address (PostgreSQL, MariaDB)”, without engines where none of these sources lacks
    it."""
    from engines.contract.endpoint import Source

    sources = [each for each in Source if each in {source for source, _ in having}]
    engines = dict.fromkeys(engine.title for _, engine in having)
    possible = {engine.title for source, engine in kinds if source in sources}
    only = "" if possible == engines.keys() else f" ({', '.join(engines)})"
    return f"Source: {', '.join(sources)}{only}"
