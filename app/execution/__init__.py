"""A campaign that a process of its own executes, for the window and for a host."""
