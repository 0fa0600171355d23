"""What is read of a request: who asks, in which language, how much, by which body."""
