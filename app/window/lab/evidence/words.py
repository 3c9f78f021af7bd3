"""Evidence in words and tables: what was found, and who can read the data. Free of widgets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.evidence.tables import tables
from app.evidence.threats import Seen, Threat, ThreatRow, threats, threats_to
from app.results.traces import Spot, Subject, Trace
from app.window.base.messages import message_text
from app.window.lab.evidence.why import advice_text
from engines.contract.message import Number, plural
from engines.contract.protection import ProtectionKind
from widgets.look.names import filled, isolated
from widgets.look.numbers import format_number
from widgets.tables.table_model import Column

_tr = QCoreApplication.translate

type Rows = list[tuple[object, ...]]
type Cells = dict[tuple[str, str], Trace]
"""By place and protection."""

_BYTES_IN_LINE = 16
_LONG = 12
_KINDS = tuple(f"{kind}-" for kind in ProtectionKind)
"""The beginnings of names of protections that the server's functions do not provide."""
_FOUND_TONES = {True: "bad", False: "good", None: "warning"}
_SEEN_TONES = {
    Seen.PLAINTEXT: "bad",
    Seen.KEY: "bad",
    Seen.NOTHING: "good",
    Seen.UNKNOWN: "warning",
}
_SEEN_SIGNS = {Seen.PLAINTEXT: "●", Seen.KEY: "●", Seen.NOTHING: "○", Seen.UNKNOWN: "?"}


def place_table(evidence: Sequence[Trace]) -> tuple[list[Column], Rows]:
    """Server and place a row, protection a column; cells are Traces, None if not searched.

    Below the places of a server are those where its keys were sought. The sign differs too: a disc
    for found, a ring for not found, a question mark for neither.
    """
    found = tables(evidence)
    names = list(dict.fromkeys(name for table in found for name in table.protections))
    columns = [
        Column("server", _tr("Evidence", "Server"), named=True),
        Column("place", _tr("Evidence", "Place")),
        *(
            Column(
                f"protection {name}", _broken(name), "left", found_words, found_tone, tip=found_tip
            )
            for name in names
        ),
    ]
    rows: Rows = []
    for table in found:
        keys = _key_cells(evidence, table.server)
        for cells, places in ((table.cells, table.places), (keys, _places_of(keys))):
            for place in places:
                shown = [cells.get((place, name)) for name in names]
                first = next(each for each in shown if each is not None)
                rows.append((table.server, _where(first), *shown))
    return columns, rows


def _key_cells(evidence: Sequence[Trace], server: str) -> Cells:
    """Where the keys of a server's protections were searched, by place and protection."""
    return {
        (each.place, each.protection): each
        for each in evidence
        if each.server == server and each.subject is Subject.KEY
    }


def _places_of(cells: Cells) -> list[str]:
    return list(dict.fromkeys(place for place, _ in cells))


def threat_table(evidence: Sequence[Trace]) -> tuple[list[Column], Rows]:
    """Server and protection a row, a threat a column; cells are ThreatRows."""
    found: dict[tuple[str, str], dict[Threat, ThreatRow]] = {}
    given = threats(evidence)
    for row in given:
        found.setdefault((row.server, row.protection), {})[row.threat] = row
    reported = threats_to(given)
    columns = [
        Column("server", _tr("Evidence", "Server"), named=True),
        Column("protection", _tr("Evidence", "Protection"), named=True),
        *(
            Column(
                f"threat {threat}", _threat_title(threat), "left", seen_words, seen_tone, tip=tip
            )
            for threat in reported
        ),
    ]
    rows: Rows = [(*key, *(seen.get(each) for each in reported)) for key, seen in found.items()]
    return columns, rows


def found_words(trace: object) -> str:
    """“● found 30 ×”, “○ not found”, “? unable to tell”; “–” for a place that was not searched."""
    if not isinstance(trace, Trace):
        return "–"
    if trace.found is None:
        return "? " + _tr("Evidence", "unable to tell")
    if not trace.found:
        return "○ " + _tr("Evidence", "not found")
    return "● " + _tr("Evidence", "found {count} ×").format(count=format_number(trace.count))


def found_tone(trace: object) -> str:
    return _FOUND_TONES[trace.found] if isinstance(trace, Trace) else "muted"


def found_tip(trace: object) -> str:
    """The first places where it was found, or why not."""
    if not isinstance(trace, Trace):
        return ""
    spots = [f"{spot.file} @ {format_number(spot.offset)}" for spot in trace.spots[:3]]
    return "\n".join((message_text(trace.message), *spots))


def seen_words(row: object) -> str:
    """“● plaintext”, “● the key”, “○ nothing”, “? unable to tell”."""
    if not isinstance(row, ThreatRow):
        return ""
    words = {
        Seen.PLAINTEXT: _tr("Evidence", "plaintext"),
        Seen.KEY: _tr("Evidence", "the key"),
        Seen.NOTHING: _tr("Evidence", "nothing"),
        Seen.UNKNOWN: _tr("Evidence", "unable to tell"),
    }
    return f"{_SEEN_SIGNS[row.seen]} {words[row.seen]}"


def seen_tone(row: object) -> str:
    return _SEEN_TONES[row.seen] if isinstance(row, ThreatRow) else "muted"


def tip(row: object) -> str:
    """The sentence behind a cell."""
    return message_text(row.message) if isinstance(row, ThreatRow) else ""


def threat_word(threat: Threat) -> str:
    """An attacker whom a protection may have to keep out."""
    words = {
        Threat.DISK: _tr("Evidence", "Stolen disk"),
        Threat.OS_LOGIN: _tr("Evidence", "OS login"),
        Threat.DATABASE_LOGIN: _tr("Evidence", "Database login"),
        Threat.NETWORK: _tr("Evidence", "Network listener"),
    }
    return words[threat]


def _threat_title(threat: Threat) -> str:
    """The same in two lines."""
    titles = {
        Threat.DISK: _tr("Evidence", "Stolen\ndisk"),
        Threat.OS_LOGIN: _tr("Evidence", "OS\nlogin"),
        Threat.DATABASE_LOGIN: _tr("Evidence", "Database\nlogin"),
        Threat.NETWORK: _tr("Evidence", "Network\nlistener"),
    }
    return titles[threat]


def _broken(name: str) -> str:
    """A long name in two lines: after its kind, or at the hyphen next to its middle."""
    places = [at + 1 for at, letter in enumerate(name) if letter == "-"]
    if len(name) <= _LONG or not places:
        return name
    at = min(places, key=lambda place: abs(place - len(name) / 2))
    if name.startswith(_KINDS):
        at = places[0]
    return f"{name[:at]}\n{name[at:]}"


def _where(trace: Trace) -> str:
    """“data files”; “the key: server memory” for a key."""
    place = message_text(trace.where)
    if trace.subject is Subject.KEY:
        return _tr("Evidence", "the key: {place}").format(place=place)
    return place


def headline(cell: object) -> str:
    """What a cell is about, in one line."""
    match cell:
        case Trace():
            where = _joined(cell.server, cell.protection, _where(cell))
            return f"{where}: {found_words(cell)[2:]}"
        case ThreatRow():
            who = _joined(cell.server, cell.protection, threat_word(cell.threat))
            return f"{who}: {seen_words(cell)[2:]}"
    return ""


def _joined(*parts: str) -> str:
    return " · ".join(map(isolated, parts))


def details(cell: object) -> str:
    """All that is known of a cell: what, why, what helps, and each finding with its bytes."""
    match cell:
        case ThreatRow():
            return "\n\n".join(filter(None, (message_text(cell.message), advice_text(cell))))
        case Trace():
            parts = (_read_words(cell), advice_text(cell), *map(spot_text, cell.spots))
            return "\n\n".join(filter(None, parts))
    return ""


def spot_text(spot: Spot) -> str:
    """File, offset and form, and below them the bytes around it, 16 a line."""
    form = ", ".join(filter(None, (spot.form, spot.part)))
    head = filled(
        _tr("Evidence", "{file}, byte {offset} ({form})"),
        file=spot.file,
        offset=format_number(spot.offset),
        form=form,
    )
    data = bytes.fromhex(spot.context)
    return "\n".join((head, *_dump(data, spot.context_offset)))


def _read_words(trace: Trace) -> str:
    if not trace.files:
        return message_text(trace.message)
    size = Number(trace.size / 1e6, 1)
    read = message_text(
        plural("{n} files, {size} MB read", "{n} file, {size} MB read", trace.files, size=size)
    )
    return f"{message_text(trace.message)}\n{read}."


def _dump(data: bytes, offset: int) -> list[str]:
    lines = []
    for at in range(0, len(data), _BYTES_IN_LINE):
        piece = data[at : at + _BYTES_IN_LINE]
        text = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in piece)
        lines.append(f"{offset + at:010x}  {piece.hex(' '):<47}  {text}")
    return lines
