"""A closed load of many clients in C, without the GIL.

One thread serves all of them where the client library need not wait (libpq); else each has a thread
of its own (libmariadb).
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from engines.contract.errors import StatementFailed
from engines.contract.limits import TRIED_NS, TRIES
from engines.contract.message import phrase
from engines.contract.native import NativeStatement, leased
from engines.contract.session import Bound, Prepared
from engines.native.library import Timed, library

_CELL_BYTES = 8
"""Of a pointer, and of a count (int64)."""
_FAILED, _NO_ROOM = 1, 2


class _Structure(ctypes.Structure):
    """`struct clients` of clients.c."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("statements", "kind", "bound")),
        ("requests", ctypes.c_int64),
        ("taken", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("first", "stride", "most")),
        ("window", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("think", "patience")),
        *((name, ctypes.c_void_p) for name in ("live_count", "live")),
        ("live_mask", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("counts", "sums", "retried", "led")),
        *(
            (name, ctypes.c_int32)
            for name in ("clients", "kinds", "places", "bits", "tries", "status", "failed")
        ),
        *((name, ctypes.c_int64) for name in ("ended", "cpu")),
    )


class BoundRequests(NamedTuple):
    """Requests that are sent one after another, after the last the first again: the kind of each,
    the address of its parameters, and the objects that hold what the addresses point to."""

    kinds: array[int]
    addresses: array[int]
    keep_alive: object


def bound_requests(
    prepared: Sequence[Prepared], requests: Sequence[tuple[int, Bound]]
) -> BoundRequests | None:
    """Requests, each of a kind with the bound parameters of its statement, which every client's own
    statements of these kinds can run. None unless all can be native."""
    native = [each.native for each in prepared if each.native is not None]
    if len(native) < len(prepared) or ctypes.sizeof(ctypes.c_void_p) != _CELL_BYTES:
        return None
    addresses, keep_alive = array("Q", bytes(_CELL_BYTES * len(requests))), list[object]()
    for number, each in enumerate(native):
        positions = [place for place, (kind, _) in enumerate(requests) if kind == number]
        matched = each.addresses_of([requests[place][1] for place in positions])
        if matched is None:
            return None
        for place, address in zip(positions, matched.addresses, strict=True):
            addresses[place] = address
        keep_alive.append(matched.keep_alive)
    return BoundRequests(array("B", (kind for kind, _ in requests)), addresses, keep_alive)


class RequestNumbers(NamedTuple):
    """Numbers of requests: the cell `taken` counts those of all processes; the n-th has the number
    `first + stride × n`, below `most`."""

    taken: memoryview[int]
    first: int
    stride: int
    most: int


class LiveCells(NamedTuple):
    """A cell that counts answers, and the latencies of the last ones; a power of two of them."""

    answered: memoryview[int]
    latencies: memoryview[int]


class ClientLoad:
    """Clients, each with a statement of each kind on a connection of its own.

    Latencies in nanoseconds are counted as HDR histograms count them: exactly below 2 to the power
    of `bits`, then in half as many steps for each further power, in so many `places`.
    """

    def __init__(
        self,
        clients: Sequence[Sequence[Prepared]],
        requests: BoundRequests,
        bits: int,
        places: int,
    ) -> None:
        statements = [each.native for prepared in clients for each in prepared]
        self._statements: list[NativeStatement] = [each for each in statements if each is not None]
        self._requests = requests
        self._addresses = array("Q", (each.address for each in self._statements))
        kinds = len(clients[0])
        counts = array("q", bytes(_CELL_BYTES * kinds * places))
        self._sums, self._retried, self._led = (array("q", [0] * kinds) for _ in range(3))
        self._structure = _Structure(
            statements=_address(self._addresses),
            kind=_address(requests.kinds),
            bound=_address(requests.addresses),
            requests=len(requests.kinds),
            counts=_address(counts),
            sums=_address(self._sums),
            retried=_address(self._retried),
            led=_address(self._led),
            clients=len(clients),
            kinds=kinds,
            places=places,
            bits=bits,
            tries=TRIES,
            patience=TRIED_NS,
        )
        whole = memoryview(counts)
        self.counts = [whole[kind * places : (kind + 1) * places] for kind in range(kinds)]
        """Of each kind, how many latencies are in each place."""

    def run(
        self, numbers: RequestNumbers, live: LiveCells, window: memoryview[int], think: float
    ) -> None:
        """Each client waits `think` seconds before each request. Two cells that may change
        meanwhile say when (`perf_counter_ns`): requests that were sent before the first do not
        count, and none is sent after the second. A statement that met a conflict with others is
        sent again, its latency counted from the first time. Returns when the last is answered.

        Raises: StatementFailed
        """
        structure, found = self._structure, library()
        assert found is not None
        structure.taken, structure.live_count, structure.live, structure.window = map(
            _address_of_view, (numbers.taken, live.answered, live.latencies, window)
        )
        structure.first, structure.stride, structure.most = (
            numbers.first,
            numbers.stride,
            numbers.most,
        )
        structure.think, structure.live_mask = round(think * 1e9), len(live.latencies) - 1
        with leased(self._statements):
            found.clients_run(ctypes.byref(structure))
            if structure.status == _FAILED:
                raise self._statements[structure.failed].failure()
        if structure.status == _NO_ROOM:
            raise StatementFailed(
                phrase("No room for clients"),
                phrase("The system has no room for a thread of each client."),
            )

    @property
    def latency_sums(self) -> Sequence[int]:
        """Of each kind, the nanoseconds of all latencies."""
        return self._sums

    @property
    def retried(self) -> Sequence[int]:
        """Of each kind, how many requests were answered, but not at the first try."""
        return self._retried

    @property
    def lead_completed(self) -> Sequence[int]:
        """Of each kind, how many requests were answered that do not count."""
        return self._led

    @property
    def ended(self) -> int:
        """When the last request was answered (`perf_counter_ns`)."""
        return int(self._structure.ended)

    @property
    def threads(self) -> int:
        """How many threads served the clients."""
        functions = Timed.from_address(self._statements[0].address)
        return int(self._structure.clients) if functions.send is None else 1

    @property
    def cpu_ns(self) -> int:
        """CPU time of all its threads."""
        return int(self._structure.cpu)


def _address(of: array[int]) -> int:
    return of.buffer_info()[0]


def _address_of_view(of: memoryview[int]) -> int:
    return ctypes.addressof(ctypes.c_int64.from_buffer(of))
