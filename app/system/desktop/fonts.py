"""The fonts that ship with the program, for whatever is drawn without a screen and for the window
where the machine has none that will do: Latin, Greek and Cyrillic in every accent, and Japanese."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

FAMILY = "Noto Sans"
JAPANESE = "Noto Sans JP"
"""Has what JIS X 0208 has, in bold its level 1 (2,965 characters of daily use), and signs."""


@cache
def font_folder() -> Path:
    return Path(str(files("assets") / "fonts"))


def font_file(*, bold: bool = False) -> Path:
    return font_folder() / f"NotoSans-{'Bold' if bold else 'Regular'}.ttf"


def japanese_font_file() -> Path:
    return font_folder() / "NotoSansJP-Regular.ttf"


def fixed_font_file() -> Path:
    """The one whose letters are all of one width, and whose file says so: not every one's does."""
    return font_folder() / "DejaVuSansMono.ttf"
