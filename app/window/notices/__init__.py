"""Questions, errors and notices in strips above the pages, whatever page is shown."""
