"""Workload files that anything has happened to: read whole, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engines.contract.errors import InputError
from tests.faults.any_input.inputs import any_input
from workloads.own.reading import parse_work

ASSETS = Path(__file__).parents[3] / "assets/workloads"
MORE = Path(__file__).with_name("more_keys.toml")
SHOP = (ASSETS / "shop.toml").read_text() + MORE.read_text()
LINES = SHOP.splitlines()
ODD = st.sampled_from(
    ["=", "<", '"', "'''", "{", "}", "[", "]]", ":", "--", "/*", "select", "(", ")", "union", "\0",
     "true", "-1", "1e400", "nan", "9" * 400, "ção", "\ud7ff", "from", ", ", ";", ":a", "$1", "?"]
)  # fmt: skip


def test_that_the_file_that_is_damaged_here_is_sound() -> None:
    assert told(SHOP) == ""


@any_input
@given(
    st.lists(st.tuples(st.integers(0, len(SHOP)), st.integers(0, 12), ODD), max_size=4),
    st.lists(st.tuples(st.integers(0, len(LINES)), st.integers(0, len(LINES))), max_size=2),
)
def test_that_a_damaged_file_is_read_or_refused_in_a_sentence(
    edits: list[tuple[int, int, str]], moves: list[tuple[int, int]]
) -> None:
    lines = list(LINES)
    for there, here in moves:
        lines.insert(here, lines[min(there, len(lines) - 1)])
    text = "\n".join(lines)
    for at, length, odd in edits:
        text = text[:at] + odd + text[at + length :]
    assert told(text).startswith("shop.toml cannot be used: ") or told(text) == ""


def told(text: str) -> str:
    try:
        parse_work(text, "shop.toml")
    except InputError as error:
        return error.message
    return ""
