"""The evidence tab: a marker, a random text stored under each protection, is searched in files,
logs and memory of servers."""
