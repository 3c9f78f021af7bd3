"""`python -m benchmarks.lockstep orders | same | clinic | at_once`: real campaigns, long ones.

`orders` measures one plan in lockstep and in whole runs (ABBA); `same` measures the same twice,
many times, and counts what would be told to differ; `clinic` measures the hospital study built in
and as a workload file; `at_once` measures encrypted tablespaces on servers that work at the same
time. All end as `python -m benchmarks` does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.guard import guarded

_NAMES = ("orders", "same", "clinic", "at_once")


def main(arguments: Sequence[str]) -> int:
    """Run one of them below the guard, with the options that come behind its name."""
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep", description=__doc__)
    parser.add_argument("what", choices=_NAMES)
    options, more = parser.parse_known_args(arguments)
    return guarded("benchmarks.child", [f"lockstep.{options.what}", *more])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
