"""Bots and computer players: each decides from what its seat sees, and nothing else reaches it.

- `moment`: what a bot is asked with, and what a bot is; `faults`: what it can do wrong
- `levels`: the computer players (`choices`: what they choose from; `thinking`: the search)
- `isolation`: a stranger's bot, in a process of its own
- `entrants`: a level or a file by its name; `local_match`: bots against each other, no server
- `online`: a bot at a server; `house`: all computers of one server
- `cli`, `commands`, `showing`, `arena`, `check`: the program `cardgame-bot`
- `own_server`, `narration`, `demo`, `many_tables`: matches of computers on a server of one's own

Of the client only its connection is used; of the server nothing but what it says on the wire.
"""
