"""Whether a campaign that was measured on Windows is whole.

python -m scripts.windows.measured COMPARED.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(compared: Path) -> int:
    """The number of cells that were not measured, or have a cost without a verdict."""
    cells = json.loads(compared.read_text("utf-8"))
    faults = [each for each in cells if fault(each)]
    for each in faults:
        sys.stdout.write(f"{each['protection']} {each['operation']}: {fault(each)}\n")
    with_cost = [each for each in cells if each["cost_percent"] is not None]
    sys.stdout.write(f"measured: {len(cells)} cells, {len(with_cost)} costs\n")
    return len(faults) + (not with_cost)


def fault(cell: dict[str, object]) -> str:
    if cell["status"] != "done":
        return str(cell["status"])
    if not cell["mean_s"]:
        return "no time"
    return "" if cell["cost_percent"] is None or cell["verdict"] else "no verdict"


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
