"""PDF sheets of a lesson: one for students, one with answers, and one with a class's results."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from PIL import Image

from app.lessons.lesson import Ask, Lesson, LessonStep, Module
from app.lessons.lesson_reading import read_lesson
from app.patterns.pictures.picture_loading import open_picture
from app.patterns.pictures.report_pictures import encrypted_image, raster_of_at_most
from app.report.document.formats.typesetting import compile_typst
from app.system.escaping import typst_data
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.platform.private_files import write_atomically

_PIXELS = 60_000


@dataclass(frozen=True)
class SheetWords:
    """The sheet's own words, in the language that the lesson is in; `steps` by the step's key."""

    language: str = "en"
    decimal: str = "."
    name: str = "Name"
    date: str = "Date"
    minutes: str = "{0} minutes"
    answers: str = "With answers"
    sources: str = "Sources"
    steps: dict[str, str] = field(
        default_factory=lambda: {step.value: step.value.capitalize() for step in LessonStep}
    )


def write_sheet(lesson: Path, path: Path, words: SheetWords, *, answers: bool) -> None:
    """Write the sheet of the lesson in a file as PDF.

    Raises: InputError, CipherbenchError
    """
    write_pdf(path, build_sheet(read_lesson(lesson), words, answers=answers))


def write_pdf(path: Path, made: bytes) -> None:
    """Write a sheet that was made.

    Raises: CipherbenchError
    """
    try:
        write_atomically(path, made)
    except OSError as error:
        raise CipherbenchError(
            phrase("Sheet not made"),
            phrase("{path} cannot be written: {reason}."),
            phrase("Choose another folder."),
            path=path,
            reason=error.strerror or str(error),
        ) from error


def build_sheet(lesson: Lesson, words: SheetWords, *, answers: bool) -> bytes:
    """The PDF, for every reader (PDF/UA-1); the same lesson gives the same bytes."""
    layout = (files("assets") / "report" / "lesson.typ").read_bytes()
    pictures = list(_pictures(lesson, answers=answers))
    content = {
        **_sheet_content(lesson, words, answers=answers),
        "pictures": [title for title, _ in pictures],
    }
    drawn = {f"picture-{at}": _as_svg(image) for at, (_, image) in enumerate(pictures)}
    inputs = {"lesson": typst_data(content), **drawn}
    return compile_typst(layout, inputs, "pdf", standards=["ua-1"])


def _pictures(lesson: Lesson, *, answers: bool) -> Iterator[tuple[str, Image.Image]]:
    """The picture that a lesson is about; with answers also what each protection makes of it."""
    run = lesson.run
    if run.module is not Module.PICTURES:
        return
    image, _ = open_picture(run.picture)
    yield lesson.title, image
    raster = raster_of_at_most(image, _PIXELS)
    for each in run.on if answers else ():
        algorithm, bits, mode = each.protection.removeprefix("client-").split("-")[:3]
        drawn = encrypted_image(raster, algorithm, int(bits), mode)
        if drawn is not None:
            yield f"{algorithm}-{bits} {mode}".upper(), drawn.image


def _as_svg(image: Image.Image) -> str:
    """A picture of pixels in the only form in which a layout takes one from outside."""
    written = BytesIO()
    image.save(written, "PNG")
    data = b64encode(written.getvalue()).decode()
    size = f'width="{image.width}" height="{image.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        f'<image {size} href="data:image/png;base64,{data}"/></svg>'
    )


def _sheet_content(lesson: Lesson, words: SheetWords, *, answers: bool) -> dict[str, object]:
    return {
        "language": words.language,
        "title": lesson.title,
        "question": lesson.question,
        "minutes": words.minutes.format(lesson.minutes),
        "name": words.name,
        "date": words.date,
        "answers": words.answers if answers else "",
        "goal": lesson.goal,
        "ends": _ends(lesson) if answers else [],
        "steps": [
            {
                "name": words.steps[step.value],
                "minutes": words.minutes.format(lesson.minutes_of(step)),
                "text": lesson.text(step).split("\n\n"),
                "asks": [_asked(ask, words, answers=answers) for ask in lesson.asks(step)],
                "checks": [each.text for each in lesson.make.check]
                if step is LessonStep.MAKE
                else [],
                "hint": lesson.make.hint if step is LessonStep.MAKE else "",
            }
            for step in LessonStep
        ],
        "sources_word": words.sources,
        "sources": list(lesson.sources),
    }


def _ends(lesson: Lesson) -> list[str]:
    return [each for each in (lesson.conclusion, lesson.bridge, lesson.warning) if each]


def _asked(ask: Ask, words: SheetWords, *, answers: bool) -> dict[str, object]:
    """`right` is the answer, and `because` its reason; both empty where answers are kept back."""
    unit = "\u00a0%" if ask.percent is not None else ""
    right = ask.answer or f"{ask.value:g}{unit}".replace(".", words.decimal)
    return {
        "text": ask.text,
        "choices": list(ask.choices),
        "unit": unit.strip(),
        "right": right if answers else "",
        "because": ask.because if answers else "",
    }


# A class's results on paper: a table of students and questions, and a drawing of the answers.


@dataclass(frozen=True)
class ClassSheet:
    """What stands on it, in the reader's `language`: every row has as many texts as `head`.

    Of each question `pictures` has a drawing (SVG), and `descriptions` what that shows, for readers
    who do not see it.
    """

    language: str
    title: str
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    foot: Sequence[str]
    pictures: Sequence[str]
    descriptions: Sequence[str]


def write_class_sheet(sheet: ClassSheet, path: Path) -> None:
    """Write the sheet as PDF, for every reader (PDF/UA-1).

    Raises: CipherbenchError
    """
    layout = (files("assets") / "report" / "class.typ").read_bytes()
    described = {key: value for key, value in asdict(sheet).items() if key != "pictures"}
    pictures = {f"picture-{at}": each for at, each in enumerate(sheet.pictures)}
    inputs = {"class": typst_data(described), **pictures}
    write_pdf(path, compile_typst(layout, inputs, "pdf", standards=["ua-1"]))
