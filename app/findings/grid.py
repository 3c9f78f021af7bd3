"""Figures in rows and columns: of one campaign its operations, of several whatever is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from app.findings.figure import Figure


class Grid[Row, F: Figure]:
    """Figures by the values that `row` and `column` have of them, both in the order in which they
    are first met. Several may fall into one cell."""

    def __init__(
        self, figures: Iterable[F], row: Callable[[F], Row], column: Callable[[F], str]
    ) -> None:
        self._cells: dict[Row, dict[str, list[F]]] = {}
        columns: dict[str, None] = {}
        for each in figures:
            at = column(each)
            columns[at] = None
            self._cells.setdefault(row(each), {}).setdefault(at, []).append(each)
        self.rows: Sequence[Row] = tuple(self._cells)
        self.columns: Sequence[str] = tuple(columns)

    def all_at(self, row: Row, column: str) -> Sequence[F]:
        """What falls into a cell."""
        return self._cells.get(row, {}).get(column, ())

    def at(self, row: Row, column: str) -> F | None:
        """What stands in a cell by itself."""
        found = self.all_at(row, column)
        return found[0] if len(found) == 1 else None

    def along(self, row: Row) -> list[F]:
        """What stands in a row."""
        return [each for found in self._cells.get(row, {}).values() for each in found]

    def alone(self) -> Iterator[F]:
        """All that have a cell to themselves."""
        for row in self._cells.values():
            yield from (found[0] for found in row.values() if len(found) == 1)


def by_operation[Row](figures: Iterable[Figure], row: Callable[[Figure], Row]) -> Grid[Row, Figure]:
    """With a column for each operation."""
    return Grid(figures, row, lambda figure: figure.operation)
