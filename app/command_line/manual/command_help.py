"""Help of commands: examples at its end, the keys of `[[server]]` in a plan, and suggestions for a
mistyped command."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from engines.base.engine import Engine
    from engines.contract.endpoint import Source
    from engines.contract.parameter import Parameter

# Examples of each command, for its help and for the manual page.


class Example(NamedTuple):
    """Arguments after `cipherbench`."""

    arguments: str
    description: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "advise": (
        Example("advise 7", "answer the usual requirements"),
        Example(
            "advise 3 --withstand disk,login --search equality --may-cost 10",
            "rank what satisfies your requirements",
        ),
        Example(
            "advise 3 --rate 500 --core-hour 0.05 --save",
            "tell cores and price; keep these requirements",
        ),
    ),
    "archive": (Example("archive 7 -o study.zip", "write everything, for another machine"),),
    "campaigns": (
        Example("campaigns", "list all, newest first"),
        Example("campaigns postgresql failed --tag client-a", "only those that match all words"),
    ),
    "changes": (
        Example("changes 7", "show time, waits and losses of each way"),
        Example("changes 7 --rows 100000000", "extrapolate to 100 million rows"),
    ),
    "charts": (Example("charts 7 -o charts --format pdf", "write one PDF per chart"),),
    "check": (
        Example("check", "check your results store"),
        Example("check old.sqlite --json", "check another store, print JSON"),
    ),
    "compare": (
        Example("compare 7", "show every cell with cost and verdict"),
        Example("compare 3 7", "show what changed from campaign 3 to 7"),
        Example("compare 3 --fail-above 10 --junit costs.xml", "fail a pipeline above 10 %"),
        Example("compare 7 --rows server --columns operation --csv", "choose rows and columns"),
    ),
    "coordinator": (
        Example("coordinator --host rack1", "serve this machine alone, admit rack1"),
        Example("coordinator --listen 192.0.2.10 --host rack1 --host rack2", "serve a network"),
    ),
    "completion": (
        Example("completion bash >> ~/.bash_completion", "complete in every new Bash"),
        Example(
            "completion fish > ~/.config/fish/completions/cipherbench.fish", "complete in fish"
        ),
    ),
    "cost": (Example("cost rosa2023_times.csv", "compute the study's table from its times"),),
    "delete": (Example("delete 3", "asks first, unless you add --yes"),),
    "design": (
        Example("design --server prod --database shop", "list its tables"),
        Example(
            "design --server prod --database shop --tables customer,orders -o shop.toml "
            "--plan plan.toml --seal proposed",
            "write a workload file and a plan, then: cipherbench run plan.toml",
        ),
    ),
    "desktop": (
        Example("desktop --install", "add menu entry, icon, file types and manual page"),
        Example("desktop --remove", "delete what --install wrote"),
    ),
    "engines": (Example("engines --json", "list what each server can do, as JSON"),),
    "evidence": (Example("evidence 7", "show where a marker was found"),),
    "export": (
        Example("export 7 --format pdf -o report.pdf --client Acme", "write a report"),
        Example("export 3 7 --format docx -o both.docx --for technical", "two campaigns, in Word"),
        Example("export 3 --format xlsx -o figures.xlsx", "write a workbook"),
    ),
    "export-k6": (Example("export-k6 study-001 -o load.js", "then: k6 run load.js"),),
    "home": (
        Example("home", "list folders, sizes and how to remove them"),
        Example("home --json", "print JSON"),
    ),
    "host": (
        Example(
            "host --name rack1 --store 'postgresql://rack1@192.0.2.10:5433/cipherbench"
            "?sslrootcert=coordinator.crt'",
            "join, and do what is asked for",
        ),
    ),
    "hosts": (Example("hosts --json", "print all that each host told"),),
    "import": (Example("import study.zip", "import an archive of another machine"),),
    "lesson": (
        Example("lesson", "list all lessons, and the folder of your own"),
        Example("lesson states --print > clinic.toml", "begin your own with a copy"),
        Example("lesson clinic.toml", "check it, run it, print figures and right answers"),
    ),
    "note": (Example('note 3 "after the new disk"', "store a note with the results"),),
    "open": (Example("open my-plan.toml", "open a plan on the page Campaign"),),
    "pattern": (
        Example("pattern --list", "list the pictures that ship"),
        Example(
            "pattern logo --server postgresql --mode ecb -o ecb.png", "write a picture under ECB"
        ),
        Example(
            "pattern --server postgresql --column estado.nome --mode ecb",
            "analyse a column instead",
        ),
    ),
    "plan": (Example("plan 3 > again.toml", "change it, then: cipherbench run again.toml"),),
    "put-away": (Example("put-away 3", "hide it; --back restores it"),),
    "rename": (Example('rename 3 "before the upgrade"', "rename it; its plan keeps the old name"),),
    "resume": (
        Example("resume 7", "continue at the first unfinished run"),
        Example("resume 7 --more 4", "add four repetitions to every cell"),
        Example("resume 7 --on all", "have its hosts complete their parts"),
    ),
    "run": (
        Example("run demo", "run a plan that ships, about a minute"),
        Example("run my-plan.toml --store mine.sqlite", "run your plan, use your own store"),
        Example("run my-plan.toml --dry-run", "try every statement, measure nothing"),
        Example("run my-plan.toml --on rack1,rack2", "run it on two hosts of a coordinator"),
    ),
    "serve-api": (Example("serve-api study-001", "print address and token for k6"),),
    "studies": (
        Example("studies", "list all studies"),
        Example("studies rosa-2023", "show one study with all figures"),
    ),
    "tag": (Example("tag 3 client-a before", "add two tags"),),
}
"""By the name of the command."""


_MIN_SIMILARITY = 0.5
"""difflib's ratio from which a command is suggested: `exprot` has 0.83 with `export`."""


class HelpGroup(click.Group):
    """Lists the whole summary of each command, and suggests one for a mistyped name."""

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands; long summaries take a second line."""
        rows = [(name, summary_of(command)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of that name.

        Raises: click.UsageError that suggests similar names
        """
        name = arguments[0]
        if self.get_command(context, name) is None and not name.startswith("-"):
            similar = get_close_matches(name, self.commands, 2, _MIN_SIMILARITY)
            suggested = " or ".join(f"“{each}”" for each in similar)
            context.fail(
                f"There is no command “{name}”. "
                + (
                    f"Did you mean {suggested}?"
                    if similar
                    else "`cipherbench --help` lists them all."
                )
            )
        return super().resolve_command(context, arguments)


def with_examples(command: click.Command) -> click.Command:
    """The command, whose help shows its examples at the end."""
    examples = EXAMPLES[command.name or ""]
    command.epilog = "\b\nExamples:\n" + "\n".join(_lines(examples))
    return command


def _lines(examples: Iterable[Example]) -> Iterable[str]:
    for each in examples:
        yield f"  cipherbench {each.arguments}"
        yield f"      {each.description}"


def summary_of(command: click.Command) -> str:
    """The first sentence of its help, however long."""
    return command.get_short_help_str(limit=1000)


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
