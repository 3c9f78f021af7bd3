"""Studies as a Markdown page: where each comes from, how it was made, and every figure's source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.findings.studies.study import Study
from app.report.figures.matched_study import figure_words
from app.system.escaping import markdown_text, pipe_table

_HEAD = ("engine", "protection", "operation", "case", "measure", "figure", "source")


def studies_markdown(studies: Iterable[Study]) -> str:
    known = list(studies)
    parts = ["# Published figures", _ABOUT, *(part for each in known for part in _section(each))]
    return "\n\n".join(parts) + "\n"


_ABOUT = (
    "Output of `cipherbench studies --markdown`: every figure of the studies that can be compared "
    "with a campaign, and the sentence or table row that it comes from. An empty engine, "
    "operation or case means any."
)


def _section(study: Study) -> Iterator[str]:
    yield f"## {markdown_text(study.short_name)}"
    yield "\n".join(f"- {name}: {markdown_text(text)}" for name, text in about_study(study).items())
    rows = [
        (
            each.engine,
            each.protection,
            each.operation,
            each.case,
            each.measure,
            figure_words(each),
            each.source,
        )
        for each in study.figures
    ]
    yield pipe_table(_HEAD, rows, right=(5,))


def about_study(study: Study) -> dict[str, str]:
    """What is told of a study, by what it is; what nobody tells is left out."""
    year = f" ({study.year})" if study.year else ""
    engines = (f"{name} {version}".strip() for name, version in study.engines.items())
    facts = {
        "study": f"{', '.join(study.authors)}: {study.title}{year}",
        "name": study.name,
        "found at": study.found_at,
        "published in": study.published_in if study.found_at != study.published_in else "",
        "engines": ", ".join(engines),
        "work": study.workload,
        "data": study.data,
        "machine": study.machine,
        "method": study.method,
        "intervals": study.intervals,
        "licence": study.licence,
        "note": " ".join(study.note.splitlines()),
    }
    return {name: text for name, text in facts.items() if text}
