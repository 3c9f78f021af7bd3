"""Statements whose values the application seals and opens, around the driver's own statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from cryptography.exceptions import InvalidSignature, InvalidTag

from engines.contract.errors import StatementFailed, Unsupported
from engines.contract.message import phrase
from engines.contract.session import Arrived, Bound, Prepared, Row, Session
from engines.contract.statement import PLACES, Statement, Target, Unsealed, Value, ValueType
from engines.sealing.client import ClientSealer


def prepare_sealed(session: Session, statement: Statement, sealer: ClientSealer) -> Prepared:
    """A statement whose values are sealed and whose columns are opened here.

    Raises: StatementFailed, Unsupported where `open` stands outside the list that is selected
    """
    rewritten = _Rewritten(statement, sealer)
    inner = session.prepare(rewritten.statement, Unsealed())
    if not rewritten.sealed and not rewritten.opened:
        return inner
    return ClientPrepared(inner, rewritten, sealer)


@dataclass(frozen=True)
class _Opened:
    """A column of the result that is opened; `key` is the place of its row's key among the keys."""

    column: int
    target: Target
    key: int | None


class _Rewritten:
    """A statement without `seal` and `open`, and what is to be done around it.

    `sealed` maps a parameter of the new statement to its target and the parameter it stands for;
    the keys of rows are the last `keys` columns that it gives.
    """

    def __init__(self, statement: Statement, sealer: ClientSealer) -> None:
        self.given = statement
        self._keyed = not sealer.deterministic
        self.sealed: dict[str, tuple[Target, str]] = {}
        self.opened: list[_Opened] = []
        self._tables = _tables(statement.text)
        self._selected = _selected(statement.text)
        self._keys: list[str] = []
        head, tail = statement.text[: self._selected.end], statement.text[self._selected.end :]
        listed = PLACES.sub(self._write_listed, head)
        rest = PLACES.sub(self._write, tail)
        types = {**statement.types, **dict.fromkeys(self.sealed, ValueType.BYTES)}
        sizes = {
            **statement.sizes,
            **{n: sealer.sealed_size(target.size) for n, (target, _) in self.sealed.items()},
        }
        text = "".join((listed, *(f", {key}" for key in self._keys), rest))
        self.statement = Statement(text, types, sizes)

    @property
    def keys(self) -> int:
        return len(self._keys)

    def _write_listed(self, match: re.Match[str]) -> str:
        named, column = match["open_target"], self._selected.columns.get(match.start())
        if not named or column is None or not _ALONE.match(match.string, match.end()):
            return self._write(match)
        target = self._target(match)
        if target.key is not None and target.key not in self._keys:
            self._keys.append(target.key)
        key = self._keys.index(target.key) if target.key is not None else None
        self.opened.append(_Opened(column, target, key))
        return named

    def _write(self, match: re.Match[str]) -> str:
        if name := match["sealed"]:
            target = self._target(match)
            parts = (name, "for", target.table, target.column, target.key)
            fresh = "_".join(part for part in parts if part)
            self.sealed[fresh] = target, name
            return f":{fresh}"
        if match["open_target"]:
            raise Unsupported(
                phrase("Only the application can open it"),
                phrase(
                    "A statement asks the server to open {column}, which only the application can."
                ),
                column=match["open_target"],
            )
        return match[0]

    def _target(self, match: re.Match[str]) -> Target:
        target = self.given.target(match)
        target = replace(target, table=self._tables.get(target.table, target.table))
        return target if self._keyed else replace(target, key=None)


class ClientPrepared(Prepared):
    """Seals, runs and opens; all of it is what `run` stands for inside the clock."""

    def __init__(self, inner: Prepared, rewritten: _Rewritten, sealer: ClientSealer) -> None:
        self._inner = inner
        self._sealer = sealer
        self._keys = rewritten.keys
        given = rewritten.given.parameters
        self._plan = [
            _Step(given.index(rewritten.sealed[name][1]), rewritten.sealed[name][0], given)
            if name in rewritten.sealed
            else _Step(given.index(name), None, given)
            for name in rewritten.statement.parameters
        ]
        self._opened = [(each, _context(each.target)) for each in rewritten.opened]
        self.bind = _encoded
        self.run = self._run_and_open if self._opened else self._run

    def _run(self, bound: Bound) -> Arrived:
        inner = self._inner
        seal = self._sealer.seal_value
        values = [step.value(bound, seal) for step in self._plan]
        return inner.settle(inner.run(inner.bind(values)))

    def _run_and_open(self, bound: Bound) -> Arrived:
        return [self._open_row(row) for row in self._inner.rows(self._run(bound))]

    def _open_row(self, row: Row) -> Row:
        shown = len(row) - self._keys
        opened = list(row[:shown])
        for each, context in self._opened:
            sealed = opened[each.column]
            if sealed is not None:
                key = b"" if each.key is None else _key_bytes(row[shown + each.key])
                opened[each.column] = self._open_value(sealed, context + key, each.target)
        return tuple(opened)

    def _open_value(self, sealed: Value, context: bytes, target: Target) -> str:
        try:
            return self._sealer.open_value(bytes(sealed), context).decode()  # type: ignore[arg-type]
        except (InvalidTag, InvalidSignature, ValueError, TypeError) as error:
            raise StatementFailed(
                phrase("Value refused"),
                phrase(
                    "A value of {table}.{column} was refused: it was changed or moved since it was "
                    "sealed, or sealed by another key."
                ),
                phrase("Somebody or something altered the database outside the application."),
                table=target.table,
                column=target.column,
            ) from error

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        if self._opened:
            return arrived  # type: ignore[return-value]
        return self._inner.rows(arrived)

    def affected(self, arrived: Arrived) -> int:
        if self._opened:
            return len(arrived)  # type: ignore[arg-type]
        return self._inner.affected(arrived)

    def close(self) -> None:
        self._inner.close()


class _Step:
    """One value for the driver: one that was given, or one sealed for a target."""

    def __init__(self, index: int, target: Target | None, given: Sequence[str]) -> None:
        self._index = index
        self._context = None if target is None else _context(target)
        self._key = given.index(target.key) if target is not None and target.key else None

    def value(self, bound: Bound, seal: Callable[[bytes, bytes], bytes]) -> Value:
        value = bound[self._index]
        if self._context is None or value is None:
            return value  # type: ignore[return-value]
        raw = value.encode() if isinstance(value, str) else value
        context = self._context
        if self._key is not None:
            context += _key_bytes(bound[self._key])
        return seal(raw, context)  # type: ignore[arg-type]


def _encoded(values: Sequence[Value]) -> Bound:
    return values


def _context(target: Target) -> bytes:
    """Associated data of a column; no name holds the zero byte that ends each."""
    return f"{target.table}\0{target.column}\0".encode()


def _key_bytes(key: object) -> bytes:
    return str(key).encode()


@dataclass(frozen=True)
class _Selected:
    """The list that a SELECT gives: where each item begins → its column, and where it ends."""

    columns: Mapping[int, int]
    end: int


def _selected(text: str) -> _Selected:
    """Nothing, for a statement that begins otherwise; columns behind a `*` are not known."""
    found = re.match(r"\s*select\s+", text, re.IGNORECASE)
    if found is None:
        return _Selected({}, 0)
    starts, depth, end = [found.end()], 0, len(text)
    for match in _MARKS.finditer(text, found.end()):
        if match[0] in "()":
            depth += 1 if match[0] == "(" else -1
        elif depth == 0 and match["comma"]:
            starts.append(match.end())
        elif depth == 0 and match["from"]:
            end = match.start()
            break
    known = takewhile(lambda start: not _STAR.match(text, start), starts)
    columns = {start: column for column, start in enumerate(known)}
    return _Selected(columns, len(text[:end].rstrip()))


_MARKS = re.compile(r"'[^']*'|[()]|(?P<comma>,\s*)|(?P<from>\bfrom\b)", re.IGNORECASE)
"""What tells the items of a list apart; text in quotes is passed over."""

_ALONE = re.compile(r"\s*(?:(?:as\s+)?\w+\s*)?(?:,|\Z)", re.IGNORECASE)
"""What follows an item that is opened: its alias at most."""

_STAR = re.compile(r"(\w+\.)?\*")


def _tables(text: str) -> dict[str, str]:
    """The names that tables go by in a statement → the tables."""
    words = (
        named.split() for sources in _SOURCES.finditer(text) for named in sources[1].split(",")
    )
    return {each[-1]: each[0] for each in words}


_NAMED = r"\w+(?:\s+(?:as\s+)?\w+)?"

_SOURCES = re.compile(rf"\b(?:from|join|update)\s+({_NAMED}(?:\s*,\s*{_NAMED})*)", re.IGNORECASE)
