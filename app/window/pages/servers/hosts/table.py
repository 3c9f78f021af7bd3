"""The list of hosts as rows and columns, as `cipherbench hosts` tells it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.hosts.messages import HostRecord, HostState
from app.window.base.messages import message_text
from app.window.pages.servers.hosts.reading import HostList
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.tables.data_table import Column

_tr = QCoreApplication.translate
_TONES = {HostState.READY: "good", HostState.LOST: "warning", HostState.REFUSED: "bad"}


def columns() -> list[Column]:
    return [
        Column("host", _tr("HostsView", "Host"), named=True),
        Column("state", _tr("HostsView", "State"), format=_state, tone=_tone, tip=_state_tip),
        Column("heard", _tr("HostsView", "Last heard\ns ago"), "right", format=_whole),
        Column("offset", _tr("HostsView", "Clock\nms"), "right", format=_offset, tip=_offset_tip),
        Column("cores", _tr("HostsView", "Cores"), "right", format=_whole),
        Column("aes", _tr("HostsView", "AES"), format=_yes_no, tip=_aes_tip),
        Column("version", _tr("HostsView", "Version")),
        Column("python", _tr("HostsView", "Python")),
        Column("drivers", _tr("HostsView", "Drivers")),
    ]


def rows(found: HostList) -> list[tuple[object, ...]]:
    return [_row(each, each.state(found.coordinator)) for each in found.hosts]


def differences_text(found: HostList) -> list[str]:
    """What makes hosts unlike the coordinator, a line for each host."""
    lines = []
    for each in found.hosts:
        unlike = [message_text(one) for one in each.unlike(found.coordinator)]
        if unlike:
            lines.append(f"{isolated(each.name)}: {'; '.join(unlike)}")
    return lines


def _row(host: HostRecord, state: HostState) -> tuple[object, ...]:
    facts = host.facts
    if facts is None:
        return (host.name, state, host.silent_s, None, None, None, None, None, None)
    return (
        host.name,
        state,
        host.silent_s,
        None if facts.offset_s is None else facts.offset_s * 1000,
        facts.cores,
        facts.has_aes,
        facts.version,
        facts.python.rpartition(" ")[2],
        ", ".join(f"{name} {version}" for name, version in facts.engine_drivers),
    )


def _state(state: object) -> str:
    words = {
        HostState.READY: _tr("HostsView", "ready"),
        HostState.LOST: _tr("HostsView", "lost"),
        HostState.REFUSED: _tr("HostsView", "refused"),
    }
    return words[HostState(str(state))]


def _state_tip(state: object) -> str:
    words = {
        HostState.READY: _tr("HostsView", "It can measure."),
        HostState.LOST: _tr("HostsView", "It has not been heard for ten seconds."),
        HostState.REFUSED: _tr("HostsView", "Its versions differ from the coordinator's."),
    }
    return words[HostState(str(state))]


def _tone(state: object) -> str | None:
    return _TONES[HostState(str(state))]


def _whole(value: object) -> str:
    return format_number(value) if isinstance(value, int | float) else ""


def _yes_no(value: object) -> str:
    if value is None:
        return ""
    return _tr("HostsView", "yes") if value else _tr("HostsView", "no")


def _aes_tip(value: object) -> str:
    return _tr("HostsView", "Whether its processor has instructions for AES")


def _offset(value: object) -> str:
    if not isinstance(value, float):
        return ""
    return f"{'+' if value >= 0 else '−'}{format_number(abs(value), 1)}"


def _offset_tip(value: object) -> str:
    return _tr("HostsView", "How far the coordinator's clock is ahead of the host's")
