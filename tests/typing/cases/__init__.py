"""Files for type checkers; see test_types.py."""
