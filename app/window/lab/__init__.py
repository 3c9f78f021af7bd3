"""The pattern lab: what ciphertext shows of pictures and columns, and where servers leave plaintext
(evidence); tabs that the patterns page and lessons show."""
