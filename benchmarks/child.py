"""`python -m benchmarks.child MODULE [ARGUMENT…]`: calls `main` of a module below `benchmarks`.

Light on purpose, as the program's own entry point is: every process that a campaign starts
imports it again.
"""

from __future__ import annotations

import sys
from importlib import import_module

if __name__ == "__main__":
    sys.exit(import_module(f"benchmarks.{sys.argv[1]}").main(*sys.argv[2:]))
