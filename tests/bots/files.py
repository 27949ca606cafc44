"""Bots' files for tests, each written into a folder of its own."""

import textwrap
from pathlib import Path

THREE_LINES = """
def choose(moment):
    plays = [action for action in moment.legal if action.startswith("play")]
    return moment.rng.choice(plays or moment.legal)
"""

RAISES = """
def choose(moment):
    return moment.legal[99]
"""

HANGS = """
def choose(moment):
    while True:
        pass
"""

ENDS_THE_PROCESS = """
import os

def choose(moment):
    os._exit(0)
"""

EXITS = """
import sys

def choose(moment):
    sys.exit("enough")
"""

EATS_MEMORY = """
def choose(moment):
    return [0] * (1 << 36)
"""

HALF_AN_ANSWER = """
import os
import sys

def choose(moment):
    os.write(int(sys.argv[3]), bytes(3))
    while True:
        pass
"""

ENDLESS_ANSWER = """
import os
import sys

def choose(moment):
    os.write(int(sys.argv[3]), (3_000_000_000).to_bytes(4, "big"))
    while True:
        os.write(int(sys.argv[3]), bytes(1 << 20))
"""

NONSENSE = """
import os
import sys

def choose(moment):
    os.write(int(sys.argv[3]), (4).to_bytes(4, "big") + b"spam")
    return moment.legal[0]
"""

ANSWERS_AHEAD = """
import os
import sys

def choose(moment):
    answer = bytes.fromhex("82a474797065a643686f73656ea6616374696f6ea464726177")
    for _ in range(1000):
        os.write(int(sys.argv[3]), len(answer).to_bytes(4, "big") + answer)
    while True:
        pass
"""

NO_TEXT = """
def choose(moment):
    return 42
"""

TEXT_OF_A_KIND = """
class Action(str):
    pass

def choose(moment):
    return Action(moment.legal[0])
"""

HALF_A_CHARACTER = """
def choose(moment):
    return chr(0xD800)
"""

RAISES_HALF_A_CHARACTER = """
def choose(moment):
    raise ValueError("half " + chr(0xD800))
"""

NOT_LEGAL = """
def choose(moment):
    print("about to cheat")
    return "play ZZ"
"""


def write_bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """Write a bot's file and return its path as text."""
    path = folder / name
    path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return str(path)
