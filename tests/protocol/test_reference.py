"""docs/protocol.md and docs/protocol.json say what the code says, down to the bytes."""

import json
from pathlib import Path

import msgpack
import pytest
from msgspec import Struct

from cardgame_protocol import (
    RULE_EVENTS,
    TABLE_EVENTS,
    BadRequest,
    ClientConnection,
    FromClient,
    FromServer,
    Goodbye,
    Greeting,
    HelloRequest,
    Ok,
    ProtocolError,
    Request,
    ServerConnection,
    Update,
    decode_request,
    decode_server_message,
    encode,
    read_event,
    to_plain,
)
from cardgame_protocol.answers import SERVER_MESSAGES
from cardgame_protocol.describe import StructDescription, describe, describe_all
from cardgame_protocol.reference import (
    DOCS,
    VIEW_PARTS,
    Vector,
    main,
    protocol_json,
    protocol_markdown,
    vectors,
)
from cardgame_protocol.requests import REQUESTS, Pong
from cardgame_protocol.results import RESULTS, TableLine

MARKDOWN = (DOCS / "protocol.md").read_text("utf-8")
VECTORS = vectors(MARKDOWN)
FROM_CLIENT = [vector for vector in VECTORS if vector.sender == "client"]
FROM_SERVER = [vector for vector in VECTORS if vector.sender == "server"]
EVERYTHING: list[type[Struct]] = [
    *REQUESTS,
    Pong,
    *SERVER_MESSAGES,
    *VIEW_PARTS,
    TableLine,
    *RESULTS.values(),
    *RULE_EVENTS,
    *TABLE_EVENTS,
]


def name_of(vector: Vector) -> str:
    return f"{vector.sender} {vector.message['type']}"


def test_the_documents_are_what_the_code_says() -> None:
    assert protocol_markdown(MARKDOWN) == MARKDOWN
    assert protocol_json() == (DOCS / "protocol.json").read_text("utf-8")


def test_a_stale_document_is_found_and_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, _, tail = MARKDOWN.partition("| `stale` |")
    (tmp_path / "protocol.md").write_text(head + tail, "utf-8")
    (tmp_path / "protocol.json").write_text("{}", "utf-8")
    assert main(["--docs", str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("--write") == 2
    assert main(["--docs", str(tmp_path), "--write"]) == 0
    assert (tmp_path / "protocol.md").read_text("utf-8") == MARKDOWN
    assert main(["--docs", str(tmp_path)]) == 0


@pytest.mark.parametrize("description", describe_all(EVERYTHING), ids=lambda what: what.name)
def test_every_message_and_every_field_is_explained(description: StructDescription) -> None:
    assert description.text.endswith(".")
    assert [field.name for field in description.fields if not field.text.endswith(".")] == []


def test_every_message_has_its_place_in_the_document() -> None:
    for description in describe_all(EVERYTHING):
        if description.tag:
            assert f" `{description.tag}`\n" in MARKDOWN


def test_a_field_says_its_type_bounds_and_default_in_words() -> None:
    words = {
        field.name: (field.type, field.default)
        for request in REQUESTS
        for field in describe(request).fields
    }
    assert words["id"] == ("integer from 1", None)
    assert words["versions"] == ("array of integer", None)
    assert words["pace"] == ("number 0..10 or null", "null")
    assert words["filter"] == ("text 0..40 code points", '""')
    (result,) = (field for field in describe(Ok).fields if field.name == "result")
    assert (result.type, result.default) == ("map", "{}")


def test_the_json_document_lists_what_a_generator_needs() -> None:
    document = json.loads(protocol_json())
    move = next(message for message in document["client"] if message["tag"] == "move")
    assert [field["name"] for field in move["fields"]] == ["id", "turn", "action"]
    assert all(field["required"] for field in move["fields"])
    assert document["results"]["join"]["fields"][1]["name"] == "seat"
    assert document["limits"]["frame_max"] == 65_536


@pytest.mark.parametrize("vector", VECTORS, ids=name_of)
def test_the_bytes_of_the_conversation_are_the_message_beside_them(vector: Vector) -> None:
    size, payload = vector.frame[:4], vector.frame[4:]
    assert int.from_bytes(size, "big") == len(payload)
    assert msgpack.unpackb(payload) == vector.message


@pytest.mark.parametrize("vector", FROM_CLIENT, ids=name_of)
def test_the_codec_reads_and_writes_what_the_client_says(vector: Vector) -> None:
    message = decode_request(vector.frame[4:])
    assert to_plain(message) == vector.message
    assert encode(message) == vector.frame


@pytest.mark.parametrize("vector", FROM_SERVER, ids=name_of)
def test_the_codec_reads_and_writes_what_the_server_says(vector: Vector) -> None:
    message = decode_server_message(vector.frame[4:])
    assert message is not None
    assert to_plain(message) == vector.message
    assert encode(message) == vector.frame
    if isinstance(message, Update):
        events = [read_event(event) for event in message.events]
        assert [event and to_plain(event)["event"] for event in events] == [
            event["event"] for event in message.events
        ]


def test_the_conversation_goes_from_the_greeting_to_the_goodbye() -> None:
    server, client = ServerConnection(), ClientConnection()
    said: list[FromClient] = []
    heard: list[FromServer] = []
    for vector in VECTORS:
        if vector.sender == "server":
            heard += client.receive_data(vector.frame)
            continue
        for event in server.receive_data(vector.frame):
            said.append(event)
            if isinstance(event, HelloRequest):
                server.accept_hello()
    assert not [event for event in said if isinstance(event, BadRequest | ProtocolError)]
    assert isinstance(heard[0], Greeting)
    assert isinstance(heard[-1], Goodbye)
    assert client.goodbye is heard[-1]


def test_every_request_of_the_conversation_is_answered_once_and_in_order() -> None:
    asked = [vector.message["id"] for vector in FROM_CLIENT if vector.message["type"] != "pong"]
    answers = ("ok", "refused")
    answered = [v.message["id"] for v in FROM_SERVER if v.message["type"] in answers]
    assert asked == answered == sorted(asked)
    assert all(isinstance(decode_request(v.frame[4:]), Request | Pong) for v in FROM_CLIENT)
