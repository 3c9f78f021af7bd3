"""Hosts: the machines that measure for a coordinator. Nothing of it is loaded with one machine."""
