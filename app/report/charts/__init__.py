"""Charts described once, drawn on paper here and by the window on the screen."""
