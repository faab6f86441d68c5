"""Tests of single behaviours, each from a position or a call made by hand."""
