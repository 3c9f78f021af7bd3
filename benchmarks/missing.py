"""What a benchmark raises when the tool it compares with is not here."""

from __future__ import annotations


class PeerMissing(Exception):
    """The text is a sentence that says what is missing and how to get it."""
