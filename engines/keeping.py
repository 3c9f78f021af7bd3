"""Starting a keeper: the small process beside what we started, which ends it when we are gone."""

from __future__ import annotations

import subprocess
import sys


def start_keeper(program: str) -> subprocess.Popen[str]:
    """Start the keeper in a file of ours, in a session of its own; it reads its order from stdin
    and ends with it. Both pipes are text."""
    return subprocess.Popen(
        [sys.executable, "-I", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
