"""What the window is drawn with, whichever fonts the machine has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

from app.system.desktop.fonts import FAMILY, fixed_font_file, font_file, font_folder

_ROOT = Path(__file__).parents[4]
_LEFT_TO_THE_MACHINE = set("⬟⬢")
"""The sixth and the seventh series of a legend; no font of ours has them."""
DRAWN = """
import json, os, sys
from PySide6.QtGui import QFontInfo, QFontMetricsF
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from app.window.main_window import MainWindow
from app.window.pages.servers.detail import ServerLog
from app.window.shared.charts import load_drawing_font
from widgets.fields.text_fields import HexField
from widgets.tables.table_model import Column

def draw(store):
    app = QApplication([])
    window = MainWindow(store)
    log = ServerLog(str)
    fonts = {
        "field": HexField("Key").font(),
        "column": Column("hex", "Hexadecimal", mono=True).font,
        "log": log.findChild(QPlainTextEdit).font(),
    }
    text = QFontInfo(window.font()).family()
    load_drawing_font()
    print(json.dumps({
        "text": text,
        "text beside charts": QFontInfo(window.font()).family(),
        "said to be even": [QFontInfo(each).fixedPitch() for each in fonts.values()],
        "widths": [
            len({QFontMetricsF(each).horizontalAdvance(letter) for letter in "0123456789abcdef"})
            for each in fonts.values()
        ],
    }), flush=True)
    window.workbench.close()

for config in sys.argv[1:]:
    child = os.fork()
    if not child:
        os.environ["FONTCONFIG_FILE"] = config
        try:
            draw(config + ".sqlite")
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, config
"""
"""For each configuration a process of its own, which reads it with the first font."""
MACHINES = {
    "usual": (Path("/usr/share/fonts/truetype/dejavu"), "*.ttf", "DejaVu Sans"),
    "uneven": (font_folder(), "NotoSans-*.ttf", FAMILY),  # *monospace* is as uneven as can be
    "even": (font_folder(), "DejaVuSansMono.ttf", FAMILY),  # so would all the text be of even width
    "none": (font_folder(), "none", FAMILY),
}
"""The fonts that a machine has, and the one that text is drawn with there."""


@pytest.fixture(scope="module")
def drawn(home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What a window is drawn with on each machine."""
    configs = [
        configured(tmp_path_factory.mktemp(name), folder, pattern)
        for name, (folder, pattern, _) in MACHINES.items()
    ]
    done = subprocess.run(
        [sys.executable, "-c", DRAWN, *map(str, configs)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(MACHINES, map(json.loads, done.stdout.splitlines()), strict=True))


def configured(place: Path, folder: Path, pattern: str) -> Path:
    """A configuration of a machine with these fonts alone."""
    config, fonts = place / "fonts.conf", place / "fonts"
    fonts.mkdir()
    for each in folder.glob(pattern):
        (fonts / each.name).symlink_to(each)
    config.write_text(
        f"<fontconfig><dir>{fonts}</dir><cachedir>{place}/cache</cachedir>"
        '<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>'
    )
    return config


@pytest.mark.parametrize("machine", MACHINES)
def test_that_digits_stand_under_one_another_whichever_fonts_a_machine_has(
    machine: str, drawn: dict[str, dict[str, Any]]
) -> None:
    found, text = drawn[machine], MACHINES[machine][2]
    assert found["said to be even"] == [True, True, True]
    assert found["widths"] == [1, 1, 1]
    assert found["text"] == found["text beside charts"] == text


def test_that_every_sign_in_the_windows_texts_is_in_the_fonts_that_it_brings(
    qapp: QApplication,
) -> None:
    brought = [QRawFont(str(each), 12) for each in (font_file(), fixed_font_file())]
    folders = ("app/window", "widgets")
    missing = {
        sign
        for folder in folders
        for file in (_ROOT / folder).rglob("*.py")
        for sign in set(file.read_text("utf-8"))
        if not sign.isspace() and not any(each.supportsCharacter(ord(sign)) for each in brought)
    }
    assert missing <= _LEFT_TO_THE_MACHINE, missing
