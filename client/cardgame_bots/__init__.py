"""The computer players: ordinary clients of the protocol that decide from their own view alone.

- `levels` and one file for each level: pure functions from a view to an action (`choices` helps)
- `player`: one seat over one link; `staying`, `backoff`: another link after a loss
- `house`: all computers of one server in one process, `python -m cardgame_bots.house`
- `local_match`: levels against each other without a server, to measure them
- `own_server`, `narration`, `demo`, `many_tables`: matches of computers on a server of one's own

Of the client only its connection is used; of the server nothing but what it says on the wire.
"""
