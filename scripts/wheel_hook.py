"""Has the wheel carry what is built: the guide, the window's translations, the timed loop."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelHook(BuildHookInterface[Any]):
    """An editable install has none of its own: `make setup` builds them where they belong."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them into a folder of its own, since the tree may be read-only or in use. With the
        timed loop a wheel is for this system alone; without a compiler it is for all of them."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory(prefix="cipherbench-wheel-")
        for module, name in (("guide", "guide"), ("compile_texts", "translations")):
            built = f"{self._folder.name}/{name}"
            build = (sys.executable, "-m", f"scripts.{module}", built)
            subprocess.run(build, cwd=self.root, check=True)
            build_data["force_include"][built] = f"assets/{name}"
        compiling = (sys.executable, "-m", "scripts.native", self._folder.name)
        if subprocess.run(compiling, cwd=self.root, check=False).returncode == 0:
            target = "engines/native/timed.so"
            build_data["force_include"][f"{self._folder.name}/timed.so"] = target
            system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data.update(pure_python=False, tag=f"py3-none-{system}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version != "editable":
            self._folder.cleanup()
