"""The workload “web_users”: a users table behind a web application, read by id and added to under
an open or closed load."""
