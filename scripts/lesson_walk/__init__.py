"""The lessons gone through as a class does: by mouse, in the real window, with a picture of each
step."""
