"""A campaign as one file that any store can take in: written, checked and taken apart."""
