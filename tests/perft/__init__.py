"""Perft: how many sequences of actions there are, against tables that were counted slowly."""
