"""Views as text for a terminal and as SVG pictures for a notebook: one module a game.

A game's module has two functions of a view. `text` gives lines of at most 80 characters without
control codes, and no newline at the end; `svg` gives an SVG document that stands alone. The same
view always gives the same text, and nothing is shown that it does not hold.

The modules here read views and nothing else, and decide no rule. All games share `wording` (names
and sentences), `hands` (known cards), `lines` (text), `svg` (building blocks) and `seat_parts`
(seats in pictures).
"""
