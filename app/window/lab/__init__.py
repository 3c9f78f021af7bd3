"""The pattern lab in the window: pictures and columns, for the patterns page and for lessons."""
