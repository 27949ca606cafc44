"""The house: a card-game server. Pure rooms below, one trio file for connections on top."""
