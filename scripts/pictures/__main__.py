"""Takes the guide's pictures: `python -m scripts.pictures FOLDER [--image IMAGE] [PART …]`.

In another language, into a folder of its own: `… docs/pictures/pt_BR --language pt_BR`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from app.window.base.display import check_display
from app.window.base.language import ENGLISH
from scripts.pictures.tour import PARTS, make_pictures

if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="scripts.pictures")
    options.add_argument("folder", type=Path)
    options.add_argument(
        "parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; default: all"
    )
    options.add_argument("--image", help="an image of PostgreSQL that is here, for a container")
    options.add_argument("--language", default=ENGLISH, help="such as pt_BR; default: %(default)s")
    chosen = options.parse_args()
    if unknown := set(chosen.parts) - {*PARTS}:
        options.error(f"unknown: {', '.join(sorted(unknown))}")
    check_display(fallback_platform="offscreen")
    make_pictures(chosen.folder, chosen.image, chosen.parts, chosen.language)
