"""Errors that several protections share."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.errors import CipherbenchError
from engines.contract.message import Message


def in_common(
    refusals: Mapping[int, CipherbenchError],
) -> list[tuple[CipherbenchError, list[int]]]:
    """Each error that came to more than one place, with its places."""
    alike: dict[tuple[Message, ...], list[int]] = {}
    for place, error in refusals.items():
        alike.setdefault(error.messages[:2], []).append(place)
    return [(refusals[places[0]], places) for places in alike.values() if len(places) > 1]
