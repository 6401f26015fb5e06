"""Malformed messages for the servers, made from a seed.

Each message comes with the codes of the errors that can answer it; with None among them, it need not be answered.
"""
import json

PARSE, REQUEST, METHOD, PARAMS = -32700, -32600, -32601, -32602


def text(value):
    return json.dumps(value, ensure_ascii=False).encode()


def bodies(random, good):
    """Bytes that are not a valid request, and their error codes. GOOD is the bytes of a valid request."""
    place = random.randrange(1, len(good) - 1)
    junk = bytes(random.randrange(256) for _ in range(random.randrange(1, 80))).replace(b"\n", b" ").replace(b"\r", b" ")
    number = random.choice([0, -1, 1.5, 1e300, True, None, [], {}, "", "x"])
    return random.choice([
        (good[:place], {PARSE}),
        (good[place:], {PARSE, REQUEST}),
        (b"{" + junk, {PARSE}),
        (b"\xff\xfe" + junk, {PARSE}),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xc3\x28"}', {PARSE, METHOD, REQUEST}),
        (b"[" * random.randrange(600, 100_000), {PARSE}),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, {PARSE, REQUEST}),
        (text(random.choice([0, 1.5, True, None, "x", []])), {REQUEST}),
        (text({}), {REQUEST}),
        (text({"jsonrpc": "1.0", "id": 1, "method": "ping"}), {REQUEST}),
        (text({"id": "a", "method": "ping"}), {REQUEST}),
        (text({"jsonrpc": number, "id": "a", "method": "ping"}), {REQUEST}),
        (text({"jsonrpc": "2.0", "id": "b", "method": 7}), {REQUEST}),
        (text({"jsonrpc": "2.0", "id": "b"}), {REQUEST}),
        (text({"jsonrpc": "2.0", "id": random.choice([[], {}, 1.5, True]), "method": "x"}), {REQUEST}),
        (text([{"jsonrpc": "2.0", "id": "c"}]), {REQUEST}),
        (text({"jsonrpc": "2.0", "id": "d", "method": "no/such"}), {METHOD, REQUEST}),
        (text({"jsonrpc": "2.0", "id": "e", "method": "\0\u202e" + "m" * 70_000}), {METHOD, REQUEST}),
        (text({"jsonrpc": "2.0", "id": 987654321, "result": number}), {None}),
        (text({"jsonrpc": "2.0", "method": "no/such", "params": number}), {None}),
    ])
