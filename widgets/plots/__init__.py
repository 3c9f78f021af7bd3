"""Panels of lines and points over two axes, beside each other under one legend."""
