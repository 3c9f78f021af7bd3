"""Charts of measures that are speeds: by the size of a case, a curve for each key length."""
