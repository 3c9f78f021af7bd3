"""The kinds of index that a case has, and what each of them tells whoever reads the database."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engines.contract.message import Message, phrase
from workloads.contract import Case


class Index(StrEnum):
    """By what rows are found. Plaintext has ordinary B-trees in every case but the first."""

    NONE = "none"
    BTREE = "b-tree"
    DETERMINISTIC = "deterministic"
    BLIND = "blind"
    EXPRESSION = "expression"


def index_of(case: Case) -> Index:
    """The index that a case has; the first of a case that was made elsewhere."""
    return Index(case.name) if case.name in tuple(Index) else Index.NONE


CASE_WORDS: Mapping[Index, Message] = {
    Index.NONE: phrase("{rows}, no index"),
    Index.BTREE: phrase("{rows}, B-tree on the plain column"),
    Index.DETERMINISTIC: phrase("{rows}, index on deterministic ciphertext"),
    Index.BLIND: phrase("{rows}, blind index"),
    Index.EXPRESSION: phrase("{rows}, index on the decrypted value"),
}

LEAKS: Mapping[Index, Message] = {
    Index.NONE: phrase(
        "Without an index, nothing is given away beyond what the protection itself gives away. "
        "Searches still show which rows match."
    ),
    Index.BTREE: phrase(
        "The B-tree on the plain column gives away its order and its values, which are not "
        "encrypted. It gives away nothing about the encrypted columns."
    ),
    Index.DETERMINISTIC: phrase(
        "The index on deterministic ciphertext shows which rows have equal values, and how often "
        "each occurs. A thief of the disk sees it too. In a column with few values, such as true "
        "and false, this reveals nearly everything."
    ),
    Index.BLIND: phrase(
        "The blind index shows which rows have equal values, values in one bucket, or texts with "
        "equal beginnings, and how many. It does not show which of two buckets is higher. Without "
        "its key no value can be guessed; with it, every value can."
    ),
    Index.EXPRESSION: phrase(
        "The index on the decrypted value stores the plaintext, in order, on disk. Its definition "
        "stores the key, in the server's catalogue and in every dump. Either one defeats the "
        "protection."
    ),
}
"""What each kind of index adds to what the protection itself gives away."""

NOT_EQUAL_BYTES = phrase(
    "It encrypts equal values to different bytes, with a new nonce or IV each. An index on such "
    "ciphertext finds nothing"
)
NOT_IN_SERVER = phrase("The server cannot decrypt the values, so it cannot index decrypted values")
NO_EXPRESSIONS = phrase("This engine cannot index a decrypted value")
"""Why a protection or an engine has no index of a kind."""
