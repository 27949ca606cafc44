"""Bots and computer players: each decides from what its seat sees, and nothing else reaches it.

- `moment`: what a bot is asked with, and what a bot is; `faults`: what it can do wrong
- `levels` and one file for each level: the computer players (`choices` helps)
- `local_match`: bots against each other without a server
- `player`: one seat over one link; `staying`: another link after a loss
- `house`: all computers of one server in one process, `python -m cardgame_bots.house`
- `own_server`, `narration`, `demo`, `many_tables`: matches of computers on a server of one's own

Of the client only its connection is used; of the server nothing but what it says on the wire.
"""
