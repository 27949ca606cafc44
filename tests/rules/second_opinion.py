"""A second implementation of docs/fairness.md, written from the document and nothing else.

It shares no line with `cardgame_rules.fairness`: HMAC is done by hand, numbers are read from hex.
"""

from hashlib import sha256


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 with a key that is no longer than a block of 64 bytes."""
    padded = key + bytes(64 - len(key))
    inner = sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def secret_from_seed(seed: str, match: int) -> bytes:
    """The secret at a table with a seed."""
    return sha256(f"cardgame fair 1 seed\nmatch {match}\n{seed}\n".encode()).digest()


def commitment_to(secret: bytes, match: int) -> str:
    """What is published before the deal."""
    return sha256(
        b"cardgame fair 1 commitment\nmatch " + str(match).encode() + b"\n" + secret
    ).hexdigest()


def key_of(secret: bytes, match: int, texts: list[str]) -> bytes:
    """The key of all draws of a match."""
    message = f"cardgame fair 1\nmatch {match}\n"
    for seat in range(len(texts)):
        if texts[seat] != "":
            message += "text " + str(seat) + " " + texts[seat] + "\n"
    return hmac_sha256(secret, message.encode())


class Draw:
    """The words of one draw."""

    def __init__(self, key: bytes, number: int) -> None:
        self.key, self.number, self.block, self.digits = key, number, 0, ""

    def word(self) -> int:
        """The next number below 2**32."""
        if not self.digits:
            message = f"draw {self.number} block {self.block}".encode()
            self.digits = hmac_sha256(self.key, message).hex()
            self.block += 1
        first, self.digits = self.digits[:8], self.digits[8:]
        return int(first, 16)

    def below(self, n: int) -> int:
        """A number below n."""
        while True:
            word = self.word()
            if word < 4294967296 - 4294967296 % n:
                return word % n

    def shuffled(self, cards: list[str]) -> list[str]:
        """Cards in their new order."""
        order = sorted(cards, key=str.encode)
        i = len(order) - 1
        while i >= 1:
            j = self.below(i + 1)
            here = order[i]
            order[i] = order[j]
            order[j] = here
            i -= 1
        return order


def wrong_draws(record: str) -> int:
    """Count the shuffles and picks of a record that are not what its head says."""
    lines = record.splitlines()
    head = [line.split(" ") for line in lines[: lines.index("hand 1")]]
    seats = sum(words[0] == "seat" for words in head)
    texts = [""] * seats
    secret, match = b"", 0
    for words in head:
        if words[0] == "text":
            texts[int(words[1])] = " ".join(words[2:])
        elif words[0] == "secret":
            secret = bytes.fromhex(words[1])
        elif words[0] == "fair":
            match = int(words[3])
    key = key_of(secret, match, texts)
    draws = [line.split() for line in lines if line.split()[0] in ("shuffle", "pick")]
    wrong = 0
    for number, (word, *result) in enumerate(draws, start=1):
        draw = Draw(key, number)
        expected = draw.shuffled(result) if word == "shuffle" else [str(draw.below(seats))]
        wrong += expected != result
    return wrong
