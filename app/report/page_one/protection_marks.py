"""Which attackers a protection keeps out and what it hides: a mark for each, with its reason in a
sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.report.drawing.protections import MarkColumn, ProtectionMark, SearchBy
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.candidates import ENCRYPTION, binds_rows, blind_columns, column_words
from app.report.words.phrased import FilledPhrase, Phrased
from app.report.words.protection_names import properties
from app.results.records import CellRecord
from engines.contract.message import phrase
from engines.contract.protection import ProtectionKind
from engines.properties import ECB, FIXED_IV, Ability, Exclusion, Properties


class MarkReason(Phrased):
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


_BY_KIND: Mapping[ProtectionKind, MarkReason] = {
    ProtectionKind.PLAINTEXT: MarkReason.PLAIN,
    ProtectionKind.STORED_FORM: MarkReason.PLAIN,
    ProtectionKind.CIPHER: MarkReason.NOT_STORED,
    ProtectionKind.TRANSIT: MarkReason.CONNECTIONS_ONLY,
    ProtectionKind.STORAGE: MarkReason.FILES,
    ProtectionKind.NATIVE: MarkReason.KEY_ON_NETWORK,
    ProtectionKind.CLIENT: MarkReason.KEY_OUTSIDE,
}
_BY_DESIGN: Mapping[tuple[ProtectionKind, MarkColumn], MarkReason] = {
    (ProtectionKind.NATIVE, MarkColumn.DISK): MarkReason.KEY_LOGGED,
    (ProtectionKind.NATIVE, MarkColumn.OS_LOGIN): MarkReason.KEY_ON_SERVER,
    (ProtectionKind.NATIVE, MarkColumn.LOGIN): MarkReason.KEY_SHOWN,
    (ProtectionKind.STORAGE, MarkColumn.OS_LOGIN): MarkReason.OPEN_FILES,
    (ProtectionKind.STORAGE, MarkColumn.LOGIN): MarkReason.DECRYPTS,
    (ProtectionKind.STORAGE, MarkColumn.NETWORK): MarkReason.PLAIN_NETWORK,
    (ProtectionKind.TRANSIT, MarkColumn.NETWORK): MarkReason.CONNECTIONS,
    (ProtectionKind.CLIENT, MarkColumn.NETWORK): MarkReason.CIPHERTEXT,
}
"""Of all others it is said by kind."""
_WEAK = {ECB: MarkReason.ECB, FIXED_IV: MarkReason.FIXED_IV}
_WORTH = {Exclusion.FULL: 2, Exclusion.PARTLY: 1, Exclusion.NONE: 0, None: 0}


def protection_marks(
    cell: CellRecord, report: CampaignReport, columns: Sequence[MarkColumn], *, in_process: bool
) -> tuple[ProtectionMark, ...]:
    """Those of a protection on its server, as it was used there."""
    good = properties(cell, report.evidence)
    evidence = {
        column: (exclusion, found, tried)
        for column, exclusion, found, tried in zip(
            (MarkColumn.DISK, MarkColumn.OS_LOGIN, MarkColumn.LOGIN, MarkColumn.NETWORK),
            (*good.at_rest, good.network),
            (*good.found_here, good.network_found_here),
            (*good.looked_here, good.network_looked_here),
            strict=True,
        )
    }

    def mark(column: MarkColumn) -> ProtectionMark:
        if column is MarkColumn.CHANGE:
            return _mark(column, *_changes(cell, good, report))
        if column is MarkColumn.EQUAL:
            return _mark(column, *_equal(cell, good, blind_columns(cell, report)))
        exclusion, found, tried = evidence[column]
        if found:
            return _mark(
                column, exclusion, MarkReason.FOUND.filled(where=found), found=True, tried=True
            )
        if in_process and column in (MarkColumn.OS_LOGIN, MarkColumn.LOGIN):
            return _mark(column, None, MarkReason.NO_LOGINS.filled())
        why = _attacker(ProtectionKind(cell.kind), column, exclusion)
        if tried and exclusion is not Exclusion.NONE:
            return _mark(
                column, exclusion, MarkReason.NOTHING_FOUND.filled(why=why.message), tried=True
            )
        return _mark(column, exclusion, why.filled(), tried=tried)

    return tuple(map(mark, columns))


def _mark(
    column: MarkColumn, exclusion: Exclusion | None, why: FilledPhrase, *, found: bool = False,
    tried: bool = False,
) -> ProtectionMark:  # fmt: skip
    return ProtectionMark(column, exclusion, why.code, why.message, found, tried)


def search_by(cell: CellRecord, report: CampaignReport) -> SearchBy:
    good = properties(cell, report.evidence)
    if good.index is Ability.YES:
        return SearchBy.ALL
    if good.index is Ability.EQUALITY or blind_columns(cell, report):
        return SearchBy.EQUALITY
    return SearchBy.SCAN if good.search is Ability.SCAN else SearchBy.NONE


def protection_strength(marks: Sequence[ProtectionMark]) -> int:
    """How much a protection keeps out and hides: the more, the higher it stands."""
    return sum(_WORTH[each.exclusion] for each in marks)


def _attacker(kind: ProtectionKind, column: MarkColumn, exclusion: Exclusion) -> MarkReason:
    if (kind, column, exclusion) == (ProtectionKind.STORAGE, MarkColumn.DISK, Exclusion.PARTLY):
        return MarkReason.LOGS_OPEN
    return _BY_DESIGN.get((kind, column), _BY_KIND[kind])


def _changes(
    cell: CellRecord, good: Properties, report: CampaignReport
) -> tuple[Exclusion, FilledPhrase]:
    if not good.authenticated:
        return Exclusion.NONE, MarkReason.UNNOTICED.filled()
    by_value = ProtectionKind(cell.kind) in ENCRYPTION
    if by_value and not binds_rows(cell, report):
        return Exclusion.PARTLY, MarkReason.SWAPPED.filled()
    return Exclusion.FULL, MarkReason.NOTICED.filled()


def _equal(
    cell: CellRecord, good: Properties, blind: Sequence[str]
) -> tuple[Exclusion, FilledPhrase]:
    if blind:
        return Exclusion.PARTLY, MarkReason.BLIND.filled(columns=column_words(blind))
    if good.hides_equality and not good.reuses_keystream:
        return Exclusion.FULL, MarkReason.HIDDEN.filled()
    return Exclusion.NONE, _shown(ProtectionKind(cell.kind), good).filled()


def _shown(kind: ProtectionKind, good: Properties) -> MarkReason:
    """Why equal values can be told."""
    if good.reuses_keystream:
        return MarkReason.KEY_STREAM
    weak = [_WEAK[each] for each in _WEAK if each in good.marks]
    return (*weak, MarkReason.SEARCHABLE if kind in ENCRYPTION else _BY_KIND[kind])[0]
