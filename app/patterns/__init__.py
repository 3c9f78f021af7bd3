"""What a cipher mode leaves visible: in blocks, in columns, in pictures, on disk. Free of Qt."""
