"""The seam between the program and the system: nothing else knows which system it runs on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SEAM = ROOT / "engines" / "platform"
PROGRAM = ("app", "engines", "widgets", "workloads")
OF_ONE_SYSTEM = {"fcntl", "grp", "msvcrt", "pwd", "resource", "termios", "winreg"}


@pytest.mark.slow
def test_that_nothing_but_the_seam_knows_the_system() -> None:
    paths = (path for each in PROGRAM for path in (ROOT / each).rglob("*.py"))
    found = {
        (str(path.relative_to(ROOT)), what)
        for path in paths
        if SEAM not in path.parents
        for what in knows(path.read_text())
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import fcntl", "fcntl"),
        ("def late():\n    from resource import getrlimit", "resource"),
        ("if sys.platform == 'linux': pass", "sys.platform"),
        ("import os\nos.name == 'nt'", "os.name"),
        ("open(f'/proc/{pid}/stat')", "/proc"),
        ('"""Reads /proc, as its words say."""', None),
    ],
)
def test_that_each_way_to_know_it_is_seen(source: str, what: str | None) -> None:
    assert list(knows(source)) == ([what] if what else [])


def knows(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    words = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in OF_ONE_SYSTEM)
            case ast.ImportFrom(module=str(module)) if module in OF_ONE_SYSTEM:
                yield module
            case ast.Attribute(value=ast.Name(id="sys"), attr="platform"):
                yield "sys.platform"
            case ast.Attribute(value=ast.Name(id="os"), attr="name"):
                yield "os.name"
            case ast.Constant(value=str(text)) if "/proc" in text and id(node) not in words:
                yield "/proc"
