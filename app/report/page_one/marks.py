"""Whom a protection keeps out and what it hides: a mark for each, with its reason in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.report.figures.campaign_report import CampaignReport
from app.report.page_one.candidates import SEALING, binds_rows, blind_columns, column_words
from app.report.words.wording import properties
from app.results.records import CellRecord
from engines.contract.message import Message, phrase
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, FIXED_IV, Ability, Exclusion, Properties


class Column(StrEnum):
    """What marks are of, in their order; the names that programs read."""

    DISK = "stolen_disk"
    OS_LOGIN = "os_login"
    LOGIN = "database_login"
    NETWORK = "network_listener"
    CHANGE = "unnoticed_change"
    EQUAL = "equal_values"


TITLES: Mapping[Column, Message] = {
    Column.DISK: phrase("stolen disk"),
    Column.OS_LOGIN: phrase("server login"),
    Column.LOGIN: phrase("database login"),
    Column.NETWORK: phrase("network listener"),
    Column.CHANGE: phrase("changes noticed"),
    Column.EQUAL: phrase("repeats hidden"),
}


EXCLUSION_WORDS: Mapping[Exclusion | None, Message] = {
    Exclusion.OUT: phrase("yes"),
    Exclusion.PARTLY: phrase("partly"),
    Exclusion.IN: phrase("no"),
    None: phrase("not applicable"),
}


class SearchBy(StrEnum):
    """What statements can look for in protected columns."""

    ALL = "all"
    EQUALITY = "equality"
    SCAN = "scan"
    NONE = "none"


SEARCH_SIGNS: Mapping[SearchBy, Message] = {
    SearchBy.ALL: phrase("=, <"),
    SearchBy.EQUALITY: phrase("="),
    SearchBy.SCAN: phrase("slow"),
    SearchBy.NONE: phrase("–"),
}
SEARCH_WORDS: Mapping[SearchBy, Message] = {
    SearchBy.ALL: phrase("Search, order and ranges work as before."),
    SearchBy.EQUALITY: phrase("Equal values are found by an index; ranges are not."),
    SearchBy.SCAN: phrase("A search decrypts every row."),
    SearchBy.NONE: phrase("The database cannot search, sort or join these columns."),
}


@dataclass(frozen=True)
class Mark:
    """`stored` is None where nobody can be that: an engine inside the application has no logins.
    `found` says that evidence on these servers is why, `tried` that it was looked for."""

    column: Column
    stored: Exclusion | None
    reason: Message
    found: bool = False
    tried: bool = False

    def to_json(self) -> dict[str, object]:
        """Codes, and the reason in English."""
        return {
            "kept": None if self.stored is None else self.stored.value,
            "found_here": self.found,
            "looked_here": self.tried,
            "reason": str(self.reason),
        }


def marks_of(
    cell: CellRecord, report: CampaignReport, *, network: bool, in_process: bool
) -> tuple[Mark, ...]:
    """Those of a protection on its server, as it was used there."""
    good = properties(cell, report.evidence)
    kind = ProtectionKind(cell.kind)
    places = zip((Column.DISK, Column.OS_LOGIN, Column.LOGIN), good.stored, good.found_here,
                 good.looked_here, strict=True)  # fmt: skip
    return (
        *(
            _login_less(column) if in_process and column is not Column.DISK and not found
            else _attacker(kind, column, stored, found, tried)
            for column, stored, found, tried in places
        ),
        *(
            [_attacker(kind, Column.NETWORK, good.network, good.heard_here, good.listened_here)]
            if network
            else []
        ),
        _changes(cell, good, report),
        _equal(cell, good, blind_columns(cell, report)),
    )  # fmt: skip


def search_by(cell: CellRecord, report: CampaignReport) -> SearchBy:
    good = properties(cell, report.evidence)
    if good.index is Ability.YES:
        return SearchBy.ALL
    if good.index is Ability.EQUALITY or blind_columns(cell, report):
        return SearchBy.EQUALITY
    return SearchBy.SCAN if good.search is Ability.SCAN else SearchBy.NONE


def worth(marks: Sequence[Mark]) -> int:
    """How much a protection keeps out and hides: the more, the higher it stands."""
    return sum(_WORTH[each.stored] for each in marks)


_WORTH = {Exclusion.OUT: 2, Exclusion.PARTLY: 1, Exclusion.IN: 0, None: 0}


def _login_less(column: Column) -> Mark:
    return Mark(column, None, _NO_LOGIN)


def _attacker(
    kind: ProtectionKind, column: Column, stored: Exclusion, found: Message, tried: bool
) -> Mark:
    if found:
        return Mark(column, stored, _FOUND.with_values(where=found), found=True, tried=True)
    why = _WHY.get((kind, column, stored)) or _WHY.get((kind, column, None)) or _BY_KIND[kind]
    tells = tried and stored is not Exclusion.IN
    message = _NOTHING_FOUND.with_values(why=why) if tells else why
    return Mark(column, stored, message, tried=tried)


def _changes(cell: CellRecord, good: Properties, report: CampaignReport) -> Mark:
    if not good.authenticated:
        return Mark(Column.CHANGE, Exclusion.IN, _UNNOTICED)
    by_value = ProtectionKind(cell.kind) in SEALING
    bound = not by_value or binds_rows(cell, report)
    stored = Exclusion.OUT if bound else Exclusion.PARTLY
    return Mark(Column.CHANGE, stored, _NOTICED[stored])


def _equal(cell: CellRecord, good: Properties, blind: Sequence[str]) -> Mark:
    if blind:
        message = _BLIND.with_values(columns=column_words(blind))
        return Mark(Column.EQUAL, Exclusion.PARTLY, message)
    if good.reuses_keystream:
        return Mark(Column.EQUAL, Exclusion.IN, _KEY_STREAM)
    if good.hides_equality:
        return Mark(Column.EQUAL, Exclusion.OUT, _HIDDEN)
    for mark, message in _SHOWN.items():
        if mark in good.marks:
            return Mark(Column.EQUAL, Exclusion.IN, message)
    kind = ProtectionKind(cell.kind)
    return Mark(Column.EQUAL, Exclusion.IN, _BY_DESIGN if kind in SEALING else _BY_KIND[kind])


_FOUND = phrase("Found here: {where}.")
_NOTHING_FOUND = phrase("{why} Searched here: nothing found.")
_NO_LOGIN = phrase("The engine runs inside the application: there are no logins.")
_BY_KIND: Mapping[ProtectionKind, Message] = {
    ProtectionKind.PLAINTEXT: phrase("Nothing is encrypted."),
    ProtectionKind.STORED_FORM: phrase("Nothing is encrypted."),
    ProtectionKind.CIPHER: phrase("Nothing is stored."),
    ProtectionKind.TRANSIT: phrase("Only connections are encrypted, nothing that is stored."),
    ProtectionKind.STORAGE: phrase("Stored files are encrypted."),
    ProtectionKind.NATIVE: phrase("Values cross the network in plain text, with the key."),
    ProtectionKind.CLIENT: phrase("Only the application has the key."),
}
_WHY: Mapping[tuple[ProtectionKind, Column, Exclusion | None], Message] = {
    (ProtectionKind.NATIVE, Column.DISK, None): phrase(
        "Values are encrypted, but a statement that fails may be logged with the key."
    ),
    (ProtectionKind.NATIVE, Column.OS_LOGIN, None): phrase(
        "The server gets the key with each statement: its memory and logs may hold it."
    ),
    (ProtectionKind.NATIVE, Column.LOGIN, None): phrase(
        "Running statements show the key to logins that may see them."
    ),
    (ProtectionKind.STORAGE, Column.DISK, Exclusion.PARTLY): phrase(
        "Tables are encrypted; logs and temporary files may not be."
    ),
    (ProtectionKind.STORAGE, Column.OS_LOGIN, None): phrase(
        "A login on the machine can read open files, or the key in memory."
    ),
    (ProtectionKind.STORAGE, Column.LOGIN, None): phrase(
        "The server decrypts for every database login."
    ),
    (ProtectionKind.STORAGE, Column.NETWORK, None): phrase(
        "Values cross the network in plain text."
    ),
    (ProtectionKind.TRANSIT, Column.NETWORK, None): phrase("Connections are encrypted."),
    (ProtectionKind.CLIENT, Column.NETWORK, None): phrase("Only ciphertext crosses the network."),
}
"""Why somebody is kept out or not, by design; of all others it is said by kind."""
_UNNOTICED = phrase("Changed values go unnoticed: the encryption is not authenticated.")
_NOTICED = {
    Exclusion.OUT: phrase("Changed values are noticed; deleted rows and old values are not."),
    Exclusion.PARTLY: phrase("Changed values are noticed; swapped values are not."),
}
_HIDDEN = phrase("Equal values look different.")
_BLIND = phrase("The blind index shows equal values of {columns}.")
_KEY_STREAM = phrase("One key stream encrypts all values: a known value opens others.")
_SHOWN = {
    ECB: phrase("ECB: equal blocks look equal."),
    FIXED_IV: phrase("One IV serves all values: equal values look equal."),
}
_BY_DESIGN = phrase("Equal values look equal, so that they can be searched.")
