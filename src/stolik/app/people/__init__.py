"""People of a tournament: asking to play, their own data, being forgotten."""
