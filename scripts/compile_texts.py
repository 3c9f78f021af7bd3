"""Compiles translations: `python -m scripts.compile_texts [FOLDER]`; else beside them. In another
folder the texts stand beside what was compiled, since reports are translated by them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

SHIPPED = Path(__file__).parent.parent / "assets" / "translations"


def compile_into(folder: Path) -> None:
    """Make the `.qm` of every `.ts`; what is not translated stays English.

    Raises: subprocess.CalledProcessError
    """
    folder.mkdir(parents=True, exist_ok=True)
    for each in sorted(SHIPPED.glob("*.ts")):
        made = folder / f"{each.stem}.qm"
        new = folder / f"{each.stem}.qm.new"  # a window that runs has the old one mapped
        subprocess.run([_lrelease(), "-silent", each, "-qm", new], check=True, timeout=120)
        new.replace(made)
        if folder != SHIPPED:
            shutil.copyfile(each, folder / each.name)


def _lrelease() -> Path:
    """The program that comes with PySide6, which need not be in PATH."""
    found = find_spec("PySide6")
    assert found is not None and found.origin is not None
    return Path(found.origin).with_name("lrelease")


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
