"""A field for each kind of parameter, made from what is declared of it."""
