"""What a plan may set of work on connections."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract.message import phrase
from engines.contract.parameter import Shown, parameter
from workloads.contract import Parameters


@dataclass(frozen=True)
class ConnectionsParameters(Parameters):
    """`sizes` are how many connections are opened, and as many statements of each kind run."""

    name: str = "connections"
    sizes: tuple[int, ...] = parameter(
        (200,),
        most=100_000,
        shown=Shown(
            phrase("Sizes"),
            phrase("Connections opened, and statements of each kind"),
            offers=(100, 200, 500, 1000),
            words=phrase("Add a size"),
            lacks=phrase("Add at least one size."),
        ),
    )
