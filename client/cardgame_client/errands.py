"""Carrying out one understood command on an open link, and noting in the model what came of it."""

import re
from math import ceil
from pathlib import Path

from msgspec.structs import replace

from cardgame_client.commands import Ask, Command, Save
from cardgame_client.connection import Link, RefusedError
from cardgame_client.model import Model, Sheet
from cardgame_client.pages import lobby, table_line
from cardgame_client.safe import safe
from cardgame_client.voice import counted, sentence
from cardgame_client.writing import write_new
from cardgame_protocol import (
    CreateRequest,
    LeaveRequest,
    ListRequest,
    ListResult,
    MoveRequest,
    RecordRequest,
    RecordResult,
    RefusalCode,
    Request,
    UnsendableError,
)

_TYPED = {
    "call_penalty": "call",
    "turn_limit": "limit",
    "turn_seconds": "turn",
    "bank_seconds": "bank",
    "latecomers": "late",
}
"""Words of `create` for fields that have another name on the wire."""

_FIELD, _WORD = re.compile(r"[Ff]ield `(\w+)`"), re.compile(r"\w+")


async def carry_out(command: Command, link: Link, model: Model) -> None:
    """Do what `command` asks for; a refusal becomes a line of the model."""
    try:
        if isinstance(command, Ask):
            await _ask(command.request, link, model)
        elif isinstance(command, Save):
            await _save(command.path, link, model)
    except RefusedError as refused:
        model.refuse(refusal_words(command, refused, model))
    except UnsendableError as error:
        model.refuse(f"That cannot be sent: {safe(as_typed(error.text))}.")


async def _ask(request: Request, link: Link, model: Model) -> None:
    if isinstance(request, ListRequest):
        page = await _page_of(request, link)
        model.listed(page, request.filter)
        model.show(Sheet("list", tuple(lobby(page))))
        return
    await link.request(request)
    if isinstance(request, LeaveRequest):
        model.left_table()
    elif isinstance(request, CreateRequest):
        model.note("Your table is open. Type add for a computer player, start when it is full.")


async def _page_of(request: ListRequest, link: Link) -> ListResult:
    """Return a page of the list, the first one where there are not so many any more."""
    try:
        return await link.ask(request, ListResult)
    except RefusedError as refused:
        if refused.code != RefusalCode.PAGE_OUT_OF_RANGE or request.page == 1:
            raise
        return await link.ask(replace(request, page=1), ListResult)


def refusal_words(command: Command, refused: RefusedError, model: Model) -> str:
    """Return why the server refused; after a move also what lies there, so nobody is left blind."""
    text = sentence(as_typed(refused.text))
    if refused.wait:
        text += f" Wait {counted(ceil(refused.wait), 'second')}."
    move = isinstance(command, Ask) and isinstance(command.request, MoveRequest)
    return f"{text} {table_line(model.view)}" if move and model.view else text


def as_typed(text: str) -> str:
    """Return a complaint about a field of a request with the word by which a player gave it."""
    named = _FIELD.sub(r"\1", text)
    return _WORD.sub(lambda word: _TYPED.get(word[0], word[0]), named)


async def _save(path: str, link: Link, model: Model) -> None:
    """Write the record of the finished match to a file that must not exist yet."""
    pages: list[str] = []
    page = await link.ask(RecordRequest(id=1), RecordResult)
    pages.append(page.text)
    while page.page < page.pages:
        page = await link.ask(RecordRequest(id=1, page=page.page + 1), RecordResult)
        pages.append(page.text)
    match = 0 if model.view is None else model.view.match
    record, warning = model.commitments.signed("".join(pages), match)
    target = Path(path).expanduser() if path else _file_name(model)
    try:
        write_new(target, record)
    except FileExistsError:
        model.refuse(f"{target} exists already. Type save FILE with another name.")
    except OSError as error:
        model.refuse(f"Cannot write {target}: {error.strerror}. Type save FILE for another place.")
    else:
        model.note(f"Saved as {target}.")
    if warning:
        model.refuse(warning)


def _file_name(model: Model) -> Path:
    view = model.view
    if view is None:
        return Path("match.txt")
    return Path(f"{view.rules.preset}-table{view.table}-match{view.match}.txt")
