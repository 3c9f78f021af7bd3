"""Simulated campaigns: mirror blocks of two cells on machines with one fault or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from app.results.statistics import Block, Comparison

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
