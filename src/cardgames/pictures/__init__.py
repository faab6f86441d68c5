"""Views as text for a terminal and as SVG pictures for a notebook: one module a game.

The modules here read views and nothing else, and decide no rule. `svg` holds what all games share.
"""
