"""The window: the only place that knows Qt. Main window, bridges to processes, pages."""

import widgets  # noqa: F401 before whatever else a window loads
