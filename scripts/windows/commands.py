"""Runs the same commands on Linux and on Windows, in one process: a start under Wine takes a minute
on a busy machine.

    commands.py STORE FOLDER [ARCHIVE]

imports ARCHIVE if one is given, and leaves in FOLDER what each command wrote, and the exports.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from pathlib import Path

from app.command_line.main import run

FORMATS = ("csv", "json", "xlsx", "md", "html", "pdf", "docx", "tex")
READ = {
    "campaigns": ("campaigns", "--json"),
    "compare": ("compare", "1", "--json"),
    "check": ("check",),
    "plan": ("plan", "1"),
    "studies": ("studies",),
    "lesson": ("lesson",),
    "engines": ("engines", "--help"),
}


def main(store: str, folder: str, archive: str = "") -> None:
    target = Path(folder)
    target.mkdir(exist_ok=True)
    commands: dict[str, tuple[str, ...]] = {"import": ("import", archive)} if archive else {}
    commands |= READ
    for each in FORMATS:
        file = str(target / f"export.{each}")
        commands[f"export {each}"] = ("export", "1", "--format", each, "-o", file)
    for name, words in commands.items():
        began, output = time.perf_counter(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = run(["--store", store, *words])
        (target / f"{name}.txt").write_text(f"{output.getvalue()}exit code {code}\n", "utf-8")
        sys.stderr.write(f"{name}: {code}, {time.perf_counter() - began:.1f} s\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
