"""No English text decides anything; what does has a code."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tests.words.decisions import Module, decisions, named
from tests.words.texts import Modules

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
    ("engines/inspection/csv_table.py", "_message"): "Python's csv has one error for everything",
    ("engines/mysql/session.py", "_PURGED"): "InnoDB tells how far purge is in this text alone",
    ("engines/mysql_family/connection.py", "_cause"): "one number, 2026, for whatever TLS ends in",
    (
        "engines/mysql_family/statement_errors.py",
        "words_of",
    ): "takes the number off that the driver adds",
    ("engines/postgresql/connection.py", "_cause"): _LIBPQ,
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
