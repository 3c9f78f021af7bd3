"""How a window opens: displays, libraries, fonts, files."""
