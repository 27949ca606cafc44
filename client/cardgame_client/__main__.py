"""`python -m cardgame_client`: the same as the command `cardgame-client`."""

import sys

from cardgame_client.cli import main

sys.exit(main())
