"""Golden cases: rulings written as plain text, read and run against the real core.

`*.txt` hold the cases; `README.md` explains the words a case may use.
"""
