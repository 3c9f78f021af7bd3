"""The desktop window, the only place that knows Qt: main window, pages, links to child
processes."""
