"""The pictures tab: what encrypted pictures show when their bytes are drawn as pixels."""
