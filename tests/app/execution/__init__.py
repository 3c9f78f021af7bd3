"""A campaign in a process of its own, and one that another program runs."""
