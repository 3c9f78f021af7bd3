"""docs/security.md: each promise names tests that hold it, and these are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
FILES = [str(each.relative_to(ROOT)) for each in (ROOT / "tests").rglob("*.py")]
_TEST = re.compile(r"(?<![\w/])[\w/]*test_\w+\.py|(?<![\w/])tests/[\w/]+\w(?![\w./])")


def named_in(text: str) -> list[str]:
    return _TEST.findall(text)


def sections() -> dict[str, str]:
    _, *parts = re.split(r"(?m)^## ", TEXT)
    return {part.splitlines()[0]: part for part in parts}


def promises() -> list[str]:
    """The bullets of a section, but for those that it does not promise."""
    found = []
    for section in sections().values():
        promised = section.split("\nNot promised:")[0]
        found += re.findall(r"(?ms)^- .+?(?=\n- |\n\n|\Z)", promised)
    return found


@pytest.mark.parametrize("name", sorted(set(named_in(TEXT))))
def test_that_a_test_that_is_named_is_there(name: str) -> None:
    found = [each for each in FILES if f"/{each}".endswith(f"/{name}")]
    assert found or (name.startswith("tests/") and (ROOT / name).is_dir())


def test_that_each_promise_names_its_tests() -> None:
    assert len(promises()) > 30
    assert [each for each in promises() if not named_in(each)] == []


def test_that_each_section_names_tests() -> None:
    aside = ("Who is trusted",)
    assert [
        name for name, text in sections().items() if name not in aside and not named_in(text)
    ] == []


def test_that_all_tests_of_security_hold_a_promise() -> None:
    named = {name.rsplit("/", 1)[-1] for name in named_in(TEXT)}
    ours = {Path(each).name for each in FILES if "tests/security/" in each and "/test_" in each}
    assert sorted(ours - named - {Path(__file__).name}) == []
