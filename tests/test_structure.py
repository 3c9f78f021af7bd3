"""The shape of the tree: no circle among files or folders."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from engines.registry import engine_names
from workloads.registry import workload_names

ROOT = Path(__file__).parent.parent
PROGRAM = ("app", "engines", "widgets", "workloads")


@pytest.mark.slow
def test_that_no_files_import_each_other_in_a_circle() -> None:
    assert circles(imports_of(ROOT, PROGRAM)) == []


def test_that_a_circle_is_seen_whatever_kind_of_import_closes_it(tmp_path: Path) -> None:
    files = {
        "__init__": "",
        "top": "from house import lazy",
        "lazy": "def late():\n    from house.typed import Thing",
        "typed": "if TYPE_CHECKING:\n    import house.top",
        "apart": "from house.typed import Thing",
    }
    (tmp_path / "house").mkdir()
    for name, text in files.items():
        (tmp_path / "house" / f"{name}.py").write_text(text)
    assert circles(imports_of(tmp_path, ("house",))) == [["house.lazy", "house.top", "house.typed"]]


@pytest.mark.slow
def test_that_no_folders_import_each_other_in_a_circle() -> None:
    """A folder and what lies inside it are two: modules beside subfolders stand above or below
    them, never both."""
    assert circles(between_folders(ROOT, PROGRAM)) == []


def test_that_a_circle_of_folders_is_seen_where_no_files_form_one(tmp_path: Path) -> None:
    files = {
        "__init__": "",
        "words": "",
        "page": "from house.room.chair import Chair",
        "room/__init__": "",
        "room/chair": "import house.words",
        "attic/__init__": "",
        "attic/box": "from house.words import Word",
    }
    for name, text in files.items():
        path = tmp_path / "house" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert circles(imports_of(tmp_path, ("house",))) == []
    assert circles(between_folders(tmp_path, ("house",))) == [["house", "house.room"]]


def test_that_widgets_name_no_engine_and_no_workload() -> None:
    names = (*engine_names(), *workload_names())
    found = {
        (str(path.relative_to(ROOT)), name)
        for path in (ROOT / "widgets").rglob("*.py")
        for name in names
        if named(name) in path.read_text().lower()
    }
    assert found == set()


def named(name: str) -> str:
    """How a name is looked for: one that is an English word, in quotes."""
    return f'"{name}"' if name in ("own", "connections", "change") else name


def between_folders(root: Path, packages: tuple[str, ...]) -> dict[str, set[str]]:
    """Folder → the folders that its own modules import from, itself left out."""
    between: dict[str, set[str]] = {}
    for module, others in imports_of(root, packages).items():
        folder = folder_of(root, module)
        found = between.setdefault(folder, set())
        found |= {folder_of(root, each) for each in others} - {folder}
    return between


def folder_of(root: Path, module: str) -> str:
    return module if (root / module.replace(".", "/")).is_dir() else module.rpartition(".")[0]


@cache
def imports_of(root: Path, packages: tuple[str, ...]) -> dict[str, set[str]]:
    """Module → the modules that any statement in it imports, also late or for types alone."""
    files = {name_of(root, path): path for each in packages for path in (root / each).rglob("*.py")}
    return {name: set(imported(path)) & files.keys() - {name} for name, path in files.items()}


def name_of(root: Path, path: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Whatever is named; of `from a import b` both `a` and `a.b`, either of which may be a file."""
    for node in statements(ast.parse(path.read_text()).body):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module, *(f"{module}.{each.name}" for each in names))


def statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All of them, also those in others; no import stands in an expression."""
    for node in body:
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from statements(getattr(node, inside, ()))


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that reach each other; what leads nowhere and what nobody leads to is
    taken away until nothing changes, and what is left is parted by whom it reaches."""
    reached = {name: reachable(imports, name) for name in imports}
    in_circle = sorted(name for name, others in reached.items() if name in others)
    groups = {
        tuple(other for other in in_circle if other in reached[name] and name in reached[other])
        for name in in_circle
    }
    return sorted(map(list, groups))


def reachable(imports: dict[str, set[str]], name: str) -> set[str]:
    """The modules that a module leads to, itself only where it comes back to itself."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        fresh = imports[ahead.pop()] - found
        found |= fresh
        ahead += fresh
    return found
