"""What a message says: English and plain numbers everywhere, a locale's own in the window."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.window.base.language import ENGLISH, install_language, languages
from app.window.base.messages import message_text
from engines.contract.errors import InputError
from engines.contract.message import Message, Number, percent, phrase, significant

COSTS = phrase("{name} costs {cost} of {records} records.")


class German(QTranslator):
    """Knows one sentence, in which the words change places."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        known = {
            ("", COSTS.template): "{cost} bei {records} Datensätzen kostet {name}.",
            ("", "Bring back {file}."): "Holen Sie {file} zurück.",
        }
        return known.get((context, text))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("number", "output"),
    [
        (Number(1234567), "1,234,567"),
        (Number(0.5, 2, "s"), "0.50 s"),
        (percent(9.94), "9.9 %"),
        (percent(9.96), "10 %"),
        (percent(-41.7), "−42 %"),
        (significant(0.0131, 2, "%"), "0.013 %"),
        (significant(4.0, 2, "%"), "4 %"),
        (significant(37.2, 2), "37"),
        (significant(99.6, 4), "99.6"),
        (significant(0, 2), "0"),
    ],
)
def test_that_numbers_are_written_alike_wherever_they_are_stored(
    number: Number, output: str
) -> None:
    assert str(number) == output


def test_that_a_message_without_values_is_the_text_itself() -> None:
    assert str(Message("odd {brace")) == "odd {brace" and not Message("")


def test_that_the_window_translates_first_and_writes_numbers_by_locale(qapp: QApplication) -> None:
    report = COSTS.with_values(name="AES", cost=percent(4.2), records=Number(20000))
    before, german = QLocale(), German(qapp)
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    QCoreApplication.installTranslator(german)
    try:
        assert message_text(report) == "4,2 % bei 20.000 Datensätzen kostet AES."
        assert str(report) == "AES costs 4.2 % of 20,000 records."
        nested = phrase("{what}", what=phrase("Bring back {file}.", file="a.csv"))
        assert message_text(nested) == "Holen Sie a.csv zurück."
    finally:
        QCoreApplication.removeTranslator(german)
        QLocale.setDefault(before)


def test_that_an_error_keeps_its_words_separately_from_its_values_in_another_process() -> None:
    error = InputError(phrase("No plan"), phrase("No {name}."), phrase("See {name}."), name="x {y}")
    again = pickle.loads(pickle.dumps(error))
    assert again.messages == error.messages and str(again) == "No plan: No x {y}. See x {y}."
    assert again.messages[1].template == "No {name}." and again.values == {"name": "x {y}"}


TRANSLATION = """<TS version="2.1" language="de"><context><name></name><message>
<source>Bring back {file}.</source><translation>Holen Sie {file} zurück.</translation>
</message></context></TS>"""


def test_that_qts_own_words_come_along_with_ours(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "translations"
    folder.mkdir()
    source = folder / "cipherbench_de.ts"
    source.write_text(TRANSLATION)
    release = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run([release, source], check=True, capture_output=True, timeout=60)
    monkeypatch.setattr("app.window.base.language.files", lambda _: tmp_path)
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    before = QLocale()
    try:
        assert languages() == (ENGLISH, "de")
        install_language(qapp, "de")
        assert message_text(phrase("Bring back {file}.", file="a")) == "Holen Sie a zurück."
        assert message_text(phrase("{cost}", cost=percent(1.5))) == "1,5 %"
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
        install_language(qapp, ENGLISH)
        assert message_text(phrase("Bring back {file}.", file="a")) == "Bring back a."
        assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    finally:
        install_language(qapp, ENGLISH)
        QLocale.setDefault(before)
