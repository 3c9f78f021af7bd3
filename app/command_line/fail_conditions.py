"""`cipherbench compare --fail-above` in a pipeline: limits on costs, their output and exit
codes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.options import DONE, OVER_LIMIT, OptionGroup
from app.command_line.common.terminal import print_text, say
from engines.contract.errors import InputError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.findings.across.cost_limits import CostLimits, JudgedCost
    from app.findings.across.sourced_figures import GatheredFigures


@dataclass(frozen=True)
class FailConditions:
    """The options of `compare` on failing: `against` is the baseline campaign, `above` the limits
    as typed, `unproven` whether a cost without verdict fails, too."""

    against: str = ""
    above: tuple[str, ...] = ()
    unproven: bool = False
    junit: Path | None = None

    def __bool__(self) -> bool:
        return bool(self.above)

    def check(self, *, needs_layout: bool) -> None:
        """Raises: InputError for options that need a limit, or that exclude one"""
        if not self and (self.unproven or self.junit):
            raise _without_limit("--fail-unproven" if self.unproven else "--junit")
        if self and needs_layout:
            raise InputError(
                phrase("Options exclude each other"),
                phrase("--fail-above checks all costs. Options that choose some exclude it."),
                phrase(
                    "Omit --rows, --columns, --only, --hide and --csv; of several campaigns also "
                    "--baseline and --study."
                ),
            )
        self.limits()

    def limits(self) -> CostLimits:
        """The limits, parsed. Raises: InputError for one that is no percentage"""
        from app.findings.across.cost_limits import CostLimits

        each: float | None = None
        named: dict[str, float] = {}
        for text in self.above:
            name, given, value = text.rpartition("=")
            number = _percentage(value, text)
            if given:
                named[name.strip()] = number
            else:
                each = number
        return CostLimits(each, named)


def limit_options[T](command: Callable[..., T]) -> Callable[..., T]:
    """Add the options on failing; the command receives them as `conditions`."""

    @wraps(command)
    def with_conditions(
        *given: Any,
        against: str,
        fail_above: tuple[str, ...],
        fail_unproven: bool,
        junit: Path | None,
        **more: Any,
    ) -> T:
        return command(
            *given, conditions=FailConditions(against, fail_above, fail_unproven, junit), **more
        )

    return _limit_options(with_conditions)


_limit_options = OptionGroup(
    click.option(
        "--against",
        default="",
        metavar="NAME",
        help="Baseline campaign: show what changed since then.",
    ),
    click.option(
        "--fail-above",
        metavar="[OPERATION=]PERCENT",
        multiple=True,
        help="Exit with 3 if the lower end of a cost's interval is above this. Repeatable.",
    ),
    click.option(
        "--fail-unproven", is_flag=True, help="With --fail-above: exit with 3 without verdict, too."
    ),
    click.option(
        "--junit",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="With --fail-above: write the outcome of each cost as JUnit XML.",
    ),
)


def _percentage(value: str, text: str) -> float:
    try:
        number = float(value.strip().removesuffix("%"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or number < 0:
        raise InputError(
            phrase("Limit not understood"),
            phrase("“{text}” is not a limit in percent."),
            phrase("Examples: --fail-above 10, --fail-above INSERT=25."),
            text=text,
        )
    return number


def _without_limit(option: str) -> InputError:
    return InputError(
        phrase("No limit given"),
        phrase("{option} needs a limit to judge by."),
        phrase("Add --fail-above, such as --fail-above 10."),
        option=option,
    )


def judge_comparison(
    gathered: GatheredFigures, conditions: FailConditions, own: str
) -> list[JudgedCost]:
    """Every cost over the protection `own`; of several campaigns over the first.

    Raises: InputError for a limit of an unknown operation, or a campaign compared with itself
    """
    from app.findings.across.cost_limits import judge_costs
    from app.findings.across.sourced_figures import Dimension
    from app.findings.across.unpaired_comparison import OWN_BASELINE, Baseline

    first, *others = gathered.sources
    if not others and not own:
        raise InputError(
            phrase("Same campaign"),
            phrase("A campaign cannot be compared with itself."),
            phrase("Name another campaign by --against."),
        )
    baseline = Baseline(Dimension.SOURCE, first.key) if others else OWN_BASELINE
    return judge_costs(gathered, conditions.limits(), baseline, own)


def conclude(
    named: str,
    conditions: FailConditions,
    found: Sequence[JudgedCost],
    notes: Iterable[object],
    *,
    as_markdown: bool,
) -> int:
    """Print the costs of the campaigns `named` that are above their limits; returns the exit code.

    Raises: InputError for a file that cannot be written
    """
    from app.findings.across.cost_limits import LimitOutcome, outcome_sentence
    from app.report.files.limit_reports import limits_junit, limits_markdown

    if not conditions:
        return DONE
    title = f"Cost limits: {named}"
    if conditions.junit is not None:
        from app.report.files.export import write_file
        from engines.inspection.regular_files import expanded

        junit = limits_junit(title, found, fail_unproven=conditions.unproven)
        write_file(expanded(conditions.junit), junit)
    if as_markdown:
        print_text(limits_markdown(title, found, map(str, notes)))
    _print_judgements(found)
    say(str(outcome_sentence(found)))
    failing = {LimitOutcome.ABOVE, *([LimitOutcome.UNPROVEN] if conditions.unproven else [])}
    failed = any(each.outcome in failing for each in found) or (conditions.unproven and not found)
    return OVER_LIMIT if failed else DONE


def _print_judgements(found: Sequence[JudgedCost]) -> None:
    from app.findings.across.cost_limits import LimitOutcome

    outcomes = {LimitOutcome.ABOVE: "above the limit", LimitOutcome.UNPROVEN: "no verdict"}
    for each in found:
        if each.outcome in outcomes:
            say(f"{outcomes[each.outcome]}: {each.sentence}")
