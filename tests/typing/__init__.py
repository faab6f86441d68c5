"""Tests of what type checkers see."""
