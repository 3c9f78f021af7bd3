"""The bridge from the lab's process to the window, and what pictures ask of it as they move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QObject, QPoint, QTimer, Signal

from app.patterns.lab_process import LabProcess
from app.patterns.pictures.picture_view import BlockInfo
from app.patterns.requests import (
    AskBlock,
    AskEqual,
    AskTile,
    EqualTile,
    ImmediateRequest,
    PixelBlock,
    QueuedRequest,
    Reply,
    Tile,
)
from app.window.base.process_link import ProcessLink
from widgets.images.image_view import ImageView, TileKey, image_of
from widgets.images.view_link import ViewLink

_MOST_FLYING = 6
"""Tiles on their way at once: each takes the window about 2 ms when it comes."""
_REST_MS = 25
"""The pointer must rest so long on a block before it is asked about."""


class LabLink(ProcessLink[QueuedRequest | ImmediateRequest, Reply]):
    """Starts the process when it is first needed; it serves all tabs of the page."""

    replied = Signal(object)
    """Each reply of the process."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shut = False
        self.received.connect(self._emit_replies)

    def send(self, message: QueuedRequest | ImmediateRequest) -> None:
        """Send a request; never waits. Nothing is sent once it is shut."""
        if self._shut:
            return
        if not self.running:
            self.start(LabProcess())
        super().send(message)

    def shut(self) -> None:
        """End the process for good: what a closing page still asks for starts no other one."""
        self._shut = True
        self.close()

    def _emit_replies(self, batch: list[Reply]) -> None:
        for item in batch:
            self.replied.emit(item)


@dataclass
class _Client:
    """A view as the broker knows it."""

    view: ImageView
    number: int
    tiles: list[TileKey] = field(default_factory=list)
    masks: list[TileKey] = field(default_factory=list)
    index: int | None = None


class TileBroker(QObject):
    """Gives each view the tiles and masks that it needs, a few at a time, the newest requests
    first."""

    pointed = Signal(int, object)
    """A view's number and the BlockInfo under the pointer, None for none."""

    def __init__(self, lab: LabLink, link: ViewLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._clients: dict[int, _Client] = {}
        self._flying: set[tuple[int, TileKey, int | None]] = set()
        self._pixel: QPoint | None = None
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self._ask_blocks)
        lab.replied.connect(self._take)
        lab.ended.connect(self._flying.clear)
        link.pointed.connect(self._point)

    def serve(self, view: ImageView, number: int) -> None:
        """Serve a view from now on, which shows the lab's view of that number."""
        client = _Client(view, number)
        self._clients[number] = client
        view.wanted.connect(lambda keys: self._wish(number, keys))
        view.masks_wanted.connect(lambda keys: self._wish_masks(number, keys))
        if self._pixel is not None:
            self._rest.start()

    def forget(self) -> None:
        """Serve no view any more."""
        for client in self._clients.values():
            client.view.wanted.disconnect()
            client.view.masks_wanted.disconnect()
        self._clients.clear()
        self._flying.clear()

    def _wish(self, number: int, keys: list[TileKey]) -> None:
        self._clients[number].tiles = list(keys)
        self._ask()

    def _wish_masks(self, number: int, keys: list[TileKey]) -> None:
        self._clients[number].masks = list(keys)
        self._ask()

    def _ask(self) -> None:
        for number, key, index in self._wishes():
            if len(self._flying) >= _MOST_FLYING:
                return
            self._flying.add((number, key, index))
            if index is None:
                self._lab.send(AskTile(number, *key))
            else:
                self._lab.send(AskEqual(number, index, *key))

    def _wishes(self) -> Iterator[tuple[int, TileKey, int | None]]:
        """The first wishes of all views, then the second ones, and so on."""
        clients = list(self._clients.values())
        rounds = max((len(each.tiles) + len(each.masks) for each in clients), default=0)
        for turn in range(rounds):
            for client in clients:
                wish = _wish_at(client, turn)
                if wish is not None and wish not in self._flying:
                    yield wish

    def _take(self, item: Reply) -> None:
        match item:
            case Tile(asked=asked):
                key = TileKey(asked.level, asked.column, asked.row)
                self._arrived(
                    asked.view, key, None, lambda view: view.put_tile(key, image_of(item.pixels))
                )
            case EqualTile(asked=asked):
                key = TileKey(asked.level, asked.column, asked.row)
                self._arrived(
                    asked.view,
                    key,
                    asked.index,
                    lambda view: view.put_mask(key, item.marked.view(np.uint8)),
                )
            case PixelBlock(asked=asked, found=found):
                self._show_block(asked.view, QPoint(asked.x, asked.y), found)

    def _arrived(
        self, number: int, key: TileKey, index: int | None, put: Callable[[ImageView], None]
    ) -> None:
        self._flying.discard((number, key, index))
        client = self._clients.get(number)
        if client is not None and index is None:
            client.tiles = [each for each in client.tiles if each != key]
            put(client.view)
        elif client is not None and index == client.index:
            client.masks = [each for each in client.masks if each != key]
            put(client.view)
        self._ask()

    def _point(self, pixel: QPoint | None) -> None:
        self._pixel = pixel
        if pixel is None:
            self._rest.stop()
            for number in self._clients:
                self._show_block(number, None, None)
        else:
            self._rest.start()

    def _ask_blocks(self) -> None:
        if self._pixel is not None:
            for number in self._clients:
                self._lab.send(AskBlock(number, self._pixel.x(), self._pixel.y()))

    def _show_block(self, number: int, pixel: QPoint | None, found: BlockInfo | None) -> None:
        client = self._clients.get(number)
        if client is None or pixel != self._pixel:
            return
        index = None if found is None else found.index
        if index != client.index:
            client.index, client.masks = index, []
            client.view.mark(index is not None)
            self.pointed.emit(number, found)


def _wish_at(client: _Client, turn: int) -> tuple[int, TileKey, int | None] | None:
    if turn < len(client.tiles):
        return client.number, client.tiles[turn], None
    turn -= len(client.tiles)
    if turn < len(client.masks) and client.index is not None:
        return client.number, client.masks[turn], client.index
    return None
