"""Web users: a users table behind a web application, got by id and added to, under open load."""
