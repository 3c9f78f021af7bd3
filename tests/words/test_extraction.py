"""Every text a user can see is found by translators' tools, whole and in its context."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.app.prepared_servers import made_once
from tests.words.texts import (
    Modules,
    Text,
    called,
    extract,
    glued,
    literals_in,
    marker,
    texts,
    values_of_messages,
    walk,
)

SHOWN = frozenset({
    "setText", "setToolTip", "setStatusTip", "setWindowTitle", "setPlaceholderText", "setTitle",
    "setAccessibleName", "setAccessibleDescription", "setSuffix", "addAction", "addTab", "addItem",
    "addMenu", "setTabText", "setHeaderData", "setLabelText", "show_error", "show_text",
    "QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton", "QAction", "QGroupBox",
    "QMenu", "ToneLabel", "SectionTitle", "Card",
})  # fmt: skip
"""What shows its arguments."""

MADE_WITH = SHOWN | {
    "Column", "EmptyState", "CheckItem", "MatrixCell", "PanelData", "StatisticCell", "FieldRows",
    "add_row", "set_title", "set_figure", "set_cell", "show_message", "show_progress", "show_hint",
    "set_placeholder", "tell", "say", "Badge", "ErrorPanel", "FoldHandle",
    "ElidedLabel",
}  # fmt: skip
"""What shows some of its arguments; the others are keys, states and tones."""


@pytest.fixture(scope="module")
def marked(modules: Modules) -> list[Text]:
    return texts(modules)


def test_that_every_marked_text_is_found_in_its_context(
    marked: list[Text], found: set[tuple[str, str]]
) -> None:
    assert len(marked) > 1000
    missed = [t for t in marked if t.source and (t.context, t.source) not in found]
    assert not missed
    strangers = found - {(text.context, text.source) for text in marked}
    assert not strangers


def test_that_what_is_marked_is_a_literal(marked: list[Text]) -> None:
    assert {
        text.where.partition(":")[0]
        for text in marked
        if text.source is None or text.context is None
    } == {"app/window/base/messages.py"}  # where every `phrase` is translated


def test_that_only_its_own_class_translates_a_text(marked: list[Text]) -> None:
    """`page.tr(…)` is extracted with the variable's name as the context, and never found again."""
    assert not [text.where for text in marked if text.kind == "tr" and text.owner != "self"]


@pytest.mark.slow
def test_that_no_text_is_glued_from_two(modules: Modules) -> None:
    assert not [
        f"{path}:{getattr(node, 'lineno', 0)}" for path, module in modules for node in glued(module)
    ]


@pytest.mark.slow
def test_that_a_message_with_words_is_made_by_phrase(modules: Modules) -> None:
    """`Message("…")` is for texts that come from elsewhere; translators do not find it."""
    assert not [
        f"{path}:{node.lineno}"
        for path, module in modules
        for node in walk(module)
        if isinstance(node, ast.Call) and called(node) == "Message" and _words(node.args)
    ]


@pytest.mark.slow
def test_that_no_words_of_ours_fill_a_message_untranslated(modules: Modules) -> None:
    """What fills a place is a name, a number, somebody else's words, or another message."""
    assert not [
        f"{path}:{value.lineno} {text}"
        for path, module in modules
        for value in values_of_messages(module)
        for text in literals_in(value)
        if _is_stated(text)
    ]


@pytest.mark.slow
def test_that_what_widgets_are_made_with_is_marked(modules: Modules) -> None:
    assert not [
        f"{path}:{node.lineno} {text}"
        for path, module in modules
        if path.startswith(("app/window", "widgets"))
        for node in walk(module)
        if isinstance(node, ast.Call) and called(node) in MADE_WITH
        for value in (*node.args, *(each.value for each in node.keywords))
        for text in literals_in(value)
        if _is_stated(text)
    ]


def _is_stated(text: str) -> bool:
    """Whether a literal is words for a reader: several, or one with a capital letter. Names of
    columns, states, tones and icons are small."""
    return bool(re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}|^[A-Z][a-z]{2,}", text))


@pytest.mark.parametrize(
    ("code", "report"),
    [
        ('phrase("{why}.", why="it is not there")', True),
        ('InputError(phrase("{why}."), why=error or "It is not there.")', True),
        ('InputError(phrase("{why}."), why=error or phrase("It is not there."))', False),
        ('SAID.with_values(why=f"not {there} any more")', True),
        ('phrase("{why}.", why=getattr(error, "not said", None))', False),
        ('phrase("{mode}.", mode="gcm")', False),
    ],
)
def test_that_words_that_fill_a_message_are_found(code: str, report: bool) -> None:
    found = [text for value in values_of_messages(ast.parse(code)) for text in literals_in(value)]
    assert any(map(_is_stated, found)) is report


@pytest.mark.slow
def test_that_nothing_is_shown_that_is_not_marked(modules: Modules) -> None:
    assert not [
        f"{path}:{node.lineno} {ast.unparse(node)[:80]}"
        for path, module in modules
        if path.startswith(("app/window", "widgets"))
        for node in walk(module)
        if isinstance(node, ast.Call)
        and called(node) in SHOWN
        and _words(node.args[:1] if called(node) == "ToneLabel" else node.args)
    ]


def _words(arguments: list[ast.expr]) -> bool:
    """Whether words stand in arguments, by themselves or in an f-string."""
    parts = [
        part
        for argument in arguments
        for part in (argument.values if isinstance(argument, ast.JoinedStr) else [argument])
    ]
    return any(
        isinstance(part, ast.Constant)
        and isinstance(part.value, str)
        and re.search(r"[A-Za-z]{3}", part.value)
        for part in parts
    )


@pytest.mark.parametrize(
    ("code", "report"),
    [
        ('self.tr("One.") + " " + self.tr("Two.")', True),
        ("f\"{self.tr('One.')} {_tr('A', 'Two.').format(1)}\"", True),
        ('" ".join((self.tr("One."), self.tr("Two.")))', True),
        ('"● " + _tr("A", "One.")', False),
        ('", ".join((self.tr("one"), self.tr("two")))', False),
    ],
)
def test_that_glue_is_distinguished_from_a_list(code: str, report: bool) -> None:
    assert bool(list(glued(ast.parse(code)))) is report


def test_that_a_painter_does_not_translate_texts() -> None:
    calls = [ast.parse(code, mode="eval").body for code in ("p.translate(1, 2)", "a.translate(b)")]
    assert not any(map(marker, calls))


@pytest.mark.slow
def test_that_the_list_keeps_what_is_translated(tmp_path: Path) -> None:
    target = tmp_path / "cipherbench_de.ts"
    text = made_once("all.ts", extract).read_text()
    done = text.replace(
        '<source>&amp;Copy</source>\n        <translation type="unfinished"></translation>',
        "<source>&amp;Copy</source>\n        <translation>&amp;Kopieren</translation>",
    )
    assert done != text
    target.write_text(done)
    extract(target)
    assert "&amp;Kopieren" in target.read_text()
