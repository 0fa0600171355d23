"""Commands about single games."""
