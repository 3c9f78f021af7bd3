"""What a network, or a proxy on the way, does to the connections of a campaign."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import suppress
from functools import partial

from tests.faults.table.fault import Act, Fault, Moment, On, impatient, meddle, reach
from tests.faults.table.scene import Scene
from tests.proxies import Link, Meddling


def lie(what: bytes) -> Meddling:
    """Give the client this in place of all that the server says."""

    def act(link: Link) -> None:
        link.change = lambda output: what

    return act


def say_at_last(what: bytes) -> Meddling:
    """Give the client this in place of the next answer, and the end."""

    def act(link: Link) -> None:
        with suppress(OSError):
            link.client.sendall(what)
        link.cut()

    return act


def truncate(link: Link) -> None:
    """Give the client the first half of the next answer, and the end."""

    def halve(output: bytes) -> None:
        link.client.sendall(output[: len(output) // 2])
        link.cut()

    link.change = halve


def slow_down(link: Link) -> None:
    link.client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def drip(output: bytes) -> bytes:
        for begin in range(0, len(output), 4):
            link.client.sendall(output[begin : begin + 4])
            time.sleep(0.001)
        return b""

    link.change = drip


def fall_silent(link: Link) -> None:
    link.meddler.goes_on.wait()


def refuse_all(link: Link) -> None:
    link.meddler.refuse()


def postgresql_error(state: str, words: str) -> bytes:
    """What PostgreSQL says as it throws somebody out."""
    body = f"SFATAL\0VFATAL\0C{state}\0M{words}\0\0".encode()
    return b"E" + struct.pack("!I", len(body) + 4) + body


def mariadb_error(number: int, words: str, turn: int) -> bytes:
    """What MariaDB says in place of an answer; at the beginning of a connection `turn` is 0."""
    body = b"\xff" + struct.pack("<H", number) + (b"#08S01" if turn else b"") + words.encode()
    return struct.pack("<I", len(body))[:3] + bytes([turn]) + body


def to_all(act: Meddling) -> Act:
    def arrange(scene: Scene) -> None:
        scene.meddler.at_first = act
        scene.mends(scene.meddler.mend)

    return arrange


def deaf(scene: Scene) -> None:
    """Whoever comes is let wait."""
    scene.meddler.deaf = True
    scene.mends(scene.meddler.mend)


def refused(scene: Scene) -> None:
    scene.meddler.refuse()
    scene.mends(scene.meddler.mend)


def _early(name: str, arrange: Act, on: On, *says: str, quick: bool = False) -> Fault:
    """Of a server without which no campaign begins."""
    return Fault(
        name=name, moment=Moment.BEFORE, on=on, code=2, says=says, arrange=arrange, begins=False,
        quick=quick,
    )  # fmt: skip


def _later(
    name: str,
    act: Meddling,
    moment: Moment,
    on: On,
    *says: str,
    code: int = 1,
    quick: bool = False,
    stays: frozenset[str] = frozenset(),
) -> Fault:
    arrange = meddle(moment, act)
    return Fault(
        name=name, moment=moment, on=on, code=code, says=says, quick=quick, stays=stays,
        arrange=impatient(arrange) if act is fall_silent else arrange,
        inject=partial(reach, moment=moment),
    )  # fmt: skip


_PG, _MARIA = On.POSTGRESQL_AWAY, On.MARIADB_AWAY
_OPERATION, _PREPARING, _BETWEEN = Moment.OPERATION, Moment.PREPARING, Moment.BETWEEN
_GARBAGE = bytes(range(255, 0, -1)) * 4
_HTTP = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n\r\nWhat?\r\n"
_STOPPING = postgresql_error("57P01", "terminating connection due to administrator command")
_FULL = postgresql_error("53300", "sorry, too many clients already")
_CLOSED, _LOST = "server closed the connection unexpectedly", "Lost connection to server"
_BROKEN_OFF, _STRANGER = "Connection closed", "Not a server of this engine"

EARLY = (
    _early("a port that refuses", refused, _PG, "No server listens there", quick=True),
    _early("a port that refuses", refused, _MARIA, "No server listens there"),
    _early("connections that are reset", to_all(Link.reset), _PG, "host and port", quick=True),
    _early("connections that are reset", to_all(Link.reset), _MARIA, "host and port"),
    _early("a server that says nothing", impatient(deaf), _PG, "within 5 s"),
    _early("a server that says nothing", impatient(deaf), _MARIA, "within 5 s"),
    _early("garbage for an answer", to_all(lie(_GARBAGE)), _PG, _STRANGER, quick=True),
    _early("garbage for an answer", to_all(lie(_GARBAGE)), _MARIA, _BROKEN_OFF, quick=True),
    _early("a web server at the port", to_all(lie(_HTTP)), _PG, _STRANGER, quick=True),
    _early("a web server at the port", to_all(lie(_HTTP)), _MARIA, _BROKEN_OFF),
    _early("a server whose connections are taken", to_all(lie(_FULL)), _PG,
           "all connections of the server are in use", quick=True),
    _early("a server whose connections are taken",
           to_all(lie(mariadb_error(1040, "Too many connections", 0))), _MARIA,
           "all connections of the server are in use"),
    _early("answers that are cut in half", to_all(truncate), _PG, _BROKEN_OFF),
)  # fmt: skip

LATER = (
    _later("a connection that is reset", Link.reset, Moment.STARTING, _PG, code=0),
    _later("a connection that is reset", Link.reset, _OPERATION, _PG, _CLOSED, quick=True),
    _later("a connection that is reset", Link.reset, _OPERATION, _MARIA, _LOST),
    _later("a connection that is reset", Link.reset, _PREPARING, _PG, _CLOSED),
    _later("a connection that is reset", Link.reset, Moment.RESUME, _PG, _CLOSED),
    _later("a connection that is reset", Link.reset, Moment.END, _PG, code=0),
    _later("a connection that is half closed", Link.half_close, _OPERATION, _PG, _CLOSED),
    _later("a connection that is half closed", Link.half_close, _OPERATION, _MARIA, _LOST),
    _later("a connection that is half closed", Link.half_close, _PREPARING, _PG, _CLOSED),
    _later("a connection that is half closed", Link.half_close, _PREPARING, _MARIA, _LOST),
    _later("an answer that is cut in half", truncate, _OPERATION, _PG, _CLOSED),
    _later("an answer that is cut in half", truncate, _OPERATION, _MARIA, _LOST),
    _later("garbage for an answer", lie(_GARBAGE), _OPERATION, _PG),
    _later("garbage for an answer", lie(_GARBAGE), _OPERATION, _MARIA),
    _later("garbage for an answer", lie(_GARBAGE), _PREPARING, _MARIA),
    _later("a server that says it is stopped", say_at_last(_STOPPING), _OPERATION, _PG,
           "terminating connection"),
    _later("an answer that never comes", fall_silent, _OPERATION, _PG, "no statement for 5 s"),
    _later("an answer that never comes", fall_silent, _OPERATION, _MARIA, "no statement for 5 s"),
    _later("four bytes a millisecond", slow_down, _OPERATION, _PG, code=0),
    _later("a port that refuses from then on", refuse_all, _BETWEEN, _PG, _CLOSED),
)  # fmt: skip

ROWS = (*EARLY, *LATER)
