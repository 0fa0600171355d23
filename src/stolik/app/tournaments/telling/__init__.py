"""What is told of a tournament: answers as values, and how each is put together."""
