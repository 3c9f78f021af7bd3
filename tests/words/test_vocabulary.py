"""Identifiers are in the field's words; ARCHITECTURE.md has the glossary."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OLD = re.compile(
    "(?:^|_)(?:told|said|whom|laid|beside|apart|kept|standing|so_far|at_hand|from_afar|befell|obey)"
    "(?:_|$)"
)
OTHERS = {"ToolButtonTextBesideIcon"}
"""Names of libraries."""
SHARED = {
    "AesEncryptFunction", "AlterTable", "Phases",  # an engine's own
    "Fill", "Insert", "Select", "Update",  # a workload's operations
    "Column", "Parameter",
}  # fmt: skip
"""Names of classes in several modules."""


def test_that_no_identifier_is_in_words_that_only_we_knew() -> None:
    files = [file for top in ("app", "engines", "widgets", "workloads") for file in _below(top)]
    assert len(files) > 400
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in identifiers(ast.parse(file.read_text()))
        if is_old(name)
    }
    assert found == set()


def test_that_an_old_word_is_seen_wherever_it_stands() -> None:
    text = (
        "class KeptPage:\n    def _at_hand(self, told):\n        self.so_far = told.beside(said=1)"
    )
    found = {name for name in identifiers(ast.parse(text)) if is_old(name)}
    assert found == {"KeptPage", "_at_hand", "told", "so_far", "beside", "said"}
    assert not is_old("outstanding") and not is_old("standings")


def test_that_no_two_ideas_share_the_name_of_a_class() -> None:
    modules: dict[str, set[Path]] = {}
    for top in ("app", "engines", "widgets", "workloads"):
        for file in _below(top):
            for node in ast.parse(file.read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    modules.setdefault(node.name, set()).add(file)
    assert {name for name, files in modules.items() if len(files) > 1} == SHARED


def is_old(name: str) -> bool:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return name not in OTHERS and bool(OLD.search(snake))


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def _below(top: str) -> Iterator[Path]:
    return (ROOT / top).rglob("*.py")
