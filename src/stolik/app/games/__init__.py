"""Each game at a table and in a file: a folder each, with the same file names."""
