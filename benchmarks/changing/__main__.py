"""`python -m benchmarks.changing ways | larger`: long campaigns of the workload *change*.

`ways` measures each way of an engine in two campaigns and tells whether their figures agree;
`larger` measures three sizes, and then whether a larger table takes what they say. Both end as
`python -m benchmarks` does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.guard import guarded

_NAMES = ("ways", "larger")


def main(arguments: Sequence[str]) -> int:
    """Run one of them below the guard, with the options that come behind its name."""
    parser = argparse.ArgumentParser("python -m benchmarks.changing", description=__doc__)
    parser.add_argument("what", choices=_NAMES)
    options, more = parser.parse_known_args(arguments)
    return guarded("benchmarks.child", [f"changing.{options.what}", *more])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
