"""Makes untrusted text safe for a terminal: control characters are shown as escapes."""

from __future__ import annotations

import re

_CONTROL_CHARACTERS = (
    "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
)
_CONTROL_CHARACTER = re.compile(f"[{_CONTROL_CHARACTERS}]")
"""Control characters of both sets, those that turn the direction of writing, other ends of lines,
and halves of characters, which no terminal can be sent."""


def visible(text: str, keep: str = "") -> str:
    """The text with `\\x1b` or `\\u202e` in place of each control character, except those in
    `keep`."""
    return _CONTROL_CHARACTER.sub(
        lambda found: found[0] if found[0] in keep else _escape(found[0]), text
    )


def visible_json(text: str) -> str:
    """JSON that means the same, without control characters but line breaks. They stand within its
    strings only, where those of ASCII except DEL are escaped already."""
    return _CONTROL_CHARACTER.sub(
        lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text
    )


def _escape(sign: str) -> str:
    return f"\\x{ord(sign):02x}" if ord(sign) < 0x100 else f"\\u{ord(sign):04x}"
