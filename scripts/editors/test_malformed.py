"""A thousand malformed messages for each server: it answers with the right error, and goes on."""
import asyncio, json, os, random
import pytest
from frames import METHOD, PARAMS, PARSE, REQUEST, bodies, text

CAIRN = os.environ["CAIRN"]
COUNT, SEED = 1_000, int(os.environ.get("SEED", "22"))
UNINITIALIZED = -32002
LARGEST = 64 << 20


class Server:
    """A server, and what it has answered."""
    def __init__(self, process, framing):
        self.process, self.framing, self.answers, self.news, self.number = process, framing, [], asyncio.Event(), 0
        self.reader = asyncio.create_task(self.read())

    @classmethod
    async def start(cls, framing, *command):
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24)
        return cls(process, framing)

    async def read(self):
        while True:
            if self.framing == "lines":
                body = await self.process.stdout.readline()
                if not body:
                    break
            else:
                try:
                    header = await self.process.stdout.readuntil(b"\r\n\r\n")
                except asyncio.IncompleteReadError:
                    break
                body = await self.process.stdout.readexactly(int(header.split(b":")[1]))
            self.answers.append(json.loads(body))
            self.news.set()
        self.news.set()

    def framed(self, body):
        return body + b"\n" if self.framing == "lines" else b"Content-Length: %d\r\n\r\n" % len(body) + body

    async def send(self, message):
        self.process.stdin.write(message)
        await self.process.stdin.drain()

    async def answer(self, id, seconds):
        """The answer to a request; None if there is none in time."""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            self.news.clear()
            for found in self.answers:
                if found.get("id") == id:
                    return found
            rest = end - asyncio.get_running_loop().time()
            if rest <= 0 or self.reader.done():
                return None
            try:
                await asyncio.wait_for(self.news.wait(), rest)
            except TimeoutError:
                pass

    async def ask(self, method, params):
        """Sends a request until one is answered: a wrong length can cover some of the requests."""
        for attempt in range(100):
            self.number += 1
            id = f"good{self.number}"
            await self.send(self.framed(text({"jsonrpc": "2.0", "id": id, "method": method, "params": params})))
            found = await self.answer(id, 0.05 if attempt < 90 else 2)
            if found or self.reader.done():
                return found


def damaged(chance, good):
    """A message of LSP with a damaged header, and the codes of the errors."""
    header = b"Content-Length: %d\r\n\r\n" % len(good)
    junk = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200)))
    return chance.choice([
        (b"Content-Length: %d\r\n\r\n" % (len(good) - chance.randrange(1, len(good))) + good, {PARSE, REQUEST}),
        (b"Content-Length: %d\r\n\r\n" % (len(good) + chance.randrange(1, 3_000)) + good, {PARSE, REQUEST}),
        (b"Content-Length: -5\r\n\r\n" + good, {PARSE}),
        (b"Content-Length: 99999999999999999999999\r\n\r\n" + good, {PARSE}),
        (b"Content-Length: " + junk.replace(b"\n", b"").replace(b"\r", b"") + b"x\r\n\r\n", {PARSE}),
        (b"Content-Type: x\r\n\r\n" + good + b"\r\n\r\n", {PARSE}),
        (b"x" * 10_000, {PARSE, None}),  # ignored if a header follows at once
        (header.replace(b"\r\n", b"\n") + good[:-1] + b"x", {PARSE}),
        (b"\r\n\r\n" + junk + b"\r\n\r\n", {PARSE}),
    ])


async def attack(server, ping, wrong, before, after):
    """Sends COUNT malformed messages. BEFORE is run first, and AFTER when a tenth of the messages were sent."""
    chance = random.Random(SEED)
    good = text({"jsonrpc": "2.0", "id": "x", "method": ping[0], "params": ping[1]})
    seen = {}
    await before()
    for number in range(COUNT):
        if number == COUNT // 10:
            await after()
        kind, id = chance.random(), None
        if server.framing != "lines" and kind < 0.3:
            message, codes = damaged(chance, good)
        elif kind < 0.5:
            method, params, *code = chance.choice(wrong)
            id, codes = f"wrong{number}", set(code or [PARAMS])
            message = server.framed(text({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
        else:
            body, codes = bodies(chance, good)
            message = server.framed(body)
        server.answers.clear()
        await server.send(message)
        found = await server.ask(*ping)
        if id:
            await server.answer(id, 10)
        told = f"seed {SEED}, message {number}: {message[:200]!r}: {server.answers}"
        assert server.process.returncode is None and found, told
        errors = {a["error"]["code"] for a in server.answers if "error" in a and not str(a.get("id")).startswith("good")}
        early = {UNINITIALIZED, REQUEST} if number < COUNT // 10 else set()
        assert errors <= codes | early, told
        assert errors or None in codes, told
        for code in errors:
            seen[code] = seen.get(code, 0) + 1
    # One message that is larger than the largest one, but as long as it says.
    server.answers.clear()
    await server.send(server.framed(b"x" * (LARGEST + 1)))
    assert await server.ask(*ping)
    assert [a["error"]["code"] for a in server.answers if "error" in a] == [PARSE]
    print("errors by code:", seen)
    assert {PARSE, REQUEST, METHOD, PARAMS} <= set(seen)


def notebook(tmp_path):
    (tmp_path / ".cairn").mkdir(parents=True)
    (tmp_path / "sarah.md").write_text("---\ntitle: Sarah\n---\nA friend.\n")
    return tmp_path


def test_lsp(tmp_path):
    root = notebook(tmp_path / "notes")

    async def main():
        server = await Server.start("lengths", CAIRN, "-N", str(root), "lsp")
        document = {"uri": (root / "sarah.md").as_uri()}
        ping = "textDocument/hover", {"textDocument": document, "position": {"line": 9, "character": 0}}

        async def before():
            assert (await server.ask(*ping))["error"]["code"] == UNINITIALIZED

        async def after():
            assert "result" in await server.ask("initialize", {"capabilities": {}, "rootUri": root.as_uri()})
            await server.send(server.framed(b'{"jsonrpc":"2.0","method":"initialized","params":{}}'))

        wrong = [
            ("textDocument/hover", 7), ("textDocument/hover", ["x"]), ("textDocument/hover", {}),
            ("textDocument/hover", {"textDocument": document}), ("textDocument/rename", {"textDocument": document}),
            ("textDocument/codeAction", {"textDocument": document, "range": {"start": {}}}),
            ("workspace/executeCommand", {"command": "cairn.nothing"}), ("workspace/executeCommand", {}),
            ("textDocument/completion", {"textDocument": document, "position": {"line": "a", "character": None}}),
        ]
        await attack(server, ping, wrong, before, after)
        found = await server.ask("workspace/symbol", {"query": "sar"})
        assert [s["name"] for s in found["result"]] == ["Sarah"]
        assert (await server.ask("shutdown", None))["result"] is None
        await server.send(server.framed(b'{"jsonrpc":"2.0","method":"exit"}'))
        assert await server.process.wait() == 0
    asyncio.run(main())


@pytest.mark.parametrize("stateless", [False, True])
def test_mcp(tmp_path, stateless):
    root = notebook(tmp_path / "notes")
    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}
    meta = meta if stateless else {}

    async def main():
        server = await Server.start("lines", CAIRN, "-N", str(root), "mcp")

        async def before():
            pass

        async def after():
            if not stateless:
                params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
                assert "result" in await server.ask("initialize", params)

        missing = PARAMS if stateless else -32002  # the code of a resource that does not exist
        wrong = [
            ("tools/call", {"name": 5, **meta}), ("tools/call", {"name": "remove", **meta}), ("tools/call", meta),
            ("prompts/get", {"name": "nothing", **meta}), ("resources/read", {"uri": "cairn://capture/nothing", **meta}, missing),
            ("resources/read", {"uri": 7, **meta}, missing),
        ] + ([
            ("tools/list", {"_meta": {"io.modelcontextprotocol/protocolVersion": 7}}), ("no/such", meta, METHOD),
        ] if stateless else [])
        await attack(server, ("tools/list" if stateless else "ping", meta), wrong, before, after)
        found = await server.ask("tools/call", {"name": "search", "arguments": {"query": "friend"}, **meta})
        assert [c["title"] for c in found["result"]["structuredContent"]["captures"]] == ["Sarah"]
        server.process.stdin.close()
        assert await server.process.wait() == 0
    asyncio.run(main())
