"""What each figure means for a reader, one sentence a figure."""

from __future__ import annotations

from math import floor

from app.patterns.statistics import BlockStatistics, random_entropy
from app.system.remark import Remark, remark

UNLIKELY = 1e-6
"""A p-value that chance does not bring: of a thousand pictures of random bytes one has 0.001."""
_NEARLY_ALL = 99.0
_SELDOM = 0.01
"""A p-value that chance brings now and then, but that is nothing to be content with."""
_INCOMPRESSIBLE = 99.0


def remarks(figures: BlockStatistics) -> list[Remark]:
    """A sentence for each figure, in the order they are shown."""
    return [
        _blocks(figures),
        _distinct(figures),
        _repeated(figures),
        _longest(figures),
        _entropy(figures),
        _evenness(figures),
        _compressed(figures, "zlib_percent", "zlib", figures.zlib_percent),
        _compressed(figures, "zstd_percent", "zstd", figures.zstd_percent),
        _histogram(figures),
    ]


def _blocks(figures: BlockStatistics) -> Remark:
    template = (
        "{bytes} bytes make {blocks} blocks of {size} bytes; a cipher works on one at a time."
    )
    if figures.blocks * figures.block_size > figures.size:
        template = (
            "{bytes} bytes make {blocks} blocks of up to {size} bytes; a cipher works on one at a "
            "time. Shorter ends count as repeated only where chance does not explain it."
        )
    return remark(
        "blocks",
        template,
        bytes=figures.size,
        blocks=figures.blocks,
        size=figures.block_size,
    )


def _distinct(figures: BlockStatistics) -> Remark:
    if figures.distinct_blocks == figures.blocks:
        template = "No block occurs twice."
    else:
        template = "Only {distinct} of {blocks} blocks differ; the others repeat one of them."
    return remark(
        "distinct_blocks", template, distinct=figures.distinct_blocks, blocks=figures.blocks
    )


def _repeated(figures: BlockStatistics) -> Remark:
    if figures.repeated_percent == 0:
        template = "No block repeats an earlier one."
    else:
        template = (
            "{percent} of the blocks repeat an earlier one: whoever sees the ciphertext sees where "
            "the plaintext is the same."
        )
    return remark("repeated_percent", template, percent=_percent(figures.repeated_percent))


def _longest(figures: BlockStatistics) -> Remark:
    if figures.longest_repeat <= 1:
        template = "No two neighbouring blocks are equal."
    else:
        template = "Up to {run} equal blocks follow one another: a flat area or a run of one byte."
    return remark("longest_repeat", template, run=figures.longest_repeat)


def _entropy(figures: BlockStatistics) -> Remark:
    template = (
        "Each byte carries {entropy} bits of surprise; {bytes} random bytes would show about "
        "{random}. It looks at bytes one by one and does not see repeated blocks."
    )
    return remark(
        "entropy_bits_per_byte",
        template,
        entropy=f"{figures.entropy_bits_per_byte:.3f}",
        bytes=figures.size,
        random=f"{random_entropy(figures.size):.3f}",
    )


def _evenness(figures: BlockStatistics) -> Remark:
    if figures.chi2_p is None:
        template = "{bytes} bytes are too few to tell whether all byte values are equally frequent."
    elif figures.chi2_p < UNLIKELY:
        template = (
            "Byte values are so uneven (χ² = {chi2}, 255 degrees of freedom) that chance would do "
            "it with a probability of {p}: this is not random."
        )
    elif figures.chi2_p < _SELDOM:
        template = (
            "Byte values are less even than random ones mostly are (χ² = {chi2}, 255 degrees of "
            "freedom): chance would do it with a probability of {p}."
        )
    else:
        template = (
            "Byte values are as even as chance makes them (χ² = {chi2}, 255 degrees of freedom, "
            "p = {p}); that alone does not prove a good cipher."
        )
    p = "" if figures.chi2_p is None else _probability(figures.chi2_p)
    return remark("chi2_p", template, bytes=figures.size, chi2=f"{figures.chi2:.1f}", p=p)


def _compressed(figures: BlockStatistics, name: str, compressor: str, percent: float) -> Remark:
    if percent >= _INCOMPRESSIBLE:
        template = "{compressor} cannot make it smaller ({percent}), as with random bytes."
    else:
        template = "{compressor} brings it down to {percent}: it found patterns without any key."
    return remark(name, template, compressor=compressor, percent=_percent(percent))


def _histogram(figures: BlockStatistics) -> Remark:
    once = next((many for times, many in figures.histogram if times == 1), 0)
    if figures.commonest == 1:
        template = "Every block occurs just once."
    else:
        template = (
            "{once} blocks occur once; the most frequent occurs {commonest} times, and counts like "
            "these are what a frequency attack starts from."
        )
    return remark("histogram", template, once=once, commonest=figures.commonest)


def _percent(value: float) -> str:
    """Two digits that say something: 37 %, 4.2 %, 0.013 %; near all, more: 99.6 %, never 100 %."""
    if value >= _NEARLY_ALL:
        return f"{floor(round(100 * value, 6)) / 100:g} %"
    return f"{value:.0f} %" if value >= 9.95 else f"{value:.2g} %"


def _probability(value: float) -> str:
    return "0 to 300 decimals" if value == 0 else f"{value:.2g}"
