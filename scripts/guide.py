"""Builds the guide as static pages: `python -m scripts.guide [FOLDER]`, else into assets/guide."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "assets" / "guide"
_SECONDS = 300
"""It takes three on a quiet machine."""
_NOT_SHIPPED = (".buildinfo", "objects.inv", "_sources")


def build(folder: Path) -> None:
    """Put the pages into a folder, in place of what it holds.

    Raises: subprocess.CalledProcessError, after Sphinx has named every link that leads nowhere;
        subprocess.TimeoutExpired
    """
    with tempfile.TemporaryDirectory(prefix="cipherbench-guide-") as name:
        made = Path(name) / "pages"
        sphinx = (sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html")
        subprocess.run(
            (*sphinx, "-d", f"{name}/doctrees", ROOT / "docs", made),
            cwd=ROOT, check=True, timeout=_SECONDS,
        )  # fmt: skip
        for each in _NOT_SHIPPED:
            _remove(made / each)
        _remove(folder)
        shutil.copytree(made, folder)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
