"""Whom a protection keeps out and what it hides: a mark for each, with its reason in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.report.drawing.protections import Column, Mark, SearchBy
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import SEALING, binds_rows, blind_columns, column_words
from app.report.words.phrased import Decision, Phrased
from app.report.words.wording import properties
from app.results.records import CellRecord
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, FIXED_IV, Ability, Exclusion, Properties


class Why(Phrased):
    """Why somebody is kept out or not, by design or by what was found."""

    FOUND = "found", phrase("Found here: {where}.")
    NOTHING_FOUND = "nothing-found", phrase("{why} Searched here: nothing found.")
    NO_LOGINS = "no-logins", phrase("The engine runs inside the application: there are no logins.")
    PLAIN = "plain", phrase("Nothing is encrypted.")
    NOT_STORED = "not-stored", phrase("Nothing is stored.")
    CONNECTIONS_ONLY = (
        "connections-only",
        phrase("Only connections are encrypted, nothing that is stored."),
    )
    CONNECTIONS = "connections", phrase("Connections are encrypted.")
    FILES = "files", phrase("Stored files are encrypted.")
    LOGS_OPEN = (
        "logs-open",
        phrase("A stolen disk shows no table, but logs and temporary files may be in plain text."),
    )
    OPEN_FILES = (
        "open-files",
        phrase(
            "While the server runs, a login on its machine can read open files, or the key in "
            "memory."
        ),
    )
    DECRYPTS = "decrypts", phrase("The server decrypts for every database login.")
    PLAIN_NETWORK = "plain-network", phrase("Values cross the network in plain text.")
    KEY_ON_NETWORK = (
        "key-on-network",
        phrase("Values cross the network in plain text, with the key."),
    )
    KEY_LOGGED = (
        "key-logged",
        phrase("Values are encrypted, but a statement that fails may be logged with the key."),
    )
    KEY_ON_SERVER = (
        "key-on-server",
        phrase("The server gets the key with each statement: its memory and logs may hold it."),
    )
    KEY_SHOWN = "key-shown", phrase("Running statements show the key to logins that may see them.")
    KEY_OUTSIDE = "key-outside", phrase("Only the application has the key.")
    CIPHERTEXT = "ciphertext", phrase("Only ciphertext crosses the network.")
    UNNOTICED = (
        "unnoticed",
        phrase("Changed values go unnoticed: the encryption is not authenticated."),
    )
    NOTICED = "noticed", phrase("Changed values are noticed; deleted rows and old values are not.")
    SWAPPED = "swapped", phrase("Changed values are noticed; swapped values are not.")
    HIDDEN = "hidden", phrase("Equal values look different.")
    BLIND = "blind-index", phrase("The blind index shows equal values of {columns}.")
    KEY_STREAM = (
        "key-stream",
        phrase("One key stream encrypts all values: a known value opens others."),
    )
    ECB = "ecb", phrase("ECB: equal blocks look equal.")
    FIXED_IV = "fixed-iv", phrase("One IV serves all values: equal values look equal.")
    SEARCHABLE = "searchable", phrase("Equal values look equal, so that they can be searched.")


_BY_KIND: Mapping[ProtectionKind, Why] = {
    ProtectionKind.PLAINTEXT: Why.PLAIN,
    ProtectionKind.STORED_FORM: Why.PLAIN,
    ProtectionKind.CIPHER: Why.NOT_STORED,
    ProtectionKind.TRANSIT: Why.CONNECTIONS_ONLY,
    ProtectionKind.STORAGE: Why.FILES,
    ProtectionKind.NATIVE: Why.KEY_ON_NETWORK,
    ProtectionKind.CLIENT: Why.KEY_OUTSIDE,
}
_BY_DESIGN: Mapping[tuple[ProtectionKind, Column], Why] = {
    (ProtectionKind.NATIVE, Column.DISK): Why.KEY_LOGGED,
    (ProtectionKind.NATIVE, Column.OS_LOGIN): Why.KEY_ON_SERVER,
    (ProtectionKind.NATIVE, Column.LOGIN): Why.KEY_SHOWN,
    (ProtectionKind.STORAGE, Column.OS_LOGIN): Why.OPEN_FILES,
    (ProtectionKind.STORAGE, Column.LOGIN): Why.DECRYPTS,
    (ProtectionKind.STORAGE, Column.NETWORK): Why.PLAIN_NETWORK,
    (ProtectionKind.TRANSIT, Column.NETWORK): Why.CONNECTIONS,
    (ProtectionKind.CLIENT, Column.NETWORK): Why.CIPHERTEXT,
}
"""Of all others it is said by kind."""
_WEAK = {ECB: Why.ECB, FIXED_IV: Why.FIXED_IV}
_WORTH = {Exclusion.OUT: 2, Exclusion.PARTLY: 1, Exclusion.IN: 0, None: 0}


def marks_of(
    cell: CellRecord, report: CampaignReport, columns: Sequence[Column], *, in_process: bool
) -> tuple[Mark, ...]:
    """Those of a protection on its server, as it was used there."""
    good = properties(cell, report.evidence)
    evidence = {
        column: (exclusion, found, tried)
        for column, exclusion, found, tried in zip(
            (Column.DISK, Column.OS_LOGIN, Column.LOGIN, Column.NETWORK),
            (*good.at_rest, good.network),
            (*good.found_here, good.network_found_here),
            (*good.looked_here, good.network_looked_here),
            strict=True,
        )
    }

    def mark(column: Column) -> Mark:
        if column is Column.CHANGE:
            return _mark(column, *_changes(cell, good, report))
        if column is Column.EQUAL:
            return _mark(column, *_equal(cell, good, blind_columns(cell, report)))
        exclusion, found, tried = evidence[column]
        if found:
            return _mark(column, exclusion, Why.FOUND.decided(where=found), found=True, tried=True)
        if in_process and column in (Column.OS_LOGIN, Column.LOGIN):
            return _mark(column, None, Why.NO_LOGINS.decided())
        why = _attacker(ProtectionKind(cell.kind), column, exclusion)
        if tried and exclusion is not Exclusion.IN:
            return _mark(column, exclusion, Why.NOTHING_FOUND.decided(why=why.message), tried=True)
        return _mark(column, exclusion, why.decided(), tried=tried)

    return tuple(map(mark, columns))


def _mark(
    column: Column, exclusion: Exclusion | None, why: Decision, *, found: bool = False,
    tried: bool = False,
) -> Mark:  # fmt: skip
    return Mark(column, exclusion, why.code, why.message, found, tried)


def search_by(cell: CellRecord, report: CampaignReport) -> SearchBy:
    good = properties(cell, report.evidence)
    if good.index is Ability.YES:
        return SearchBy.ALL
    if good.index is Ability.EQUALITY or blind_columns(cell, report):
        return SearchBy.EQUALITY
    return SearchBy.SCAN if good.search is Ability.SCAN else SearchBy.NONE


def worth(marks: Sequence[Mark]) -> int:
    """How much a protection keeps out and hides: the more, the higher it stands."""
    return sum(_WORTH[each.exclusion] for each in marks)


def _attacker(kind: ProtectionKind, column: Column, exclusion: Exclusion) -> Why:
    if (kind, column, exclusion) == (ProtectionKind.STORAGE, Column.DISK, Exclusion.PARTLY):
        return Why.LOGS_OPEN
    return _BY_DESIGN.get((kind, column), _BY_KIND[kind])


def _changes(
    cell: CellRecord, good: Properties, report: CampaignReport
) -> tuple[Exclusion, Decision]:
    if not good.authenticated:
        return Exclusion.IN, Why.UNNOTICED.decided()
    by_value = ProtectionKind(cell.kind) in SEALING
    if by_value and not binds_rows(cell, report):
        return Exclusion.PARTLY, Why.SWAPPED.decided()
    return Exclusion.OUT, Why.NOTICED.decided()


def _equal(cell: CellRecord, good: Properties, blind: Sequence[str]) -> tuple[Exclusion, Decision]:
    if blind:
        return Exclusion.PARTLY, Why.BLIND.decided(columns=column_words(blind))
    if good.hides_equality and not good.reuses_keystream:
        return Exclusion.OUT, Why.HIDDEN.decided()
    return Exclusion.IN, _shown(ProtectionKind(cell.kind), good).decided()


def _shown(kind: ProtectionKind, good: Properties) -> Why:
    """Why equal values can be told."""
    if good.reuses_keystream:
        return Why.KEY_STREAM
    weak = [_WEAK[each] for each in _WEAK if each in good.marks]
    return (*weak, Why.SEARCHABLE if kind in SEALING else _BY_KIND[kind])[0]
