"""One of a thing and several of it: every text that says a count has a form for each, in English
and in languages that have more of them."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from app.results.message_json import message_from_json, message_to_json
from app.window.base.messages import message_text
from engines.contract.message import Message, Number, phrase, plural
from tests.words.texts import ROOT, Modules, extract, literal, marker, walk

RUNS = plural("{n} runs failed", "{n} run failed", 0)
COUNTED = (
    "runs|blocks|repetitions|campaigns|servers|cells|values|rows|comparisons|records|files|users|"
    "requests|lines|ciphers|figures|warm-ups|statements|databases|spools|studies|events|operations"
)
SEVERAL = re.compile(rf"\{{\w*\}} (?:of \{{\w*\}} )?(?:\w+ )?(?:{COUNTED})\b")
"""“{count} runs”, “{0} of {1} records”, “{n} disturbed runs”."""

NEVER_ONE = {
    "{done} of {total} runs": "plaintext's, and those of a protection",
    "it has more than {most} values": "hundreds",
    "{distinct} of {blocks} blocks differ ({percent})": "a picture has hundreds",
    "of {records} values recovered by frequency, from ciphertext alone": "tens, or more",
    "of {records} values recovered by frequency, from ciphertext alone; {by_length} by length": (
        "tens, or more"
    ),
    "{rows} rows are not between 1 and {most}": "what is told is a number that is out of bounds",
    "it asks for {runs} runs; the limit is {most}": "hundreds of thousands",
    "{count} figures share this place and differ by {by}. Use {by} as rows or columns, or show one "
    "value at a time.": "two or more",
    "Up to {run} equal blocks follow one another: a flat area or a run of one byte.": "two or more",
    "{words} ({blocks} blocks: too few for the exact test)": "an interval has two or more",
    "too noisy: between {low} (faster) and {high} (slower); add about {more} more repetitions": (
        "whole blocks: two or more"
    ),
    "unproven: {percent} ({low} to {high}) may be chance among {comparisons} comparisons": (
        "a single one needs no correction"
    ),
    "no difference shown: {percent} ({low} to {high}) may be chance among {comparisons} "
    "comparisons, unpaired": "a single one needs no correction",
    "it names {servers} servers; the limit is {most}, since all run at the same time": (
        "more than a hundred"
    ),
    "Put the layout into a separate folder. At most {files} files of {megabytes} MB are read.": (
        "a bound of ours, far above one"
    ),
    "a load has at most {n} operations": "a bound of ours, far above one",
    "Only the first {most} files are read.": "a bound of ours, far above one",
    "{cost}, sd {deviation} over operations": "no count",
    "it is empty: {rows} rows assumed": "a constant of ours, far above one",
    "{count} statements up to {times}": "two or more",
}
"""Texts whose count is never one, and why."""
MANY_VALUES = "The raw cipher "
"""Begins texts about all values of an operation, of which a record alone has several."""


type Marked = list[tuple[str, str, ast.Call]]


@pytest.fixture(scope="module")
def marked(modules: Modules) -> Marked:
    """Every call that marks a text, with its marker."""
    return [
        (f"{path}:{node.lineno}", name, node)
        for path, module in modules
        for node in walk(module)
        if isinstance(node, ast.Call) and (name := marker(node))
    ]


def calls(marked: Marked, *markers: str) -> Iterator[tuple[str, ast.Call]]:
    return ((where, node) for where, name, node in marked if name in markers)


@pytest.mark.parametrize(
    ("count", "output"), [(0, "0 runs failed"), (1, "1 run failed"), (2000, "2,000 runs failed")]
)
def test_that_one_is_reported_as_one_without_qt_and_with_it(count: int, output: str) -> None:
    assert str(RUNS.with_count(count)) == output
    assert message_text(RUNS.with_count(count)) == output
    within = phrase("{what}, so far", what=RUNS.with_count(count))
    assert str(within) == message_text(within) == f"{output}, so far"


def test_that_a_stored_message_keeps_its_plural_forms() -> None:
    for output in (RUNS.with_count(1), phrase("{what}.", what=RUNS.with_count(3))):
        again = message_from_json(json.loads(json.dumps(message_to_json(output))))
        assert again == output and str(again) == str(output)
    for broken in ({"n": "3"}, {"m": {"value": 3, "decimals": 0, "unit": ""}}):
        with pytest.raises(ValueError, match=r"."):
            message_from_json({"template": "{n} runs", "one": "{n} run", "values": broken})


@pytest.mark.slow
def test_that_translators_get_the_forms_that_their_language_has(
    qapp: QCoreApplication, tmp_path: Path
) -> None:
    """Polish has three: one run, two to four, five and more."""
    target = tmp_path / "cipherbench_pl.ts"
    extract(target)
    tree = ElementTree.parse(target)
    (message,) = (
        each
        for each in tree.getroot().iter("message")
        if each.findtext("source") == "{n} runs failed"
    )
    assert message.get("numerus") == "yes" and message.findtext("comment") == "{n} run failed"
    translation = message.find("translation")
    assert translation is not None
    forms = translation.findall("numerusform")
    assert len(forms) == 3
    for form, text in zip(forms, ("{n} przebieg", "{n} przebiegi", "{n} przebiegów"), strict=True):
        form.text = text
    del translation.attrib["type"]
    tree.write(target, encoding="utf-8")
    made = target.with_suffix(".qm")
    tool = ROOT / ".venv" / "bin" / "pyside6-lrelease"
    subprocess.run([tool, "-silent", target, "-qm", made], check=True, timeout=120)
    polish = QTranslator(qapp)
    assert polish.load(str(made)) and qapp.installTranslator(polish)
    try:
        report = [message_text(RUNS.with_count(n)) for n in (1, 3, 5, 22)]
    finally:
        qapp.removeTranslator(polish)
    assert report == ["1 przebieg", "3 przebiegi", "5 przebiegów", "22 przebiegi"]


def test_that_both_forms_are_literals_with_the_same_places(marked: Marked) -> None:
    found = 0
    for where, call in calls(marked, "plural"):
        several, one = map(literal, call.args[:2])
        assert several is not None and one is not None, where
        assert len(call.args) == 3, where
        places = [set(re.findall(r"\{(\w+)\}", text)) for text in (several, one)]
        assert "n" in places[0] and places[1] <= places[0], where
        found += 1
    assert found > 30


@pytest.mark.slow
def test_that_no_text_that_says_a_count_is_without_plural_forms(marked: Marked) -> None:
    wrong = [
        f"{where} {text}"
        for where, call in calls(marked, "tr", "phrase", "_tr", "translate")
        for text in filter(None, map(literal, call.args))
        if SEVERAL.search(text) and text not in NEVER_ONE and not text.startswith(MANY_VALUES)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_that_no_text_is_chosen_by_hand_for_one(marked: Marked) -> None:
    """`"1 run" if count == 1 else …` gives translators one form for all others."""
    wrong = [
        where
        for where, call in calls(marked, "tr", "phrase", "_tr", "translate")
        for text in filter(None, map(literal, call.args))
        if re.search(rf"\b(?:1|one|One) (?:{COUNTED.replace('s|', '|').rstrip('s')})\b", text)
        and not re.search(r"\{", text)
        and re.fullmatch(r"(?:1|one) \w+( failed)?", text)
    ]
    assert not wrong


def test_that_a_message_without_forms_is_counted_as_it_is() -> None:
    assert str(Message("{n} runs", {"n": Number(1)})) == "1 runs"
