"""How a computer player thinks: habits, what it knows, worlds that explain it, playing on in them.

From the ground up: `memory` and `weights`; `habits` (the level `steady`); `traces` and `knowledge`
(what a seat has seen); `likelihood`, `world`, `exchanges`, `worlds` (what the others may hold);
`position`, `playout`, `stakes`, `race`, `search` (the levels `sharp` and `master`).
"""
