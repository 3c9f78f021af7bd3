"""Texts about a running campaign that several parts of the window show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.window.base.messages import message_text
from engines.base.late_imports import LateModule
from engines.contract.message import decimals_of_percent, plural
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number

if TYPE_CHECKING:
    from app.findings import interval_words
    from app.results.events import RunStarted
    from workloads import registry
    from workloads.contract import Case
else:  # imported late: the window is painted before any run
    interval_words, registry = map(
        LateModule, ("app.findings.interval_words", "workloads.registry")
    )

_tr = QCoreApplication.translate


_HOURS_FROM_S, _MINUTES_FROM_S, _SECONDS_FROM_S = 5400, 90, 8
"""Seconds from which on a time left is in hours, minutes, or counted seconds."""


def time_left(seconds: float | None) -> str:
    """“4 min left”; empty while nothing is known."""
    if seconds is None:
        return ""
    if seconds >= _HOURS_FROM_S:
        return _tr("Run", "{hours} h left").format(hours=format_number(seconds / 3600, 1))
    if seconds >= _MINUTES_FROM_S:
        return _tr("Run", "{minutes} min left").format(minutes=format_number(seconds / 60))
    if seconds >= _SECONDS_FROM_S:
        return _tr("Run", "{seconds} s left").format(seconds=format_number(seconds))
    return _tr("Run", "a few seconds left")


def progress_text(finished: int, total: int) -> str:
    """“31 of 96”."""
    return _tr("Run", "{finished} of {total}").format(
        finished=format_number(finished), total=format_number(total)
    )


def failed_words(failed: int) -> str:
    """“1 run failed”, “12 runs failed”."""
    return message_text(plural("{n} runs failed", "{n} run failed", failed))


def lockstep_words(run: RunStarted) -> str:
    """A run with all protections that take turns with it: “postgresql · plaintext, control · …”."""
    return run_words(run, ", ".join(map(shortened, run.compared)))


def server_label(name: str, in_process: bool) -> str:
    """A server in a legend: “firebird, in process”."""
    label = _tr("Run", "{server}, in process") if in_process else "{server}"
    return filled(label, server=shortened(name))


def run_words(run: RunStarted, protections: str = "") -> str:
    """“postgresql · aes-128 · 2,000 records · repetition 3”."""
    which = _tr("Run", "warm-up {number}") if run.warmup else _tr("Run", "repetition {number}")
    return filled(
        _tr("Run", "{server} · {protection} · {case} · {which}"),
        server=shortened(run.server),
        protection=protections or shortened(run.protection),
        case=case_words(run.workload, run.case),
        which=which.format(number=format_number(run.repetition)),
    )


def case_words(workload: str, case: Case) -> str:
    """“1 record”, “2,000 records”."""
    return message_text(registry.case_label(workload, case))


def seconds_text(seconds: float) -> str:
    """Seconds with three significant figures, and the unit."""
    return _tr("Run", "{seconds} s").format(
        seconds=format_number(seconds, 3 if seconds < 1 else 2 if seconds < 100 else 0)
    )


def percent_text(percent: float) -> str:
    """“+5.2 %” or “−3 %”: always with its sign; “× 230” of ten times as much and more."""
    return message_text(interval_words.signed_cost(percent))


def _factor_text(percent: float) -> str:
    return format_number(1 + percent / 100, 0)


def points_text(points: float) -> str:
    """“1.3”, “22”: points of a percentage, without more digits than they carry."""
    return format_number(points, decimals_of_percent(points))


def within_text(margin: float) -> str:
    """“within 1.3 %”: the detection limit, from the control; “inconclusive” from a factor of ten
    on."""
    if margin >= interval_words.FACTOR_PERCENT:
        return _tr("Run", "inconclusive")
    return _tr("Run", "within {margin} %").format(margin=points_text(margin))


def cost_text(percent: float, low: float, high: float) -> str:
    """“+40 % (38 to 42)” or “−1.5 % (−3.2 to 0.1)”: a cost and the bounds of its interval, which
    need not be symmetric; from ten times as much on “× 42 (40 to 44)”."""
    if percent >= interval_words.FACTOR_PERCENT:
        return _tr("Run", "× {times} ({low} to {high})").format(
            times=_factor_text(percent), low=_factor_text(low), high=_factor_text(high)
        )
    decimals = decimals_of_percent(low, high)
    value, *bounds = (
        ("−" if round(each, decimals) < 0 else "") + format_number(abs(each), decimals)
        for each in (percent, low, high)
    )
    return _tr("Run", "{percent} % ({low} to {high})").format(
        percent=value if value.startswith("−") else f"+{value}", low=bounds[0], high=bounds[1]
    )


def width_text(widest: float | None, target: float | None) -> str:
    """“widest interval ± 3.4 points, target 2”, of percentage points; empty while unknown."""
    if widest is None or target is None:
        return ""
    return _tr("Run", "widest interval ± {half} points, target {target}").format(
        half=format_number(widest, 1),
        target=format_number(target, 0 if target == int(target) else 1),
    )
