"""Tests of cardgames."""
