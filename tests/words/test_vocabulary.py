"""Identifiers are in the field's words; ARCHITECTURE.md has the glossary."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.words.texts import Modules, walk

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


def test_that_no_identifier_is_in_words_that_only_we_knew(modules: Modules) -> None:
    assert len(modules) > 400
    found = {
        f"{path}: {name}" for path, tree in modules for name in identifiers(tree) if is_old(name)
    }
    assert found == set()


def test_that_an_old_word_is_seen_wherever_it_stands() -> None:
    text = (
        "class KeptPage:\n    def _at_hand(self, told):\n        self.so_far = told.beside(said=1)"
    )
    found = {name for name in identifiers(ast.parse(text)) if is_old(name)}
    assert found == {"KeptPage", "_at_hand", "told", "so_far", "beside", "said"}
    assert not is_old("outstanding") and not is_old("standings")


def test_that_no_two_ideas_share_the_name_of_a_class(modules: Modules) -> None:
    paths: dict[str, set[str]] = {}
    for path, tree in modules:
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                paths.setdefault(node.name, set()).add(path)
    assert {name for name, found in paths.items() if len(found) > 1} == SHARED


def is_old(name: str) -> bool:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return name not in OTHERS and bool(OLD.search(snake))


def identifiers(tree: ast.AST) -> Iterator[str]:
    for node in walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
