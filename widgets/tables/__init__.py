"""Tables and matrices: rows of raw values, and what every table can do."""
