"""`python -m cardgames.serve`: the server without typer and rich."""

from cardgames.serve.command import main

if __name__ == "__main__":
    raise SystemExit(main())
