"""Where k6 is."""

from __future__ import annotations

import os
import shutil

_BUILT = "/var/tmp/cipherbench-k6-v1.8.1/k6"
"""Where `scripts/k6` puts it."""


def k6_program() -> str | None:
    """The path of k6: what CIPHERBENCH_K6 names, the one in PATH, or the one that we have built."""
    places = (os.environ.get("CIPHERBENCH_K6") or "k6", _BUILT)
    return next((found for each in places if (found := shutil.which(each))), None)
