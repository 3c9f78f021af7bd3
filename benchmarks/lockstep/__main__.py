"""`python -m benchmarks.lockstep orders | same`: real campaigns, long ones, for a day that asks.

`orders` measures one plan in lockstep and in whole runs (ABBA); `same` measures the same twice,
many times, and counts what would be told to differ. Both end as `python -m benchmarks` does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.guard import guarded

_NAMES = ("orders", "same")


def main(arguments: Sequence[str]) -> int:
    """Run one of them below the guard, with the options that come behind its name."""
    parser = argparse.ArgumentParser("python -m benchmarks.lockstep", description=__doc__)
    parser.add_argument("what", choices=_NAMES)
    options, more = parser.parse_known_args(arguments)
    return guarded("benchmarks.child", [f"lockstep.{options.what}", *more])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
