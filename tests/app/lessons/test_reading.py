"""Files of lessons: those that ship, the one in the guide, and broken ones."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from app.lessons.lesson import LessonStep
from app.lessons.lesson_reading import lesson_files, parse_lesson, read_lesson
from app.system.folders import lessons_folder
from engines.contract.errors import InputError

ROOT = Path(__file__).parents[3]
LESSONS = ROOT / "assets" / "lessons"
FLAG, TAMPER = ((LESSONS / f"{name}.toml").read_text() for name in ("flag", "tamper"))


def shape(value: object) -> object:
    """A document without what a translator changes."""
    if isinstance(value, dict):
        texts = {
            "goal",
            "conclusion",
            "bridge",
            "warning",
            "title",
            "question",
            "text",
            "because",
            "hint",
            "answer",
            "choices",
            "sources",
        }
        return {key: len(each) > 0 if key in texts else shape(each) for key, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.*.toml")), ids=lambda path: path.stem)
def test_that_a_translated_lesson_asks_runs_and_checks_the_same(path: Path) -> None:
    english = LESSONS / f"{path.name.partition('.')[0]}.toml"
    one, other = (tomllib.loads(each.read_text()) for each in (english, path))
    assert shape(one) == shape(other)
    asked, translated = read_lesson(english).asked(), read_lesson(path).asked()
    for (_, _, ask), (_, _, there) in zip(asked, translated, strict=True):
        assert len(ask.choices) == len(there.choices)
        if ask.answer:
            assert ask.choices.index(ask.answer) == there.choices.index(there.answer)


@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.toml")), ids=lambda path: path.stem)
def test_that_a_shipped_lesson_has_45_minutes_a_goal_and_a_conclusion_of_two_sentences(
    path: Path,
) -> None:
    lesson = read_lesson(path)
    minutes = [lesson.part(step).minutes for step in LessonStep]
    assert min(minutes) > 0 and sum(minutes) == lesson.minutes == 45
    assert lesson.goal and lesson.bridge and lesson.make.hint
    assert len(re.findall(r"[.!?](?= |$)", lesson.conclusion)) == 2, lesson.conclusion


def test_that_a_lesson_of_pictures_warns_of_photographs_under_ecb() -> None:
    warning = read_lesson(LESSONS / "flag.toml").warning
    assert "photograph" in warning and "never use ECB" in warning


def test_that_all_shipped_lessons_can_be_used_in_each_language(home: Path) -> None:
    del home
    english, translated = lesson_files(), lesson_files("pt_BR")
    assert [each.error for each in english + translated] == [None] * 2 * len(english)
    assert [each.language for each in translated] == ["pt"] * len(english)


@pytest.mark.parametrize(("page", "name"), [("guide", "clinic"), ("pt_BR/guide", "clinica")])
def test_that_the_lesson_of_the_guide_is_listed_in_the_folder_that_it_names(
    page: str, name: str, home: Path
) -> None:
    del home
    text = (ROOT / "docs" / page / "lessons.md").read_text()
    lesson = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert lesson is not None and f"lessons/{name}.toml" in text
    lessons_folder().mkdir(parents=True, exist_ok=True)
    (lessons_folder() / f"{name}.toml").write_text(lesson[1])
    (found,) = (each for each in lesson_files() if each.name == name)
    assert found.error is None


@pytest.mark.parametrize(
    ("there", "instead", "line", "output"),
    [
        ("minutes = 45", 'minutes = "long"', "minutes = 45", "not a whole number"),
        ('title = "Does', 'titel = "Does', "title = ", "unknown key “titel”"),
        ('free = "format"', 'free = "sound"', 'free = "format"', "not one of picture, format"),
        ('free = "format"', 'free = "records"', 'free = "format"', "“records” is not one of"),
        ('answer = "No"', 'answer = "Maybe"', 'answer = "No"', "“Maybe” is not one of"),
        ('"ecb.distinct"', '"ecb.colour"', 'figure = "ecb.distinct"', "“ecb.colour” is not one"),
        ("least = 1000", "", "[[make.check]]\ntext = \"It has", "a check needs least or most"),
        ("number = 16", "", 'text = "Each pixel of this', "needs one of answer, number"),
        ('server = "postgresql"', 'server = "ms"', 'server = "post', "“ms” is not one of"),
        ("[investigate]", "[investigate", "[investigate]", "not valid TOML"),
    ],
)  # fmt: skip
def test_that_a_broken_lesson_gets_a_sentence_with_its_line(
    there: str, instead: str, line: str, output: str
) -> None:
    assert there in FLAG
    with pytest.raises(InputError) as caught:
        parse_lesson(FLAG.replace(there, instead, 1), "flag.toml")
    number = FLAG[: FLAG.index(line)].count("\n") + 1
    assert caught.value.title == "Lesson not usable"
    assert output in caught.value.message
    assert f"line {number}" in caught.value.message
    assert caught.value.hint
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    ("there", "instead", "output"),
    [
        ('wanted = "Minas"', 'wanted = "Goiás"', "the same number of bytes"),
        ('"ctr.outcome"', '"ctr.another"', "“ctr.another” is not one of ctr.outcome"),
        ('choices = ["Minas", ', 'choices = ["Minas", "More", ', "has no figure here"),
    ],
)
def test_that_a_change_of_other_length_and_a_figure_that_chooses_nothing_are_reported(
    there: str, instead: str, output: str
) -> None:
    with pytest.raises(InputError, match=output):
        parse_lesson(TAMPER.replace(there, instead, 1), "tamper.toml")


def test_that_a_lesson_that_is_no_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / "lesson.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="cannot be read"):
        read_lesson(tmp_path / "lesson.toml")


@pytest.mark.parametrize(
    ("name", "there", "instead", "output"),
    [
        ("password", "aes.key-in-memory", "aes.cost", "“aes.cost” is not one of"),
        ("password", '"aes-128-cbc"', '"plaintext"', "“plaintext” is there twice"),
        ("cost", '"aes.decided"', '"aes.cost"', "“aes.cost” is not one of aes.decided"),
        (
            "cost",
            '"No, it cannot tell",',
            '"No", "?",',
            "these choices has no figure",
        ),
        ("cost", "repetitions = 2", "repetitions = 0", "repetitions must be 1 to 30"),
    ],
)
def test_that_a_broken_lesson_with_a_campaign_gets_a_sentence(
    name: str, there: str, instead: str, output: str
) -> None:
    text = (LESSONS / f"{name}.toml").read_text()
    assert there in text
    with pytest.raises(InputError) as caught:
        parse_lesson(text.replace(there, instead, 1), f"{name}.toml")
    assert output in caught.value.message
    assert "line " in caught.value.message
