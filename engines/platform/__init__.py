"""The only place that knows which system it runs on: a module a subject, with a body for Windows
and one for the others in each.

Modules are loaded by keepers as they start, so they ask for little.
"""
