"""The entry point of `cipherbench` and `python -m app`.

Light on purpose: every worker process imports it again.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the desktop program, or the command that was given."""
    from app.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
