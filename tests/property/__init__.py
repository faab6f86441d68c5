"""Properties that hold for every game and any input."""
