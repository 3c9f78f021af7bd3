"""Where the events of a campaign go: to several who want them, some only when others are told."""

from __future__ import annotations

from collections.abc import Callable

from app.campaign.so_far import SoFar
from app.results.events import CampaignFinished, Event, Progressed

type Sink = Callable[[Event], None]


def tee(*sinks: Sink) -> Sink:
    """Tells each of them, in this order."""

    def pour(event: Event) -> None:
        for sink in sinks:
            sink(event)

    return pour


def but_its_end(sink: Sink, ended: list[Event]) -> Sink:
    """Keeps back that a campaign is over until the store was seen to hold it."""

    def tell(event: Event) -> None:
        if isinstance(event, CampaignFinished):
            ended.append(event)
        else:
            sink(event)

    return tell


def with_news(so_far: SoFar, sink: Sink) -> Sink:
    """Tells how cells stand between two runs: once of all that ended together."""

    def tell(event: Event) -> None:
        if isinstance(event, Progressed | CampaignFinished):
            for each in so_far.news():
                sink(each)
        sink(event)

    return tell
