"""What a translation lacks is listed, filled in and taken in again."""

from __future__ import annotations

from io import StringIO
from xml.etree import ElementTree

import pytest

from scripts.fill_texts import read, take, unfinished

TEXTS = """<TS version="2.1" language="pt_BR"><context><name></name>
<message numerus="yes"><source>{n} runs</source><comment>{n} run</comment>
<translation type="unfinished"><numerusform></numerusform><numerusform></numerusform></translation>
</message>
<message><source>#</source><translation type="unfinished"></translation></message></context>
<context><name>Start</name>
<message><source>Share of
records</source><translation type="unfinished"></translation></message>
<message><source>Save</source><translation>Salvar</translation></message></context></TS>"""


def test_that_a_list_that_was_filled_is_taken_in() -> None:
    messages = ElementTree.parse(StringIO(TEXTS))
    listed = "\n".join(unfinished(messages))
    assert listed.splitlines() == [
        "-- message {n} run", "{n} runs", "= ", "-- message", "#", "= ",
        "-- Start", "Share of⏎records", "= ",
    ]  # fmt: skip
    filled = listed.replace("{n} runs\n= ", "{n} runs\n= {n} execução ¦ {n} execuções")
    filled = filled.replace("⏎records\n= ", "⏎records\n= Parte dos⏎registros")
    assert take(messages, read(filled)) == 2
    assert list(unfinished(messages)) == ["-- message", "#\n= "]
    forms = [each.text for each in messages.getroot().iter("numerusform")]
    assert forms == ["{n} execução", "{n} execuções"]
    assert "Parte dos\nregistros" in [t.text for t in messages.getroot().iter("translation")]


def test_that_a_list_without_a_line_for_a_translation_is_refused() -> None:
    with pytest.raises(SystemExit, match="no line with “= ” below “Save”"):
        read("Save\nSalvar\n")
