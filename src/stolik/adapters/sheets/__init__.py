"""Spreadsheet files: written here, and read in a process of its own."""
