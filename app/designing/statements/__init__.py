"""Operations of a design, from a server's statement statistics, from a file of statements, or
written by the user."""
