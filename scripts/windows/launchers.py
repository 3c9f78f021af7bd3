"""Programs that Windows starts, and the program's icon.

launchers.py DISTLIB STAGE

distlib's launchers run the Python that the line behind them names, as those do that pip makes.
"""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
MAIN = """\
import sys
from app.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""
PROGRAMS = {"cipherbench": ("t64", "python"), "cipherbenchw": ("w64", "pythonw")}
"""With a console and without: the launcher's and the Python's name."""


def main(distlib: Path, stage: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr(zipfile.ZipInfo("__main__.py"), MAIN)
    for name, (launcher, python) in PROGRAMS.items():
        command = f"#!<launcher_dir>\\python\\{python}.exe -X utf8\r\n"
        program = (distlib / f"{launcher}.exe").read_bytes() + command.encode() + content.getvalue()
        (stage / f"{name}.exe").write_bytes(program)
    with Image.open(ROOT / "assets/icons/cipherbench.png") as icon:
        icon.save(stage / "cipherbench.ico", sizes=[(side, side) for side in (16, 32, 48, 64)])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
