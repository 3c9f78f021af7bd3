"""`python -m benchmarks.measurements [--json] NAME…`: measures, below the guard; progress on
stderr, results on stdout."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module

from benchmarks import shared_servers
from benchmarks.missing import PeerMissing
from benchmarks.registry import BENCHMARKS, TARGETS, Benchmark
from benchmarks.table import table
from engines.contract.errors import ServerUnavailable

AS_JSON = "--json"

type Results = dict[str, float | None]


def main(*arguments: str) -> int:
    """Measure what is named, and print it."""
    names = [each for each in arguments if each != AS_JSON]
    results = measure_all(names)
    asked = {key: results[key] for name in names for key in BENCHMARKS[name].targets}
    print(json.dumps(results) if AS_JSON in arguments else table(asked))
    return 0


def measure_all(names: Sequence[str]) -> Results:
    """Every key of every benchmark; None for what was not asked for or could not be measured."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    results: Results = dict.fromkeys(TARGETS)
    try:
        for name in names:
            results |= _measure(BENCHMARKS[name])
    finally:
        shared_servers.close()
    return results


def _measure(benchmark: Benchmark) -> Results:
    name = benchmark.name
    print(f"{name}: {benchmark.what} …", file=sys.stderr, flush=True)
    began = time.monotonic()
    try:
        found: dict[str, float] = import_module(benchmark.module).measure()
    except (PeerMissing, ServerUnavailable) as error:
        print(f"{name}: not measured. {error}", file=sys.stderr, flush=True)
        return {}
    seconds = time.monotonic() - began
    message = ", ".join(f"{key} {value:.3g}" for key, value in found.items())
    print(f"{name}: {message} ({seconds:.0f} s)", file=sys.stderr, flush=True)
    return dict(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
