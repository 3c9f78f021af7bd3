"""Where evidence was searched for, and what could not be read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from app.results.traces import Ground, Trace
from engines.contract.data_place import PlaceName
from engines.contract.message import Message, in_a_row, listed, phrase


class _Kind(StrEnum):
    FILES = "files"
    LOGS = "logs"
    MEMORY = "memory"


_LOGS = frozenset(
    {
        PlaceName.WRITE_AHEAD_LOG,
        PlaceName.REDO_LOG,
        PlaceName.UNDO,
        PlaceName.BINARY_LOG,
        PlaceName.ARIA_LOG,
        PlaceName.SERVER_LOG,
    }
)


def searched_words(traces: Collection[Trace]) -> Message:
    """That files, logs and memory were searched for data and keys, and what could not be read on
    which servers."""
    servers: dict[tuple[_Kind, ...], list[str]] = {}
    for name in dict.fromkeys(each.server for each in traces):
        unread = _unread([each for each in traces if each.server == name])
        servers.setdefault(unread, []).append(name)
    places = [
        _OF.with_values(what=listed(_WORDS[each] for each in unread), servers=", ".join(names))
        for unread, names in servers.items()
        if unread
    ]
    if not places:
        return _ALL
    nothing = servers.keys() == {tuple(_Kind)}
    return (_NOTHING if nothing else _SOME).with_values(unread=in_a_row(places))


def _unread(traces: Sequence[Trace]) -> tuple[_Kind, ...]:
    """What of one server nobody could look into; one without any log has nothing there to read."""
    known = {each for each in map(_kind, traces) if each is not None}
    read = {_kind(each) for each in traces if each.files or each.found is not None}
    expected = {_Kind.FILES, _Kind.MEMORY, *known, *(() if _Kind.FILES in read else {_Kind.LOGS})}
    return tuple(each for each in _Kind if each in expected and each not in read)


def _kind(trace: Trace) -> _Kind | None:
    match trace.ground:
        case Ground.FILES:
            return _Kind.LOGS if trace.place in _LOGS else _Kind.FILES
        case Ground.MEMORY:
            return _Kind.MEMORY
    return None


_WORDS = {
    _Kind.FILES: phrase("files"),
    _Kind.LOGS: phrase("logs"),
    _Kind.MEMORY: phrase("memory"),
}
_ALL = phrase(
    "Files, logs and memory were searched for data and keys: finding nothing is no proof."
)
_SOME = phrase(
    "Data and keys were searched for: finding nothing is no proof. Could not be read: {unread}."
)
_NOTHING = phrase("Data and keys were not searched for. Could not be read: {unread}.")
_OF = phrase("{what} of {servers}")
