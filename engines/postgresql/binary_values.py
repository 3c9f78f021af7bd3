"""Decodes values in PostgreSQL's binary format (the `…send` functions of its types)."""

from __future__ import annotations

import struct
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from ipaddress import ip_address
from uuid import UUID

from engines.sql.statement import Value

_EPOCH = datetime(2000, 1, 1)
_DAY = _EPOCH.toordinal()


type _Loader = Callable[[bytes], Value]


def loader_of(type_number: int) -> Callable[[bytes], Value]:
    """What reads a value of the type with a number (`pg_type.oid`); a text where it is not known
    here."""
    return _LOADERS.get(type_number, _text)


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _integer(raw: bytes) -> int:
    return int.from_bytes(raw, "big", signed=True)


def _real(raw: bytes) -> float:
    return float(struct.unpack("!d" if len(raw) == 8 else "!f", raw)[0])


def _date(raw: bytes) -> Value:
    try:
        return date.fromordinal(_DAY + _integer(raw))
    except (ValueError, OverflowError):  # infinity, or a year that Python has not
        return f"day {_integer(raw)}"


def _timestamp(raw: bytes) -> Value:
    try:
        return _EPOCH + timedelta(microseconds=_integer(raw))
    except OverflowError:
        return f"microsecond {_integer(raw)}"


_NEGATIVE, _NUMBERS = 0x4000, (0x0000, 0x4000)


def _numeric(raw: bytes) -> Value:
    """Groups of four digits, the weight of the first, a sign, and how many digits are shown behind
    the point (`numeric_send`)."""
    count, weight, sign, shown = struct.unpack_from("!HhHH", raw)
    if sign not in _NUMBERS:
        return _NO_NUMBERS.get(sign, "NaN")
    groups = "".join(f"{each:04}" for each in struct.unpack_from(f"!{count}H", raw, 8))
    # In whole units of the last digit shown, so that no context rounds it; never as an integer of
    # Python's, which is not written where it has more than 4,300 digits.
    shift = 4 * (weight - count + 1) + shown
    units = groups + "0" * shift if shift >= 0 else groups[:shift]
    return Decimal(f"{'-' * (sign == _NEGATIVE)}{units or 0}E-{shown}")


_NO_NUMBERS = {0xD000: "Infinity", 0xF000: "-Infinity"}


def _address(raw: bytes) -> Value:
    """Family, bits of the mask, whether it is a network, length, and the bytes (`inet_send`)."""
    _, bits, network, length = raw[:4]
    address = ip_address(raw[4 : 4 + length])
    whole = bits == 8 * length and not network
    return str(address) if whole else f"{address}/{bits}"


def _time(raw: bytes) -> str:
    return (_EPOCH + timedelta(microseconds=_integer(raw[:8]))).time().isoformat()


def _interval(raw: bytes) -> Value:
    """Microseconds, days and months (`interval_send`), as “3 days” is written."""
    micros, days, months = struct.unpack("!qii", raw)
    parts = [f"{months} mons"] * bool(months) + [f"{days} days"] * bool(days)
    return " ".join(parts + [str(timedelta(microseconds=micros))] * bool(micros))


def _bits(raw: bytes) -> Value:
    (count,) = struct.unpack_from("!i", raw)
    return f"{int.from_bytes(raw[4:], 'big'):0{8 * (len(raw) - 4)}b}"[:count]


def _zoned_time(raw: bytes) -> Value:
    west = struct.unpack_from("!i", raw, 8)[0]
    hours, minutes = divmod(abs(west) // 60, 60)
    zone = f"{'-' if west > 0 else '+'}{hours:02}" + f":{minutes:02}" * bool(minutes)
    return f"{_time(raw)}{zone}"


def _money(raw: bytes) -> Value:
    cents = _integer(raw)
    return f"{'-' * (cents < 0)}${abs(cents) // 100}.{abs(cents) % 100:02}"


def _point(raw: bytes) -> str:
    return f"({','.join(f'{each:g}' for each in struct.unpack('!2d', raw))})"


def _points(raw: bytes) -> str:
    return ",".join(_point(raw[at : at + 16]) for at in range(0, len(raw), 16))


def _circle(raw: bytes) -> Value:
    (radius,) = struct.unpack_from("!d", raw, 16)
    return f"<{_point(raw[:16])},{radius:g}>"


_EMPTY, _LOW_IN, _HIGH_IN, _NO_LOW, _NO_HIGH = 1, 2, 4, 8, 16


def _range(load: Callable[[bytes], Value], written: Callable[[Value], str] = str) -> _Loader:
    """Flags, and each bound that there is with its length (`range_send`)."""

    def loaded(raw: bytes) -> Value:
        flags, at, bounds = raw[0], 1, []
        if flags & _EMPTY:
            return "empty"
        for without in (_NO_LOW, _NO_HIGH):
            if flags & without:
                bounds.append("")
                continue
            (length,) = struct.unpack_from("!i", raw, at)
            at += 4
            bounds.append(written(load(raw[at : at + length])))
            at += length
        ends = "[" if flags & _LOW_IN else "(", "]" if flags & _HIGH_IN else ")"
        return f"{ends[0]}{','.join(bounds)}{ends[1]}"

    return loaded


def _lexemes(raw: bytes) -> Value:
    """How many there are, and each with its places (`tsvectorsend`)."""
    (count,) = struct.unpack_from("!i", raw)
    at, found = 4, []
    for _ in range(count):
        end = raw.index(b"\0", at)
        (places,) = struct.unpack_from("!H", raw, end + 1)
        known = struct.unpack_from(f"!{places}H", raw, end + 3)
        weights = ("", "C", "B", "A")
        listed = ",".join(f"{each & 0x3FFF}{weights[each >> 14]}" for each in known)
        found.append(f"'{_text(raw[at:end])}'" + f":{listed}" * bool(listed))
        at = end + 3 + 2 * places
    return " ".join(found)


def _member(value: Value) -> str:
    return {True: "t", False: "f"}[value] if isinstance(value, bool) else str(value)


def _array(raw: bytes) -> Value:
    """Of one dimension: its members' type, its length, and each with its own length."""
    dimensions, _, kind = struct.unpack_from("!iiI", raw)
    if dimensions != 1:
        return "{}" if not dimensions else _text(raw)
    (count,) = struct.unpack_from("!i", raw, 12)
    load, found, at = loader_of(kind), [], 20
    for _ in range(count):
        (length,) = struct.unpack_from("!i", raw, at)
        at += 4
        found.append("NULL" if length < 0 else _member(load(raw[at : at + max(0, length)])))
        at += max(0, length)
    return "{" + ",".join(found) + "}"


_LOADERS: dict[int, _Loader] = {
    16: lambda raw: raw == b"\x01",
    17: bytes,
    20: _integer,
    21: _integer,
    23: _integer,
    700: _real,
    701: _real,
    1082: _date,
    1114: _timestamp,
    1184: _timestamp,
    1700: _numeric,
    600: _point,
    601: lambda raw: f"[{_points(raw)}]",
    603: _points,
    604: lambda raw: f"({_points(raw[4:])})",
    650: _address,
    718: _circle,
    774: lambda raw: raw.hex(":"),
    790: _money,
    829: lambda raw: raw.hex(":"),
    869: _address,
    1000: _array,
    1005: _array,
    1007: _array,
    1009: _array,
    1015: _array,
    1016: _array,
    1022: _array,
    1182: _array,
    1231: _array,
    1266: _zoned_time,
    1083: _time,
    1186: _interval,
    1560: _bits,
    1562: _bits,
    2950: lambda raw: str(UUID(bytes=raw)),
    2951: _array,
    3614: _lexemes,
    3904: _range(_integer),
    3906: _range(_numeric),
    3908: _range(_timestamp, lambda value: f'"{value!s}"'),
    3910: _range(_timestamp, lambda value: f'"{value!s}+00"'),
    3912: _range(_date),
    3926: _range(_integer),
    3802: lambda raw: _text(raw[1:]),  # behind its version
}
