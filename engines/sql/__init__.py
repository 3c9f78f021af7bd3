"""SQL with encrypted values: statements, their schema, and how an engine has them written."""
