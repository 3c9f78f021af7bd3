"""A marker stored under each protection and searched wherever a server writes."""
