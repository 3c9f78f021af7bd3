"""What the window is drawn with, whichever fonts the machine has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

from app.system.desktop.fonts import FAMILY, fixed_font_file, font_file, font_folder

_ROOT = Path(__file__).parents[4]
_LEFT_TO_THE_MACHINE = set("⬟⬢")
"""The sixth and the seventh series of a legend; no font of ours has them."""
DRAWN = """
import json, sys
from PySide6.QtGui import QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from app.window.main_window import MainWindow
from app.window.pages.servers.log import ServerLog
from app.window.shared.charts import _bring_font
from widgets.fields.hex_field import HexField
from widgets.tables.table_model import Column

app = QApplication([])
window = MainWindow(sys.argv[1])
log = ServerLog(str)
fonts = {
    "field": HexField("Key").font(),
    "column": Column("hex", "Hexadecimal", mono=True).font,
    "log": log.findChild(QPlainTextEdit).font(),
}
text = QFontInfo(window.font()).family()
_bring_font()
print(json.dumps({
    "text": text,
    "text beside charts": QFontInfo(window.font()).family(),
    "said to be even": [QFontInfo(each).fixedPitch() for each in fonts.values()],
    "widths": [
        len({QFontMetricsF(each).horizontalAdvance(letter) for letter in "0123456789abcdef"})
        for each in fonts.values()
    ],
}))
window.workbench.close()
"""


@pytest.mark.parametrize(
    ("folder", "pattern", "text"),
    [
        (Path("/usr/share/fonts/truetype/dejavu"), "*.ttf", "DejaVu Sans"),
        (font_folder(), "NotoSans-*.ttf", FAMILY),  # *monospace* is as uneven as can be
        (font_folder(), "DejaVuSansMono.ttf", FAMILY),  # so would all the text be of even width
        (font_folder(), "none", FAMILY),
    ],
    ids=["usual", "uneven", "even", "none"],
)
def test_that_digits_stand_under_one_another_whichever_fonts_a_machine_has(
    folder: Path, pattern: str, text: str, home: Path, tmp_path: Path
) -> None:
    config = tmp_path / "fonts.conf"
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    for each in folder.glob(pattern):
        (fonts / each.name).symlink_to(each)
    config.write_text(
        f"<fontconfig><dir>{fonts}</dir><cachedir>{tmp_path}/cache</cachedir>"
        '<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>'
    )
    done = subprocess.run(
        [sys.executable, "-c", DRAWN, str(tmp_path / "results.sqlite")],
        env={**os.environ, "FONTCONFIG_FILE": str(config)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    drawn = json.loads(done.stdout)
    assert drawn["said to be even"] == [True, True, True]
    assert drawn["widths"] == [1, 1, 1]
    assert drawn["text"] == drawn["text beside charts"] == text


def test_that_every_sign_in_the_windows_texts_is_in_the_fonts_that_it_brings(
    qapp: QApplication,
) -> None:
    brought = [QRawFont(str(each), 12) for each in (font_file(), fixed_font_file())]
    folders = ("app/window", "widgets")
    missing = {
        sign
        for folder in folders
        for file in (_ROOT / folder).rglob("*.py")
        for sign in file.read_text("utf-8")
        if not sign.isspace() and not any(each.supportsCharacter(ord(sign)) for each in brought)
    }
    assert missing <= _LEFT_TO_THE_MACHINE, missing
