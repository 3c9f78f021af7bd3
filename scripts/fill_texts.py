"""Texts that a translation lacks, listed to be filled in, and taken in again.

    python -m scripts.fill_texts assets/translations/cipherbench_pt_BR.ts          lists them
    python -m scripts.fill_texts assets/translations/cipherbench_pt_BR.ts FILLED   takes them in

Each is a line with the English text and one that begins with “= ” for the translation: plural forms
with “ ¦ ” between them, the form for one first; line breaks as “⏎”. `scripts/texts` puts every text
into the file before, and `tests/words/test_translations.py` checks what was written.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

BREAK = "⏎"
FORMS = " ¦ "
_ABOUT = "-- "
"""Begins a line that says where a text belongs, and what its form for one is."""
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


def unfinished(messages: ElementTree.ElementTree[ElementTree.Element]) -> Iterator[str]:
    """What stands in the list: each text once, with its form for one where it has forms."""
    seen: set[str] = set()
    for context in messages.getroot().iter("context"):
        for message in context.iter("message"):
            if _is_open(message) and (text := _source(message)) not in seen:
                seen.add(text)
                one = message.findtext("comment") if message.get("numerus") else ""
                yield f"{_ABOUT}{context.findtext('name') or 'message'} {one or ''}".rstrip()
                yield f"{text.replace(chr(10), BREAK)}\n= "


def read(filled: str) -> dict[str, str]:
    """Translations by their English texts; what was left empty is left out."""
    found: dict[str, str] = {}
    lines = [each for each in filled.splitlines() if each and not each.startswith(_ABOUT)]
    for text, translation in zip(lines[::2], lines[1::2], strict=True):
        if not translation.startswith("="):
            raise SystemExit(f"no line with “= ” below “{text}”")
        if written := translation[1:].removeprefix(" "):
            found[text.replace(BREAK, "\n")] = written.replace(BREAK, "\n")
    return found


def take(messages: ElementTree.ElementTree[ElementTree.Element], found: Mapping[str, str]) -> int:
    """Write translations where none was; how many places they filled."""
    filled = 0
    for message in filter(_is_open, messages.getroot().iter("message")):
        if (written := found.get(_source(message))) is None:
            continue
        translation = message.find("translation")
        assert translation is not None
        _write(translation, written)
        filled += 1
    return filled


def _write(translation: ElementTree.Element, written: str) -> None:
    forms = translation.findall("numerusform")
    if forms:
        for form, text in zip(forms, written.split(FORMS), strict=True):
            form.text = text
    else:
        translation.text = written
    translation.attrib.pop("type", None)


def _is_open(message: ElementTree.Element) -> bool:
    translation = message.find("translation")
    return translation is None or translation.get("type") == "unfinished"


def _source(message: ElementTree.Element) -> str:
    return message.findtext("source") or ""


def main(file: Path, filled: Path | None = None) -> None:
    """List what the file lacks, or take in what was filled in."""
    _bring_up_to_date(file)
    messages = ElementTree.parse(file)
    if filled is None:
        sys.stdout.writelines(f"{line}\n" for line in unfinished(messages))
        return
    count = take(messages, read(filled.read_text("utf-8")))
    sys.stderr.write(f"{count} texts taken in\n")
    text = ElementTree.tostring(messages.getroot(), encoding="unicode", short_empty_elements=False)
    file.write_text(f"{_HEAD}{text}\n", "utf-8")
    _bring_up_to_date(file)  # which writes quotes as it does


def _bring_up_to_date(file: Path) -> None:
    subprocess.run([Path(__file__).with_name("texts"), file], check=True, timeout=120)


if __name__ == "__main__":
    if not all(Path(each).is_file() for each in sys.argv[1:] or [""]):
        raise SystemExit(__doc__)
    main(*map(Path, sys.argv[1:]))
