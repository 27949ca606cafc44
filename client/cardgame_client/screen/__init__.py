"""The full-screen terminal client: pages drawn from the model, and keys turned into requests.

The room in reading order: `cells` (text measured in terminal cells), `glyphs` and `palette`
(what the terminal can show), `cards` and `hand`, then one module a page, `pages` (which page,
which size), `desk` and `keys` (what a key press means), `app` (prompt_toolkit, the only module
that touches a terminal).
"""
