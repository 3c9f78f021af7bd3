"""`python -m benchmarks [--json] [NAME…]`: progress on stderr, results on stdout.

Exit code 0: measured, whatever the verdicts; 2: a name that is no benchmark's; 128 and more: ended
by a signal, within two seconds and with nothing left.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence

from benchmarks.guard import guarded
from benchmarks.measurements import AS_JSON
from benchmarks.registry import BENCHMARKS

_BAD_INPUT = 2


def main(arguments: Sequence[str]) -> int:
    """Measure what was named, or everything, and print it."""
    options = _parser().parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        known = ", ".join(BENCHMARKS)
        print(f"There is no benchmark named “{unknown[0]}”. There are: {known}.", file=sys.stderr)
        return _BAD_INPUT
    names = options.names or list(BENCHMARKS)
    print(how_long(names), file=sys.stderr, flush=True)
    return guarded("benchmarks.measurements", [*([AS_JSON] if options.json else ()), *names])


def how_long(names: Sequence[str]) -> str:
    """What is told beforehand."""
    seconds = sum(BENCHMARKS[name].seconds for name in names)
    reported = f"{seconds} seconds" if seconds < 100 else f"{math.ceil(seconds / 60)} minutes"
    return f"Takes about {reported}; Ctrl+C ends it."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks", description="Measure our own speed.")
    parser.add_argument(AS_JSON, action="store_true", help="print one JSON object")
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(BENCHMARKS))
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
