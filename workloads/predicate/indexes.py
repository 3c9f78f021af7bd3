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
        "Without an index nothing is added to what the protection itself gives away; which rows "
        "answer a search shows all the same."
    ),
    Index.BTREE: phrase(
        "The B-tree on the plain column gives away its order and its values, which nobody has "
        "sealed; of the sealed columns it tells nothing."
    ),
    Index.DETERMINISTIC: phrase(
        "The index on deterministic ciphertext tells which rows hold equal values and how often "
        "each occurs, also to whoever steals the disk; of a column with few values, such as a "
        "truth value, that is nearly all of it."
    ),
    Index.BLIND: phrase(
        "The blind index tells which rows hold equal values, which lie in the same bucket, which "
        "texts begin alike, and how often; of two buckets it doesn't tell which is the higher one. "
        "Without its key no value can be tried, with it every value can."
    ),
    Index.EXPRESSION: phrase(
        "The index on the decrypted value holds the plaintext, in order, on the disk; and its "
        "definition holds the key, in the server's catalogue and in every dump of it. It undoes "
        "the protection for whoever has either."
    ),
}
"""What each kind of index adds to what the protection itself gives away."""

NOT_EQUAL_BYTES = phrase(
    "It seals equal values into different bytes, by a fresh nonce or vector each: no index on such "
    "ciphertext finds anything"
)
NOT_IN_SERVER = phrase(
    "The server cannot open the values, so there is no decrypted value that it could index"
)
NO_EXPRESSIONS = phrase("This engine has no index on what it decrypts")
"""Why a protection or an engine has no index of a kind."""
