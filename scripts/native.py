"""Compiles the timed loop of engines/native, with what each engine brings for it.

    python -m scripts.native [FOLDER]

timed.so goes into FOLDER, or beside its source; there only where a source is newer. CC names the
compiler, else it is `cc`. Without one Python's own loop times: exit 1, with a sentence.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_ENGINES = Path(__file__).resolve().parent.parent / "engines"
_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


def main() -> int:
    """0 where the library is there."""
    sources = [_ENGINES / "native/loop.c", *sorted(_ENGINES.glob("*/native/statement.c"))]
    asked = [Path(each) for each in sys.argv[1:2]]
    target = (asked[0] if asked else _ENGINES / "native") / "timed.so"
    newest = max(each.stat().st_mtime for each in (*sources, *_ENGINES.glob("native/*.h")))
    if not asked and target.exists() and target.stat().st_mtime > newest:
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f"{target.name}.{os.getpid()}")  # a process may have the old one open
    command = [os.environ.get("CC", "cc"), *_FLAGS, "-o", str(fresh), *map(str, sources)]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        fresh.unlink(missing_ok=True)
        sys.stderr.write(f"native: the timed loop was not compiled ({error})\n")
        return 1
    fresh.replace(target)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
