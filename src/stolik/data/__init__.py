"""Rules, formats, boards and texts as TOML files."""
