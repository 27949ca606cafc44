"""The player: one link to one server, one model of what is known, one way in for commands.

Both faces of the client stand on this class, `plain.run(player)` line by line and
`screen.app.run(player)` full screen::

    async def run(player: Player) -> Exit:      # the signature of both, called by cli.py
        async with anyio.create_task_group() as tg:
            player.on_change = redraw            # called after every change of player.model
            tg.start_soon(player_task)           # awaits player.run(), then ends the face
            ...                                  # keys and lines go to player.submit(text)

- `player.model` (model.Model) is all that is known; drawing reads it and changes nothing.
- `player.submit(text)` takes a typed command, or the one that a key stands for (`draw`, `play R7`,
  `name G`), never blocks and never raises: whatever comes of it is a change of the model
  (`model.log`, `model.notice`, `model.question`). Commands are carried out one after the other.
- `player.run()` connects, plays, reconnects with the token when the link is lost, and returns the
  exit code once the player has quit or the link is lost for good. It ends on `submit("quit")`.
"""
