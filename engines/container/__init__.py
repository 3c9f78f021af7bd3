"""Servers in containers, through Docker Engine or Podman."""
