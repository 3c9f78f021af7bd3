"""Operations in a mix: what a file says of their load, and what lanes ask."""
