"""A game in the terminal: a person at seat 1 against bots."""
