"""The frequency attack: names recovered from a column's ciphertext and public figures alone.

A protection that turns equal values into equal ciphertext (ECB, a fixed initialisation vector)
leaves the counts as they were. The attack ranks ciphertexts by count and names by their public
figure, and matches rank with rank. For independent records no one-to-one matching is likelier: the
multinomial likelihood Σ countᵢ · log shareᵢ is greatest when both are sorted alike (rearrangement
inequality), so an assignment solver would find the same. See M.-S. Lacharité and K. Paterson, "A
note on the optimality of frequency analysis vs. lp-optimization" (ePrint 2015/1158), and M. Naveed,
S. Kamara and C. Wright, "Inference attacks on property-preserving encrypted databases" (CCS 2015).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Guess:
    """A ciphertext, how often it occurs, and the name that the attack gives it.

    `share` is the ciphertext's share of all records and `public_share` the name's share of the
    public figures, both 0 to 1. Ciphertexts beyond the number of names get no name.
    """

    ciphertext: bytes
    count: int
    share: float
    name: str | None
    public_share: float | None


@dataclass(frozen=True)
class Recovery:
    """How many records the attack got right, and what guessing alone would have reached.

    `random_share` is expected of a one-to-one matching drawn by lot: 1 / max(names, distinct
    ciphertexts). `commonest_share` is reached without looking at any ciphertext, by giving every
    record the name that is the most frequent by the public figures. `length_share` is reached by
    the length of each ciphertext alone, repeats or not: a record gets the most frequent name of
    its length; None where lengths are not known. Shares are 0 to 1.
    """

    records: int
    recovered: int
    random_share: float
    commonest_share: float
    length_share: float | None = None

    @property
    def share(self) -> float:
        """The share of records whose true value is recovered."""
        return self.recovered / self.records

    @property
    def beyond_chance(self) -> bool:
        """Whether counts of ciphertexts give more away than the public figures by themselves."""
        return self.share > self.chance

    @property
    def length_beyond_chance(self) -> bool:
        """Whether lengths do; they do so under fresh vectors too."""
        return self.length_share is not None and self.length_share > self.chance

    @property
    def chance(self) -> float:
        """The best that can be reached without looking at any ciphertext."""
        return max(self.random_share, self.commonest_share)


def match_by_frequency(
    values: Sequence[bytes],
    public: Mapping[str, float],
    length_of: Callable[[str], int] | None = None,
) -> list[Guess]:
    """Match ciphertexts with the names in `public`, rank with rank; most frequent first.

    With `length_of` (the length of a name's ciphertext, with padding and IV) only names of the
    right length are considered: length is public too, and makes the attack stronger.
    """
    counts = Counter(values)
    named = dict(_pairs(counts, public, length_of))
    total = sum(public.values())
    guesses = []
    for value in _ranked(counts):
        name = named.get(value)
        known = None if name is None else public[name] / total
        guesses.append(Guess(value, counts[value], counts[value] / len(values), name, known))
    return guesses


def evaluate_guesses(
    values: Sequence[bytes],
    truths: Sequence[str],
    guesses: Iterable[Guess],
    public: Mapping[str, float],
    length_of: Callable[[str], int] | None = None,
) -> Recovery:
    """Compare guesses with the plaintext of each record, `truths[i]` being that of `values[i]`.

    Raises: ValueError if there is no record or the two columns differ in length.
    """
    if not values:
        raise ValueError("no record to recover")
    named = {guess.ciphertext: guess.name for guess in guesses}
    right = sum(named[value] == truth for value, truth in zip(values, truths, strict=True))
    commonest = max(public, key=lambda name: public[name])
    return Recovery(
        records=len(values),
        recovered=right,
        random_share=1 / max(len(public), len(named)),
        commonest_share=truths.count(commonest) / len(truths),
        length_share=None if length_of is None else _by_length(values, truths, public, length_of),
    )


def _by_length(
    values: Sequence[bytes],
    truths: Sequence[str],
    public: Mapping[str, float],
    length_of: Callable[[str], int],
) -> float:
    rising = sorted(public, key=lambda name: public[name])
    commonest = {length_of(name): name for name in rising}  # the last of a length stays
    named = [commonest.get(len(value)) for value in values]
    right = sum(name == truth for name, truth in zip(named, truths, strict=True))
    return right / len(values)


def _pairs(
    counts: Mapping[bytes, int],
    public: Mapping[str, float],
    length_of: Callable[[str], int] | None,
) -> Iterable[tuple[bytes, str]]:
    if length_of is None:
        yield from zip(_ranked(counts), _ranked(public), strict=False)
        return
    for length in sorted({len(value) for value in counts}):
        alike = {value: count for value, count in counts.items() if len(value) == length}
        fitting = {name: figure for name, figure in public.items() if length_of(name) == length}
        yield from zip(_ranked(alike), _ranked(fitting), strict=False)


def _ranked[Key: (bytes, str)](figures: Mapping[Key, float]) -> list[Key]:
    """By falling figure; ties by the key itself, so that the result never depends on chance."""
    return sorted(figures, key=lambda key: (-figures[key], key))
