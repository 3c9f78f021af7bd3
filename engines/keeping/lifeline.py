"""Starting a keeper: the small process beside what we started, which ends it when we are gone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection

from engines.keeping.surroundings import bare
from engines.platform.children import handed_down
from engines.platform.processes import IN_A_GROUP


def start_keeper(
    program: str, *variables: str, hand_down: Collection[int] = (), packages: bool = False
) -> subprocess.Popen[str]:
    """Start the keeper in a file of ours, in a session of its own; it reads its order from stdin
    and ends with it. Both pipes are text. Of the user's environment it sees what it needs, and
    `variables` by the beginnings of their names; it gets the file descriptors of `hand_down`, by
    the same numbers, and installed packages if it needs `packages`."""
    return subprocess.Popen(
        [sys.executable, "-I" if packages else "-IS", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # it outlives the program and its terminal
        text=True,
        env=bare(*variables),
        **handed_down(hand_down),
        **IN_A_GROUP,
    )
