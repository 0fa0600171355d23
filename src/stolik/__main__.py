"""What runs when somebody types `stolik`, or `python -m stolik`."""

import sys


def main() -> None:
    """The command line; Ctrl+C ends it in silence also while it is still being loaded."""
    try:
        from stolik.wiring.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(1)


if __name__ == "__main__":
    main()
