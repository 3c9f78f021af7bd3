"""The only place that knows which system it runs on: a module a subject, with a body for Windows
and one for the others in each.

Modules are loaded by keepers as they start, so they ask for little.
"""

from __future__ import annotations

import sys

IS_WINDOWS = sys.platform == "win32"
"""For what is not there yet, and its words; where systems differ in deed, a module here knows."""
