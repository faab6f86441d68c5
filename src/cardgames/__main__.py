"""`python -m cardgames`: the command line."""

from cardgames.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
