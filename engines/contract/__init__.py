"""What every engine offers, and the words it is spoken of in."""
