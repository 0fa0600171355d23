"""Commands of an organiser's day."""
