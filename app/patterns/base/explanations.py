"""Sentences that explain each figure of `BlockStatistics` to a reader."""

from __future__ import annotations

from math import floor

from app.patterns.base.block_statistics import BlockStatistics, random_entropy
from engines.contract.message import Message, Number, phrase, plural, significant

UNLIKELY = 1e-6
"""A p-value that chance practically never gives: of a thousand random pictures one has 0.001."""
_NEARLY_ALL_PERCENT = 99.0
_SELDOM = 0.01
"""A p-value that chance brings now and then, but that is still worth a remark."""
_INCOMPRESSIBLE_PERCENT = 99.0
_LEAST_PLAIN_PROBABILITY = 1e-4
"""Smaller ones are written as a power of ten."""


def explanations(figures: BlockStatistics) -> dict[str, Message]:
    """A sentence for each figure, by the figure's name, in the order they are shown."""
    return {
        "blocks": _blocks(figures),
        "distinct_blocks": _distinct(figures),
        "repeated_percent": _repeated(figures),
        "longest_repeat": _longest(figures),
        "entropy_bits_per_byte": _entropy(figures),
        "chi2_p": _evenness(figures),
        "zlib_percent": _compressed("zlib", figures.zlib_percent),
        "zstd_percent": _compressed("zstd", figures.zstd_percent),
        "histogram": _histogram(figures),
    }


def _blocks(figures: BlockStatistics) -> Message:
    text = plural(
        "{bytes} bytes make {n} blocks of {size} bytes; a cipher works on one at a time.",
        "{bytes} bytes make {n} block of {size} bytes; a cipher works on one at a time.",
        figures.blocks,
    )
    if figures.blocks * figures.block_size > figures.size:
        text = plural(
            "{bytes} bytes make {n} blocks of up to {size} bytes; a cipher works on one at a "
            "time. Shorter last blocks count as repeated only if chance is unlikely to explain "
            "it.",
            "{bytes} bytes make {n} block of up to {size} bytes; a cipher works on one at a time.",
            figures.blocks,
        )
    return text.with_values(bytes=Number(figures.size), size=Number(figures.block_size))


def _distinct(figures: BlockStatistics) -> Message:
    if figures.distinct_blocks == figures.blocks:
        return phrase("No block occurs twice.")
    return plural(
        "Only {n} of {blocks} blocks differ; the others repeat one of them.",
        "All {blocks} blocks are equal.",
        figures.distinct_blocks,
        blocks=Number(figures.blocks),
    )


def _repeated(figures: BlockStatistics) -> Message:
    if figures.repeated_percent == 0:
        return phrase("No block repeats an earlier one.")
    return phrase(
        "{percent} of the blocks repeat an earlier one: the ciphertext shows where the plaintext "
        "is the same.",
        percent=_percent(figures.repeated_percent),
    )


def _longest(figures: BlockStatistics) -> Message:
    if figures.longest_repeat <= 1:
        return phrase("No two neighbouring blocks are equal.")
    return phrase(
        "Up to {run} equal blocks follow one another: a flat area or a run of one byte.",
        run=Number(figures.longest_repeat),
    )


def _entropy(figures: BlockStatistics) -> Message:
    return phrase(
        "Entropy is {entropy} bits per byte; {bytes} random bytes have about {random}. It counts "
        "single bytes, so it misses repeated blocks.",
        entropy=Number(figures.entropy_bits_per_byte, 3),
        bytes=Number(figures.size),
        random=Number(random_entropy(figures.size), 3),
    )


def _evenness(figures: BlockStatistics) -> Message:
    if figures.chi2_p is None:
        return phrase(
            "{bytes} bytes are too few to test whether all byte values are equally frequent.",
            bytes=Number(figures.size),
        )
    if figures.chi2_p == 0:
        return phrase(
            "Byte values are too uneven to be random (χ² = {chi2}, 255 degrees of freedom, p < "
            "10⁻³⁰⁰).",
            chi2=Number(figures.chi2, 1),
        )
    if figures.chi2_p < UNLIKELY:
        text = phrase(
            "Byte values are too uneven to be random (χ² = {chi2}, 255 degrees of freedom, p = "
            "{p})."
        )
    elif figures.chi2_p < _SELDOM:
        text = phrase(
            "Byte values are less even than in most random data (χ² = {chi2}, 255 degrees of "
            "freedom, p = {p})."
        )
    else:
        text = phrase(
            "Byte values are as even as in random data (χ² = {chi2}, 255 degrees of freedom, p = "
            "{p}). That alone does not prove a good cipher."
        )
    return text.with_values(chi2=Number(figures.chi2, 1), p=_probability(figures.chi2_p))


def _compressed(compressor: str, percent: float) -> Message:
    text = phrase("{compressor} compresses it to {percent}: it found patterns without any key.")
    if percent >= _INCOMPRESSIBLE_PERCENT:
        text = phrase("{compressor} cannot compress it ({percent}), as with random bytes.")
    return text.with_values(compressor=compressor, percent=_percent(percent))


def _histogram(figures: BlockStatistics) -> Message:
    if figures.commonest == 1:
        return phrase("Every block occurs just once.")
    return plural(
        "{n} blocks occur once; the most frequent occurs {commonest} times. A frequency attack "
        "uses such counts.",
        "{n} block occurs once; the most frequent occurs {commonest} times. A frequency attack "
        "uses such counts.",
        next((many for times, many in figures.histogram if times == 1), 0),
        commonest=Number(figures.commonest),
    )


def _percent(value: float) -> Number:
    """Two significant digits: 37 %, 4.2 %, 0.013 %; more near 100: 99.6 %, never 100 %."""
    if value >= _NEARLY_ALL_PERCENT:
        return significant(floor(round(100 * value, 6)) / 100, 4, "%")
    return Number(value, 0, "%") if value >= 9.95 else significant(value, 2, "%")


def _probability(value: float) -> Message | Number:
    """Two digits, as a power of ten where it would have many zeros before them."""
    if value >= _LEAST_PLAIN_PROBABILITY:
        return significant(value, 2)
    digits, _, power = f"{value:.1e}".partition("e")
    return phrase(
        "{digits} × 10^{power}", digits=significant(float(digits), 2), power=Number(int(power))
    )
