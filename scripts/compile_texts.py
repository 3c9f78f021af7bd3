"""Compiles translations: `python -m scripts.compile_texts [FOLDER]`; else beside them. In another
folder they stand, with their glossaries, beside what was compiled: reports are translated by the
texts themselves, into languages that are whole."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

SHIPPED = Path(__file__).parent.parent / "assets" / "translations"


def compile_into(folder: Path) -> None:
    """Make the `.qm` of every `.ts`, or the `.part.qm` where it is translated in part; what is not
    translated stays English.

    Raises: subprocess.CalledProcessError
    """
    folder.mkdir(parents=True, exist_ok=True)
    for each in sorted(SHIPPED.glob("*.ts")):
        for old in folder.glob(f"{each.stem}.*qm"):
            old.unlink()
        made = folder / f"{each.stem}{'' if is_whole(each) else '.part'}.qm"
        subprocess.run([_lrelease(), "-silent", each, "-qm", made], check=True, timeout=120)
        if folder != SHIPPED:
            for beside in filter(Path.exists, (each, _glossary(each))):
                shutil.copyfile(beside, folder / beside.name)


def _glossary(texts: Path) -> Path:
    return texts.with_name(f"glossary_{texts.stem.partition('_')[2]}.toml")


def is_whole(texts: Path) -> bool:
    """Whether the glossary beside a `.ts` says that every text is translated."""
    glossary = _glossary(texts)
    return glossary.exists() and tomllib.loads(glossary.read_text("utf-8")).get("whole", False)


def _lrelease() -> Path:
    """The program that comes with PySide6, which need not be in PATH."""
    found = find_spec("PySide6")
    assert found is not None and found.origin is not None
    return Path(found.origin).with_name("lrelease")


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
