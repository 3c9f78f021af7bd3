"""Commands about the program on this machine: its desktop files, completion, and what it keeps."""
