"""Options that several commands take, their types, and what exit codes mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engines.contract.errors import InputError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.report.document.build_document import ReportOptions


class LateChoice(click.Choice[str]):
    """A choice whose values come from `known()` on first use, as loading their module is slow."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        self._known = known
        self.case_sensitive = True

    @property
    def choices(self) -> Sequence[str]:  # type: ignore[override]
        return self._known()


class LateList(LateChoice):
    """Several such values, separated by commas."""

    name = "list"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        words = words_in(str(value))
        return tuple(super(LateList, self).convert(each, param, ctx) for each in words)


def words_in(text: str) -> list[str]:
    """Words that are separated by commas."""
    return [each.strip() for each in text.split(",") if each.strip()]


class _Between(click.ParamType[Any]):
    """A range whose error message names both bounds."""

    bounds: str

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            number = super().convert(value, param, ctx)
        except click.BadParameter as error:
            raise click.BadParameter(f"{value} {self.bounds}", ctx, param) from error
        if math.isnan(number):
            raise click.BadParameter(f"{value} {self.bounds}", ctx, param)
        return number


class IntegerBetween(_Between, click.IntRange):
    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self.bounds = f"is not a whole number between {least:,} and {most:,}."


class NumberBetween(_Between, click.FloatRange):
    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self.bounds = f"is not a number between {least:,} and {most:,}."


DONE, RUN_FAILED, BAD_INPUT, OVER_LIMIT = 0, 1, 2, 3
"""Exit codes. 0: done; 1: a run failed or was cancelled, nothing could be run, or results are not
in the store; 2: bad input, nothing was run; 3: a cost is above its limit (`compare`)."""


def _named_store(context: click.Context, _: click.Parameter, named: str | None) -> str | None:
    """The store named after the command, or else before it."""
    before = context.parent.params.get("store_url") if context.parent else None
    return named or before


store_option = click.option(
    "--store",
    "store_url",
    metavar="URL",
    callback=_named_store,
    help="Results store: a file or URL.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
study_option = click.option(
    "--study",
    "studies",
    metavar="NAME",
    multiple=True,
    help="Add a published study: one of `cipherbench studies`, or a TOML file.",
)
baseline_option = click.option(
    "--baseline",
    metavar="NAME",
    help="Protection to compare with; default: the campaign's own, such as plaintext.",
)


class OptionGroup:
    """A decorator that adds several options to a command, in their order."""

    def __init__(self, *options: Callable[[Any], Any]) -> None:
        self._options = options

    def __call__[**P, T](self, command: Callable[P, T]) -> Callable[P, T]:
        for option in reversed(self._options):
            command = option(command)
        return command


layout_options = OptionGroup(
    click.option(
        "--rows",
        default="",
        metavar="A,B",
        help="Rows: campaign, engine, server, version, machine, protection, case, operation.",
    ),
    click.option("--columns", default="", metavar="A", help="Columns: one or more of the same."),
    click.option(
        "--only", multiple=True, metavar="A=VALUE", help="Show one value only: operation=INSERT."
    ),
    click.option("--hide", multiple=True, metavar="A=VALUE", help="Hide a value."),
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one line per cell."),
    click.option(
        "--markdown",
        "as_markdown",
        is_flag=True,
        help="Print a Markdown table; with --fail-above, a summary for a merge request.",
    ),
)
"""Those of `compare` on rows, columns and format."""


_FILE = click.Path(path_type=Path)


def _readers() -> Sequence[str]:
    from app.report.document.document_blocks import Reader

    return tuple(each.value for each in Reader)


def _languages() -> Sequence[str]:
    from app.report.words.language import languages

    return languages()


class _Language(LateChoice):
    """A language of reports; for an unusable one the error says why."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from app.report.words.language import check_language

        check_language(str(value))
        return super().convert(value, param, ctx)


report_options = OptionGroup(
    click.option(
        "--for",
        "reader",
        type=LateChoice(_readers),
        help="Report: for whom; default: client, a few pages. “full” is everything.",
    ),
    click.option(
        "--language",
        type=_Language(_languages),
        help="Report, Markdown: its language; default: en. Data formats stay English.",
    ),
    click.option(
        "--profile",
        metavar="NAME",
        help="Report: saved choices, by name or .toml file; other options come first.",
    ),
    click.option(
        "--words",
        type=_FILE,
        help="Report, Markdown, JSON: notes and recommendation from a Markdown file.",
    ),
    click.option("--client", default="", metavar="NAME", help="Report: name of the client."),
    click.option(
        "--consultant", default="", metavar="NAME", help="Report: name of the consultant."
    ),
    click.option("--logo", type=_FILE, help="Report: logo (PNG, JPEG or SVG, up to 500 kB)."),
    click.option(
        "--date", default="", metavar="DATE", help="Report: date; default: when the campaign ended."
    ),
    click.option("--sections", default="", metavar="A,B", help="Report: sections to include."),
    click.option(
        "--picture",
        default="",
        metavar="IMAGE",
        help="Report: show this picture under each cipher.",
    ),
    click.option("--template", type=_FILE, help="Report: layout file (.html, .typ, .docx)."),
)
"""Those of a report (HTML, PDF, Word), which `report_options_of` reads."""


def report_options_of(values: Mapping[str, Any]) -> ReportOptions:
    """The options of a report from their values by name; a profile fills in what is not given.

    Raises: InputError for words or a profile that cannot be read
    """
    from app.report.document.build_document import ReportOptions
    from app.report.document.document_blocks import Cover, Reader
    from app.report.document.report_profile import read_profile, with_profile
    from app.report.document.user_text import read_user_text

    profile = read_profile(values["profile"]) if values["profile"] else ReportOptions()
    chosen = ReportOptions(
        Cover(values["client"], values["consultant"], values["date"], values["logo"]),
        tuple(words_in(values["sections"])),
        values["template"],
        values["picture"],
        Reader(values["reader"]) if values["reader"] else profile.reader,
        None if values["words"] is None else read_user_text(values["words"]),
        language=values["language"] or "",
    )
    return with_profile(with_requirements(chosen, values), profile)


def _words(name: str) -> list[str]:
    """The values of an enumeration in `app.plan.requirements`."""
    from app.plan import requirements

    return [each.value for each in getattr(requirements, name)]


_MOST = 1_000_000_000
requirement_options = OptionGroup(
    click.option(
        "--withstand",
        type=LateList(lambda: _words("Withstand")),
        metavar="A,B",
        help="Advice: what must be withstood: disk, os-login, login (to the database), change, "
        "network.",
    ),
    click.option(
        "--search",
        type=LateChoice(lambda: _words("SearchNeed")),
        metavar="HOW",
        help="Advice: what the database must find in protected columns: nothing, equality, range.",
    ),
    click.option(
        "--may-cost",
        type=NumberBetween(0, 1_000_000),
        metavar="PERCENT",
        help="Advice: the highest acceptable cost.",
    ),
    click.option(
        "--rate",
        type=NumberBetween(0, _MOST),
        metavar="NUMBER",
        help="Servers: your operations per second.",
    ),
    click.option(
        "--core-hour",
        type=NumberBetween(0, _MOST),
        metavar="PRICE",
        help="Servers: price of a core for an hour.",
    ),
    click.option(
        "--gb-month",
        type=NumberBetween(0, _MOST),
        metavar="PRICE",
        help="Servers: price of a gigabyte for a month.",
    ),
    click.option(
        "--currency",
        metavar="CODE",
        help="Servers: currency of both prices, such as EUR.",
    ),
    click.option(
        "--compliance",
        type=LateList(lambda: _words("Regulation")),
        metavar="A,B",
        help="Name provisions of: lgpd, gdpr, pci, hipaa, iso27001. Not legal advice.",
    ),
)
"""Those that `with_requirements` reads."""

REQUIREMENTS = (
    "withstand", "search", "may_cost", "rate", "core_hour", "gb_month", "currency", "compliance"
)  # fmt: skip
"""The names of the options, which are those of the fields."""


def with_requirements(options: ReportOptions, values: Mapping[str, Any]) -> ReportOptions:
    """The report's options with the requirements that were given, by option name."""
    from app.plan.requirements import read_requirements

    given = {name: values[name] for name in REQUIREMENTS if values[name] is not None}
    requirements = read_requirements(
        {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
    )
    return replace(options, requirements=requirements, answered=frozenset(given))


def check_single_campaign(required: Mapping[str, Any], *, one: object) -> None:
    """Raises: InputError if requirements are given, but not `one` campaign without layout
    options"""
    if one or all(each is None for each in required.values()):
        return
    raise InputError(
        phrase("Options exclude each other"),
        phrase("Advice is about one campaign as it was measured."),
        phrase(
            "Name one campaign, and omit --rows, --columns, --only, --hide, --csv and --markdown; "
            "or omit {options}."
        ),
        options=", ".join(f"--{each.replace('_', '-')}" for each in REQUIREMENTS),
    )
