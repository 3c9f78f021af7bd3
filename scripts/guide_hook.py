"""Has the wheel carry the guide, built as the wheel is."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GuideHook(BuildHookInterface[Any]):
    """An editable install has none of its own: `make setup` builds it into assets/."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build it into a folder of its own, since the tree may be read-only or in use."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="cipherbench-wheel-")
        pages = f"{self._folder.name}/guide"
        subprocess.run((sys.executable, "-m", "scripts.guide", pages), cwd=self.root, check=True)
        build_data["force_include"][pages] = "assets/guide"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version != "editable":
            self._folder.cleanup()
