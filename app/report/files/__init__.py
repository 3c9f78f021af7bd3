"""A campaign in the formats of other programs: workbooks, LaTeX, archives."""
