"""Reusable Qt parts that know nothing of campaigns and import nothing else of ours."""
