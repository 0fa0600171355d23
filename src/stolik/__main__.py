"""`python -m stolik`: the same as `stolik`."""

from stolik.wiring.cli import main

if __name__ == "__main__":
    main()
