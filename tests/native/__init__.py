"""Tests of the built extension modules: pickling, threads, memory."""
