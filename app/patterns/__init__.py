"""The pattern lab: what a cipher mode leaves visible. Free of Qt."""
