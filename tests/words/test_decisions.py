"""No English text decides anything; what does has a code.

Where one does is found in syntax trees. A text is a literal of several words or one that is a title
elsewhere, what `phrase`, `plural` and `tr` make, the words of an error or a message, and a name
that stands for one of these. A name for a single literal that nobody reads is a code. A text
decides where it is compared, sought, matched or looked up. What goes from function to function by
an argument is not followed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from textwrap import dedent

import pytest

from tests.words.texts import Modules, below, called, literal, walk

_MAKERS = {"phrase", "plural", "tr", "_tr", "translate"}
_WORDING = {"template", "english", "ended_by"}
_OF_ERRORS = {"title", "message", "hint", "reason", "detail"}
"""Attributes of messages, and of errors, that are words."""
_SAYING = {"message", "why", "meaning", "advice", "text"}
"""Attributes that are messages: as a `str` they are words."""
_SEEKING = {
    "startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split",
    "find", "rfind", "index", "count", "get", "pop", "setdefault",
}  # fmt: skip
_KEEPING = {"str", "set", "frozenset", "tuple", "list", "compile", "escape", "join"}
"""Calls that give a text back, or keep it."""
_SENTENCE = re.compile(r"[^\W\d_]{2,}[,;:]? [^\W\d_]{2,}")
_TITLE = re.compile(r"[A-Z][a-z]{3,}")


@dataclass(frozen=True)
class Decision:
    """Where a text decides something: a file, the function or the name in it, the expression."""

    file: str
    within: str
    expression: str


@dataclass
class Module:
    """A file; `texts` are its names for texts."""

    name: str
    file: str
    tree: ast.Module
    texts: set[str] = field(default_factory=set)


def named(modules: Modules) -> list[Module]:
    """As they are imported."""
    names = (PurePath(path).with_suffix("").parts for path, _ in modules)
    return [
        Module(".".join(name).removesuffix(".__init__"), path, tree)
        for name, (path, tree) in zip(names, modules, strict=True)
    ]


def decisions(modules: list[Module]) -> list[Decision]:
    """Every place in them where a text decides something."""
    read_by_users = frozenset(text for each in modules for text in _made(each.tree))
    _name_texts(modules, read_by_users)
    return [found for each in modules for found in _Search(each, read_by_users, each.texts).found()]


def _made(tree: ast.Module) -> Iterator[str]:
    """Literals that users read."""
    for node in walk(tree):
        if isinstance(node, ast.Call) and called(node) in _MAKERS:
            yield from (text for each in node.args if (text := literal(each)))


def _name_texts(modules: list[Module], made: frozenset[str]) -> None:
    """Tell each module its names for texts, also those that it imports or makes of others."""
    known = {each.name: each for each in modules}
    imports = {each.name: [*_imported(each.tree)] for each in modules}
    report = {None, *made}
    grown = True
    while grown:
        grown = False
        for module in modules:
            search = _Search(module, made, module.texts)
            names = {
                name
                for name, value in _assigned(module.tree)
                if search.is_words(value) and literal(value) in report
            }
            for here, origin, there in imports[module.name]:
                if origin in known and there in known[origin].texts:
                    names.add(here)
            grown = grown or not names <= module.texts
            module.texts |= names


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What a module's own names are given, and its enumerations by what their members are: codes
    that look like words are codes."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.ClassDef(name=name, bases=[ast.Name(id="Enum")], body=body):
                for each in body:
                    if isinstance(each, ast.Assign):
                        yield name, each.value


def _imported(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """What a name is here, the module it comes from, and what it is there."""
    for node in walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield each.asname or each.name, node.module, each.name


@dataclass
class _Search:
    """Goes through one module; `texts` are the names for texts where it is just now."""

    module: Module
    made: frozenset[str]
    texts: set[str]
    errors: set[str] = field(default_factory=set)

    def found(self) -> Iterator[Decision]:
        yield from self._below(self.module.tree, "")

    def _below(self, node: ast.AST, within: str) -> Iterator[Decision]:
        """What decides below a node, and `within` what."""
        for child in below(node):
            search, inner = self, within
            match child:
                case ast.FunctionDef(name=name):
                    search, inner = self._inside(child), f"{within}.{name}".strip(".")
                case ast.ClassDef(name=name):
                    inner = f"{within}.{name}".strip(".")
                case ast.Assign(targets=[ast.Name(id=name)]) if not within:
                    inner = name
                case ast.AnnAssign(target=ast.Name(id=name)) if not within:
                    inner = name
            if isinstance(child, _ASKING) and search._decides(child):
                yield Decision(self.module.file, inner, _shown(child))
            if below(child):
                yield from search._below(child, inner)

    def _inside(self, function: ast.FunctionDef) -> _Search:
        """With the names that a function gives to errors and to texts."""
        nodes = walk(function)
        errors = self.errors | _errors(function, nodes)
        found = _Search(self.module, self.made, set(self.texts), errors)
        for node in nodes:
            match node:
                case (
                    ast.comprehension(target=target, iter=source)
                    | ast.For(target=target, iter=source)
                ) if self.is_words(source):
                    found.texts |= {e.id for e in ast.walk(target) if isinstance(e, ast.Name)}
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if found.is_words(value):
                    found.texts.add(name)
        return found

    def is_words(self, node: ast.AST | None) -> bool:
        """Whether an expression is a text or has some in it; of a table its keys count."""
        return self._is_text(node) or any(map(self.is_words, _carried(node)))

    def _is_text(self, node: ast.AST | None) -> bool:
        match node:
            case ast.Constant(value=str(text)):
                return bool(
                    _SENTENCE.search(text) or (_TITLE.fullmatch(text) and text in self.made)
                )
            case ast.Name(id=name):
                return name in self.texts
            case ast.Attribute(attr=name, value=value):
                return name in _WORDING or (name in _OF_ERRORS and self._is_error(value))
            case ast.Call(func=ast.Name(id="str"), args=[report]):
                return self._is_error(report) or getattr(report, "attr", "") in _SAYING
        return isinstance(node, ast.Call) and called(node) in _MAKERS

    def _is_error(self, node: ast.AST) -> bool:
        """Whether it is an error, or what another one hands on."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr="orig" | "__cause__" | "args"):
                return name in self.errors
        return isinstance(node, ast.Name) and node.id in self.errors

    def _decides(self, node: ast.AST) -> bool:
        return any(map(self.is_words, _asked(node)))


def _carried(node: ast.AST | None) -> Iterator[ast.AST]:
    """Expressions that make an expression a text if they are texts."""
    if isinstance(node, ast.Attribute) and (
        node.attr == "value" or isinstance(node.value, ast.Name)
    ):
        yield node.value
    for name in _CARRYING.get(type(node), ()):
        part = getattr(node, name)
        yield from (each for each in (part if isinstance(part, list) else [part]) if each)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            yield node.func.value
        if called(node) in _KEEPING:
            yield from node.args


_CARRYING: Mapping[type, tuple[str, ...]] = {
    ast.Subscript: ("value",),
    ast.FormattedValue: ("value",),
    ast.JoinedStr: ("values",),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
    ast.Set: ("elts",),
    ast.Dict: ("keys",),
    ast.SetComp: ("elt", "generators"),
    ast.ListComp: ("elt", "generators"),
    ast.GeneratorExp: ("elt", "generators"),
    ast.DictComp: ("key", "generators"),
    ast.comprehension: ("iter",),
}


def _is_comparison(node: ast.Compare) -> bool:
    telling = ast.Eq | ast.NotEq | ast.In | ast.NotIn
    return any(isinstance(each, telling) for each in node.ops)


_ASKING = (ast.Compare, ast.match_case, ast.Match, ast.Subscript, ast.Dict, ast.Call)


def _asked(node: ast.AST) -> Iterator[ast.AST]:
    """Expressions on whose value it hangs how it goes on."""
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Name() as other]):
            yield other
        case ast.Compare(left=left, comparators=others) if _is_comparison(node):
            yield from (left, *others)
        case ast.match_case(pattern=pattern):
            yield from (e.value for e in ast.walk(pattern) if isinstance(e, ast.MatchValue))
        case ast.Match(subject=each) | ast.Subscript(slice=(ast.Name() | ast.Attribute()) as each):
            yield each
        case ast.Dict(keys=keys):
            yield from (each for each in keys if isinstance(each, ast.Attribute))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[pattern, *_]):
            yield pattern
        case ast.Call(func=ast.Attribute(attr=name, value=value), args=[argument, *_]):
            if name in _SEEKING:
                yield from (argument, value)


def _errors(function: ast.FunctionDef, nodes: list[ast.AST]) -> set[str]:
    """Names of errors within a function and all its nodes."""
    caught = {each.name for each in nodes if isinstance(each, ast.ExceptHandler)}
    given = {
        each.arg
        for each in function.args.args
        if each.annotation and re.search(r"Error|Exception", ast.unparse(each.annotation))
    }
    return given | {each for each in caught if each}


def _shown(node: ast.AST) -> str:
    """An expression, as far as it tells which one it is."""
    return ast.unparse(node.pattern if isinstance(node, ast.match_case) else node).split("\n")[0][
        :90
    ]


_LIBPQ = "libpq hands on neither SQLSTATE nor number of what happens while a connection is made"
_KEY = "the name of a setting, a mark or an outcome in JSON: a code, whose English text is the same"

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("app/campaign/environment.py", "_placement"): _KEY,
    ("app/campaign/environment.py", "cpu_model"): "how the kernel writes /proc/cpuinfo",
    ("app/campaign/run_execution.py", "RunExecution.__init__"): _KEY,
    ("app/campaign/workers/run_supervision.py", "RunSupervision.__init__"): _KEY,
    ("app/designing/scripts.py", "_operations"): "SQL's own words",
    (
        "app/report/document/formats/word_template.py",
        "_without_relationships",
    ): "the name of an attribute in OOXML",
    ("app/report/page_one/protection_marks.py", "_shown"): _KEY,
    ("app/report/words/language.py", "_Texts.of"): "the English text is what is translated",
    ("app/window/base/messages.py", "_translated"): (
        "Qt gives back the text that nobody has translated"
    ),
    ("app/window/pages/servers/capabilities.py", "ProtectionCard._show_study"): _KEY,
    ("app/window/shared/states.py", "campaign_state"): _KEY,
    ("engines/container/server.py", "_watch"): "the daemon has no code for how far a layer is",
    ("engines/duckdb/session.py", "failed"): "DuckDB has one class for memory and its own files",
    ("engines/duckdb/structure.py", "DuckStructure.table"): "words of the catalogue",
    ("engines/duckdb/structure.py", "_column"): "words of the catalogue",
    ("engines/mysql_family/structure.py", "_relation"): "words of the catalogue",
    ("engines/firebird/connection.py", "_NO_FILE"): "the driver leaves out the system's number",
    (
        "engines/firebird/structure.py",
        "FirebirdStructure.table",
    ): "words of the catalogue",
    (
        "engines/inspection/startup_error.py",
        "startup_error_line",
    ): "the log of a server that did not start",
    ("engines/inspection/csv_file.py", "_message"): "Python's csv has one error for everything",
    ("engines/mysql/session.py", "_PURGED"): "InnoDB tells how far purge is in this text alone",
    ("engines/mysql_family/connection.py", "_cause"): "one number, 2026, for whatever TLS ends in",
    (
        "engines/mysql_family/statement_errors.py",
        "words_of",
    ): "takes the number off that the driver adds",
    ("engines/postgresql/connection.py", "_cause"): _LIBPQ,
    ("engines/postgresql/session.py", "_hint"): "PgBouncer has one code for all it refuses",
}
"""File, and the function or the name in it → why a text decides there."""


@pytest.mark.slow
def test_that_no_english_text_decides_anything(modules: Modules) -> None:
    found = decisions(named(modules))
    unknown = [each for each in found if (each.file, each.within) not in EXCEPTIONS]
    assert unknown == []
    assert EXCEPTIONS.keys() - {(each.file, each.within) for each in found} == set()


def found_in(**texts: str) -> set[str]:
    modules = [
        Module(f"app.{name}", f"app/{name}.py", ast.parse(dedent(text)))
        for name, text in texts.items()
    ]
    return {f"{each.within}: {each.expression}" for each in decisions(modules)}


CAUSES = """
    class Cause(Enum):
        REFUSED = phrase("Server not reached"), phrase("Check host and port.")
        TIMEOUT = phrase("Silence"), phrase("It had {seconds} s.")
"""


def test_that_a_title_that_decided_whether_to_try_again_is_found() -> None:
    pool = """
        from app.causes import Cause
        _MAY_PASS = {str(cause.value[0]) for cause in (Cause.REFUSED, Cause.TIMEOUT)}
        class Pool:
            def ensure(self):
                try:
                    self.have()
                except CipherbenchError as error:
                    hopeless = error.title not in _MAY_PASS or late()
    """
    errands = """
        from app.causes import Cause
        def open(error):
            if error.title != str(Cause.REFUSED.value[0]):
                raise
    """
    assert found_in(causes=CAUSES, pool=pool, errands=errands) == {
        "Pool.ensure: error.title not in _MAY_PASS",
        "open: error.title != str(Cause.REFUSED.value[0])",
    }


def test_that_causes_parsed_out_of_a_sentence_are_found() -> None:
    disturbance = """
        SAID = {Cause.OTHERS: phrase("other programs took {share}")}
        def causes_of(mark):
            return {
                cause
                for cause, message in SAID.items()
                if any(part.startswith(_beginning(message)) for part in mark.split("; "))
            }
        def _reason(part):
            for message in SAID.values():
                places = re.sub("x", "y", re.escape(message.template))
                if found := re.fullmatch(places, part):
                    return found
        def _beginning(message):
            return message.template.partition("{")[0]
    """
    assert {each.partition(":")[0] for each in found_in(disturbance=disturbance)} == {
        "_reason", "_beginning",
    }  # fmt: skip


def test_that_texts_looked_up_or_compared_by_their_template_are_found() -> None:
    pool = 'WAITING = phrase("Waiting for {server}")'
    page = """
        from app.pool import WAITING
        _AWAITED = (WAITING.template,)
        def apply(event):
            match event:
                case Noted(message=message) if message.template in _AWAITED:
                    pass
            told = str(self._last_said) == event.ended_by
    """
    verdict = """
        _APART = phrase("too noisy")
        _WITHOUT = {_APART.template: phrase("too noisy to tell")}
        def worded(each):
            return _WITHOUT.get(each.template, each)
        def message(text):
            return _WITHOUT[text.template]
    """
    conditions = """
        NOT_SEEN = phrase("unknown: not visible from here")
        def same(then, settings):
            return then == str(NOT_SEEN)
    """
    assert found_in(pool=pool, page=page, verdict=verdict, conditions=conditions) == {
        "apply: message.template in _AWAITED",
        "apply: str(self._last_said) == event.ended_by",
        "_WITHOUT: {_APART.template: phrase('too noisy to tell')}",
        "worded: _WITHOUT.get(each.template, each)",
        "message: _WITHOUT[text.template]",
        "same: then == str(NOT_SEEN)",
    }


def test_that_words_of_libraries_are_found_wherever_they_are_matched() -> None:
    texts = """
        _SIGNS = (("certificate verify failed", Cause.UNTRUSTED),)
        _TELLING = re.compile(r"No space left on device|error 28")
        axis = phrase("Records")
        def cause(error: OperationalError):
            message = str(error)
            if "malformed" in message:
                return 1
            if message.startswith("Disk"):
                return 2
            if axis_of(error) == "Records":
                return 3
            match str(error):
                case "unexpected end of data":
                    return 4
            return next((cause for sign, cause in _SIGNS if sign in message), None)
    """
    assert found_in(texts=texts) == {
        "_TELLING: re.compile('No space left on device|error 28')",
        "cause: 'malformed' in message",
        "cause: message.startswith('Disk')",
        "cause: axis_of(error) == 'Records'",
        "cause: match str(error):",
        "cause: 'unexpected end of data'",
        "cause: sign in message",
    }


def test_that_codes_and_texts_that_are_only_reported_are_let_be() -> None:
    codes = """
        class Cause(StrEnum):
            REFUSED = "refused by the server"
        WORDS = {Cause.REFUSED: phrase("Server not reached")}
        def hopeless(error, place):
            if error.cause is Cause.REFUSED or error.cause in {Cause.REFUSED}:
                return WORDS[error.cause]
            if place == Cause.REFUSED or error.kind == "refused":
                return {"what ended it": error.text}
            match error:
                case ServerLost(cause=Cause.REFUSED) if error.message:
                    return f"{error.message} {error.title}"
    """
    assert found_in(codes=codes) == set()
