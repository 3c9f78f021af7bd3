"""Whom a protection keeps out, what it leaks and what is searched by, in a few words each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.report.summary.model import anded
from engines.contract.message import NOTHING, Message, in_a_row, listed, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, Ability, Kept, Properties


def without_logins(good: Properties) -> Properties:
    """Without what is known of logins, but for those that evidence found open."""
    logins = zip(good.kept[1:], good.found_here[1:], strict=True)
    if any(kept is Kept.IN and found for kept, found in logins):
        return good
    return replace(
        good,
        os_login=Kept.IN,
        database_login=Kept.IN,
        found_here=(good.found_here[0], NOTHING, NOTHING),
        looked_here=(good.looked_here[0], False, False),
    )


def kept_words(kept: Kept, found: Message, looked: bool, shown: Message = NOTHING) -> Message:
    """“yes”, with what evidence found or that it found nothing; a star where nobody has looked. Of
    what keeps out, at least in part, what is `shown` to anybody all the same."""
    if found:
        return _FOUND[kept].with_values(what=found)
    if shown and kept is not Kept.IN:
        return (_LOOKED_BUT if looked else _CLAIMED_BUT)[kept].with_values(shown=shown)
    if looked:
        return _LOOKED[kept]
    return _CLAIMED[kept]


def login_words(said: Message, without: Sequence[str]) -> Message:
    """What is `said` of a login that does not exist on some servers."""
    return _NONE_ON.with_values(said=said, servers=", ".join(without))


def weak_words(good: Properties) -> Message:
    """What ciphertext shows by itself, whoever has the key; nothing where it shows nothing."""
    if good.reuses_keystream:
        return _ONE_OPENS
    if ECB in good.marks:
        return _PATTERNS_SHOW
    return NOTHING if good.hides_equality else _EQUAL_SHOW


def changes_words(noticed: Kept) -> Message:
    """Whether a change to what is stored is noticed: what evidence does not try."""
    return {Kept.OUT: _NOT_OLD, Kept.PARTLY: _NOT_SWAPS, Kept.IN: _LOOKED[Kept.IN]}[noticed]


_FOUND = {
    Kept.OUT: phrase("yes, {what}"),
    Kept.PARTLY: phrase("partly, {what}"),
    Kept.IN: phrase("no, {what}"),
}
_LOOKED = {
    Kept.OUT: phrase("yes, nothing found"),
    Kept.PARTLY: phrase("partly, nothing found here"),
    Kept.IN: phrase("no"),
}
_CLAIMED = {Kept.OUT: phrase("yes *"), Kept.PARTLY: phrase("partly *"), Kept.IN: phrase("no *")}
_LOOKED_BUT = {
    Kept.OUT: phrase("yes, nothing found, but {shown}"),
    Kept.PARTLY: phrase("partly, nothing found, but {shown}"),
}
_CLAIMED_BUT = {
    Kept.OUT: phrase("yes *, but {shown}"),
    Kept.PARTLY: phrase("partly *, {shown}"),
}
_PATTERNS_SHOW = phrase("patterns show")
_EQUAL_SHOW = phrase("equal values show")
NO_LOGIN = phrase("does not apply (no server)")
"""Of an engine that runs inside the application."""
_NONE_ON = phrase("{said} ({servers}: no server)")
_NOT_OLD = phrase("yes *, but not old values put back")
_NOT_SWAPS = phrase("partly *, not swaps or old values put back")


def leak_words(
    kind: ProtectionKind, good: Properties, also: Message = NOTHING, *, logins: bool = True
) -> Message:
    """What is given away; `also` is what the work itself adds, `logins` whether anybody can log in
    anywhere."""
    if kind in (ProtectionKind.PLAINTEXT, ProtectionKind.STORED_FORM):
        return _EVERYTHING
    parts = [_ONE_OPENS] if good.reuses_keystream else []
    if kind is ProtectionKind.STORAGE:
        parts.append(_WHILE_OPEN if logins else _ONCE_OPENED)
    elif kind is ProtectionKind.TRANSIT:
        parts.append(_STORED)
    elif ECB in good.marks:
        parts.append(_BLOCKS)
    elif not good.hides_equality:
        parts.append(_EQUAL_STARTS if good.needs_unique_iv else _EQUAL)  # which it has not
    if kind in (ProtectionKind.NATIVE, ProtectionKind.CLIENT):
        parts.append(_LENGTHS)
    if kind is ProtectionKind.NATIVE:
        parts.append(_KEY if logins else _KEY_INSIDE)
    if kind is ProtectionKind.CLIENT:
        parts.append(_KEY_INSIDE)
    return in_a_row([*parts, *([also] if also else [])])


def search_words(good: Properties) -> Message:
    """What a statement can look for in protected columns."""
    if good.index is Ability.YES:
        return _AS_BEFORE
    if good.index is Ability.EQUALITY:
        return _EQUALS
    return _SCAN if good.search is Ability.SCAN else _NONE


def column_words(columns: Sequence[str], most: int = 3) -> Message:
    """“customer.name, .email and .phone”: a table is named once, and about `most` columns."""
    told = [
        Message(f".{column}" if table == before else f"{table}.{column}")
        for (table, _, column), before in zip(
            (each.partition(".") for each in columns),
            ("", *(each.partition(".")[0] for each in columns)),
            strict=False,
        )
    ]
    if len(told) <= most + 1:
        return anded(told)
    said = _AND_MORE.with_values(columns=listed(told[:most]))
    return said.with_count(len(told) - most)


def by_index_words(columns: Sequence[str]) -> Message:
    """What can be looked for by a blind index."""
    return _of(_BY_BLIND, columns)


def shared_words(columns: Sequence[str]) -> Message:
    """“which rows share customer.email”, as a blind index shows it."""
    return _of(_SHARED, columns)


def equal_words(columns: Sequence[str]) -> Message:
    """The same in a row, beside whom it keeps out."""
    return _of(_EQUAL_OF, columns)


def _of(frame: Message, columns: Sequence[str]) -> Message:
    return frame.with_values(columns=column_words(columns)) if columns else NOTHING


_AND_MORE = plural("{columns} and {n} more", "{columns} and one more", 0)
_BY_BLIND = phrase("equal values of {columns}, by a blind index")
_SHARED = phrase("which rows share {columns}")
_EQUAL_OF = phrase("equal values of {columns} show")
_EVERYTHING = phrase("everything")
_ONE_OPENS = phrase("one known value decrypts others")
_STORED = phrase("everything that is stored")
_WHILE_OPEN = phrase("everything, to any database login")
_ONCE_OPENED = phrase("everything, once opened with the key")
_BLOCKS = phrase("repeated blocks, so patterns show")
_EQUAL = phrase("which values are equal")
_EQUAL_STARTS = phrase("equal values and equal starts")
_LENGTHS = phrase("lengths of values")
_KEY = phrase("the server sees the key")
_KEY_INSIDE = phrase("the application has the key")
_AS_BEFORE = phrase("everything, as before")
_EQUALS = phrase("equal values, by an index")
_SCAN = phrase("anything, decrypting every row")
_NONE = phrase("nothing, in the database")
