"""`cipherbench lesson`, as it is typed: listed, checked, run on real engines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.command_line.main import run
from app.lessons.lesson_reading import lesson_files
from app.system.folders import lessons_folder
from engines.keys.pkcs11 import softhsm
from tests.requirements import lacking, spec_of

type Run = Callable[..., tuple[int, str, str]]

CLINIC = """title = "Is a fixed IV enough?"
question = "Does CBC hide states if every value has the same IV?"
minutes = 20

[predict]
text = "A column of states is encrypted with a fixed IV."

[[predict.ask]]
text = "For how many percent is the state named?"
percent = 12
figure = "fixed.named"
within = 10

[run]
text = "Press Run."
module = "columns"
server = "postgresql"
records = 100

[[run.on]]
name = "fixed"
protection = "aes-128-cbc"

[investigate]
text = "Look."

[[investigate.ask]]
text = "What gives the names away?"
choices = ["The key", "Equal ciphertexts"]
answer = "Equal ciphertexts"

[modify]
text = "Choose fresh IVs."
free = "iv"

[[modify.ask]]
text = "And now?"
percent = 0
figure = "now.named"

[make]
text = "Hide it."
free = ["protection"]

[[make.check]]
text = "At most 5 %"
figure = "now.named"
most = 5
"""


@pytest.fixture
def typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Run:
    monkeypatch.setenv("CIPHERBENCH_CONFIG", str(tmp_path / "config"))

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(list(map(str, arguments)))
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


@pytest.fixture
def clinic(tmp_path: Path) -> Path:
    path = tmp_path / "clinic.toml"
    path.write_text(CLINIC)
    return path


def line_of(words: str) -> int:
    return CLINIC[: CLINIC.index(words)].count("\n") + 1


@pytest.mark.slow
def test_that_a_lesson_is_run_and_tells_its_figures_and_right_answers(
    typed: Run, clinic: Path
) -> None:
    spec_of("postgresql")
    code, out, err = typed("lesson", clinic, "--json")
    assert code == 0, err
    found = json.loads(out)
    figures, (named, why, later) = found["figures"], found["answers"]
    assert 30 < figures["fixed.named"] < 80 and figures["fixed.records"] == 100
    assert named["answer"] == figures["fixed.named"] and not named["agrees"]
    assert why["answer"] == "Equal ciphertexts" and why["agrees"]
    assert later["answer"] == 0 and later["figure"] == "now.named"


@pytest.mark.exhaustive
def test_that_the_lesson_of_a_deleted_key_comes_out_as_its_file_says(
    typed: Run, tmp_path: Path
) -> None:
    spec_of("postgresql")
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")
    code, out, err = typed("lesson", "erasure", "--json", "--store", tmp_path / "store.sqlite")
    assert code == 0, err
    found = json.loads(out)
    assert found["figures"]["person.deleted-key-in-files"] == 0
    assert "table.deleted-key-in-files" not in found["figures"]
    assert [each for each in found["answers"] if "agrees" in each and not each["agrees"]] == []


@pytest.mark.slow
def test_that_all_that_the_server_does_not_offer_is_named_with_its_line(
    typed: Run, clinic: Path
) -> None:
    spec_of("postgresql")
    clinic.write_text(CLINIC.replace('"aes-128-cbc"', '"aes-128-gcm"'))
    code, out, err = typed("lesson", clinic)
    line = line_of('protection = "aes-128-cbc"')
    assert (code, out) == (2, "")
    assert f"line {line}, column" in err and "“aes-128-gcm” is not one of" in err
    assert "client-aes-256-gcm" in err


def test_that_every_error_of_a_file_is_reported_with_its_line_and_nothing_is_run(
    typed: Run, clinic: Path
) -> None:
    clinic.write_text(
        CLINIC.replace('free = "iv"', 'free = "format"')
        .replace("records = 100", 'records = 3\ncolumn = "estado.name"')
        .replace('answer = "Equal ciphertexts"', 'answer = "Equal"')
    )
    code, out, err = typed("lesson", clinic)
    assert (code, out) == (2, "")
    records = line_of("records = 100")
    for line, output in (
        (records, "records must be 10 to"),
        (records + 1, "“estado.name” is not one of estado.nome, municipio.nome"),
        (line_of('answer = "Equal') + 1, "“Equal” is not one of"),
        (line_of('free = "iv"') + 1, "“format” is not one of protection, iv"),
    ):
        assert f"line {line}, column" in err and output in err


def test_that_lessons_are_listed_with_the_folder_of_ones_own(typed: Run) -> None:
    code, out, _ = typed("lesson")
    assert code == 0
    assert f"Your own lessons: {lessons_folder()} (make it: mkdir -p" in out
    lessons_folder().mkdir(parents=True)
    (lessons_folder() / "clinic.toml").write_text(CLINIC)
    (lessons_folder() / "broken.toml").write_text("title = 3")
    found = json.loads(typed("lesson", "--json")[1])
    assert found["folder"] == str(lessons_folder())
    by_name = {each["name"]: each for each in found["lessons"]}
    assert {each.name for each in lesson_files()} <= by_name.keys()
    assert by_name["flag.pt_BR"]["language"] == "pt_BR"
    assert by_name["clinic"]["minutes"] == 20 and by_name["clinic"]["language"] is None
    assert by_name["broken"]["error"]
    assert "(make it" not in typed("lesson")[1]


def test_that_a_shipped_lesson_is_printed_and_its_copy_has_no_error(
    typed: Run, tmp_path: Path
) -> None:
    code, text, _ = typed("lesson", "states.pt_BR", "--print")
    copy = tmp_path / "copy.toml"
    copy.write_text(text)
    assert code == 0 and "Quem mora onde?" in text
    assert typed("lesson", copy, "--check") == (0, "", f"cipherbench: {copy}: no error.\n")


@pytest.mark.parametrize("command", ["check", "open"])
def test_that_commands_for_other_files_say_where_a_lesson_belongs(
    typed: Run, clinic: Path, command: str
) -> None:
    code, _, err = typed(command, clinic)
    assert code == 2
    assert f"cipherbench lesson {clinic}" in err and str(lessons_folder()) in err
