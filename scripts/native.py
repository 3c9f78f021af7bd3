"""Compiles the timed loops of engines/native, with what each engine brings for it.

    python -m scripts.native [FOLDER]

timed.so goes into FOLDER, or beside its source; there only where it was compiled from others. CC
names the compiler, else it is `cc`. Without one Python's own loop times: exit 1, with a sentence.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from engines.native.library import PATH, digest, library, sources

_MOST_SECONDS = 120
_FLAGS = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread")


def main() -> int:
    """0 where the library is there."""
    target = Path(sys.argv[1], PATH.name) if len(sys.argv) > 1 else PATH
    if target == PATH and library() is not None:
        return 0
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f"timed.{os.getpid()}.so")  # a process may have the old one open
    compiler = shlex.split(os.environ.get("CC") or "cc")
    reported = f'-DTIMED_SOURCES="{digest()}"'
    files = [str(each) for each in sources() if each.suffix == ".c"]
    command = [*compiler, *_FLAGS, reported, "-o", str(fresh), *files]
    try:
        subprocess.run(command, check=True, timeout=_MOST_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        fresh.unlink(missing_ok=True)
        sys.stderr.write(f"native: the timed loop was not compiled ({error})\n")
        return 1
    fresh.replace(target)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
