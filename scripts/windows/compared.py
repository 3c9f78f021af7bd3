"""Whether commands and exports of Windows are those of Linux.

python -m scripts.windows.compared LINUX WINDOWS
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path

SAME_BYTES = (".html", ".md", ".pdf")
SAME_TEXT = ("campaigns.txt", "compare.txt", "plan.txt", "studies.txt", "export.csv", "export.json")
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


def main(linux: Path, windows: Path) -> int:
    """The number of files that differ."""
    wrong = 0
    for file in sorted(linux.iterdir()):
        if file.suffix in SAME_BYTES:
            same = file.read_bytes() == (windows / file.name).read_bytes()
        elif file.name in SAME_TEXT:
            same = alike(text_of(file), text_of(windows / file.name))
        else:
            continue
        wrong += not same
        sys.stdout.write(f"{'same' if same else 'DIFFERENT'}  {file.name}\n")
    return wrong


def text_of(file: Path) -> str:
    return file.read_text("utf-8")  # line ends are each system's


def alike(one: str, other: str) -> bool:
    """The same text, and the same numbers to 12 digits."""
    if _NUMBER.sub("#", one) != _NUMBER.sub("#", other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=1e-12) for a, b in pairs)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
