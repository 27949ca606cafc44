"""The line for typing: commands after `:`, chat after `say`; closed it keeps what was typed."""

from collections.abc import Callable
from typing import Literal

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.completion import CompleteEvent, get_common_complete_suffix
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import (
    BeforeInput,
    ConditionalProcessor,
    PasswordProcessor,
)

from cardgame_client.model import Model
from cardgame_client.screen.cells import drawable, shorten
from cardgame_client.screen.completion import CommandCompleter


def _nobody(_password: str | None) -> None:
    """Take a password that nobody has asked for."""


Mode = Literal["closed", "command", "chat", "password"]

PROMPTS: dict[Mode, str] = {"closed": "", "command": " : ", "chat": " say: "}

LONGEST_PROMPT = 36
"""Cells of a prompt, so that in the smallest terminal something of the answer can be seen."""


class TypingLine:
    """Two texts in the making, one for commands and one for chat, of which one is open at most.

    Nothing that arrives touches them, and closing the line keeps them (issue: a chat line is
    never lost). `submit` gets each finished line as a command. A password that is asked for is not
    shown, not kept, in no history, and nothing that the line can undo or paste.
    """

    def __init__(self, model: Model, submit: Callable[[str], None]) -> None:
        self.mode: Mode = "closed"
        self._submit = submit
        self._asked = ""
        self._answer: Callable[[str | None], None] = _nobody
        self._kept: dict[Mode, str] = {"command": "", "chat": ""}
        self._completer = CommandCompleter(model, lambda: self.mode != "command")
        self.buffer = Buffer(
            completer=self._completer,
            complete_while_typing=Condition(lambda: self.mode == "command"),
            history=InMemoryHistory(),
            multiline=False,
            accept_handler=self._accept,
        )
        asked = Condition(lambda: self.mode == "password")
        hidden = ConditionalProcessor(PasswordProcessor(), asked)
        self.window = Window(
            BufferControl(self.buffer, input_processors=[hidden, BeforeInput(self._prompt)]),
            height=1,
            style="class:input",
        )

    @property
    def is_open(self) -> bool:
        """Whether keys go to the line."""
        return self.mode != "closed"

    def open(self, mode: Literal["command", "chat"], text: str | None = None) -> None:
        """Open the line with `text`, or with what was kept when it was closed."""
        self.mode = mode
        kept = self._kept[mode] if text is None else text
        self.buffer.document = Document(kept, len(kept))

    def ask(self, whose: str, answer: Callable[[str | None], None]) -> None:
        """Open the line for a password; `answer` gets it, None where the line is just closed."""
        self.mode, self._asked, self._answer = "password", whose, answer
        self.buffer.reset()

    def send(self) -> None:
        """Take what was typed as finished."""
        if self.mode == "password":
            self._end_password(self.buffer.text.strip() or None)
        else:
            self.buffer.validate_and_handle()

    def complete(self) -> None:
        """Complete the last word as far as is certain, or choose the next of the menu.

        A Tab right behind the letters comes while the menu is still being made: prompt_toolkit
        makes one at a time and would drop it.
        """
        if self.buffer.complete_state:
            self.buffer.complete_next()
            return
        document = self.buffer.document
        asked = CompleteEvent(completion_requested=True)
        found = list(self._completer.get_completions(document, asked))
        certain = get_common_complete_suffix(document, found)
        if certain:
            self.buffer.insert_text(certain)
        else:
            self.buffer.start_completion()

    def clicked(self, label: str) -> bool:
        """Do what a key of the bar does while the line is open; true where that closes it."""
        if label == "Tab":
            self.complete()
        elif label == "Enter":
            self.send()
        return label != "Tab"

    def close(self) -> None:
        """Close the line and keep its text for the next time."""
        if self.mode == "password":
            self._end_password(None)
        elif self.mode in self._kept:
            self._kept[self.mode] = self.buffer.text
        self.mode = "closed"
        self.buffer.cancel_completion()

    def _prompt(self) -> StyleAndTextTuples:
        if self.mode == "password":
            asked = shorten(f" password of {drawable(self._asked)}", LONGEST_PROMPT - 2)
            return [("class:prompt", f"{asked}: ")]
        return [("class:prompt", PROMPTS[self.mode])]

    def _end_password(self, password: str | None) -> None:
        answer, self.mode, self._answer = self._answer, "closed", _nobody
        self.buffer.reset()  # and what could be undone with it
        get_app().clipboard = InMemoryClipboard()  # Ctrl-U and others cut what was typed into it
        answer(password)

    def _accept(self, buffer: Buffer) -> bool:
        text = buffer.text.strip()
        mode, self.mode = self.mode, "closed"
        self._kept[mode] = ""
        if text:
            self._submit(f"say {text}" if mode == "chat" else text)
        return False
