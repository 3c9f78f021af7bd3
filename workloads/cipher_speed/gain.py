"""What AES instructions gain, in a sentence."""

from __future__ import annotations

from engines.contract.message import Message, Number, phrase, significant


def gain_sentence(
    provider: str, name: str, block: int, with_them: float, without_them: float
) -> Message:
    """How much quicker a cipher is with AES instructions than without; speeds in bytes per second,
    in blocks of so many bytes."""
    return phrase(
        "With {provider}, AES instructions make {cipher} {times} times as fast in blocks of "
        "{block} bytes: {on} with them, {off} without.",
        provider=provider,
        cipher=name,
        times=significant(with_them / without_them, 2),
        block=Number(block),
        on=speed_words(with_them),
        off=speed_words(without_them),
    )


def speed_words(bytes_per_second: float) -> Number:
    """A speed in MB/s, with three digits."""
    return significant(bytes_per_second / 1e6, 3, "MB/s")


UNKNOWN_INSTRUCTIONS = phrase(
    "This OpenSSL does not report the processor's features (it has no line CPUINFO), so AES "
    "instructions cannot be turned off."
)

NO_INSTRUCTIONS = phrase(
    "OpenSSL finds no AES instructions on this processor, so there are none to turn off."
)
