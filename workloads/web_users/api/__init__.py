"""A small web application over the users: its process, its client, and the same load for k6."""
