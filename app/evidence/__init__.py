"""A marker planted under each protection, looked for wherever a server writes; who gets at it."""
