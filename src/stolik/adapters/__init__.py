"""The world outside: each adapter translates and nothing more."""
