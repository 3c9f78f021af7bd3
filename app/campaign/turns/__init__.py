"""Taking turns: the baton that sides of a lockstep hand on, and what each turn took."""
