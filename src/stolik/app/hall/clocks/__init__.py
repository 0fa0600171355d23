"""The clocks at the tables of a hall: when a move began, how long it may take, who starts."""
