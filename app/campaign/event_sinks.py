"""Sinks of a campaign's events, built from others; and the messages that are logged before the
first run, on what is not measured as planned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from app.campaign.campaign_progress import CampaignProgress
from app.plan.matrix import Cell, reasons_for_whole
from app.results.events import CampaignFinished, Event, Progressed
from app.results.records import StoredCampaign
from engines.contract.message import Message, phrase, plural

type Sink = Callable[[Event], None]


def tee(*sinks: Sink) -> Sink:
    """Sends each event to all of them, in this order."""

    def send(event: Event) -> None:
        for sink in sinks:
            sink(event)

    return send


def withhold_end(sink: Sink, ended: list[Event]) -> Sink:
    """Puts `CampaignFinished` into `ended` instead of sending it: the executor sends it once the
    store holds all results."""

    def send(event: Event) -> None:
        if isinstance(event, CampaignFinished):
            ended.append(event)
        else:
            sink(event)

    return send


def with_progress(progress: CampaignProgress, sink: Sink) -> Sink:
    """Sends the changed progress of cells as well, between runs: once for all that ended
    together."""

    def send(event: Event) -> None:
        if isinstance(event, Progressed | CampaignFinished):
            for each in progress.changed_cells():
                sink(each)
        sink(event)

    return send


def plan_deviations(stored: StoredCampaign) -> Iterator[Message]:
    """Messages on what is measured in another way than planned, or not at all."""
    for why in reasons_for_whole(stored.campaign):
        yield _WHOLE.with_values(why=why)
    reasons = {str(cell.why): cell.why for cell in stored.cells}
    if not stored.supported_count and len(reasons) == 1:
        [why] = reasons.values()
        yield phrase("Nothing can be measured: {why}", why=why)
        return
    yield from unsupported_messages(stored.cells)
    if not stored.supported_count:
        yield phrase("Nothing to measure: all cells are unsupported.")


def unsupported_messages(cells: Iterable[Cell]) -> Iterator[Message]:
    """A message for each server, operation and reason, with the protections that have it."""
    found: dict[tuple[str, str, str], tuple[Message, list[Cell]]] = {}
    for cell in cells:
        separate = [(each.operation, each.message) for each in cell.refused]
        for operation, why in [("", cell.why)] if cell.why else separate:
            key = cell.server, operation, str(why)
            found.setdefault(key, (why, []))[1].append(cell)
    for (server, operation, _), (why, those) in found.items():
        names = ", ".join(dict.fromkeys(each.protection.name for each in those))
        frame = _OPERATION if operation else _CELL
        yield frame.with_values(
            server=server, protections=names, operation=operation, why=why
        ).with_count(len(those))


_WHOLE = phrase("Runs are measured one after another, in mirror blocks: {why}.")
_CELL = plural(
    "{server} · {protections}: {n} cells unsupported: {why}",
    "{server} · {protections}: {n} cell unsupported: {why}",
    0,
)
_OPERATION = plural(
    "{server} · {protections}: “{operation}” unsupported in {n} cells: {why}",
    "{server} · {protections}: “{operation}” unsupported in {n} cell: {why}",
    0,
)
