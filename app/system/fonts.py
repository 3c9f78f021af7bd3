"""The fonts that ship with the program, for whatever is drawn without a screen: Latin, Greek and
Cyrillic in every accent, whichever fonts the machine has."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

FAMILY = "Noto Sans"


@cache
def font_folder() -> Path:
    """Where they lie."""
    return Path(str(files("assets") / "fonts"))


def font_file(*, bold: bool = False) -> Path:
    """One of them."""
    return font_folder() / f"NotoSans-{'Bold' if bold else 'Regular'}.ttf"
