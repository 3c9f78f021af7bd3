"""Results as a table for people."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.registry import TARGETS, Target


def table(results: Mapping[str, float | None]) -> str:
    """One line per figure: value, target and verdict."""
    rows = [("figure", "value", "target", "verdict")]
    rows += [_row(key, value, TARGETS[key]) for key, value in results.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{key:<{widths[0]}}  {value:>{widths[1]}}  {target:>{widths[2]}}  {verdict}".rstrip()
        for key, value, target, verdict in rows
    )


def _row(key: str, value: float | None, target: Target) -> tuple[str, str, str, str]:
    return key, "–" if value is None else f"{value:.3f}", _bound(target), _verdict(value, target)


def _bound(target: Target) -> str:
    if target.bound is None:
        return "–"
    return f"{'≥' if target.more_is_better else '≤'} {target.bound:g} {target.unit}"


def _verdict(value: float | None, target: Target) -> str:
    if value is None:
        return "not measured"
    return {True: "met", False: "MISSED", None: ""}[target.met(value)]
