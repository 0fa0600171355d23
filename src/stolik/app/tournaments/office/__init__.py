"""A tournament on a server: each request tried on a copy of the desk, kept, then believed."""
