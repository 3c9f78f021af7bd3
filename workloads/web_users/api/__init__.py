"""A small web application (HTTP API) over the users: its process, its client, its certificate."""
