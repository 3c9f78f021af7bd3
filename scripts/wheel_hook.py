"""Has the wheel carry what is built as it is: the guide, and the window's translations."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelHook(BuildHookInterface[Any]):
    """An editable install has none of its own: `make setup` builds both into assets/."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them into a folder of its own, since the tree may be read-only or in use."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="cipherbench-wheel-")
        for module, name in (("guide", "guide"), ("compile_texts", "translations")):
            built = f"{self._folder.name}/{name}"
            build = (sys.executable, "-m", f"scripts.{module}", built)
            subprocess.run(build, cwd=self.root, check=True)
            build_data["force_include"][built] = f"assets/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version != "editable":
            self._folder.cleanup()
