"""Pictures of our own making for the pattern lab; `python -m assets.pictures.draw` makes them."""
