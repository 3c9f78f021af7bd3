"""What the window asks and tells above its pages, whatever page is in front."""
