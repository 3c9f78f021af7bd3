"""The operations of a file as one load: lanes ask them in their shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engines.contract.message import Message
from workloads.contract import Setting, VerificationFailed
from workloads.load import ONE_HOST, Asking, LoadPart, OpenPace
from workloads.own.mix.asking import AskingMix, Step
from workloads.stage import Place, Stage


class Mixable(Protocol):
    """An operation that can be asked in a mix."""

    @property
    def name(self) -> str:
        """What it is called."""

    def steps(self, setting: Setting, times: int, *, again: bool) -> Sequence[Step]:
        """Its statements as a setting needs them, with values for so many times, or for as many
        again behind those: what was added once is not added again."""


class Tables(Protocol):
    """The tables that a mix works on."""

    def counts(self, setting: Setting) -> tuple[int, ...]:
        """How many rows each holds now."""

    def fault(
        self, setting: Setting, held: Sequence[int], completed: Sequence[int], times: int
    ) -> Message:
        """What does not fit of what they hold after so many requests of each operation, `held`
        being the rows before and `times` for how many values were drawn; nothing where all does."""


_ABOVE, _LEAST, _MOST = 1.25, 256, 1 << 16
"""So many times as many values are drawn as are expected to be needed."""


@dataclass(frozen=True)
class MixPart(LoadPart):
    """Operations, in the shares of its pace."""

    mixed: Sequence[Mixable]
    tables: Tables

    @property
    def kind_names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.mixed)

    def asking(
        self, setting: Setting, place: Place, stage: Stage | None, *, warming: bool
    ) -> Asking:
        del stage
        return AskingMix(
            place.endpoint,
            place.database,
            place.protection,
            place.keying,
            tuple(
                tuple(each.steps(setting, self._times(number), again=not warming))
                for number, each in enumerate(self.mixed)
            ),
            self.tables.counts(setting),
        )

    def verify(self, setting: Setting, asking: Asking, completed: Sequence[int]) -> None:
        assert isinstance(asking, AskingMix)
        most = 2 * max(map(self._times, range(len(self.mixed))))
        if message := self.tables.fault(setting, asking.held, completed, most):
            raise VerificationFailed(message)

    def _times(self, number: int) -> int:
        """For so many requests of a kind values are drawn; then they come again."""
        if not isinstance(self.pace, OpenPace):
            return _MOST
        all_hosts = replace(self.pace, host=ONE_HOST)  # numbers go through all of the schedule
        expected = all_hosts.expected * self.pace.mix[number] / sum(self.pace.mix)
        return min(_MOST, max(_LEAST, round(_ABOVE * expected)))
