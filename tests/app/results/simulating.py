"""Simulated campaigns: mirror blocks of whole runs, and turns of sides in lockstep, on machines
with one fault or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy

from app.findings.statistics import Block, Comparison

type Noise = Callable[[np.random.Generator, int], np.ndarray]
"""Logarithms of factors on the seconds of so many runs, in the order of time."""

RUN_SD = 0.023
"""Of one run; a block value spreads by as much, since it averages two runs of two cells."""


def quiet(draw: np.random.Generator, runs: int) -> np.ndarray:
    """Log-normal noise alone."""
    return draw.normal(0, RUN_SD, runs)


def drifting(draw: np.random.Generator, runs: int) -> np.ndarray:
    """A machine that becomes slower by a fifth over the campaign."""
    return quiet(draw, runs) + np.linspace(0, np.log(1.2), runs)


def with_memory(draw: np.random.Generator, runs: int) -> np.ndarray:
    """AR(1) with 0.5: a run that is slow is followed by one that is half as slow."""
    steps = draw.normal(0, RUN_SD, runs)
    found = np.empty(runs)
    found[0] = steps[0] / np.sqrt(1 - 0.25)
    for index in range(1, runs):
        found[index] = 0.5 * found[index - 1] + steps[index]
    return found


def with_outliers(draw: np.random.Generator, runs: int) -> np.ndarray:
    """One run of twenty takes half as long again."""
    late: np.ndarray = np.log(1.5) * (draw.random(runs) < 0.05)
    found: np.ndarray = quiet(draw, runs) + late
    return found


def of_two_levels(draw: np.random.Generator, runs: int) -> np.ndarray:
    """Runs hop between two states of the machine, a tenth apart."""
    slow: np.ndarray = np.log(1.1) * (draw.random(runs) < 0.5)
    found: np.ndarray = quiet(draw, runs) + slow
    return found


def campaigns(
    noise: Noise, cost: float, blocks: int, count: int, seed: int = 1
) -> Iterator[Comparison]:
    """Comparisons of so many campaigns, in each of which the protection truly costs `cost` (0.1:
    ten percent)."""
    draw = np.random.default_rng(seed)
    for _ in range(count):
        faults = noise(draw, 4 * blocks).reshape(blocks, 4)
        yield Comparison(
            tuple(
                _block(number, faults[number - 1], cost, bool(draw.integers(2)))
                for number in range(1, blocks + 1)
            )
        )


def _block(number: int, faults: np.ndarray, cost: float, baseline_first: bool) -> Block:
    """Two passes, the second the mirror of the first."""
    seconds = 0.05 * np.exp(faults)
    one, other = (seconds[[0, 3]], seconds[[1, 2]])
    baseline, protected = (one, other) if baseline_first else (other, one)
    return Block(number, tuple(baseline.tolist()), tuple((protected * (1 + cost)).tolist()))


@dataclass(frozen=True)
class Machine:
    """What a machine does to turns, as it was measured: its speed changes in steps, by factors of
    0.7 to 1.6; other programs interrupt so many times in a second of work, for 1 to 30 ms, and ten
    times as often in bursts."""

    interruptions: float = 1.0
    bursts: float = 0.1
    """Which part of the time is in one."""
    steps: float = 1.0
    """0 for a machine whose speed is steady."""
    drift: float = 0.2
    """By how much it becomes slower over the campaign, as a logarithm."""
    luck: float = 0.005
    """The standard deviation of what memory and place do to one side of one repetition."""


STEADY = Machine(interruptions=0, bursts=0, steps=0, drift=0)
ORDINARY = Machine()
BUSY = Machine(interruptions=5)

_LENGTHS, _TURNS = 20, (5, 60)
_TURN_SECONDS, _TURN_SD = 0.007, 0.02
_STEP_SECONDS, _STEP_FACTORS = (0.1, 3.0), (0.7, 1.6)
_INTERRUPTION_SECONDS, _IN_A_BURST = (0.001, 0.030), 10
_BURST_SECONDS = 0.2


@dataclass(frozen=True)
class InTurns:
    """The logarithm of the ratio that each repetition (columns) of each campaign (rows) tells."""

    sums: np.ndarray
    trimmed: np.ndarray


@cache
def in_turns(machine: Machine, cost: float, repetitions: int, count: int, seed: int = 1) -> InTurns:
    """So many campaigns in lockstep, of 5 to 60 turns of each side in a repetition: twenty numbers
    are drawn, each of them for as many campaigns. Whoever asks again has the same arrays."""
    draw = np.random.default_rng(seed)
    found = [
        _in_turns(draw, machine, cost, (count // _LENGTHS, repetitions, turns))
        for turns in draw.integers(*_TURNS, _LENGTHS, endpoint=True).tolist()
    ]
    return InTurns(
        np.concatenate([each.sums for each in found]),
        np.concatenate([each.trimmed for each in found]),
    )


def _in_turns(
    draw: np.random.Generator, machine: Machine, cost: float, shape: tuple[int, int, int]
) -> InTurns:
    baseline, protected = _sides(draw, machine, 1 + cost, shape)
    return InTurns(
        np.log(protected.sum(-1) / baseline.sum(-1)),
        scipy.stats.trim_mean(np.log(protected / baseline), 0.2, axis=-1),
    )


def comparison_of(values: np.ndarray) -> Comparison:
    """One campaign's, of a repetition to each value."""
    ratios = enumerate(np.exp(values).tolist(), 1)
    return Comparison(tuple(Block(number, (1.0,), (ratio,)) for number, ratio in ratios))


def _sides(
    draw: np.random.Generator, machine: Machine, ratio: float, shape: tuple[int, int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Seconds of all turns of both sides. Of four turns in a row the first and the last are of one
    side, which one is drawn."""
    count, repetitions, turns = shape
    row = (count, repetitions, 2 * turns)
    first = np.repeat(draw.random((count, repetitions, (turns + 1) // 2)) < 0.5, 4, axis=-1)
    mirrored = np.resize([True, False, False, True], 2 * turns)
    is_protected = first[..., : 2 * turns] == mirrored
    luck = draw.normal(0, machine.luck, (2, count, repetitions, 1))
    work = np.where(is_protected, ratio * np.exp(luck[0]), np.exp(luck[1])) * _TURN_SECONDS
    drift = np.linspace(0, machine.drift, repetitions)[:, None]
    work = work * np.exp(draw.normal(0, _TURN_SD, row) + drift + _steps(draw, machine, row))
    seconds = work + _interruptions(draw, machine, work)
    return (
        seconds[~is_protected].reshape(shape),
        seconds[is_protected].reshape(shape),
    )


def _steps(
    draw: np.random.Generator, machine: Machine, row: tuple[int, int, int]
) -> np.ndarray | float:
    """Logarithms of the factors on the turns of each repetition; how long steps last on average is
    drawn for each of them."""
    if not machine.steps:
        return 0.0
    factors = np.log(_evenly(draw, _STEP_FACTORS, row))
    lasting = _evenly(draw, _STEP_SECONDS, (*row[:2], 1))
    return _held(draw, factors, _TURN_SECONDS / lasting)


def _evenly(
    draw: np.random.Generator, between: tuple[float, float], shape: int | tuple[int, ...]
) -> np.ndarray:
    """Numbers whose logarithms are spread evenly."""
    low, high = (float(np.log(each)) for each in between)
    return np.exp(draw.uniform(low, high, shape))


def _held(
    draw: np.random.Generator, values: np.ndarray, changing: np.ndarray | float
) -> np.ndarray:
    """Values along the turns, each of which stays until the next change."""
    places = np.arange(values.shape[-1])
    changed = np.where(draw.random(values.shape) < changing, places, 0)
    found: np.ndarray = np.take_along_axis(values, np.maximum.accumulate(changed, axis=-1), -1)
    return found


def _interruptions(draw: np.random.Generator, machine: Machine, work: np.ndarray) -> np.ndarray:
    """Seconds that others take within each turn: what takes longer is interrupted oftener."""
    bursts = _held(draw, draw.random(work.shape), _TURN_SECONDS / _BURST_SECONDS) < machine.bursts
    often = machine.interruptions * work * np.where(bursts, _IN_A_BURST, 1)
    many = draw.poisson(often)
    taken = np.zeros(work.shape)
    where = np.repeat(np.flatnonzero(many), many[many > 0])
    np.add.at(taken.reshape(-1), where, _evenly(draw, _INTERRUPTION_SECONDS, len(where)))
    return taken
