"""Questions and notices above the pages, whatever page is in front."""
