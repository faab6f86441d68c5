"""Views as text for a terminal and as SVG pictures for a notebook: one module a game.

The modules here read views and nothing else, and decide no rule. All games share `wording` (names
and sentences), `hands` (known cards), `lines` (text), `svg` (building blocks) and `seat_parts`
(seats in pictures).
"""
