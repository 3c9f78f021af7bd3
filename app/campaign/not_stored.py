"""The error of a campaign that has run, and whose results did not reach the store."""

from __future__ import annotations

from app.results.spool.spool import Spool
from engines.contract.errors import CipherbenchError, HasRun
from engines.contract.message import Message, phrase


class NotStored(HasRun):
    """A campaign has run, and its store does not hold what it measured."""


def not_stored(fault: CipherbenchError | None, spool: Spool | None) -> NotStored:
    """With the store's `fault`, and where the results are kept instead."""
    return NotStored(
        phrase("Not in the store"),
        phrase("The campaign has run, but its results are not in the store. {reason}"),
        _where_stored(spool),
        reason=fault.messages[1] if fault is not None else phrase("It does not answer."),
        spool=spool.path if spool is not None else "",
    )


def _where_stored(spool: Spool | None) -> Message:
    if spool is None:
        return phrase("They are lost: no spool could be written either.")
    if spool.fault:
        return phrase(
            "The spool had no room for all of them. Import what it holds: `cipherbench import "
            "{spool}`."
        )
    return phrase("They are kept in the spool. Import them: `cipherbench import {spool}`.")
