"""The texts that stand in our code for translators, as Python reads it; see scripts/texts."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
PACKAGES = ("app", "engines", "widgets", "workloads")
_BARE = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
"""Nodes with nothing to tell: half of a tree."""

type Modules = list[tuple[str, ast.Module]]

MARKERS = {"tr": 0, "phrase": 0, "plural": 0, "_tr": 1, "translate": 1}
"""What marks a text, and which of its arguments is the text."""


_MESSAGES = ("phrase", "plural")


@dataclass(frozen=True)
class Text:
    """One call that marks a text; `source` is None where it is not a literal."""

    where: str
    kind: str
    owner: str
    context: str | None
    source: str | None


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Our modules, by path."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text())


def below(node: ast.AST) -> list[ast.AST]:
    """What stands directly below a node; kept with it, since trees are gone through many times."""
    stored = node.__dict__
    if (known := stored.get("_below")) is None:
        known = []
        for value in [stored.get(name) for name in node._fields]:
            if value.__class__ is list:
                known += [each for each in value if _tells(each)]
            elif _tells(value):
                known.append(value)
        stored["_below"] = known
    return known


def _tells(value: object) -> bool:
    return isinstance(value, ast.AST) and not isinstance(value, _BARE)


def walk(node: ast.AST) -> list[ast.AST]:
    """As `ast.walk`, without bare nodes; kept with a module."""
    stored = node.__dict__
    if (known := stored.get("_walked")) is None:
        known = [node]
        for each in known:
            known += each.__dict__.get("_below") or below(each)
        if isinstance(node, ast.Module):
            stored["_walked"] = known
    return known


def texts(modules: Iterable[tuple[str, ast.Module]]) -> list[Text]:
    return [text for path, module in modules for text in _texts_in(path, module, "")]


def _texts_in(path: str, node: ast.AST, inside: str) -> Iterator[Text]:
    if isinstance(node, ast.ClassDef):
        inside = node.name
    if isinstance(node, ast.Call) and (kind := marker(node)):
        yield _text(path, node, kind, inside)
    for child in below(node):
        yield from _texts_in(path, child, inside)


def _text(path: str, call: ast.Call, kind: str, inside: str) -> Text:
    place = MARKERS[kind]
    literals = [literal(each) for each in call.args[: place + 1]]
    owner = ast.unparse(call.func).rpartition(".")[0]
    own = literals[0] if literals else None
    context = {"tr": inside, "phrase": "", "plural": ""}.get(kind, own)
    source = literals[place] if len(literals) > place else None
    return Text(f"{path}:{call.lineno}", kind, owner, context, source)


def literal(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def marker(node: ast.AST) -> str:
    """The name of the marker that a call is of; empty for any other."""
    if not isinstance(node, ast.Call):
        return ""
    func = node.func
    name = func.id if isinstance(func, ast.Name) else ""
    if isinstance(func, ast.Attribute) and (func.attr == "tr" or _is_qt(func)):
        name = func.attr
    return name if name in MARKERS else ""


def _is_qt(func: ast.Attribute) -> bool:
    """`translate` of Qt, not that of strings and painters."""
    of = func.value
    return func.attr == "translate" and isinstance(of, ast.Name) and of.id == "QCoreApplication"


def values_of_messages(module: ast.Module) -> Iterator[ast.expr]:
    """What fills the places of messages: keywords of `phrase`, of `with_values`, and of calls that
    are given a phrase, as errors are."""
    for node in walk(module):
        if not isinstance(node, ast.Call):
            continue
        with_values = isinstance(node.func, ast.Attribute) and node.func.attr == "with_values"
        if with_values or any(marker(each) in _MESSAGES for each in (node, *node.args)):
            yield from (each.value for each in node.keywords)


def literals_in(value: ast.expr) -> Iterator[str]:
    """The strings that an expression may come to, f-strings too; what is marked, indexed or
    compared, and what a call or a method is given, is none of them."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield from (str(each.value) for each in values if isinstance(each, ast.Constant))
        case ast.IfExp(body=body, orelse=other):
            yield from (*literals_in(body), *literals_in(other))
        case ast.BoolOp(values=values):
            yield from (text for each in values for text in literals_in(each))
        case ast.BinOp(left=left, right=right):
            yield from (*literals_in(left), *literals_in(right))


def glued(module: ast.Module) -> Iterator[ast.AST]:
    """Where one text is put together from two that are marked: word order differs by language."""
    for node in walk(module):
        parts = _parts(node)
        if sum(bool(marker(_unfilled(part))) for part in parts) > 1:
            yield node


def _parts(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [*_parts(left), *_parts(right)]
        case ast.JoinedStr(values=values):
            return [each.value for each in values if isinstance(each, ast.FormattedValue)]
        case ast.BinOp():
            return []
        case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=" ")), args=[rows]):
            return list(getattr(rows, "elts", []))
    return [node]


def _unfilled(node: ast.AST) -> ast.AST:
    """The marked text of `self.tr("…").format(…)` and `filled(self.tr("…"), …)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="format", value=value)):
            return value
        case ast.Call(func=ast.Name(id="filled" | "message_text"), args=[first, *_]):
            return first
    return node


def extract(target: Path) -> None:
    """Have scripts/texts write what `pyside6-lupdate` finds."""
    subprocess.run([ROOT / "scripts" / "texts", target], check=True, timeout=120)


def extracted(target: Path) -> set[tuple[str, str]]:
    """Contexts and texts of such a file."""
    found = set()
    for context in ElementTree.parse(target).getroot().iter("context"):
        name = context.findtext("name") or ""
        found |= {(name, message.findtext("source") or "") for message in context.iter("message")}
    return found
