"""The link to the lab's child process (`LabLink`), and the broker that fetches tiles of pictures
from it while they are moved and zoomed."""

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

_MAX_IN_FLIGHT = 6
"""Tiles requested at a time: each takes the window about 2 ms when it arrives."""
_POINTER_DELAY_MS = 25
"""A block is asked about when the pointer has rested on it for this long."""


class LabLink(ProcessLink[QueuedRequest | ImmediateRequest, Reply]):
    """Starts the process when it is first needed; it serves all tabs of the page."""

    replied = Signal(object)
    """Each reply of the process."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._closed_for_good = False
        self.received.connect(self._emit_replies)

    def send(self, message: QueuedRequest | ImmediateRequest) -> None:
        """Send a request without waiting; ignored after `close_for_good`."""
        if self._closed_for_good:
            return
        if not self.running:
            self.start(LabProcess())
        super().send(message)

    def close_for_good(self) -> None:
        """End the process; later requests, as of a closing page, start no other one."""
        self._closed_for_good = True
        self.close()

    def _emit_replies(self, batch: list[Reply]) -> None:
        for item in batch:
            self.replied.emit(item)


@dataclass
class _Client:
    """A served view with its number, the tiles and masks that it lacks, and the block under the
    pointer, by index."""

    view: ImageView
    number: int
    tiles: list[TileKey] = field(default_factory=list)
    masks: list[TileKey] = field(default_factory=list)
    index: int | None = None


class TileBroker(QObject):
    """Fetches for each view the tiles that it needs, and masks of the blocks equal to the one under
    the pointer; a few at a time, the newest requests first."""

    pointed = Signal(int, object)
    """A view's number and the BlockInfo under the pointer, None for none."""

    def __init__(self, lab: LabLink, link: ViewLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._clients: dict[int, _Client] = {}
        self._in_flight: set[tuple[int, TileKey, int | None]] = set()
        self._pixel: QPoint | None = None
        self._pointer_timer = QTimer(self, interval=_POINTER_DELAY_MS, singleShot=True)
        self._pointer_timer.timeout.connect(self._ask_blocks)
        lab.replied.connect(self._receive)
        lab.ended.connect(self._in_flight.clear)
        link.pointed.connect(self._point)

    def serve(self, view: ImageView, number: int) -> None:
        """Serve a view, which shows the lab's picture of that number."""
        client = _Client(view, number)
        self._clients[number] = client
        view.tiles_requested.connect(lambda keys: self._request_tiles(number, keys))
        view.masks_requested.connect(lambda keys: self._request_masks(number, keys))
        if self._pixel is not None:
            self._pointer_timer.start()

    def serve_none(self) -> None:
        """Stop serving all views."""
        for client in self._clients.values():
            client.view.tiles_requested.disconnect()
            client.view.masks_requested.disconnect()
        self._clients.clear()
        self._in_flight.clear()

    def _request_tiles(self, number: int, keys: list[TileKey]) -> None:
        self._clients[number].tiles = list(keys)
        self._send_requests()

    def _request_masks(self, number: int, keys: list[TileKey]) -> None:
        self._clients[number].masks = list(keys)
        self._send_requests()

    def _send_requests(self) -> None:
        for number, key, index in self._pending_requests():
            if len(self._in_flight) >= _MAX_IN_FLIGHT:
                return
            self._in_flight.add((number, key, index))
            if index is None:
                self._lab.send(AskTile(number, *key))
            else:
                self._lab.send(AskEqual(number, index, *key))

    def _pending_requests(self) -> Iterator[tuple[int, TileKey, int | None]]:
        """The first request of each view, then the second of each, and so on."""
        clients = list(self._clients.values())
        rounds = max((len(each.tiles) + len(each.masks) for each in clients), default=0)
        for turn in range(rounds):
            for client in clients:
                request = _request_at(client, turn)
                if request is not None and request not in self._in_flight:
                    yield request

    def _receive(self, item: Reply) -> None:
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
        self._in_flight.discard((number, key, index))
        client = self._clients.get(number)
        if client is not None and index is None:
            client.tiles = [each for each in client.tiles if each != key]
            put(client.view)
        elif client is not None and index == client.index:
            client.masks = [each for each in client.masks if each != key]
            put(client.view)
        self._send_requests()

    def _point(self, pixel: QPoint | None) -> None:
        self._pixel = pixel
        if pixel is None:
            self._pointer_timer.stop()
            for number in self._clients:
                self._show_block(number, None, None)
        else:
            self._pointer_timer.start()

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


def _request_at(client: _Client, turn: int) -> tuple[int, TileKey, int | None] | None:
    if turn < len(client.tiles):
        return client.number, client.tiles[turn], None
    turn -= len(client.tiles)
    if turn < len(client.masks) and client.index is not None:
        return client.number, client.masks[turn], client.index
    return None
