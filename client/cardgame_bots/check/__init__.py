"""The check: whether a bot, or a server, in any language keeps to docs/protocol.md.

- `steps`: named steps, and the bytes behind a failure
- `positions`: every kind of decision of a game, found in real hands
- `bot`: the steps of a bot's check; `trials`: what it is tried with beside its decisions; `seat`,
  `table`, `peer`, `program`: the server it finds
- `server`: what a server is tried with; `client`: a connection to it; `reach`: the first one;
  `trust`: TLS
- `command`: from the command line to the exit code
"""
