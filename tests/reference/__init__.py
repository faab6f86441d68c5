"""Slow, obvious pure-Python rules, and the comparison of the core against them."""
