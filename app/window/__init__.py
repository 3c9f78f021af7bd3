"""The window: the only place that knows Qt. Main window, bridges to processes, pages."""
