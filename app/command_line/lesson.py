"""`cipherbench lesson`: lists lessons, checks the file of one, and runs it (for authors)."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.command_line.common.options import DONE, RUN_FAILED, json_option, store_option
from app.command_line.common.terminal import print_json, print_table, print_text, say, show

if TYPE_CHECKING:
    from app.lessons.lesson_reading import LessonFile


@click.command()
@click.argument("file", required=False)
@click.option("--check", "only_check", is_flag=True, help="Check the file, run nothing.")
@click.option("--print", "as_text", is_flag=True, help="Print the file, as a start for your own.")
@store_option
@json_option
def lesson(
    file: str | None, only_check: bool, as_text: bool, store_url: str | None, as_json: bool
) -> int:
    """Check a lesson and run what it runs, or list all lessons.

    FILE is a lesson's file, or the name of a lesson in the list, such as flag or flag.pt_BR. Every
    error is told with its line. Otherwise each figure is printed by its name, then the right answer
    of each question.
    """
    from app.lessons.lesson_reading import file_of, lesson_text, open_lesson

    if file is None:
        if only_check or as_text:
            raise click.UsageError("Name a lesson.")
        _show_list(as_json)
        return DONE
    path = file_of(file)
    if as_text:
        print_text(lesson_text(path))
        return DONE
    lesson_file = open_lesson(path)
    if lesson_file.error is not None:
        raise lesson_file.error
    return _checked(lesson_file) if only_check else _run(lesson_file, store_url, as_json)


def _checked(lesson_file: LessonFile) -> int:
    say(f"{lesson_file.path}: no error.")
    return DONE


def _run(lesson_file: LessonFile, store_url: str | None, as_json: bool) -> int:
    from app.command_line.lesson_run import lesson_json, lesson_lines, run_lesson

    assert lesson_file.lesson is not None
    figures = run_lesson(lesson_file, lesson_file.lesson, store_url)
    if figures is None:
        return RUN_FAILED
    if as_json:
        print_json(lesson_json(lesson_file, lesson_file.lesson, figures))
    else:
        for line in lesson_lines(lesson_file.lesson, figures):
            show(line)
    return DONE


def _show_list(as_json: bool) -> None:
    from app.lessons.lesson_reading import lessons_in_all_languages
    from app.system.folders import lessons_folder

    found, folder = lessons_in_all_languages(), lessons_folder()
    if as_json:
        print_json({"folder": str(folder), "lessons": [_entry(each) for each in found]})
    else:
        rows = [
            (
                each.path.stem,
                str(each.lesson.minutes) if each.lesson else "–",
                _language(each.path, folder) or "–",
                str(each.path),
                each.lesson.title if each.lesson else "not usable",
            )
            for each in found
        ]
        print_table(("lesson", "minutes", "language", "file", "title"), rows, left={0, 2, 3, 4})
        show("")
        made = "" if folder.is_dir() else f" (make it: mkdir -p {shlex.quote(str(folder))})"
        show(f"Your own lessons: {folder}{made}")
    for each in found:
        if each.error is not None:
            say(str(each.error))


def _entry(lesson_file: LessonFile) -> dict[str, object]:
    from app.system.folders import lessons_folder

    lesson, error = lesson_file.lesson, lesson_file.error
    return {
        "name": lesson_file.path.stem,
        "title": lesson.title if lesson else None,
        "minutes": lesson.minutes if lesson else None,
        "module": lesson.run.module.value if lesson else None,
        "language": _language(lesson_file.path, lessons_folder()),
        "file": str(lesson_file.path),
        "error": None if error is None else error.message,
    }


def _language(path: Path, own_folder: Path) -> str | None:
    """The language code in a file's name; without one English, or None for the user's own file."""
    return path.stem.partition(".")[2] or (None if path.parent == own_folder else "en")
