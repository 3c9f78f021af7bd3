"""`python -m benchmarks [--json] [NAME…]`: progress on stderr, results on stdout.

Exit code 0: measured, whatever the verdicts; 2: a name that is no benchmark's.
"""

from __future__ import annotations

import argparse
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

_BAD_INPUT = 2

type Results = dict[str, float | None]


def main(arguments: Sequence[str]) -> int:
    """Measure what was named, or everything, and print it."""
    options = _parser().parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        known = ", ".join(BENCHMARKS)
        print(f"There is no benchmark named “{unknown[0]}”. There are: {known}.", file=sys.stderr)
        return _BAD_INPUT
    results = measure_all(options.names or list(BENCHMARKS))
    print(json.dumps(results) if options.json else table(results))
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
    said = ", ".join(f"{key} {value:.3g}" for key, value in found.items())
    print(f"{name}: {said} ({seconds:.0f} s)", file=sys.stderr, flush=True)
    return dict(found)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks", description="Measure our own speed.")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(BENCHMARKS))
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
