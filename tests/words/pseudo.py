"""A language that nobody speaks: every text of ours with accents, 40 % longer, between brackets."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QTranslator

_ACCENTED = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_STORED = re.compile(r"(\{[^}]*\}|%n|&(?=\w)|<[^>]*>)")
"""What a translator leaves alone: places for values, mnemonics, tags."""
_LONGER = 0.4


class Pseudo(QTranslator):
    """Translates exactly the texts that were extracted, so that all others are seen to be left."""

    def __init__(self, known: set[tuple[str, str]]) -> None:
        super().__init__()
        self._known = known

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        if (context, text) in self._known:
            return pseudo(text)
        return None  # type: ignore[return-value]  # an empty text would be a translation


def pseudo(text: str) -> str:
    """“[Ááççéépt thé plán]” of “Accept the plan”; each of several lines grows by itself."""
    return "\n".join(_line(line) if line else "" for line in text.split("\n"))


def _line(text: str) -> str:
    parts = _STORED.split(text)
    owed = math.ceil(_LONGER * sum(len(part) for part in parts[::2]))
    for at in range(0, len(parts), 2):
        parts[at], owed = _grown(parts[at], owed)
    return f"[{''.join(parts)}{'é' * owed}]"


def _grown(text: str, owed: int) -> tuple[str, int]:
    """Vowels are doubled until the text has grown by `owed` letters; what is still owed."""
    letters = []
    for letter in text:
        letters.append(letter)
        if owed and letter.lower() in "aeiou":
            letters.append(letter.lower())
            owed -= 1
    return "".join(letters).translate(_ACCENTED), owed
