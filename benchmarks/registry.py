"""The benchmarks, one line each, and what they are to reach."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A figure to stay under or, where more is better, above; None for one without a promise."""

    bound: float | None
    unit: str = ""
    more_is_better: bool = False

    def met(self, value: float) -> bool | None:
        """Whether a value keeps the promise."""
        if self.bound is None:
            return None
        return value >= self.bound if self.more_is_better else value <= self.bound


@dataclass(frozen=True)
class Benchmark:
    """A module with a function `measure() -> dict[str, float]`, and the keys that it gives."""

    what: str
    module: str
    targets: dict[str, Target]


_AT_LEAST_95 = Target(0.95, "×", more_is_better=True)
_AT_LEAST_75 = Target(0.75, "×", more_is_better=True)
_STALLS = {"gui_stall_p999_ms": Target(50, "ms"), "gui_stall_max_ms": Target(None, "ms")}

BENCHMARKS = {
    name: Benchmark(what, f"benchmarks.{module}", targets)
    for name, what, module, targets in (
        ("pgbench", "timed loop against pgbench", "pgbench", {"pgbench_ratio": _AT_LEAST_95}),
        ("sysbench", "timed loop against sysbench", "sysbench", {"sysbench_ratio": _AT_LEAST_75}),
        ("firebird", "a statement against SQLAlchemy", "firebird", {"firebird_ratio": Target(1, "×", True)}),
        ("sampler", "the sampler at 10 Hz", "sampler", {"sampler_core_percent": Target(1, "% of a core")}),
        ("start", "first window against an empty one", "start", {"start_ratio": Target(1.5, "×")}),
        ("chart", "a chart of 100,000 points", "chart", {"chart_repaint_ms": Target(20, "ms")}),
        ("stalls", "the window during a campaign", "stalls", _STALLS),
    )
}  # fmt: skip

TARGETS = {key: target for each in BENCHMARKS.values() for key, target in each.targets.items()}
