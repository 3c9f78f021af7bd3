"""Statements with values in blind indexes, which an application must make for each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.contract.session import Arrived, Bound, Prepared, Row
from engines.sql.statement import Value


class IndexedStatement(Prepared):
    """Makes the HMACs, binds and runs; all of it is what `run` stands for inside the clock, as
    sealing is. `complete` gives the values of the statement in its order."""

    def __init__(
        self, inner: Prepared, complete: Callable[[Sequence[Value]], Sequence[Value]]
    ) -> None:
        self._inner, self._complete = inner, complete
        self.bind, self.fine = _as_they_are, inner.fine
        self.settle = inner.settle  # type: ignore[method-assign]
        self.run = self._run

    def _run(self, bound: Bound) -> Arrived:
        inner = self._inner  # whose `run` may be a shorter one after the first time
        return inner.run(inner.bind(self._complete(bound)))  # type: ignore[arg-type]

    def rows(self, arrived: Arrived) -> Sequence[Row]:
        return self._inner.rows(arrived)

    def affected(self, arrived: Arrived) -> int:
        return self._inner.affected(arrived)

    def explain(self, values: Sequence[Value]) -> str:
        return self._inner.explain(self._complete(values))

    def close(self) -> None:
        self._inner.close()


def _as_they_are(values: Sequence[Value]) -> Bound:
    return values
