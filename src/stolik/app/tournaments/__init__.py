"""Tournaments on the server: the same desk as on the command line, kept before it is told."""
